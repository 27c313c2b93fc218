import {
  bigserial,
  boolean,
  customType,
  index,
  integer,
  jsonb,
  type PgTableFn,
  primaryKey,
  smallint,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Origin, StoredOrigin } from '../../process';

export const time = () => timestamp({ withTimezone: true, mode: 'date' });

export const recordColumns = () => ({
  id: uuid().primaryKey().defaultRandom(),
  version: integer().notNull().default(1),
  createdAt: time().notNull().defaultNow(),
  updatedAt: time().notNull().defaultNow(),
  createdBy: text().notNull(),
  updatedBy: text().notNull(),
});

export const bytes = customType<{ data: Uint8Array; driverData: Buffer }>({
  dataType: () => 'bytea',
  toDriver: (value) => Buffer.from(value.buffer, value.byteOffset, value.byteLength),
});

export function kernelTables(schema: { table: PgTableFn<string | undefined> }) {
  return {
    outbox: schema.table(
      'outbox',
      {
        id: uuid().primaryKey().defaultRandom(),
        position: bigserial({ mode: 'number' }).notNull(),
        subject: text().notNull(),
        payload: jsonb().notNull(),
        trace: text(),
        origin: jsonb().$type<Origin>(),
        createdAt: time().notNull().defaultNow(),
        publishedAt: time(),
        publishedTo: text(),
      },
      (table) => [index('outbox_position_idx').on(table.publishedAt, table.position)],
    ),
    inbox: schema.table(
      'inbox',
      { consumer: text().notNull(), eventId: uuid().notNull(), handledAt: time().notNull().defaultNow() },
      (table) => [primaryKey({ columns: [table.consumer, table.eventId] })],
    ),
    deadLetter: schema.table(
      'dead_letter',
      {
        consumer: text().notNull(),
        eventId: uuid().notNull(),
        subject: text().notNull(),
        payload: jsonb().notNull(),
        failures: integer().notNull().default(1),
        error: text().notNull(),
        failedAt: time().notNull().defaultNow(),
        deadAt: time(),
        replayedAt: time(),
        origin: jsonb().$type<StoredOrigin>(),
      },
      (table) => [primaryKey({ columns: [table.consumer, table.eventId] })],
    ),
    idempotencyKey: schema.table(
      'idempotency_key',
      {
        scope: text().notNull(),
        key: text().notNull(),
        fingerprint: text().notNull(),
        status: smallint().notNull(),
        headers: jsonb().$type<Record<string, string>>().notNull(),
        body: text().notNull(),
        createdAt: time().notNull().defaultNow(),
        caller: text(),
        bytes: integer(),
        isPartial: boolean().notNull().default(false),
      },
      (table) => [
        primaryKey({ columns: [table.scope, table.key] }),
        index('idempotency_key_created_at_idx').on(table.createdAt),
        index('idempotency_key_caller_idx').on(table.caller, table.createdAt),
      ],
    ),
  };
}
