import { kernelTables, recordColumns, time } from '@consulting/kernel/postgres';
import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';

// Without a schema of their own: API_KEY_STORE names it, and each connection is confined to it.
export const { outbox, inbox, deadLetter, idempotencyKey } = kernelTables({ table: pgTable });

export const apiKeyNameKey = 'api_key_name_key';

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
    /** There is no foreign key, since a revoked key is removed after 90 days. */
    parentId: uuid(),
    countsAs: text(),
  },
  (table) => [
    uniqueIndex(apiKeyNameKey).on(sql`lower(${table.name} collate pg_c_utf8)`),
    index('api_key_parent_id_idx').on(table.parentId),
    index('api_key_counts_as_expires_at_idx')
      .on(table.countsAs, table.expiresAt)
      .where(sql`${table.revokedAt} is null and ${table.countsAs} is not null`),
    index('api_key_key_prefix_idx').on(table.keyPrefix),
    index('api_key_created_at_idx').on(table.createdAt.desc().nullsFirst(), table.id),
  ],
);

export const subjectKinds = ['api-key', 'user', 'group'] as const;

export const grantSubjectKey = 'access_grant_subject_key';

export const accessGrant = pgTable(
  'access_grant',
  {
    ...recordColumns(),
    subjectKind: text({ enum: subjectKinds }).notNull(),
    subjectId: text().notNull(),
    subjectName: text().notNull(),
    isUnlimited: boolean().notNull(),
    clientIds: uuid().array().notNull(),
    projectIds: uuid().array().notNull(),
    role: text({ enum: ['Reader', 'Contributor'] }),
  },
  (table) => [
    uniqueIndex(grantSubjectKey).on(table.subjectKind, table.subjectId),
    index('access_grant_created_at_idx').on(table.createdAt.desc().nullsFirst(), table.id),
  ],
);
