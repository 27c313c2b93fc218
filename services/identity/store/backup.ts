import type { Database } from '@consulting/kernel/postgres';
import { sql } from 'drizzle-orm';

export async function backupAges(db: Database): Promise<Record<string, number>> {
  const [table] = await db.execute<{ isThere: boolean }>(
    sql`select to_regclass('operations.backup') is not null as "isThere"`,
  );
  if (!table?.isThere) return {};
  const ages = await db.execute<{ database: string; seconds: number }>(sql`
    select current_database() as database, extract(epoch from
      now() - coalesce(max(finished_at) filter (where is_verified), min(finished_at)))::float8 as seconds
    from operations.backup having count(*) > 0`);
  return Object.fromEntries(ages.map(({ database, seconds }) => [database, seconds]));
}
