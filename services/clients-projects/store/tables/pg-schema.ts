import { sql } from 'drizzle-orm';
import { type AnyPgColumn, numeric, pgSchema } from 'drizzle-orm/pg-core';

// In a file of its own, which the migrator does not read: it creates the schema itself.
export const schema = pgSchema('clients_projects');

export const amount = () => numeric({ mode: 'number' });

export const ignoringCase = (column: AnyPgColumn) => sql`lower(${column} collate pg_c_utf8)`;
