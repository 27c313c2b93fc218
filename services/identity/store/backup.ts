import type { Database } from '@consulting/kernel/postgres/database/connect';
import { sql } from 'drizzle-orm';

/** Seconds since the last verified backup of this database, or since the first attempt when there is none; nothing where the operator makes backups in another way (containers/backup/table.sql). */
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
