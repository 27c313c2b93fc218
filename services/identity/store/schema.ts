import { kernelTables, recordColumns, time } from '@consulting/shared/store/tables';
import { index, pgTable, text } from 'drizzle-orm/pg-core';

// Without a schema of their own: API_KEY_STORE names it, and each connection is confined to it.
export const { outbox, inbox, deadLetter, idempotencyKey } = kernelTables({ table: pgTable });

export const apiKey = pgTable(
  'api_key',
  {
    ...recordColumns(),
    name: text().notNull(),
    role: text({ enum: ['Reader', 'Contributor'] }).notNull(),
    keyPrefix: text().notNull(),
    keyHash: text().notNull(),
    expiresAt: time(),
    lastUsedAt: time(),
    revokedAt: time(),
  },
  (table) => [
    index('api_key_key_prefix_idx').on(table.keyPrefix),
    index('api_key_created_at_idx').on(table.createdAt.desc().nullsFirst(), table.id),
  ],
);
