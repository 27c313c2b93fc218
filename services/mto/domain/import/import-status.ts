import { askFailedRows } from '@consulting/imports/ask-imports';
import { failedRowsWorkbook } from '@consulting/imports/failed-rows-workbook';
import { failedRowsOf, taskRecord } from '@consulting/imports/import-task';
import { findTask } from '@consulting/imports/store/import-task';
import { equipmentImports } from '@consulting/kernel/contracts/equipment-wbs';
import { notFound } from '@consulting/kernel/errors';
import { isUuid } from '@consulting/kernel/fields/kinds';
import type { Ctx } from '../../context';
import type { TaskParameters } from '../../fields/import-parameters';

const unknownTask = (taskId: string) => notFound('import task', taskId);

/**
 * The task of an import as clients see it (resources.md 16): of takeoff lines, else of equipment.
 * @throws NOT_FOUND, DEPENDENCY_UNAVAILABLE (a task that is not of takeoff lines)
 */
export async function getImportTask({ db, bus }: Ctx, taskId: string) {
  if (!isUuid(taskId)) throw unknownTask(taskId);
  const row = await findTask<TaskParameters>(db, taskId);
  if (row) {
    const { mode, dryRun, projectId, serviceId, discipline } = row.parameters;
    return taskRecord(row, 'mto-import', { mode, dryRun, projectId, serviceId, discipline });
  }
  const { task } = await bus.ask(equipmentImports.getImportTask, { taskId });
  if (!task) throw unknownTask(taskId);
  return task;
}

/**
 * A workbook of the rows that failed, with the reasons.
 * @throws NOT_FOUND (also when no row failed), IMPORT_RUNNING, DEPENDENCY_UNAVAILABLE
 */
export async function getImportErrors({ db, bus }: Ctx, taskId: string): Promise<Response> {
  if (!isUuid(taskId)) throw unknownTask(taskId);
  const row = await findTask(db, taskId);
  const source = row ? failedRowsOf(db, row) : await askFailedRows(bus, equipmentImports, taskId);
  if (!source) throw unknownTask(taskId);
  return failedRowsWorkbook(source);
}
