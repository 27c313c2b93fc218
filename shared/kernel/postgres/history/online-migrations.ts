import { sql } from 'drizzle-orm';
import { type Migrating, makePartitionedIndex, withoutQueue } from '../database/online';

const former = 'history_change_operation_record_id_at_key';

export async function completeHistory(migrating: Migrating): Promise<void> {
  await makePartitionedIndex(migrating, {
    table: 'history_change',
    name: 'history_change_operation_record_id_at_project_id_key',
    isUnique: true,
    columns: 'operation, record_id, at, project_id',
  });
  const { db, report } = migrating;
  await withoutQueue(db, report, () => db.execute(sql.raw(`drop index if exists ${former}`)));
}
