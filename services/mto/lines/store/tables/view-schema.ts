import { recordColumns } from '@consulting/kernel/postgres';
import type { Discipline } from '@consulting/mto-engine';
import { sql } from 'drizzle-orm';
import { boolean, index, jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { everyone } from './import-schema';
import { schema } from './pg-schema';

export interface ViewColumn {
  key: string;
  width: number | null;
  isFrozen: boolean;
}

export interface ViewSort {
  field: string;
  direction: 'asc' | 'desc';
}

export interface ColourRule {
  filters: NonNullable<unknown>;
  colour: string;
}

export const nameKey = 'takeoff_view_created_by_id_scope_name_key';

// Fields are named by their keys, so that a view outlives a field.
export const takeoffView = schema.table(
  'takeoff_view',
  {
    ...recordColumns(),
    createdById: text().notNull(),
    countedAs: text().notNull(),
    name: text().notNull(),
    projectId: uuid(),
    clientId: uuid(),
    discipline: text().$type<Discipline>(),
    isShared: boolean().notNull(),
    columns: jsonb().$type<ViewColumn[]>().notNull(),
    filters: jsonb().$type<unknown>(),
    sort: jsonb().$type<ViewSort[]>().notNull(),
    groupBy: jsonb().$type<unknown[]>().notNull(),
    colourRules: jsonb().$type<ColourRule[]>().notNull(),
    search: text(),
  },
  (table) => [
    uniqueIndex(nameKey).on(
      table.createdById,
      sql`coalesce(${table.projectId}, ${table.clientId}, ${everyone})`,
      sql`lower(${table.name} collate pg_c_utf8)`,
    ),
    index('takeoff_view_counted_as_idx').on(table.countedAs),
    index('takeoff_view_project_id_idx').on(table.projectId),
    index('takeoff_view_client_id_idx').on(table.clientId),
  ],
);
