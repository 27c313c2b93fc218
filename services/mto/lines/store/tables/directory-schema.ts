import { sql } from 'drizzle-orm';
import { index, uuid } from 'drizzle-orm/pg-core';
import { schema } from './pg-schema';

export const projectMark = (projectId: unknown) => sql`substr(${projectId}::text, 30)`;

export const takeoffProject = schema.table('takeoff_project', { projectId: uuid().primaryKey() }, (table) => [
  index('takeoff_project_mark_idx').on(sql`substr(${table.projectId}::text, 30)`),
]);

/**
 * Each range belongs to one project and has lines whose identifiers do not name it. Processes of the earlier version may write lines
 * outside of any range.
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
