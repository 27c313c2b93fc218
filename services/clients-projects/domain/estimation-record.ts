import type { Bus } from '@consulting/kernel/nats';
import { findCrewRates } from '../neighbours/crews-rates';
import type { ServiceTotals } from '../neighbours/mto';
import type { EstimationRow, ListedEstimation } from '../store/estimation';
import type { EstimateSheet } from '../store/tables/estimate-sheet';
import type { Ctx } from './context';
import { sheetFigures } from './estimate-sheet';
import { findVersionTotals, partsOf } from './estimate-sheet-totals';
import { estimationTotals, type VersionLevel } from './estimation-totals';
import { getIndirectCosts } from './indirect-costs';

type Version = VersionLevel & { sheet: EstimateSheet | null };

export function figuresOf({ sheet, ...level }: Version, { totals, byDiscipline, parts = [] }: ServiceTotals) {
  const figures = sheet ? sheetFigures(sheet.items, parts, totals) : undefined;
  return {
    totals: estimationTotals(totals, level, figures?.sheetAmount),
    byDiscipline,
    ...(figures ? { sheet: figures } : {}),
  };
}

export function serialiseEstimation(version: ListedEstimation, answer: ServiceTotals | undefined) {
  const { frozen, sheet: _, ...row } = version;
  const figures = frozen ?? (answer && figuresOf(version, answer));
  return {
    estimationId: row.id,
    ...row,
    totals: figures?.totals ?? null,
    byDiscipline: figures?.byDiscipline ?? null,
    ...(figures ? {} : { unavailable: ['totals', 'byDiscipline'] }),
  };
}

export async function serialiseEstimationDetailed(
  ctx: Ctx,
  { frozenIndirectCosts, frozenCrewRates, submittedById: _, basisSections: _basis, ...row }: EstimationRow,
  superseded: string | null = null,
) {
  if (row.frozen) {
    const stored = { indirectCosts: frozenIndirectCosts, crewRates: frozenCrewRates };
    return { ...serialiseEstimation(row, undefined), ...stored, superseded };
  }
  const [totals, crewRates, indirectCosts] = await Promise.all([
    findVersionTotals(ctx.bus, row),
    findCrewRates(ctx.bus, row.serviceId),
    getIndirectCosts(ctx, row.projectId),
  ]);
  const { unavailable = [], ...displayed } = serialiseEstimation(row, totals);
  const missing = crewRates ? unavailable : [...unavailable, 'crewRates'];
  return {
    ...displayed,
    indirectCosts,
    crewRates: crewRates ?? null,
    superseded,
    ...(missing.length === 0 ? {} : { unavailable: missing }),
  };
}

export const currentEstimation = (versions: readonly ListedEstimation[]): ListedEstimation | undefined =>
  versions.find((version) => version.status === 'approved') ?? versions[0];

const sheetsReadMax = 20;

type Totals = ServiceTotals | undefined;

// Drafts without a sheet have the totals of the service; those with one need the sums of its parts, and a list reads so many sheets. A
// version in review has no stored figures when it went there before they were stored from review on.
export async function totalsOfVersions(
  bus: Bus,
  versions: readonly ListedEstimation[],
  ofService: (version: ListedEstimation) => Promise<Totals>,
): Promise<(version: ListedEstimation) => Totals> {
  const found = new Map<string, Totals>();
  for (const version of versions.filter(({ frozen }) => frozen === null)) {
    const key = keyOf(version);
    if (found.has(key) || found.size > sheetsReadMax) continue;
    const isPlain = partsOf(version.sheet) === undefined;
    found.set(key, await (isPlain ? ofService(version) : findVersionTotals(bus, version)));
  }
  return (version) => found.get(keyOf(version));
}

const keyOf = ({ sheet }: ListedEstimation): string => JSON.stringify(partsOf(sheet) ?? null);
