import { sql } from 'drizzle-orm';
import type { Database } from '../database/connect';
import { allowLongStatements } from '../database/unavailable';

const monthsAhead = 2;
const operationsAtOnce = 5000;
const lockMsMax = 250;

export interface PartitionedTable {
  table: string;
  at: string;
  storage?: string;
}

export const historyChanges: PartitionedTable = { table: 'history_change', at: 'at' };

/**
 * A month gets no partition when the one of all other times already has rows of it.
 * @throws while writers do not leave the table alone
 */
export async function preparePartitions(db: Database, partitioned: PartitionedTable): Promise<void> {
  for (let ahead = 0; ahead <= monthsAhead; ahead += 1)
    await inTurn(db, (tx) => preparePartition(tx, partitioned, ahead));
}

export async function countMonthsAhead(db: Database, tables: readonly PartitionedTable[]): Promise<number> {
  const [row] = await db.execute<{ months: number }>(sql`
    select count(*)::int as months from generate_series(1, ${monthsAhead}::int) as ahead
    where not exists (
      select from unnest(array[${sql.join(
        tables.map(({ table }) => sql`${table}`),
        sql`, `,
      )}]::text[]) as parent
      where to_regclass(quote_ident(current_schema()) || '.' || parent || to_char(
        date_trunc('month', now() at time zone 'UTC') + make_interval(months => ahead), '_YYYY_MM')) is null)`);
  return row?.months ?? 0;
}

interface Month extends Record<string, unknown> {
  name: string;
  first: string;
  next: string;
  isThere: boolean;
  mayCreate: boolean;
}

async function preparePartition(
  tx: Database,
  { table, at, storage }: PartitionedTable,
  ahead: number,
): Promise<void> {
  const [month] = await tx.execute<Month>(sql`
    select name, (first at time zone 'UTC')::text as first,
      ((first + interval '1 month') at time zone 'UTC')::text as next,
      to_regclass(quote_ident(current_schema()) || '.' || name) is not null as "isThere",
      has_schema_privilege(current_schema(), 'create') as "mayCreate"
    from (select date_trunc('month', now() at time zone 'UTC') + make_interval(months => ${ahead}::int) as first) as month,
      lateral (select ${table} || to_char(first, '_YYYY_MM') as name) as named`);
  if (!month || month.isThere || !month.mayCreate) return;
  const { name, first, next } = month;
  const column = sql.identifier(at);
  const [taken] = await tx.execute(sql`
    select /* of every project */ from ${sql.identifier(`${table}_other`)}
    where ${column} >= ${first}::timestamptz and ${column} < ${next}::timestamptz limit 1`);
  if (taken) return;
  await tx.execute(sql`
    create table ${sql.identifier(name)} partition of ${sql.identifier(table)}
    for values from (${sql.raw(`'${first}'`)}) to (${sql.raw(`'${next}'`)})
    ${sql.raw(storage === undefined ? '' : `with (${storage})`)}`);
}

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
    where child.relname ~ '_[0-9]{4}_[0-9]{2}$' and pg_has_role(nspowner, 'usage')
      and (to_date(right(child.relname, 7), 'YYYY_MM') + interval '1 month') at time zone 'UTC'
        < now() - make_interval(days => ${days}::int)`);
  for (const { name } of expired)
    await inTurn(db, (tx) => tx.execute(sql`drop table if exists ${sql.identifier(name)}`));
  await inTurn(db, async (tx) => {
    await allowLongStatements(tx);
    await tx.execute(sql`
      delete /* of every project */ from ${sql.identifier(`${table}_other`)}
      where ${sql.identifier(at)} < now() - make_interval(days => ${days}::int)`);
  });
}

const inTurn = (db: Database, work: (tx: Database) => Promise<unknown>): Promise<void> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(current_schema() || '.history', 0))`);
    await tx.execute(sql`select set_config('lock_timeout', ${String(lockMsMax)}, true)`);
    await work(tx);
  });

/**
 * Operations go after the partition of their changes. Only the oldest are read, so that a sweep without old
 * ones costs nothing.
 * @returns whether more may be left
 */
export async function forgetOperations(db: Database, days: number): Promise<boolean> {
  const rows = await db.execute(sql`
    delete from history_operation where position in (
      select position from history_operation order by position limit ${operationsAtOnce})
    and at < date_trunc('month', now() - make_interval(days => ${days}::int), 'UTC') returning 1`);
  return rows.length === operationsAtOnce;
}
