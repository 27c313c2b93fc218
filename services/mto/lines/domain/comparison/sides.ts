import { DomainError, invalid } from '@consulting/kernel/schema';
import { findOperationOfTask, type LineOperation } from '../../store/history/operation-lines';
import type { LineSets } from '../../store/reads/paired-lines';
import { currentLines } from '../../store/rows/line-source';
import { findCopy, type TakeoffCopy } from '../../store/rows/takeoff-copy';
import type { SumGroup } from '../../store/tables/takeoff-copy-schema';
import type { Ctx } from '../context';
import { requireEnded, requireTask } from '../line/earlier-lines';
import { linesOfVersion, type VersionLines } from '../line/version-lines';

export const current = 'current';

export type Compared = { from: string; to: string } | { taskId: string };

export interface Sides extends LineSets {
  serviceId: string;
  others: readonly SumGroup[];
}

export async function sidesOf(ctx: Ctx, projectId: string, compared: Compared): Promise<Sides> {
  if ('taskId' in compared) {
    const copy = await requireImportCopy(ctx, projectId, compared.taskId);
    return importSides(copy, await findOperationOfTask(ctx.db, copy.id));
  }
  const from = await findVersion(ctx, projectId, compared.from);
  const to = await findVersion(ctx, projectId, compared.to);
  if (from && to && from.serviceId !== to.serviceId)
    throw invalid([{ field: 'to', code: 'REFERENCE', message: 'is not a version of the same service' }]);
  const serviceId = (from ?? to)?.serviceId ?? '';
  const setOf = (version: VersionLines | null) => ({
    projectId,
    serviceId,
    source: version?.source ?? currentLines,
  });
  return { serviceId, before: setOf(from), after: setOf(to), others: [] };
}

/** Lines of imports from before there was a history are in a copy of their own. */
function importSides(copy: TakeoffCopy, operation: LineOperation | undefined): Sides {
  const side = (isAfter: boolean) =>
    operation === undefined
      ? { projectId: copy.projectId, copyId: copy.id, isAfter }
      : { operation, isAfter };
  return { serviceId: copy.serviceId, before: side(false), after: side(true), others: copy.others ?? [] };
}

const findVersion = async (ctx: Ctx, projectId: string, id: string): Promise<VersionLines | null> =>
  id === current ? null : linesOfVersion(ctx, { projectId, serviceId: null }, id);

async function requireImportCopy(ctx: Ctx, projectId: string, taskId: string): Promise<TakeoffCopy> {
  const task = await requireTask(ctx, projectId, taskId);
  const copy = await findCopy(ctx.db, taskId);
  if (copy) return copy;
  requireEnded(task);
  throw new DomainError('NO_SNAPSHOT', 'The import has stored nothing.', { taskId });
}
