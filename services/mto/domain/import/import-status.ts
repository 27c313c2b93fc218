import { notFound } from '@consulting/shared/errors';
import { isUuid } from '@consulting/shared/fields/kinds';
import type { Ctx } from '../../context';
import { findTask, type ImportTaskRow } from '../../store/import-task';

/** @throws NOT_FOUND */
export async function requireTask(ctx: Ctx, taskId: string): Promise<ImportTaskRow> {
  const row = isUuid(taskId) ? await findTask(ctx.db, taskId) : undefined;
  if (!row) throw notFound('import task', taskId);
  return row;
}

/** The task of an import as clients see it (resources.md 16). @throws NOT_FOUND */
export async function getImportTask(ctx: Ctx, taskId: string) {
  return presentTask(await requireTask(ctx, taskId));
}

function presentTask(row: ImportTaskRow) {
  const { id, status, parameters } = row;
  return {
    taskId: id,
    type: 'mto-import',
    status,
    progress: { current: row.progressCurrent, total: row.progressTotal },
    result: row.result,
    errors: row.errors,
    errorCount: row.errorCount,
    warnings: row.warnings,
    error: row.error,
    fileName: row.fileName,
    fileSize: row.fileSize,
    mode: parameters.mode,
    dryRun: parameters.dryRun,
    projectId: row.projectId,
    serviceId: row.serviceId,
    discipline: parameters.discipline,
    createdBy: row.createdBy,
    createdAt: row.createdAt,
    startedAt: row.startedAt,
    finishedAt: row.finishedAt,
  };
}
