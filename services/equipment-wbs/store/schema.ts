import { kernelTables, recordColumns } from '@consulting/shared/store/tables';
import { sql } from 'drizzle-orm';
import { pgSchema, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';

// Not exported: the migrator creates the schema itself.
const schema = pgSchema('equipment_wbs');

export const { outbox, inbox, idempotencyKey } = kernelTables(schema);

/** Items of the universal work breakdown structure (no project) and of those of projects. */
export const wbsItem = schema.table(
  'wbs_item',
  {
    ...recordColumns(),
    scope: text().notNull(),
    projectId: uuid(),
    code: text().notNull(),
    name: text().notNull(),
  },
  (table) => [
    uniqueIndex('wbs_item_scope_project_id_code_key').on(
      table.scope,
      sql`coalesce(${table.projectId}, '00000000-0000-0000-0000-000000000000')`,
      sql`lower(${table.code} collate pg_c_utf8)`,
    ),
  ],
);
