import type { Static } from '@sinclair/typebox';
import { sql } from 'drizzle-orm';
import type { EventContract } from '../contracts/contract';
import type { Database } from './connect';

const channel = 'outbox';

/** An event that waits in the outbox; `id` is also the message id, so a repeat is recognised. */
export interface OutboxRow {
  id: string;
  subject: string;
  payload: unknown;
}

/** Writes an event in the transaction of the change that it tells; a relay sends it after the commit. */
export async function emit<E extends EventContract>(
  tx: Database,
  event: E,
  payload: Static<E['payload']>,
): Promise<void> {
  await tx.execute(
    sql`insert into outbox (subject, payload) values (${event.subject}, ${JSON.stringify(payload)}::text::jsonb)`,
  );
  await tx.execute(sql`select pg_notify(current_schema() || '.' || ${channel}, '')`);
}

export const outboxChannel = (schema: string) => `${schema}.${channel}`;

/**
 * Hands waiting events to `publish` in the order of their writing and marks them as sent in one transaction;
 * other relays of the service skip them meanwhile.
 * @returns how many were sent.
 */
export function relayOutbox(
  db: Database,
  publish: (row: OutboxRow) => Promise<void>,
  rowsMax = 100,
): Promise<number> {
  return db.transaction(async (tx) => {
    const rows = await tx.execute<{ id: string; subject: string; payload: unknown }>(sql`
      select id, subject, payload from outbox where published_at is null
      order by position limit ${rowsMax} for update skip locked`);
    for (const row of rows) await publish(row);
    if (rows.length > 0) {
      const ids = rows.map((row) => row.id);
      await tx.execute(sql`update outbox set published_at = now() where id in ${ids}`);
    }
    return rows.length;
  });
}

/** Runs `handle` once per event and consumer, however often the event is delivered; both commit together. */
export function handleOnce(
  db: Database,
  consumer: string,
  eventId: string,
  handle: (tx: Database) => Promise<void>,
): Promise<void> {
  return db.transaction(async (tx) => {
    const rows = await tx.execute(sql`
      insert into inbox (consumer, event_id) values (${consumer}, ${eventId}) on conflict do nothing returning 1`);
    if (rows.length > 0) await handle(tx);
  });
}
