import { numeric, pgSchema } from 'drizzle-orm/pg-core';

// In a file of its own, which the migrator does not read: it creates the schema itself.
export const schema = pgSchema('crews_rates');

export const amount = () => numeric({ mode: 'number' });
