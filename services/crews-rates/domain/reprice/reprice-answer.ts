import { type Decimal, decimal, toNumber } from '@consulting/kernel/schema';
import type { RepriceEffect } from '../../neighbours/mto';
import type { PricedState } from '../../store/repriced-crew';
import { locationOf } from '../pricing/crew-snapshot';
import type { CrewToReprice } from './reprice-pricing';

interface Reprice {
  dryRun: boolean;
  currency: string;
  crews: readonly CrewToReprice[];
  effect: RepriceEffect;
  stored?: { operationId: string | null; lines: string | null | undefined };
}

export function serialiseReprice({ dryRun, currency, crews, effect, stored }: Reprice) {
  const { total, byDiscipline, byWbs, matched, changed } = effect;
  return {
    dryRun,
    currency,
    crews: crews.map(serialiseCrew),
    matched,
    changed,
    total: serialiseFigures(total),
    byDiscipline: byDiscipline.map(({ discipline, ...figures }) => ({
      discipline,
      ...serialiseFigures(figures),
    })),
    byWbs:
      byWbs?.map(({ wbsCode, name, kind, ...figures }) => ({
        ...{ wbsCode, name, kind },
        ...serialiseFigures(figures),
      })) ?? null,
    operationIds: { serviceCrews: stored?.operationId ?? null, takeoffLines: stored?.lines ?? null },
    linesFollow: stored !== undefined && stored.lines === undefined,
    ...(byWbs === null && { unavailable: ['byWbs'] }),
  };
}

type Figures = RepriceEffect['total'];

function serialiseFigures({ itemCount, ...figures }: Figures) {
  const displayed = Object.entries(figures).map(([key, { before, after, difference }]) => [
    key,
    { before: toNumber(before), after: toNumber(after), difference: toNumber(difference) },
  ]);
  return { itemCount, ...Object.fromEntries(displayed) };
}

function serialiseCrew({ row, outcome, after, found }: CrewToReprice) {
  const [was, is] = [ratesOf(row), ratesOf(after)];
  return {
    serviceCrewId: row.id,
    crewCode: row.crewCode,
    name: row.name,
    outcome,
    status: after.status,
    location: locationOf(found.snapshot),
    before: serialiseRates(was),
    after: serialiseRates(is),
    difference: serialiseRates({
      labourRate: difference(was.labourRate, is.labourRate),
      equipmentRate: difference(was.equipmentRate, is.equipmentRate),
      totalRate: difference(was.totalRate, is.totalRate),
    }),
    members: row.labourMembers.map((member, at) =>
      serialiseMember(member, found.labourMembers[at] ?? member),
    ),
    machines: row.equipmentMembers.map((machine, at) =>
      serialiseMachine(machine, found.equipmentMembers[at] ?? machine),
    ),
    warnings: found.warnings,
  };
}

interface CrewRates {
  labourRate: Decimal | null;
  equipmentRate: Decimal | null;
  totalRate: Decimal | null;
}

function ratesOf({ labourRatePerManHour, equipmentRatePerManHour }: PricedState): CrewRates {
  const labourRate = labourRatePerManHour === null ? null : decimal(labourRatePerManHour);
  const equipmentRate = equipmentRatePerManHour === null ? null : decimal(equipmentRatePerManHour);
  const totalRate = labourRate && equipmentRate && labourRate.plus(equipmentRate);
  return { labourRate, equipmentRate, totalRate };
}

const difference = (before: Decimal | null, after: Decimal | null): Decimal | null =>
  before === null || after === null ? null : after.minus(before);

const serialiseRates = ({ labourRate, equipmentRate, totalRate }: CrewRates) => ({
  labourRate: toNumber(labourRate),
  equipmentRate: toNumber(equipmentRate),
  totalRate: toNumber(totalRate),
});

type Stored = Readonly<Record<string, unknown>>;

const picked = <Key extends string>(member: Stored, keys: readonly Key[]) =>
  Object.fromEntries(keys.map((key) => [key, member[key] ?? null])) as Record<Key, unknown>;

const matchKeys = ['memberId', 'matchStep', 'periodDistanceQuarters', 'matchedOn'] as const;
const labourRateKeys = ['burdenedRates', 'allInRates', 'cost'] as const;
const machineRateKeys = ['rateSource', 'operatingRate', 'standbyRate', 'cost'] as const;

const serialiseMember = (before: Stored, after: Stored) => ({
  ...picked(before, ['tradeCode', 'laborDesignation', 'quantity']),
  ...picked(after, matchKeys),
  before: picked(before, ['memberId', 'matchStep', ...labourRateKeys]),
  after: picked(after, ['memberId', 'matchStep', ...labourRateKeys]),
});

const serialiseMachine = (before: Stored, after: Stored) => ({
  ...picked(before, ['equipmentCode', 'quantity']),
  before: picked(before, machineRateKeys),
  after: picked(after, machineRateKeys),
});
