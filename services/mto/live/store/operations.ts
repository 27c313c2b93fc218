import type { Database } from '@consulting/kernel/postgres';
import { type SQL, sql } from 'drizzle-orm';

export const operationsMax = 1000;
export const recordIdsMax = 200;
export const peopleMax = 100;

// What a client has seen: everything in `since`, and of what is in `until` the operations up to `last`.
export interface Position {
  since: string;
  until: string | null;
  last: number | null;
}

interface OperationRow {
  projectId: string;
  position: number;
  transaction: string;
  isNamed: boolean;
  data: object;
}

export interface Operation extends Omit<OperationRow, 'isNamed'> {
  data: { recordIds: string[] | null };
}

export interface Person {
  id: string;
  name: string;
  mtoId: string | null;
  since: string;
}

export interface Found {
  snapshot: string;
  operations: Operation[];
  isTooMany: boolean;
  people: ({ projectId: string } & Person)[];
}

const moment = (column: string) =>
  sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

const data = sql`json_build_object('operationId', id, 'kind', kind, 'recordType', record_type, 'by', "by", 'at', ${moment('at')},
  'counts', json_build_object('created', created, 'updated', updated, 'deleted', deleted))`;

// All of one moment, whose snapshot is the next `since`. Transactions of another cluster, which a database that was restored has in its
// history, are in no snapshot of this one.
export async function findHappened(
  db: Database,
  projectIds: readonly string[],
  position: Position | null,
): Promise<Found> {
  const projects = sql`any(${sql.param(projectIds)}::uuid[])`;
  const since = position?.since ?? null;
  const isRest =
    position?.until == null
      ? sql`true`
      : sql`(not pg_visible_in_snapshot(transaction_id, ${position.until}::pg_snapshot) or position > ${position.last}::bigint)`;
  const [found] = await db.execute<{ snapshot: string; operations: string; people: string }>(sql`
    select pg_current_snapshot()::text as snapshot,
      (select coalesce(json_agg(happened order by happened.position), '[]')::text from (
        select project_id as "projectId", position, transaction_id::text as transaction,
          created + updated + deleted <= ${recordIdsMax}::int as "isNamed", ${data} as data
        from history_operation as operation
        where project_id = ${projects} and transaction_id >= pg_snapshot_xmin(${since}::pg_snapshot)
          and not pg_visible_in_snapshot(transaction_id, ${since}::pg_snapshot)
          and pg_visible_in_snapshot(transaction_id, pg_current_snapshot())
          and at > now() - interval '1 day' and ${isRest}
        order by position limit ${operationsMax + 1}::int) as happened) as operations,
      (select coalesce(json_agg(person), '[]')::text from (
        select project_id as "projectId", person_id as id, name, mto_id as "mtoId", ${moment('since')} as since
        from project_presence where project_id = ${projects} and until > now()
        order by since, person_id) as person) as people`);
  if (!found) throw new Error('the moment of the database is unknown');
  const rows = JSON.parse(found.operations) as OperationRow[];
  return {
    snapshot: found.snapshot,
    operations: await named(db, rows.slice(0, operationsMax)),
    isTooMany: rows.length > operationsMax,
    people: JSON.parse(found.people) as Found['people'],
  };
}

type Ids = Map<number, string[]>;

async function named(db: Database, rows: readonly OperationRow[]): Promise<Operation[]> {
  if (rows.length === 0) return [];
  const wanted = rows.filter(({ isNamed }) => isNamed);
  const all = await listRecords(db, changesOf(sql`history_nowhere()`, wanted));
  for (const [projectId, some] of Map.groupBy(wanted, (row) => row.projectId)) {
    const project = sql`${projectId}::uuid`;
    const own = sql`${changesOf(project, some)} union ${createdBy(project, some)}`;
    for (const [position, ids] of await listRecords(db, own))
      all.set(position, [...(all.get(position) ?? []), ...ids]);
  }
  return rows.map(({ isNamed, data, ...row }) => ({
    ...row,
    data: { ...data, recordIds: isNamed ? (all.get(row.position) ?? []) : null },
  }));
}

async function listRecords(db: Database, changes: SQL): Promise<Ids> {
  const rows = await db.execute<{ position: string; ids: string[] }>(sql`
    select operation as position, array_agg(record_id::text order by record_id) as ids
    from (${changes}) as changed group by operation`);
  return new Map(rows.map(({ position, ids }) => [Number(position), ids]));
}

const among = (operations: readonly OperationRow[]) =>
  sql`any(${sql.param(operations.map(({ position }) => position))}::bigint[])`;

const changesOf = (project: SQL, operations: readonly OperationRow[]) => sql`
  select operation, record_id from history_change
  where project_id = ${project} and operation = ${among(operations)} and action <> 'n'`;

// Created lines of a range have no change of their own.
const createdBy = (project: SQL, operations: readonly OperationRow[]) => sql`
  select position, line.id from history_operation as operation cross join lateral (
    select id from takeoff_line where project_id = ${project}
      and id between operation.created_first and operation.created_last limit ${recordIdsMax}::int) as line
  where position = ${among(operations)} and created_first is not null`;
