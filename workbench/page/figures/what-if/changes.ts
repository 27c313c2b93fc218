import type { components } from '@consulting/client/api';
import type { Criteria, Settings } from '../view/address';

type WhatIf = components['schemas']['TakeoffWhatIfInput'];
type Updates = components['schemas']['LineUpdates'];

export const levers = ['hours', 'rate', 'quantity'] as const;
export type Lever = (typeof levers)[number];

export const percentMost = 50;

export interface CrewRate {
  labourRate: number | null;
  equipmentRate: number | null;
}

export interface Supposed {
  percents: Readonly<Record<Lever, number>>;
  discipline: string | null;
  crews: Readonly<Record<string, CrewRate>>;
}

const clamped = (value: number): number =>
  Number.isFinite(value) ? Math.max(-percentMost, Math.min(percentMost, value)) : 0;

const crewName = 'crew ';

const rateOf = (text: string | undefined): number | null => {
  const value = Number(text === undefined || text === '' ? Number.NaN : text);
  return Number.isFinite(value) && value >= 0 ? value : null;
};

export function readSupposed(search: URLSearchParams): Supposed {
  const percent = (lever: Lever) => clamped(Number(search.get(lever) ?? 0));
  const crews = [...search].flatMap(([name, value]) => {
    if (!name.startsWith(crewName)) return [];
    const [labourRate, equipmentRate] = value.split('/');
    return [
      [name.slice(crewName.length), { labourRate: rateOf(labourRate), equipmentRate: rateOf(equipmentRate) }],
    ];
  });
  return {
    percents: { hours: percent('hours'), rate: percent('rate'), quantity: percent('quantity') },
    discipline: search.get('discipline'),
    crews: Object.fromEntries(crews),
  };
}

export const percentSettings = (lever: Lever, percent: number): Settings => ({
  [lever]: percent === 0 ? null : String(clamped(percent)),
});

export const crewSettings = (code: string, { labourRate, equipmentRate }: CrewRate): Settings => ({
  [crewName + code]:
    labourRate === null && equipmentRate === null ? null : `${labourRate ?? ''}/${equipmentRate ?? ''}`,
});

export const nothingSupposed = ({ crews }: Supposed): Settings => ({
  ...Object.fromEntries(levers.map((lever) => [lever, null])),
  ...Object.fromEntries(Object.keys(crews).map((code) => [crewName + code, null])),
  discipline: null,
});

export const isSupposing = ({ percents, crews }: Supposed): boolean =>
  levers.some((lever) => percents[lever] !== 0) || Object.keys(crews).length > 0;

/** Productivity is a factor on the hours of every line, however they are found; a line without a factor counts as 1. */
function updatesOf({ hours, rate, quantity }: Supposed['percents']): Updates {
  const factor = (100 + hours) / 100;
  return {
    ...(hours !== 0 && { productivityFactor: { multiply: factor, ifEmpty: factor } }),
    ...(rate !== 0 && { labourRate: { percent: rate } }),
    ...(quantity !== 0 && { quantity: { percent: quantity } }),
  };
}

export function orderOf(
  { percents, discipline, crews }: Supposed,
  owner: Pick<WhatIf, 'projectId' | 'serviceId'>,
): WhatIf {
  const updates = updatesOf(percents);
  const rates = Object.entries(crews).map(([code, { labourRate, equipmentRate }]) => [
    code,
    { ...(labourRate !== null && { labourRate }), ...(equipmentRate !== null && { equipmentRate }) },
  ]);
  const filters: Criteria | undefined =
    discipline === null
      ? undefined
      : { conditions: [{ field: 'discipline', operator: 'equals', value: discipline }] };
  return {
    ...owner,
    changes: Object.keys(updates).length === 0 ? [] : [{ updates, filters }],
    ...(rates.length > 0 && { crews: Object.fromEntries(rates) }),
  };
}
