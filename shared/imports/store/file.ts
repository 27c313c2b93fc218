import { copyRows, type Database } from '@consulting/kernel/postgres';
import { DomainError } from '@consulting/kernel/schema';
import type { ByteSource } from '@consulting/spreadsheet/table/source';
import { type SQL, sql } from 'drizzle-orm';
import { lockQueueRoom } from './queue';

export const chunkBytes = 512 * 1024;

/** The chunk goes by COPY, because as a parameter it would be hexadecimal text in several copies. */
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

/**
 * The format is binary COPY with one row (PostgreSQL documentation, COPY, Binary Format): each value follows
 * its length.
 */
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

const filesPerSweep = 100;

/**
 * A file is removed `storedDays` after its last task ended, and an hour or more after an upload without an
 * import ended.
 */
export async function removeUnusedFiles(db: Database, storedDays: number): Promise<void> {
  const unused = await db.execute<{ fileId: string }>(sql`
    with file as (select file_id, min(created_at) as created_at from import_file_chunk group by file_id)
    select file.file_id as "fileId" from file
    where ${isUnused(sql`file.file_id`, sql`file.created_at`, storedDays)} limit ${filesPerSweep}`);
  for (const { fileId } of unused)
    await db.transaction(async (tx) => {
      await lockQueueRoom(tx);
      await tx.execute(sql`
        delete from import_file_chunk chunk
        where file_id = ${fileId} and ${isUnused(sql`chunk.file_id`, sql`chunk.created_at`, storedDays)}`);
    });
}

const isUnused = (fileId: SQL, createdAt: SQL, storedDays: number): SQL => sql`
  coalesce(
    (select bool_and(task.finished_at <= now() - make_interval(days => ${storedDays}))
      from import_task task where task.file_id = ${fileId}),
    ${createdAt} < now() - interval '1 hour')`;

/**
 * It must be called while no file can be removed.
 * @throws UPLOAD_EXPIRED
 */
export async function isStoredFile(db: Database, fileId: string): Promise<boolean> {
  const rows = await db.execute(sql`select from import_file_chunk where file_id = ${fileId} limit 1`);
  return rows.length > 0;
}

export async function requireStoredFile(tx: Database, fileId: string): Promise<void> {
  if (!(await isStoredFile(tx, fileId)))
    throw new DomainError('UPLOAD_EXPIRED', 'The file of this import is no longer stored; send it again.');
}

const chunksStored = 3;

export class StoredFile implements ByteSource {
  readonly #chunks = new Map<number, Promise<Uint8Array>>();

  constructor(
    private readonly db: Database,
    private readonly fileId: string,
    readonly size: number,
  ) {}

  async read(offset: number, length: number): Promise<Uint8Array> {
    const first = Math.floor(offset / chunkBytes);
    const last = Math.floor((offset + length - 1) / chunkBytes);
    const start = offset - first * chunkBytes;
    if (first === last) return (await this.#chunk(first, true)).subarray(start, start + length);
    const bytes = new Uint8Array(length);
    for (let position = first; position <= last; position++) {
      const chunk = await this.#chunk(position, position === last);
      const from = position === first ? start : 0;
      const part = chunk.subarray(from, from + length);
      const to = position * chunkBytes + from - offset;
      bytes.set(part.subarray(0, length - to), to);
    }
    return bytes;
  }

  #chunk(position: number, isLast: boolean): Promise<Uint8Array> {
    const known = this.#chunks.get(position);
    const chunk = known ?? this.#load(position);
    this.#chunks.delete(position);
    this.#chunks.set(position, chunk);
    if (isLast && (position + 1) * chunkBytes < this.size && !this.#chunks.has(position + 1)) {
      const next = this.#load(position + 1);
      next.catch(() => this.#chunks.delete(position + 1));
      this.#chunks.set(position + 1, next);
    }
    for (const old of this.#chunks.keys()) {
      if (this.#chunks.size <= chunksStored) break;
      this.#chunks.delete(old);
    }
    return chunk;
  }

  async #load(position: number): Promise<Uint8Array> {
    const [row] = await this.db.execute<{ bytes: Uint8Array }>(sql`
      select bytes from import_file_chunk where file_id = ${this.fileId} and position = ${position}`);
    if (!row) throw new Error(`piece ${position} of file ${this.fileId} is missing`);
    return row.bytes;
  }
}
