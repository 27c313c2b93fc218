import { sql } from 'drizzle-orm';
import { originToKeep, type StoredOrigin } from '../../process';
import type { Database } from './connect';
import { allowLongStatements } from './unavailable';

export interface Delivery {
  consumer: string;
  eventId: string;
  subject: string;
  payload: unknown;
  origin?: StoredOrigin | null;
}

export async function isSettled(db: Database, { consumer, eventId }: Delivery): Promise<boolean> {
  const rows = await db.execute(sql`
    select from inbox where consumer = ${consumer} and event_id = ${eventId}
    union all select from dead_letter
      where consumer = ${consumer} and event_id = ${eventId} and dead_at is not null limit 1`);
  return rows.length > 0;
}

export function handleOnce(
  db: Database,
  { consumer, eventId }: Pick<Delivery, 'consumer' | 'eventId'>,
  handle: (tx: Database) => Promise<void>,
): Promise<void> {
  return db.transaction(async (tx) => {
    const rows = await tx.execute(sql`
      insert into inbox (consumer, event_id) values (${consumer}, ${eventId}) on conflict do nothing returning 1`);
    if (rows.length === 0) return;
    await allowLongStatements(tx);
    await handle(tx);
    await tx.execute(sql`delete from dead_letter where consumer = ${consumer} and event_id = ${eventId}`);
  });
}

export async function recordFailure(
  db: Database,
  { consumer, eventId, subject, payload }: Delivery,
  error: string,
  failuresMax: number,
): Promise<boolean> {
  const origin = originToKeep();
  const [row] = await db.execute<{ isDead: boolean }>(sql`
    insert into dead_letter as letter (consumer, event_id, subject, payload, error, origin)
    values (${consumer}, ${eventId}, ${subject}, ${JSON.stringify(payload)}::text::jsonb, ${error},
      ${origin ? JSON.stringify(origin) : null}::text::jsonb)
    on conflict (consumer, event_id) do update set failures = letter.failures + 1, error = excluded.error,
      failed_at = now(), replayed_at = case when letter.failures + 1 < ${failuresMax}::int then letter.replayed_at end,
      dead_at = case when letter.failures + 1 >= ${failuresMax}::int then now() end
    returning dead_at is not null as "isDead"`);
  return row?.isDead ?? false;
}

export async function listReplays(db: Database): Promise<Delivery[]> {
  const rows = await db.execute<Delivery & Record<string, unknown>>(sql`
    select consumer, event_id as "eventId", subject, payload, origin from dead_letter
    where replayed_at is not null order by failed_at`);
  return [...rows];
}

export async function countDeadLetters(db: Database): Promise<number> {
  const [row] = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from dead_letter where dead_at is not null`,
  );
  return row?.count ?? 0;
}
