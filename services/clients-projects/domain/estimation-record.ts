import { findCrewRates } from '../neighbours/crews-rates';
import { findServiceTotals, type ServiceTotals } from '../neighbours/mto';
import type { EstimationRow, ListedEstimation } from '../store/estimation';
import type { Ctx } from './context';
import { estimationTotals, type VersionLevel } from './estimation-totals';
import { getIndirectCosts } from './indirect-costs';

export const figuresOf = (level: VersionLevel, { totals, byDiscipline }: ServiceTotals) => ({
  totals: estimationTotals(totals, level),
  byDiscipline,
});

export function serialiseEstimation({ frozen, ...row }: ListedEstimation, answer: ServiceTotals | undefined) {
  const figures = frozen ?? (answer && figuresOf(row, answer));
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
  { frozenIndirectCosts, frozenCrewRates, submittedById: _, ...row }: EstimationRow,
  superseded: string | null = null,
) {
  if (row.frozen) {
    const stored = { indirectCosts: frozenIndirectCosts, crewRates: frozenCrewRates };
    return { ...serialiseEstimation(row, undefined), ...stored, superseded };
  }
  const [totals, crewRates, indirectCosts] = await Promise.all([
    findServiceTotals(ctx.bus, row),
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

// A version in review has no kept figures when it went there before they were kept from review on; it follows the lines until it is approved.
export const needsTotals = (versions: readonly ListedEstimation[]): boolean =>
  versions.some(({ frozen }) => frozen === null);
