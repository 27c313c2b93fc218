import { time } from '@consulting/kernel/postgres';
import { primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { schema } from './pg-schema';

// Where people are in a takeoff, until a moment that they move on by saying so again.
export const projectPresence = schema.table(
  'project_presence',
  {
    projectId: uuid().notNull(),
    personId: text().notNull(),
    name: text().notNull(),
    mtoId: uuid(),
    since: time().notNull(),
    until: time().notNull(),
  },
  (table) => [primaryKey({ columns: [table.projectId, table.personId] })],
);
