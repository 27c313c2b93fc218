import type { Database } from '@consulting/kernel/postgres';
import { type SQL, sql } from 'drizzle-orm';
import { ofEveryProject } from './directory';

export interface ChangedLines {
  moment: Moment;
  lines: number;
  ids: readonly string[] | null;
  isFollowed: boolean;
  isLapsing: boolean;
}

/** Transaction numbers occur again on another server or timeline, and a restored table has other lines, so a moment names all of them. */
export interface Moment {
  snapshot: string;
  table: string;
  /** In seconds, by the clock of the database, by which old changes are removed. */
  at: number;
}

export const changedAtOnceMax = 10_000;

/** A clock that was put by an hour makes a moment unknown; nothing that it has not seen has been removed then. */
const momentSecondsMax = 1800;

const followedHours = 2;
const lapsedMinutes = 10;

/** It must be asked on the primary. */
export async function findChangedLines(
  db: Database,
  projectId: string,
  since: Moment | null,
): Promise<ChangedLines> {
  const snapshot = since?.snapshot ?? '1:1:';
  const [found] = await db.execute<{
    snapshot: string;
    table: string;
    at: number;
    lines: number;
    isUnknown: boolean;
    ids: string[];
    isFollowed: boolean;
    isLapsing: boolean;
  }>(sql`
    with change as (
      select line_ids from takeoff_line_change
      where project_id = ${projectId}::uuid and ${since !== null}::boolean
        and changed_in >= pg_snapshot_xmin(${snapshot}::pg_snapshot)
        and not pg_visible_in_snapshot(changed_in, ${snapshot}::pg_snapshot)
    ), follower as (
      select since, until - make_interval(mins => ${lapsedMinutes}) - now() as remaining from takeoff_line_follower
    )
    select pg_current_snapshot()::text as snapshot, (select system_identifier from pg_control_system())
        || ' ' || left(pg_walfile_name(pg_current_wal_lsn()), 8) || ' ' || 'takeoff_line'::regclass::oid as table,
      extract(epoch from now())::float8 as at,
      ((select coalesce(sum(lines), 0) from takeoff_discipline_total where project_id = ${projectId}::uuid)
        + (select count(*) from takeoff_line where project_id = ${projectId}::uuid and not in_totals))::int as lines,
      exists (select from change where line_ids is null) as "isUnknown",
      array(select distinct id::text from change, unnest(line_ids) as id limit ${changedAtOnceMax + 1}) as ids,
      exists (select from follower where remaining > '0' and since < pg_snapshot_xmin(
        case when ${since !== null}::boolean then ${snapshot}::pg_snapshot else pg_current_snapshot() end)) as "isFollowed",
      not exists (select from follower where remaining > '1 hour' and since is not null) as "isLapsing"`);
  if (!found) throw new Error('the database answered nothing');
  const { snapshot: seen, table, at, lines, isUnknown, ids, isFollowed, isLapsing } = found;
  const isOther = since !== null && (since.table !== table || Math.abs(at - since.at) > momentSecondsMax);
  const isNotKnown = !isFollowed || isUnknown || isOther || ids.length > changedAtOnceMax;
  return {
    moment: { snapshot: seen, table, at },
    lines,
    ids: isNotKnown ? null : ids,
    isFollowed,
    isLapsing,
  };
}

export function earlierOf(one: Moment, other: Moment): Moment {
  const [a, b] = [one, other].map(({ snapshot }) => snapshot.split(':'));
  const isBefore = (at: number) => Number(a?.[at]) - Number(b?.[at]);
  const difference = isBefore(0) || isBefore(1) || (b?.[2] ?? '').length - (a?.[2] ?? '').length;
  return difference <= 0 ? one : other;
}

/**
 * Changes are recorded for the next two hours. A transaction under way may not know it, so the second statement takes a number that only
 * later ones exceed.
 */
export async function followChanges(db: Database): Promise<void> {
  await db.execute(sql`
    insert into takeoff_line_follower (until) values (now() + make_interval(hours => ${followedHours}))
    on conflict (is_only) do update set until = excluded.until, since = case
      when takeoff_line_follower.until - make_interval(mins => ${lapsedMinutes}) > now() then takeoff_line_follower.since end`);
  await db.execute(sql`update takeoff_line_follower set since = pg_current_xact_id() where since is null`);
}

/** Changed and removed lines are recorded by triggers; created ones are not. */
export async function noteCreatedLines(
  tx: { execute(statement: SQL): PromiseLike<unknown> },
  projectId: string,
  ids: readonly string[] | SQL,
): Promise<void> {
  const given = Array.isArray(ids) ? sql`${sql.param(ids)}::uuid[]` : ids;
  await tx.execute(sql`insert into takeoff_line_change (project_id, line_ids)
    select ${projectId}::uuid, case when cardinality(ids) <= ${changedAtOnceMax} then ids end
    from (select ${given} as ids) as created
    where exists (select from takeoff_line_follower where until > now())`);
}

/** Neither a transaction nor an outdated column may be older than this. */
const storedHours = 2;

export async function removeOldChanges(db: Database): Promise<void> {
  await db.execute(sql`delete from takeoff_line_change
    where changed_at < now() - make_interval(hours => ${storedHours}) ${ofEveryProject}`);
}
