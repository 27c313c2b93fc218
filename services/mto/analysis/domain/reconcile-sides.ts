import { invalid, notFound } from '@consulting/kernel/schema';
import {
  type Ctx,
  current,
  currentLines,
  type LineSets,
  linesBeforeImport,
  linesOfVersion,
  type VersionLines,
} from '@consulting/mto-lines';
import type { ReconcileOrder, ReconcileSide } from './reconcile-input';

export async function sidesOf(
  ctx: Ctx,
  { projectId, serviceId: wanted, from, to }: ReconcileOrder,
): Promise<{ serviceId: string | null; sets: LineSets }> {
  const owner = { projectId, serviceId: wanted };
  const before = await findSide(ctx, owner, from);
  const after = await findSide(ctx, owner, to);
  if (before && after && before.serviceId !== after.serviceId)
    throw invalid([{ field: 'to', code: 'REFERENCE', message: 'is not of the same service' }]);
  const serviceId = before?.serviceId ?? after?.serviceId ?? wanted;
  const setOf = (side: VersionLines | null) => ({
    projectId,
    serviceId,
    source: side?.source ?? currentLines,
  });
  return { serviceId, sets: { before: setOf(before), after: setOf(after) } };
}

async function findSide(
  ctx: Ctx,
  owner: { projectId: string; serviceId: string | null },
  side: ReconcileSide,
): Promise<VersionLines | null> {
  if (side === current) return null;
  if (typeof side === 'string') return linesOfVersion(ctx, owner, side);
  const found = await linesBeforeImport(ctx, owner.projectId, side.taskId);
  if (owner.serviceId !== null && found.serviceId !== owner.serviceId)
    throw notFound('import task', side.taskId);
  return found;
}
