import type { Database } from '@consulting/kernel/postgres';
import { sql } from 'drizzle-orm';

export const operationsMax = 1000;
export const recordIdsMax = 200;
export const peopleMax = 100;

// What a client has seen: everything in `since`, and of what is in `until` the operations up to `last`.
export interface Position {
  since: string;
  until: string | null;
  last: number | null;
}

export interface Operation {
  projectId: string;
  position: number;
  transaction: string;
  data: object;
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

// Created lines of a range have no change of their own.
const recordIds = sql`case when created + updated + deleted <= ${recordIdsMax}::int then (
  select coalesce(json_agg(id order by id), '[]') from (
    select record_id as id from history_change as change
    where change.project_id = operation.project_id and change.operation = operation.position and action <> 'n'
    union
    select record_id from history_change as change
    where change.project_id = history_nowhere() and change.operation = operation.position and action <> 'n'
    union
    select line.id from takeoff_line as line where line.project_id = operation.project_id
      and line.id between operation.created_first and operation.created_last) as changed) end`;

const data = sql`json_build_object('operationId', id, 'kind', kind, 'recordType', record_type, 'by', "by", 'at', ${moment('at')},
  'counts', json_build_object('created', created, 'updated', updated, 'deleted', deleted), 'recordIds', ${recordIds})`;

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
        select project_id as "projectId", position, transaction_id::text as transaction, ${data} as data
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
  const operations = JSON.parse(found.operations) as Operation[];
  return {
    snapshot: found.snapshot,
    operations: operations.slice(0, operationsMax),
    isTooMany: operations.length > operationsMax,
    people: JSON.parse(found.people) as Found['people'],
  };
}
