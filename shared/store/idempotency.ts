import { sql } from 'drizzle-orm';
import type { Database } from './connect';

/** The answer to a request that carried an idempotency key (resources.md 1, rule 13). */
export interface KeptAnswer {
  fingerprint: string;
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Claims a key for the rest of the transaction; false while another request holds it. */
export async function claimKey(tx: Database, scope: string, key: string): Promise<boolean> {
  const rows = await tx.execute<{ claimed: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(current_schema() || ${scope} || ${key}, 0)) as claimed`,
  );
  return rows[0]?.claimed ?? false;
}

/** The answer that was kept under the key within the last 24 hours. */
export async function findAnswer(tx: Database, scope: string, key: string): Promise<KeptAnswer | undefined> {
  const rows = await tx.execute<KeptAnswer & Record<string, unknown>>(sql`
    select fingerprint, status, headers, body from idempotency_key
    where scope = ${scope} and key = ${key} and created_at > now() - interval '24 hours'`);
  return rows[0];
}

/** Keeps an answer in the transaction of the write that it tells of, and forgets answers older than a day. */
export async function keepAnswer(
  tx: Database,
  scope: string,
  key: string,
  answer: KeptAnswer,
): Promise<void> {
  await tx.execute(sql`delete from idempotency_key where created_at < now() - interval '24 hours'`);
  await tx.execute(sql`
    insert into idempotency_key (scope, key, fingerprint, status, headers, body)
    values (${scope}, ${key}, ${answer.fingerprint}, ${answer.status}, ${JSON.stringify(answer.headers)}::text::jsonb, ${answer.body})`);
}
