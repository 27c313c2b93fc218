import { kernelTables } from '@consulting/shared/store/tables';
import { pgSchema } from 'drizzle-orm/pg-core';

// Not exported: the migrator creates the schema itself.
const schema = pgSchema('identity');

export const { outbox, inbox, idempotencyKey } = kernelTables(schema);
