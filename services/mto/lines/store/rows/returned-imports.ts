import type { Database } from '@consulting/kernel/postgres';
import { type SQL, sql } from 'drizzle-orm';

const importsMax = 100;

const count = (key: string) => sql`(result ->> ${sql.raw(`'${key}'`)})::int`;

const isReturnable = (projectId: string): SQL => sql`project_id = ${projectId} and result is not null
  and ${count('imported')} + ${count('updated')} + ${count('skipped')} > 0
  and not (parameters ->> 'dryRun')::boolean and parameters ->> 'survey' is distinct from 'true'
  and not exists (select from history_operation operation
    where operation.task_id = import_task.id and operation.undone_by is not null)
  and exists (select from import_stored_rows stored
    where stored.project_id = ${projectId} and stored.task_id = import_task.id)
  and exists (select from import_file_chunk chunk where chunk.file_id = import_task.file_id)`;

export const newestReturnable = (projectId: string): SQL => sql`(
  select distinct on (service_id, file_sha256) id from import_task where ${isReturnable(projectId)}
  order by service_id, file_sha256, created_at desc, id desc)`;

interface ImportOfFile {
  id: string;
  projectId: string;
  serviceId: string;
  fileSha256: string;
}

/** They are those of the same file and service, newest first, and the import itself. */
export async function findImportsOfFile(
  db: Database,
  { id, projectId, serviceId, fileSha256 }: ImportOfFile,
): Promise<string[]> {
  const rows = await db.execute<{ id: string }>(sql`
    select id from import_task where service_id = ${serviceId} and file_sha256 = ${fileSha256}
      and (id = ${id} or (${isReturnable(projectId)}))
    order by created_at desc, id desc limit ${importsMax}`);
  return rows.map((row) => row.id);
}
