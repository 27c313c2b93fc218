import { sql } from 'drizzle-orm';
import type { Database } from '../connect';

const monthsAhead = 2;
const operationsAtOnce = 5000;

/** Tables of what operations changed, one partition a month, and the column that says when. */
export interface PartitionedTable {
  table: string;
  at: string;
  /** Storage parameters of a partition. */
  storage?: string;
}

export const historyChanges: PartitionedTable = { table: 'history_change', at: 'at' };

/**
 * Makes the partitions of this month and the next ones, where rows have not gone into the one of all other times already. Only
 * one process does at a time; others leave it.
 */
export const preparePartitions = (db: Database, { table, at, storage }: PartitionedTable): Promise<void> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(current_schema() || '.history', 0))`);
    for (let ahead = 0; ahead <= monthsAhead; ahead += 1) {
      const [month] = await tx.execute<{ name: string; first: string; next: string; isThere: boolean }>(sql`
        select ${table} || to_char(first, '_YYYY_MM') as name, first::text, (first + interval '1 month')::text as next,
          to_regclass(quote_ident(current_schema()) || '.' || ${table} || to_char(first, '_YYYY_MM')) is not null as "isThere"
        from (select date_trunc('month', now()) + make_interval(months => ${ahead}::int) as first) as month`);
      if (!month || month.isThere) continue;
      const other = sql.identifier(`${table}_other`);
      const [taken] = await tx.execute(sql`
        select from ${other} where ${sql.identifier(at)} >= ${month.first}::timestamptz
          and ${sql.identifier(at)} < ${month.next}::timestamptz limit 1`);
      if (taken) continue;
      await tx.execute(sql`
        create table ${sql.identifier(month.name)} partition of ${sql.identifier(table)}
        for values from (${sql.raw(`'${month.first}'`)}) to (${sql.raw(`'${month.next}'`)}) ${sql.raw(storage === undefined ? '' : `with (${storage})`)}`);
    }
  });

/** Drops the partitions of months that ended before `days` ago, and what is that old in the one of all other times. */
export async function dropExpired(
  db: Database,
  { table, at }: PartitionedTable,
  days: number,
): Promise<void> {
  const expired = await db.execute<{ name: string }>(sql`
    select child.relname as name from pg_inherits
      join pg_class child on child.oid = inhrelid
      join pg_class parent on parent.oid = inhparent and parent.relname = ${table}
      join pg_namespace on pg_namespace.oid = parent.relnamespace and nspname = current_schema()
    where child.relname ~ '_[0-9]{4}_[0-9]{2}$'
      and to_date(right(child.relname, 7), 'YYYY_MM') + interval '1 month' < now() - make_interval(days => ${days}::int)`);
  for (const { name } of expired) await db.execute(sql`drop table ${sql.identifier(name)}`);
  await db.execute(sql`
    delete from ${sql.identifier(`${table}_other`)}
    where ${sql.identifier(at)} < now() - make_interval(days => ${days}::int)`);
}

/** Operations go when the partition of their changes has gone. @returns whether more are left. */
export async function forgetOperations(db: Database, days: number): Promise<boolean> {
  const rows = await db.execute(sql`
    delete from history_operation where position = any(array(
      select position from history_operation where at < date_trunc('month', now() - make_interval(days => ${days}::int))
      order by at limit ${operationsAtOnce})) returning 1`);
  return rows.length === operationsAtOnce;
}
