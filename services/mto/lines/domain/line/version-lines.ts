import { DomainError, notFound, uuid } from '@consulting/kernel/schema';
import { askEstimation } from '../../neighbours/clients-projects';
import { type LineSource, linesOfCopy, linesOfEpoch } from '../../store/rows/line-source';
import { findCopiedVersion, findVersion } from '../../store/writes/version';
import type { Ctx } from '../context';

export const versionField = () =>
  uuid().describe(
    'An estimation version in review, approved or later: its lines, in place of the current ones.',
  );

export interface VersionOwner {
  projectId: string;
  serviceId: string | null;
}

export interface VersionLines {
  projectId: string;
  serviceId: string;
  source: LineSource;
}

/**
 * Lines of a version do not change while it is in review, approved or superseded.
 * @throws NOT_FOUND, also for a version of another owner, NO_SNAPSHOT, DEPENDENCY_UNAVAILABLE
 */
export async function linesOfVersion(
  ctx: Pick<Ctx, 'db' | 'bus'>,
  owner: VersionOwner | null,
  estimationId: string,
): Promise<VersionLines> {
  const id = estimationId.toLowerCase();
  const version = await findVersion(ctx.db, id);
  if (version) {
    requireOwner(version, owner, id);
    return { ...ownerOf(version), source: linesOfEpoch(version) };
  }
  const estimation = await askEstimation(ctx.bus, id);
  if (!estimation) throw notFound('estimation', estimationId);
  requireOwner(estimation, owner, id);
  const copy = await findCopiedVersion(ctx.db, id);
  // A copy of the former way outlived the way back to draft.
  if (copy && estimation.status !== 'draft') return { ...ownerOf(copy), source: linesOfCopy(copy) };
  const detail = `The version ${id} has no lines of its own: it follows the current ones until it goes into review.`;
  throw new DomainError('NO_SNAPSHOT', detail, { estimationId: id });
}

export async function frozenLinesOf({ db }: Pick<Ctx, 'db'>, id: string): Promise<VersionLines | null> {
  const version = await findVersion(db, id);
  if (version) return { ...ownerOf(version), source: linesOfEpoch(version) };
  const copy = await findCopiedVersion(db, id);
  return copy ? { ...ownerOf(copy), source: linesOfCopy(copy) } : null;
}

export async function sourceFor(
  ctx: Ctx,
  owner: VersionOwner,
  estimationId: string | null,
): Promise<{ source?: LineSource }> {
  return estimationId === null ? {} : { source: (await linesOfVersion(ctx, owner, estimationId)).source };
}

interface OfService {
  projectId: string;
  serviceId: string;
}

const ownerOf = ({ projectId, serviceId }: OfService): OfService => ({ projectId, serviceId });

function requireOwner(version: OfService, owner: VersionOwner | null, id: string): void {
  if (owner === null) return;
  const { projectId, serviceId } = owner;
  const isOwn = version.projectId === projectId && (serviceId === null || version.serviceId === serviceId);
  if (!isOwn) throw notFound('estimation', id);
}
