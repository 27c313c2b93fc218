import { pgSchema } from 'drizzle-orm/pg-core';

// In a file of its own, which the migrator does not read: it creates the schema itself.
export const schema = pgSchema('mto');
