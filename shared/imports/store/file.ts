import type { Database } from '@consulting/kernel/store/connect';
import { copyRows } from '@consulting/kernel/store/copy';
import { sql } from 'drizzle-orm';

export const chunkBytes = 512 * 1024;

/** Stores one piece of a file. It goes by COPY: as a parameter it would be hexadecimal text in several copies. */
export async function storeFileChunk(
  db: Database,
  fileId: string,
  position: number,
  bytes: Uint8Array,
): Promise<void> {
  const columns = ['file_id', 'position', 'bytes'];
  const row = binaryRow(fileId, position, bytes);
  await db.transaction((tx) => copyRows(tx, 'import_file_chunk', columns, row, 'binary'));
}

const copySignature = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1');
const copyEnd = Buffer.from([0xff, 0xff]);
const uuidLength = 16;

/** A file of binary COPY with one row (PostgreSQL documentation, COPY, Binary Format): each value after its length. */
function* binaryRow(fileId: string, position: number, bytes: Uint8Array): Generator<Uint8Array> {
  const flagsAndExtension = Buffer.alloc(8);
  yield Buffer.concat([
    copySignature,
    flagsAndExtension,
    int16(3),
    int32(uuidLength),
    Buffer.from(fileId.replaceAll('-', ''), 'hex'),
    int32(4),
    int32(position),
    int32(bytes.length),
  ]);
  yield bytes;
  yield copyEnd;
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

export async function removeUntakenFile(db: Database, fileId: string): Promise<void> {
  await db.execute(sql`
    delete from import_file_chunk where file_id = ${fileId}
      and not exists (select from import_task where file_id = ${fileId})`);
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
