import type { ServiceTotals } from '../neighbours/mto';
import type { EstimationRow } from '../store/estimation';
import { estimationTotals, type VersionLevel } from './estimation-totals';
import { isLive } from './status';

export const figuresOf = (level: VersionLevel, { totals, byDiscipline }: ServiceTotals) => ({
  totals: estimationTotals(totals, level),
  byDiscipline,
});

/** Kept figures are shown as they were kept; those that follow the lines are null and named in `unavailable` while `answer` is undefined. */
export function presentEstimation({ frozen, ...row }: EstimationRow, answer: ServiceTotals | undefined) {
  const figures = frozen ?? (answer && figuresOf(row, answer));
  return {
    estimationId: row.id,
    ...row,
    totals: figures?.totals ?? null,
    byDiscipline: figures?.byDiscipline ?? null,
    ...(figures ? {} : { unavailable: ['totals', 'byDiscipline'] }),
  };
}

/** The latest approved version, else the latest; of versions that come newest first. */
export const currentEstimation = (versions: readonly EstimationRow[]): EstimationRow | undefined =>
  versions.find((version) => version.status === 'approved') ?? versions[0];

export const needsTotals = (versions: readonly EstimationRow[]): boolean =>
  versions.some((version) => isLive(version.status));
