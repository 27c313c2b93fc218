import type { ListTask } from '@consulting/imports/list/list-task';
import { importTables, importTaskColumns, importTaskIndexes } from '@consulting/imports/store/tables';
import { kernelTables } from '@consulting/kernel/postgres';
import { schema } from './tables/pg-schema';

export { client } from './tables/client';
export { estimateTemplate, estimation } from './tables/estimation';
export { indirectCosts, project } from './tables/project';
export { projectService } from './tables/project-service';
export { subcontractor } from './tables/subcontractor';
export const { outbox, inbox, deadLetter, idempotencyKey } = kernelTables(schema);

export const importTask = schema.table('import_task', importTaskColumns<ListTask>(), importTaskIndexes);

export const { importFileChunk, importFailedRow } = importTables(schema, importTask);
