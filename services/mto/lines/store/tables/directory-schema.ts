import { sql } from 'drizzle-orm';
import { index, uuid } from 'drizzle-orm/pg-core';
import { schema } from './pg-schema';

export const projectMark = (projectId: unknown) => sql`substr(${projectId}::text, 30)`;

/** Projects that have or had lines: what the identifier of a line without its project is looked up in. */
export const takeoffProject = schema.table('takeoff_project', { projectId: uuid().primaryKey() }, (table) => [
  index('takeoff_project_mark_idx').on(sql`substr(${table.projectId}::text, 30)`),
]);

/**
 * Identifiers of lines that do not tell their project, as islands of one project each. Without a project: what processes of the
 * version before write meanwhile may lie there.
 */
export const takeoffLineRange = schema.table(
  'takeoff_line_range',
  {
    firstId: uuid().primaryKey(),
    lastId: uuid().notNull(),
    projectId: uuid(),
  },
  (table) => [
    index('takeoff_line_range_unknown_idx').on(table.lastId).where(sql`${table.projectId} is null`),
  ],
);
