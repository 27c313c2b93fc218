import { importTables, importTaskColumns, importTaskIndexes } from '@consulting/imports/store/tables';
import { sql } from 'drizzle-orm';
import { index, jsonb, uuid } from 'drizzle-orm/pg-core';
import type { TaskParameters } from '../fields/import-parameters';
import type { ImportReconciliation } from '../fields/import-reconciliation';
import type { ImportSurvey } from '../fields/import-survey';
import { schema } from './pg-schema';

const parameter = (key: keyof TaskParameters) =>
  uuid()
    .generatedAlwaysAs(sql.raw(`(parameters ->> '${key}')::uuid`))
    .notNull();

export const importTask = schema.table(
  'import_task',
  {
    ...importTaskColumns<TaskParameters>(),
    projectId: parameter('projectId'),
    serviceId: parameter('serviceId'),
    /** Identifiers between which the lines lie that the run is about to store. */
    firstLineId: uuid(),
    lastLineId: uuid(),
    survey: jsonb().$type<ImportSurvey>(),
    reconciliation: jsonb().$type<ImportReconciliation>(),
  },
  (table) => [
    ...importTaskIndexes(table),
    index('import_task_service_id_file_sha256_idx').on(table.serviceId, table.fileSha256),
    index('import_task_project_id_created_at_idx').on(table.projectId, table.createdAt),
  ],
);

export const { importFileChunk, importFailedRow } = importTables(schema, importTask);
