import { eq, sql } from 'drizzle-orm';
import { pgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../../store/connect';
import { fileChunkColumns } from './tables';

// Without a schema: the search path of the connection is that of the service.
const importFileChunk = pgTable('import_file_chunk', fileChunkColumns());

/** All pieces of a file but the last have this size. */
export const chunkBytes = 512 * 1024;

export async function insertFileChunk(
  db: Database,
  fileId: string,
  position: number,
  bytes: Uint8Array,
): Promise<void> {
  await db.insert(importFileChunk).values({ fileId, position, bytes });
}

export async function removeFile(db: Database, fileId: string): Promise<void> {
  await db.delete(importFileChunk).where(eq(importFileChunk.fileId, fileId));
}

/** Removes the files of imports that are done, and those of uploads that ended an hour ago or more without an import. */
export async function removeUnusedFiles(db: Database): Promise<void> {
  await db.execute(sql`
    with file as (select file_id, min(created_at) as created_at from import_file_chunk group by file_id),
    unused as (
      select file.file_id from file left join import_task task using (file_id)
      where task.finished_at is not null
        or (task.id is null and file.created_at < now() - interval '1 hour'))
    delete from import_file_chunk chunk using unused where chunk.file_id = unused.file_id`);
}
