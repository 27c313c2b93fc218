import { failedRowsWorkbook } from '@consulting/shared/imports/failed-rows-workbook';
import { failedRowsOf, requireTask, taskRecord } from '@consulting/shared/imports/import-task';
import type { Ctx } from '../../context';
import type { TaskParameters } from './import-parameters';

/** The task of an import as clients see it (resources.md 16). @throws NOT_FOUND */
export async function getImportTask(ctx: Ctx, taskId: string) {
  const row = await requireTask<TaskParameters>(ctx.db, taskId);
  const { mode, dryRun, projectId, serviceId, discipline } = row.parameters;
  return taskRecord(row, 'mto-import', { mode, dryRun, projectId, serviceId, discipline });
}

/** A workbook of the rows that failed, with the reasons. @throws NOT_FOUND (also when no row failed), IMPORT_RUNNING */
export async function getImportErrors(ctx: Ctx, taskId: string): Promise<Response> {
  return failedRowsWorkbook(failedRowsOf(ctx.db, await requireTask(ctx.db, taskId)));
}
