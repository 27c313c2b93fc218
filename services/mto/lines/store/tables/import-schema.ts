import { importTables, importTaskColumns, importTaskIndexes } from '@consulting/imports/store/tables';
import { recordColumns, time } from '@consulting/kernel/postgres';
import type {
  DecimalSeparator,
  Discipline,
  ImportReconciliation,
  ImportRevision,
  ImportSurvey,
  ReadingParameters,
  TaskParameters,
  TotalRule,
} from '@consulting/mto-engine';
import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  jsonb,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
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
    firstLineId: uuid(),
    lastLineId: uuid(),
    survey: jsonb().$type<ImportSurvey>(),
    reconciliation: jsonb().$type<ImportReconciliation>(),
    revision: jsonb().$type<ImportRevision>(),
  },
  (table) => [
    ...importTaskIndexes(table),
    index('import_task_service_id_file_sha256_idx').on(table.serviceId, table.fileSha256),
    index('import_task_project_id_created_at_idx').on(table.projectId, table.createdAt),
  ],
);

export const { importFileChunk, importFailedRow } = importTables(schema, importTask);

/**
 * Each record has many rows of a sheet, because one record per row would slow imports down. A trigger of `import_task` removes them with
 * their task (migration `lines_by_project`).
 */
export const importStoredRows = schema.table(
  'import_stored_rows',
  {
    projectId: uuid().notNull(),
    taskId: uuid().notNull(),
    position: integer().notNull(),
    sheet: smallint().notNull(),
    rows: integer().array().notNull(),
    lineIds: uuid().array().notNull(),
  },
  (table) => [primaryKey({ columns: [table.taskId, table.position, table.projectId] })],
);

/** This replaces null in the index, so that names of profiles for everyone are unique, too. */
export const everyone = sql.raw(`'00000000-0000-0000-0000-000000000000'::uuid`);

export const importProfile = schema.table(
  'import_profile',
  {
    ...recordColumns(),
    name: text().notNull(),
    clientId: uuid(),
    discipline: text().$type<Discipline>(),
    mapping: jsonb().$type<ReadingParameters['mapping']>().notNull(),
    defaults: jsonb().$type<ReadingParameters['defaults']>().notNull(),
    headerRow: jsonb().$type<string[]>().notNull().default([]),
    headings: text().notNull(),
    normaliseUnits: boolean().notNull(),
    fillBlanks: boolean().notNull(),
    convertCurrency: boolean().notNull(),
    currencies: jsonb().$type<ReadingParameters['currencies']>().notNull().default({}),
    values: jsonb('word_values').$type<ReadingParameters['values']>().notNull().default({}),
    decimalSeparator: text().$type<DecimalSeparator>(),
    totals: text().$type<TotalRule>().notNull(),
    headers: jsonb().$type<string[]>().notNull().default([]),
    usedAt: time(),
    useCount: integer().notNull().default(0),
  },
  (table) => [
    uniqueIndex('import_profile_client_id_name_key').on(
      sql`coalesce(${table.clientId}, ${everyone})`,
      sql`lower(${table.name} collate pg_c_utf8)`,
    ),
  ],
);
