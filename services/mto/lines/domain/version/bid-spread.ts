import type { Snapshot } from '@consulting/kernel/postgres';
import {
  DomainError,
  integer,
  isUuid,
  notFound,
  paging,
  QueryInput,
  toNumber,
  type Values,
} from '@consulting/kernel/schema';
import { askBuildUp, askEstimation, askReportFacts, type BuildUp } from '../../neighbours/clients-projects';
import { type Bid, type BidTerms, findBidTerms, readBidSpread } from '../../store/reads/bid-spread';
import { currentLines } from '../../store/rows/line-source';
import { summariseService } from '../aggregate/summary';
import type { Ctx } from '../context';
import { frozenLinesOf } from '../line/version-lines';

export const bidSpreadQuery = new QueryInput({
  skip: paging.skip,
  limit: integer({ min: 1, max: 1000 }).default(100).describe('Most lines of the page.'),
});

interface VersionRef {
  projectId: string;
  serviceId: string;
  estimationId: string;
}

// @throws NOT_FOUND, DEPENDENCY_UNAVAILABLE
export async function spreadBid(
  ctx: Ctx,
  ref: VersionRef,
  { skip, limit }: Values<(typeof bidSpreadQuery)['fields']>,
) {
  const version = await requireVersionOf(ctx, ref);
  const { estimationId, projectId, serviceId } = version;
  const frozen = version.status === 'draft' ? null : await frozenLinesOf(ctx, estimationId);
  const source = frozen?.source ?? currentLines;
  const { totals } = await summariseService(ctx.db, { projectId, serviceId }, source);
  const built = await askBuildUp(ctx.bus, estimationId, totals.totalCost);
  if (!built) throw notFound('estimation', ref.estimationId);
  const { grandTotal, bidSpread } = built;
  const filter = { projectId, serviceId, discipline: null, source };
  const bid = { grandTotal, weights: bidSpread?.weights ?? {} };
  const page = await readBidSpread(ctx.db, filter, bid, { skip, limit });
  return {
    ...page,
    skip,
    limit,
    method: bidSpread?.method ?? 'proportional',
    directAmount: toNumber(totals.totalCost),
    grandTotal: toNumber(grandTotal),
  };
}

// What each line of the service has of the grand total of its newest draft.
// @throws NO_BID_SPREAD, DEPENDENCY_UNAVAILABLE
export async function bidOfDraft(
  ctx: Ctx,
  lines: Pick<Snapshot, 'db' | 'run'>,
  { projectId, serviceId }: Omit<VersionRef, 'estimationId'>,
): Promise<BidTerms> {
  const facts = await askReportFacts(ctx.bus, { projectId, serviceId, estimationId: null });
  const { totals } = await summariseService(lines.db, { projectId, serviceId });
  const version = facts?.version ?? null;
  const built = version && (await askBuildUp(ctx.bus, version.estimationId, totals.totalCost));
  const bid = requireBid(built);
  const filter = { projectId, serviceId, discipline: null, source: currentLines };
  return findBidTerms(lines.run, filter, bid);
}

// @throws NO_BID_SPREAD
export function requireBid(built: BuildUp | null): Bid {
  if (built?.bidSpread) return { grandTotal: built.grandTotal, weights: built.bidSpread.weights ?? {} };
  const what = built ? 'The estimate sheet of the version has no' : 'There is no version with a';
  throw new DomainError('NO_BID_SPREAD', `${what} bid spread.`);
}

async function requireVersionOf(ctx: Ctx, { projectId, serviceId, estimationId }: VersionRef) {
  const version = isUuid(estimationId) ? await askEstimation(ctx.bus, estimationId) : null;
  const isOwn =
    version?.projectId === projectId.toLowerCase() && version.serviceId === serviceId.toLowerCase();
  if (!version || !isOwn) throw notFound('estimation', estimationId);
  return version;
}
