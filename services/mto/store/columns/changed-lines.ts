import type { Database } from '@consulting/kernel/store/connect';
import { type SQL, sql } from 'drizzle-orm';
import { ofEveryProject } from '../directory';

/** What was written since a moment that a reader knows. */
export interface ChangedLines {
  /** The moment of this answer, as the next question names it. */
  moment: Moment;
  /** How many lines the project has. */
  lines: number;
  /** Null when so many have changed that they are not written down one by one. */
  ids: readonly string[] | null;
}

/**
 * Which transactions a reader has seen, and of which table: numbers of transactions come again on another server and on another
 * timeline of the log, and a table that was restored has other lines.
 */
export interface Moment {
  snapshot: string;
  table: string;
}

/** Of a statement that changes more lines only their number is written down. */
export const changedAtOnceMax = 10_000;

/** The lines of a project that transactions have changed which `since` has not seen. It must be asked on the primary. */
export async function findChangedLines(
  db: Database,
  projectId: string,
  since: Moment | null,
): Promise<ChangedLines> {
  const { snapshot } = since ?? { snapshot: '1:1:' };
  const [found] = await db.execute<{
    snapshot: string;
    table: string;
    lines: number;
    isUnknown: boolean;
    ids: string[];
  }>(sql`
    with change as materialized (
      select line_ids from takeoff_line_change
      where project_id = ${projectId}::uuid and ${since !== null}::boolean
        and transaction_id >= pg_snapshot_xmin(${snapshot}::pg_snapshot)
        and not pg_visible_in_snapshot(transaction_id, ${snapshot}::pg_snapshot)
    )
    select pg_current_snapshot()::text as snapshot, (select system_identifier from pg_control_system())
        || ' ' || left(pg_walfile_name(pg_current_wal_lsn()), 8) || ' ' || 'takeoff_line'::regclass::oid as table,
      ((select coalesce(sum(lines), 0) from takeoff_discipline_total where project_id = ${projectId}::uuid)
        + (select count(*) from takeoff_line where project_id = ${projectId}::uuid and not in_totals))::int as lines,
      exists (select from change where line_ids is null) as "isUnknown",
      array(select distinct id::text from change, unnest(line_ids) as id limit ${changedAtOnceMax + 1}) as ids`);
  if (!found) throw new Error('the database answered nothing');
  const { snapshot: seen, table, lines, isUnknown, ids } = found;
  const isOther = since !== null && since.table !== table;
  const isTooMuch = isUnknown || isOther || ids.length > changedAtOnceMax;
  return { moment: { snapshot: seen, table }, lines, ids: isTooMuch ? null : ids };
}

/** Says that a transaction has created lines; those that it changes or removes are written down by themselves. */
export async function noteCreatedLines(
  tx: { execute(statement: SQL): PromiseLike<unknown> },
  projectId: string,
  ids: readonly string[] | SQL,
): Promise<void> {
  const given = Array.isArray(ids) ? sql`${sql.param(ids)}::uuid[]` : ids;
  await tx.execute(sql`insert into takeoff_line_change (project_id, line_ids)
    select ${projectId}::uuid, case when cardinality(ids) <= ${changedAtOnceMax} then ids end
    from (select ${given} as ids) as created`);
}

/** No transaction is under way for so long, and no columns are used again that have not been brought up to date for so long. */
const keptHours = 2;

export async function removeOldChanges(db: Database): Promise<void> {
  await db.execute(sql`delete from takeoff_line_change
    where changed_at < now() - make_interval(hours => ${keptHours}) ${ofEveryProject}`);
}
