import { sql } from 'drizzle-orm';
import type { Database } from './connect';

export interface StoredAnswer {
  fingerprint: string;
  status: number;
  headers: Record<string, string>;
  body: string;
  isPartial: boolean;
}

export interface KeyUsage {
  keys: number;
  bytes: number;
  secondsToNext: number;
}

const expiredPerWrite = 100;

export async function claimKey(tx: Database, scope: string, key: string): Promise<boolean> {
  const rows = await tx.execute<{ claimed: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(current_schema() || ${scope} || ${key}, 0)) as claimed`,
  );
  return rows[0]?.claimed ?? false;
}

export async function findAnswer(
  tx: Database,
  scope: string,
  key: string,
): Promise<StoredAnswer | undefined> {
  const rows = await tx.execute<StoredAnswer & Record<string, unknown>>(sql`
    select fingerprint, status, headers, body, is_partial as "isPartial" from idempotency_key
    where scope = ${scope} and key = ${key} and created_at > now() - interval '24 hours'`);
  return rows[0];
}

export async function keepAnswer(
  tx: Database,
  { scope, key, caller }: { scope: string; key: string; caller: string },
  answer: StoredAnswer,
): Promise<void> {
  await tx.execute(sql`
    delete from idempotency_key where (scope, key) in (
      select scope, key from idempotency_key where created_at < now() - interval '24 hours'
      limit ${expiredPerWrite} for update skip locked)`);
  const { fingerprint, status, headers, body, isPartial } = answer;
  await tx.execute(sql`
    insert into idempotency_key (scope, key, caller, fingerprint, status, headers, body, bytes, is_partial)
    values (${scope}, ${key}, ${caller}, ${fingerprint}, ${status}, ${JSON.stringify(headers)}::text::jsonb, ${body},
      octet_length(${body}::text), ${isPartial})
    on conflict (scope, key) do update set caller = excluded.caller, fingerprint = excluded.fingerprint,
      status = excluded.status, headers = excluded.headers, body = excluded.body, bytes = excluded.bytes,
      is_partial = excluded.is_partial, created_at = excluded.created_at`);
}

export async function usageOf(tx: Database, caller: string): Promise<KeyUsage> {
  const rows = await tx.execute<KeyUsage & Record<string, unknown>>(sql`
    select count(*)::int as keys, coalesce(sum(bytes), 0)::float8 as bytes,
      coalesce(extract(epoch from min(created_at) + interval '24 hours' - now()), 0)::int as "secondsToNext"
    from idempotency_key where caller = ${caller} and created_at > now() - interval '24 hours'`);
  return rows[0] ?? { keys: 0, bytes: 0, secondsToNext: 0 };
}
