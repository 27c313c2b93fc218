import { RandomAccessReader } from 'yauzl';
import { type ByteSource, readChunks, readExactly } from '../table/source';

const PAGE_BYTES = 64 * 1024;
const PIECE_BYTES = 128 * 1024;

/**
 * A directory is read in many small steps, so reads go through one page. An error of the source is stored, so that it
 * is never reported as a fault of the file.
 */
export class ArchiveReader extends RandomAccessReader {
  failure: { error: unknown } | null = null;
  private page: Uint8Array = new Uint8Array(0);
  private pageStart = 0;

  constructor(private readonly source: ByteSource) {
    super();
  }

  override read(
    target: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null, bytesRead?: number) => void,
  ): void {
    this.fill(target, offset, length, position)
      .then(
        (bytesRead) => callback(null, bytesRead),
        (error: Error) => callback(error),
      )
      .catch((error: unknown) => this.emit('error', error));
  }

  async *chunks(start: number, end: number): AsyncGenerator<Uint8Array> {
    try {
      yield* readChunks(this.source, start, end, PIECE_BYTES);
    } catch (error) {
      this.failure ??= { error };
      throw error;
    }
  }

  private async fill(target: Buffer, offset: number, length: number, position: number): Promise<number> {
    if (position < 0 || position + length > this.source.size) return 0;
    if (length > PAGE_BYTES) {
      target.set(await this.load(position, length), offset);
      return length;
    }
    if (position < this.pageStart || position + length > this.pageStart + this.page.length) {
      this.page = await this.load(position, Math.min(PAGE_BYTES, this.source.size - position));
      this.pageStart = position;
    }
    const from = position - this.pageStart;
    target.set(this.page.subarray(from, from + length), offset);
    return length;
  }

  private async load(position: number, length: number): Promise<Uint8Array> {
    try {
      return await readExactly(this.source, position, length);
    } catch (error) {
      this.failure ??= { error };
      throw error;
    }
  }
}
