import { QueryInput, uuid, type Values } from '@consulting/kernel/schema';
import { askProject, type Ctx, linesOfVersion, requireProject, versionField } from '@consulting/mto-lines';
import { askApproved } from '../../neighbours/clients-projects';
import {
  findStoredReview,
  listEarlierReviews,
  listUnreviewed,
  storeReview,
  type UnreviewedVersion,
} from '../../store/review/version-review';
import { basisOf, classOf } from './basis';
import { serialiseChecks } from './found-checks';
import { comparedWith, type EarlierRatios, ratiosOf } from './ratios';
import { type Asking, findReviewed, type Scope } from './reviewed';

export const reviewQuery = new QueryInput({
  serviceId: uuid().describe('Only the lines of this service.'),
  estimationId: versionField(),
});

type ReviewQuery = Values<(typeof reviewQuery)['fields']>;

// What a lead estimator would ask before signing (estimating.md 20). A version has the answer of the moment when it went to review.
// @throws NOT_FOUND, NO_SNAPSHOT, DEPENDENCY_UNAVAILABLE
export async function reviewEstimate(
  ctx: Ctx,
  projectId: string,
  { serviceId, estimationId }: ReviewQuery,
): Promise<object> {
  const project = await requireProject(ctx, projectId);
  const owner = { projectId, serviceId };
  const version = estimationId === null ? null : await linesOfVersion(ctx, owner, estimationId);
  const scope = { ...owner, serviceId: version?.serviceId ?? serviceId, source: version?.source };
  return findReview(ctx, scope, estimationId, project?.currency ?? null);
}

export type Review = Awaited<ReturnType<typeof composeReview>>;

// @throws DEPENDENCY_UNAVAILABLE
export async function findReview(
  ctx: Asking,
  scope: Scope,
  estimationId: string | null,
  currency: string | null,
): Promise<Review> {
  const found = estimationId === null ? null : await findStoredReview(ctx.db, estimationId);
  const stored = found as Review | null;
  if (!stored) return composeReview(ctx, scope, estimationId, currency);
  return ctx.visible ? comparedWithVisible(ctx, stored) : stored;
}

// A stored review is compared with the projects of everybody.
async function comparedWithVisible(ctx: Asking, review: Review): Promise<Review> {
  const earlier = await earlierRatios(ctx, review.projectId);
  const ratios = review.ratios.map((ratio) => ({
    ...ratio,
    ...comparedWith(earlier, review.currency, ratio),
  }));
  return { ...review, ratios };
}

async function composeReview(
  ctx: Asking,
  scope: Scope,
  estimationId: string | null,
  currency: string | null,
) {
  const reviewed = await findReviewed(ctx, scope, estimationId);
  const checks = serialiseChecks(reviewed, currency);
  return {
    projectId: scope.projectId,
    serviceId: scope.serviceId,
    estimationId,
    currency,
    generatedAt: new Date(),
    ready: checks.every(({ severity, dismissed }) => severity !== 'blocker' || dismissed !== null),
    checks,
    ratios: ratiosOf(reviewed.disciplines, await earlierRatios(ctx, scope.projectId), currency),
    class: classOf(reviewed),
    basis: basisOf(reviewed, checks),
  };
}

// Versions that went to review keep their result; one that cannot be made is tried again, and keeps no other from its own.
export async function storeMissingReviews(ctx: Asking): Promise<void> {
  const failures: unknown[] = [];
  for (const version of await listUnreviewed(ctx.db))
    await storeMissingReview(ctx, version).catch((error) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

async function storeMissingReview(
  ctx: Asking,
  { id, projectId, serviceId }: UnreviewedVersion,
): Promise<void> {
  const project = await askProject(ctx.bus, projectId);
  const { source } = await linesOfVersion(ctx, { projectId, serviceId }, id);
  const scope = { projectId, serviceId, source };
  await storeReview(ctx.db, id, await composeReview(ctx, scope, id, project?.currency ?? null));
}

// Of each other project the newest version that is approved.
async function earlierRatios({ db, bus }: Asking, projectId: string): Promise<EarlierRatios[]> {
  const reviews = await listEarlierReviews(db, projectId);
  const approved = await askApproved(
    bus,
    reviews.map(({ id }) => id),
  );
  const newest = new Map<string, EarlierRatios>();
  for (const { id, projectId: of, currency, ratios } of reviews)
    if (approved.has(id) && !newest.has(of))
      newest.set(of, { currency, values: Object.fromEntries(ratios.map(({ key, value }) => [key, value])) });
  return [...newest.values()];
}
