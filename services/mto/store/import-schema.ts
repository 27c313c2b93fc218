import { bytes } from '@consulting/shared/store/tables';
import { sql } from 'drizzle-orm';
import {
  bigint,
  foreignKey,
  index,
  integer,
  jsonb,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { ImportMessage, ImportParameters, ImportResult } from '../domain/import/task-model';
import { schema } from './pg-schema';

const time = () => timestamp({ withTimezone: true, mode: 'date' });

/**
 * An import that was accepted, and the queue of those to run (resources.md 16). A running task belongs to the database
 * session that is named in it, under its run number: a run that was taken over can no longer end the task.
 */
export const importTask = schema.table(
  'import_task',
  {
    id: uuid().primaryKey(),
    status: text().notNull().default('queued'),
    projectId: uuid().notNull(),
    serviceId: uuid().notNull(),
    parameters: jsonb().$type<ImportParameters>().notNull(),
    fileId: uuid().notNull(),
    fileName: text().notNull(),
    fileSize: bigint({ mode: 'number' }).notNull(),
    fileSha256: text().notNull(),
    progressCurrent: integer().notNull().default(0),
    progressTotal: integer().notNull().default(0),
    result: jsonb().$type<ImportResult>(),
    errors: jsonb().$type<ImportMessage[]>().notNull().default([]),
    errorCount: integer().notNull().default(0),
    warnings: jsonb().$type<ImportMessage[]>().notNull().default([]),
    error: jsonb().$type<{ code: string; message: string }>(),
    failedSheets: jsonb().$type<FailedSheet[]>().notNull().default([]),
    createdBy: text().notNull(),
    createdAt: time().notNull().defaultNow(),
    startedAt: time(),
    finishedAt: time(),
    run: smallint().notNull().default(0),
    interruptions: smallint().notNull().default(0),
    failures: smallint().notNull().default(0),
    sessionId: integer(),
    heartbeatAt: time(),
    firstLineId: uuid(),
    lastLineId: uuid(),
    nextRunAt: time().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('import_task_file_id_key').on(table.fileId),
    index('import_task_service_id_file_sha256_idx').on(table.serviceId, table.fileSha256),
    index('import_task_created_at_idx')
      .on(table.createdAt)
      .where(sql`${table.status} in ('queued', 'running')`),
    index('import_task_finished_at_idx').on(table.finishedAt),
  ],
);

/** A sheet with rows that failed: its name and header row as they were. */
export interface FailedSheet {
  name: string;
  headers: (string | null)[];
}

/** The bytes of an uploaded file in pieces; they go when the import is done or was never accepted. */
export const importFileChunk = schema.table(
  'import_file_chunk',
  {
    fileId: uuid().notNull(),
    position: integer().notNull(),
    bytes: bytes().notNull(),
    createdAt: time().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.fileId, table.position] })],
);

/** Rows that failed, as they were, for the workbook that can be corrected and imported again. */
export const importFailedRow = schema.table(
  'import_failed_row',
  {
    taskId: uuid().notNull(),
    position: integer().notNull(),
    sheet: smallint().notNull(),
    cells: jsonb().$type<(string | number | boolean | null)[]>().notNull(),
    reasons: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.taskId, table.position] }),
    foreignKey({
      name: 'import_failed_row_task_id_fk',
      columns: [table.taskId],
      foreignColumns: [importTask.id],
    }).onDelete('cascade'),
  ],
);
