import type { Sql } from 'postgres';
import type { Answer } from './system';

export interface Operation {
  operationId: string;
  by: string;
  kind: string;
  recordType: string;
  projectId: string | null;
  serviceId: string | null;
  taskId: string | null;
  requestId: string | null;
  causedBy: string | null;
  counts: { created: number; updated: number; deleted: number };
}

/** What a write leaves: type of the records, kind of the operation, counts. */
export type Left = [string, string, Operation['counts']];

/** The operations that `act` leaves in the history of a service, in the order of their beginning. */
export async function leftBy(sql: Sql, schema: string, act: () => Promise<Answer>) {
  const table = sql`${sql(schema)}.history_operation`;
  const [before] = await sql`select coalesce(max(position), 0) as position from ${table}`;
  const answer = await act();
  const operations = await sql<Operation[]>`
    select id as "operationId", "by", kind, record_type as "recordType", project_id as "projectId",
      service_id as "serviceId", task_id as "taskId", request_id as "requestId", caused_by as "causedBy",
      jsonb_build_object('created', created, 'updated', updated, 'deleted', deleted) as counts
    from ${table} where position > ${before?.position ?? 0} order by position`;
  return { answer, operations: [...operations] };
}
