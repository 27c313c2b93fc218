import { unavailable } from '@consulting/kernel/schema';
import { askCrewRates } from '../neighbours/crews-rates';
import { askServiceTotals, askToKeepLines, askToReleaseLines } from '../neighbours/mto';
import type { EstimationFigures, EstimationRow } from '../store/estimation';
import type { EstimateSheet } from '../store/tables/estimate-sheet';
import type { Ctx } from './context';
import { partsOf } from './estimate-sheet-totals';
import { figuresOf } from './estimation-record';
import type { VersionLevel } from './estimation-totals';
import { getIndirectCosts } from './indirect-costs';
import { isLive, keepsLines } from './status';

type Version = VersionLevel & {
  id: string;
  projectId: string;
  serviceId: string;
  sheet: EstimateSheet | null;
};

const noFigures: EstimationFigures = { frozen: null, frozenIndirectCosts: null, frozenCrewRates: null };

export const figuresOfNew = (ctx: Ctx, status: string, version: Version): Promise<EstimationFigures> =>
  isLive(status) ? Promise.resolve(noFigures) : takeFigures(ctx, status, version);

/**
 * A draft has no stored figures, a version that ceases to be a draft stores those of this moment, and any other version
 * keeps those that it has.
 * @throws DEPENDENCY_UNAVAILABLE
 */
export async function figuresAfter(
  ctx: Ctx,
  stored: EstimationRow,
  status: string,
  version: Version,
): Promise<Partial<EstimationFigures>> {
  if (isLive(status)) return noFigures;
  if (stored.frozen) return {};
  // A copy that a freeze left behind which was given up later would be kept in place of the present lines.
  if (isLive(stored.status) && keepsLines(status)) await askToReleaseLines(ctx.bus, stored.id);
  return takeFigures(ctx, status, version);
}

/** The lines come last, because their copy is the only part that is not undone with the transaction. */
async function takeFigures(ctx: Ctx, status: string, version: Version): Promise<EstimationFigures> {
  const { id, projectId, serviceId, sheet } = version;
  const parts = partsOf(sheet);
  const frozenIndirectCosts = await getIndirectCosts(ctx, projectId);
  const frozenCrewRates = await askCrewRates(ctx.bus, serviceId);
  const totals = keepsLines(status)
    ? await askToKeepLines(ctx.bus, { estimationId: id, projectId, serviceId, parts })
    : await askServiceTotals(ctx.bus, { projectId, serviceId, parts });
  if (parts && !totals.parts) throw unavailable('mto');
  return { frozen: figuresOf(version, totals), frozenIndirectCosts, frozenCrewRates };
}
