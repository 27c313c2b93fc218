import {
  type Database,
  type PartitionedTable,
  type ReportedOperation,
  recordOperation,
  type TrackedRecords,
} from '@consulting/kernel/postgres';
import { sql } from 'drizzle-orm';

export const takeoffLines = 'takeoff-lines';

export const lineRecords: TrackedRecords = {
  recordType: takeoffLines,
  table: 'takeoff_line',
  id: 'id',
  nested: 'attributes',
  hidden: ['created_epoch', 'in_totals'],
  code: ['tag', 'item_code', 'item_number'],
  label: ['description'],
};

export const deletedLines: PartitionedTable = {
  table: 'history_deleted_line',
  at: 'deleted_at',
  storage: 'toast_tuple_target = 8160',
};

interface LineOwners {
  projectId: string;
  serviceIds: readonly string[];
}

export function recordLineOperation(
  tx: Database,
  { projectId, serviceIds }: LineOwners,
  reported: Pick<ReportedOperation, 'kind' | 'taskId' | 'undoes'>,
): Promise<void> {
  const [serviceId, ...others] = new Set(serviceIds);
  const only = others.length === 0 ? (serviceId ?? null) : null;
  return recordOperation(tx, { ...reported, recordType: takeoffLines, projectId, serviceId: only });
}

interface CreatedLines {
  projectId: string;
  serviceId: string;
  by: string;
}

export async function keepCreatedLines(
  tx: Database,
  { projectId, serviceId, by }: CreatedLines,
  ids: readonly string[],
): Promise<void> {
  await tx.execute(sql`
    select history_created_lines(${projectId}::uuid, ${serviceId}::uuid, ${by}::text, ${sql.param(ids)}::uuid[])`);
}

export async function findCaused(db: Database, causedBy: string): Promise<string | null> {
  const [row] = await db.execute<{ id: string }>(sql`
    select id from history_operation where caused_by = ${causedBy}::uuid and record_type = ${takeoffLines}
      and at > now() - interval '1 hour' order by at desc limit 1`);
  return row?.id ?? null;
}
