import { bytes, time } from '@consulting/kernel/postgres';
import type { StoredOrigin } from '@consulting/kernel/process';
import { type SQL, sql } from 'drizzle-orm';
import {
  bigint,
  type ExtraConfigColumn,
  foreignKey,
  type IndexBuilder,
  index,
  integer,
  jsonb,
  type PgColumn,
  type PgSchema,
  type PgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import type { FailedRow, FailedSheet, ImportMessage, ImportResult, StoredFailure } from '../task/task-model';

/**
 * A running task belongs to the database session in its row, under its run number, so that a run that was
 * taken over can no longer end it (resources.md 16). A service may add columns of its own.
 */
export const importTaskColumns = <Parameters>() => ({
  id: uuid().primaryKey(),
  status: text().notNull().default('queued'),
  parameters: jsonb().$type<Parameters>().notNull(),
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
  warningCount: integer().notNull().default(0),
  error: jsonb().$type<StoredFailure>(),
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
  nextRunAt: time().notNull().defaultNow(),
  origin: jsonb().$type<StoredOrigin>(),
});

type IndexedColumn = 'fileId' | 'createdAt' | 'status' | 'finishedAt';

export const importTaskIndexes = (table: Record<IndexedColumn, ExtraConfigColumn>): IndexBuilder[] => [
  index('import_task_file_id_idx').on(table.fileId),
  index('import_task_created_at_idx').on(table.createdAt).where(isUnfinished(table.status)),
  index('import_task_finished_at_idx').on(table.finishedAt),
];

const isUnfinished = (status: ExtraConfigColumn): SQL => sql`${status} in ('queued', 'running')`;

export const importTables = (schema: Pick<PgSchema, 'table'>, importTask: PgTable & { id: PgColumn }) => ({
  importFileChunk: schema.table('import_file_chunk', fileChunkColumns(), (table) => [
    primaryKey({ columns: [table.fileId, table.position] }),
  ]),
  importFailedRow: schema.table('import_failed_row', failedRowColumns(), (table) => [
    primaryKey({ columns: [table.taskId, table.position] }),
    foreignKey({
      name: 'import_failed_row_task_id_fk',
      columns: [table.taskId],
      foreignColumns: [importTask.id],
    }).onDelete('cascade'),
  ]),
});

export const fileChunkColumns = () => ({
  fileId: uuid().notNull(),
  position: integer().notNull(),
  bytes: bytes().notNull(),
  createdAt: time().notNull().defaultNow(),
});

export const failedRowColumns = () => ({
  taskId: uuid().notNull(),
  position: integer().notNull(),
  sheet: smallint().notNull(),
  cells: jsonb().$type<FailedRow['cells']>().notNull(),
  reasons: text().notNull(),
});
