import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../database/connect';
import type { ListPage } from '../database/list-order';
import type { OperationKind } from './operation';

export interface OperationRow {
  operationId: string;
  position: string;
  at: Date;
  by: string;
  kind: OperationKind;
  recordType: string;
  projectId: string | null;
  serviceId: string | null;
  taskId: string | null;
  created: number;
  updated: number;
  deleted: number;
  requestId: string | null;
  causedBy: string | null;
  undoes: string | null;
  undoneBy: string | null;
  createdFirst: string | null;
  createdLast: string | null;
  createdInRange: number;
}

export interface OperationFilter {
  recordType: string;
  projectId: string | null;
  serviceId: string | null;
  recordId: string | null;
  storedIn?: readonly string[] | undefined;
  by: string | null;
  kind: string | null;
  from: Date | null;
  to: Date | null;
}

const columns =
  sql.raw(`id as "operationId", position, at, "by", kind, record_type as "recordType", project_id as "projectId",
  service_id as "serviceId", task_id as "taskId", created, updated, deleted, request_id as "requestId",
  caused_by as "causedBy", undoes, undone_by as "undoneBy", created_first as "createdFirst", created_last as "createdLast",
  created_in_range as "createdInRange"`);

function matching(filter: OperationFilter): SQL {
  const { recordType, projectId, serviceId, recordId, storedIn, by, kind, from, to } = filter;
  const conditions = [sql`record_type = ${recordType}`];
  if (projectId !== null) conditions.push(sql`project_id = ${projectId}`);
  if (serviceId !== null) conditions.push(sql`service_id = ${serviceId}`);
  if (by !== null) conditions.push(sql`"by" = ${by}`);
  if (kind !== null) conditions.push(sql`kind = ${kind}`);
  if (from !== null) conditions.push(sql`at >= ${from.toISOString()}`);
  // Moments are told in milliseconds and kept in microseconds.
  if (to !== null) conditions.push(sql`at < ${to.toISOString()}::timestamptz + interval '1 millisecond'`);
  if (recordId !== null) conditions.push(sql`position = any(${touching(recordId, storedIn)})`);
  return sql.join(conditions, sql` and `);
}

/**
 * Ranges of created records do not overlap, so only the last one that begins before the record needs a look.
 */
const touching = (recordId: string, storedIn: readonly string[] | undefined): SQL => sql`array(
  select operation from history_change where record_id = ${recordId}
    and project_id = ${storedIn === undefined ? sql`history_nowhere()` : sql`any(${sql.param(storedIn)}::uuid[])`}
  union select position from (
    select position, created_last from history_operation where created_first <= ${recordId}
    order by created_first desc limit 1) as nearest where created_last >= ${recordId}::uuid)`;

export const operationSorting = { at: sql`at` };

export async function listOperations(
  db: Database,
  filter: OperationFilter,
  { sort, skip, limit }: ListPage,
): Promise<OperationRow[]> {
  const direction = sql.raw(sort?.[0]?.direction ?? 'desc');
  return db.execute<OperationRow & Record<string, unknown>>(sql`
    select ${columns} from history_operation where ${matching(filter)}
    order by at ${direction}, position ${direction} offset ${skip} limit ${limit}`);
}

export async function countOperations(db: Database, filter: OperationFilter): Promise<number> {
  const [row] = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from history_operation where ${matching(filter)}`);
  return row?.count ?? 0;
}

export async function findOperation(
  db: Database,
  recordType: string,
  id: string,
): Promise<OperationRow | undefined> {
  const [row] = await db.execute<OperationRow & Record<string, unknown>>(sql`
    select ${columns} from history_operation where id = ${id} and record_type = ${recordType}`);
  return row;
}
