import type { Database } from '@consulting/kernel/store/connect';
import type { ByteSource } from '@consulting/spreadsheet/source';
import { sql } from 'drizzle-orm';
import { chunkBytes } from './file';

const chunksKept = 3;

/** The bytes of an uploaded file by range, read from its pieces; the last pieces stay in memory. */
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
      if (this.#chunks.size <= chunksKept) break;
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
