import type { Bus } from '@consulting/kernel/nats';
import {
  type Fault,
  fault,
  INVALID,
  isObject,
  type JsonSchema,
  loweredText,
  named,
  number,
  quoted,
  type Reading,
  shortened,
  text,
  unread,
} from '@consulting/kernel/schema';
import { crewsByCode } from '@consulting/mto-engine';
import { askCrewRates } from '../../neighbours/crews-rates';
import type { CrewsOfServices } from './line-changes';

const crewsMax = 200;
const codeLengthMax = 40;

const rate = (description: string): JsonSchema => ({ type: ['number', 'null'], minimum: 0, description });

const crewSchema: JsonSchema = named('CrewRatesChange', {
  type: 'object',
  properties: {
    labourRate: rate('All-in rate per man-hour; missing or null leaves what the crew has.'),
    equipmentRate: rate('Construction equipment per man-hour; missing or null leaves what the crew has.'),
  },
  minProperties: 1,
  additionalProperties: false,
});

const crewsSchema: JsonSchema = named('CrewRatesChanges', {
  type: 'object',
  maxProperties: crewsMax,
  additionalProperties: crewSchema,
});

export const crewsField = () =>
  unread(crewsSchema)
    .default({})
    .describe(
      'Rates that service crews would have, by code, upper and lower case alike. They come after all changes; lines whose labour rate was entered by hand keep it.',
    );

export interface CrewChange {
  crewCode: string;
  labourRate: string | null;
  equipmentRate: string | null;
}

const placeOf = (code: string): string => `crews.${shortened(code, codeLengthMax)}`;

const rateKeys = ['labourRate', 'equipmentRate'] as const;
const rateField = number({ min: 0 });
const codeField = text(codeLengthMax);

export function readCrews(value: unknown, reading: Reading): CrewChange[] {
  if (value === null || value === undefined) return [];
  if (!isObject(value)) {
    fault(reading, 'crews', 'TYPE', 'must be an object with rates by code of the crew', { type: 'object' });
    return [];
  }
  const entries = Object.entries(value);
  if (entries.length > crewsMax) {
    fault(reading, 'crews', 'MAX_LENGTH', `must have at most ${crewsMax} entries`, { maxItems: crewsMax });
    return [];
  }
  const seen = new Set<string>();
  return entries.flatMap(([key, rates]) => {
    const at = placeOf(key);
    const crewCode = codeField.kind.read(key, at, reading);
    if (crewCode === INVALID || crewCode === null) return [];
    if (seen.has(loweredText(crewCode))) fault(reading, at, 'DUPLICATE', 'occurs more than once in crews');
    seen.add(loweredText(crewCode));
    return readRates(crewCode, rates, at, reading);
  });
}

function readRates(crewCode: string, rates: unknown, at: string, reading: Reading): CrewChange[] {
  if (!isObject(rates)) {
    fault(reading, at, 'TYPE', 'must be an object with labourRate, equipmentRate or both', {
      type: 'object',
    });
    return [];
  }
  for (const key of Object.keys(rates))
    if (!rateKeys.some((known) => known === key))
      fault(reading, `${at}.${key}`, 'UNKNOWN_FIELD', 'is not a known key');
  const [labourRate = null, equipmentRate = null] = rateKeys.map((key) => {
    const given = rates[key] ?? null;
    const read = given === null ? null : rateField.kind.read(given, `${at}.${key}`, reading);
    return read === null || read === INVALID ? null : String(read);
  });
  if (rateKeys.every((key) => (rates[key] ?? null) === null))
    fault(reading, at, 'REQUIRED', 'must have labourRate, equipmentRate or both');
  return [{ crewCode, labourRate, equipmentRate }];
}

export async function changedCrews(
  bus: Bus,
  serviceIds: readonly string[],
  changes: readonly CrewChange[],
): Promise<{ crews: CrewsOfServices; faults: Fault[] }> {
  const codes = changes.map(({ crewCode }) => crewCode);
  const byCode = new Map(changes.map((change) => [change.crewCode.toLowerCase(), change]));
  const found = await Promise.all(
    (codes.length === 0 ? [] : serviceIds).map(async (serviceId) => {
      const crews = (await askCrewRates(bus, serviceId, codes)).map((crew) => {
        const change = byCode.get(crew.crewCode.toLowerCase());
        return {
          ...crew,
          labourRate: change?.labourRate ?? crew.labourRate,
          equipmentRate: change?.equipmentRate ?? crew.equipmentRate,
        };
      });
      return [serviceId, crewsByCode(crews)] as const;
    }),
  );
  const known = new Set(found.flatMap(([, crews]) => [...crews.keys()]));
  const faults: Fault[] = [];
  for (const code of codes)
    if (!known.has(code.toLowerCase()))
      fault({ faults }, placeOf(code), 'REFERENCE', `${quoted(code)} is the code of no service crew`);
  return { crews: new Map(found.filter(([, crews]) => crews.size > 0)), faults };
}
