import { findTask } from '@consulting/imports/store/import-task';
import { unfinishedStatuses } from '@consulting/imports/task/task-model';
import { DomainError, notFound } from '@consulting/kernel/schema';
import type { TaskParameters } from '@consulting/mto-engine';
import { linesBeforeOperation } from '../../store/history/earlier-lines';
import { findOperationOfTask } from '../../store/history/operation-lines';
import { hasChanges } from '../../store/history/undo';
import type { Ctx } from '../context';
import type { VersionLines } from './version-lines';

// The lines of a service just before an import, as history has them.
// @throws NOT_FOUND, IMPORT_RUNNING, NO_SNAPSHOT when it has stored nothing, HISTORY_EXPIRED
export async function linesBeforeImport(ctx: Ctx, projectId: string, taskId: string): Promise<VersionLines> {
  const task = await requireTask(ctx, projectId, taskId);
  const { serviceId } = task.parameters;
  const operation = await findOperationOfTask(ctx.db, taskId);
  if (operation && (await hasChanges(ctx.db, operation)))
    return { projectId, serviceId, source: linesBeforeOperation(operation, serviceId) };
  requireEnded(task);
  if (operation) throw new DomainError('HISTORY_EXPIRED', 'What the import changed is no longer stored.');
  throw new DomainError('NO_SNAPSHOT', 'The import has stored nothing, or its history has expired.', {
    taskId,
  });
}

export async function requireTask(ctx: Ctx, projectId: string, taskId: string) {
  const task = await findTask<TaskParameters>(ctx.db, taskId);
  if (task?.parameters.projectId !== projectId) throw notFound('import task', taskId);
  return task;
}

export function requireEnded({ id: taskId, status }: { id: string; status: string }): void {
  if (unfinishedStatuses.some((one) => one === status))
    throw new DomainError('IMPORT_RUNNING', 'The import has not ended yet.', { taskId });
}
