import { sql } from 'drizzle-orm';
import { currentOrigin, type Origin, traceParent } from '../../process';
import type { EventContract, Static } from '../../schema';
import type { Database } from './connect';

const channel = 'outbox';

export interface OutboxRow {
  id: string;
  subject: string;
  payload: unknown;
  trace: string | null;
  origin: Origin | null;
}

export const emit = <E extends EventContract>(tx: Database, event: E, payload: Static<E['payload']>) =>
  emitAll(tx, event, [payload]);

const causeOfEvents = sql`case when nullif(current_setting('history.main', true), '') is null then '{}'
  else jsonb_build_object('causedBy', current_setting('history.origin', true)::jsonb -> 'operationId') end`;

export async function emitAll<E extends EventContract>(
  tx: Database,
  { subject }: E,
  payloads: readonly Static<E['payload']>[],
): Promise<void> {
  const origin = currentOrigin();
  await tx.execute(sql`
    insert into outbox (subject, payload, trace, origin)
    select ${subject}, payload, ${traceParent() ?? null}, ${origin ? JSON.stringify(origin) : null}::text::jsonb
      || ${causeOfEvents}
    from jsonb_array_elements(${JSON.stringify(payloads)}::text::jsonb) as payload`);
  await tx.execute(sql`select pg_notify(current_schema() || '.' || ${channel}, '')`);
}

export const outboxChannel = (schema: string) => `${schema}.${channel}`;

/**
 * Events are published and marked as sent in one transaction, and other relays of the service send nothing
 * meanwhile, so that the order is the same for all of them.
 * @returns how many were sent
 */
export function relayOutbox(
  db: Database,
  stream: string,
  publish: (row: OutboxRow) => Promise<void>,
  rowsMax = 100,
): Promise<number> {
  return db.transaction(async (tx) => {
    const [turn] = await tx.execute<{ isOurs: boolean }>(sql`
      select pg_try_advisory_xact_lock(hashtextextended(current_schema() || '.relay', 0)) as "isOurs"`);
    if (!turn?.isOurs) return 0;
    const rows = await tx.execute<OutboxRow & Record<string, unknown>>(sql`
      select id, subject, payload, trace, origin from outbox where published_at is null
      order by position limit ${rowsMax} for update`);
    for (const row of rows) await publish(row);
    if (rows.length > 0) {
      const ids = rows.map((row) => row.id);
      await tx.execute(
        sql`update outbox set published_at = now(), published_to = ${stream} where id in ${ids}`,
      );
    }
    return rows.length;
  });
}

/**
 * A server that was killed may have lost the last events after it acknowledged them, and another stream has
 * none. Consumers recognise what they handled before.
 */
export async function resendOutbox(db: Database, stream: string): Promise<void> {
  await db.execute(sql`
    update outbox set published_at = null
    where published_at is not null and (published_to is distinct from ${stream}
      or published_at > (select max(published_at) from outbox) - interval '5 minutes')`);
}

export async function outboxWaitSeconds(db: Database): Promise<number> {
  const [row] = await db.execute<{ seconds: number }>(sql`
    select coalesce(extract(epoch from clock_timestamp() - min(created_at)), 0)::float8 as seconds
    from outbox where published_at is null`);
  return row?.seconds ?? 0;
}

export async function pruneOutbox(db: Database): Promise<void> {
  await db.execute(sql`delete from outbox where published_at < now() - interval '7 days'`);
  await db.execute(sql`delete from inbox where handled_at < now() - interval '21 days'`);
}
