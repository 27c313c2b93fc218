import type { Logger } from '@consulting/kernel/log';
import type { Database } from '@consulting/kernel/store/connect';
import { SNIFF_BYTES, sniffFileType } from '@consulting/spreadsheet/sniff';
import { chunkBytes, removeUntakenFile, storeFileChunk } from './store/file';

export const intakeBytes = 2 * chunkBytes;

/**
 * Stores the bytes of an upload while they arrive, in pieces of one size, and looks at the first of them. Each piece is a
 * transaction of its own, so that no connection waits for the client.
 */
export class FileIntake {
  readonly id = Bun.randomUUIDv7();
  #chunk = Buffer.allocUnsafeSlow(chunkBytes);
  #spare = Buffer.allocUnsafeSlow(chunkBytes);
  #storing: Promise<void> = Promise.resolve();
  #filled = 0;
  #position = 0;
  #first: Uint8Array | null = null;
  #isDiscarded = false;

  constructor(
    private readonly db: Database,
    private readonly log: Logger,
  ) {}

  async take(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length; ) {
      const part = bytes.subarray(at, at + chunkBytes - this.#filled);
      this.#chunk.set(part, this.#filled);
      this.#filled += part.length;
      at += part.length;
      if (this.#filled === chunkBytes) await this.#store();
    }
  }

  async end(fileName: string): Promise<string | null> {
    const type = sniffFileType(this.#first ?? this.#chunk.subarray(0, this.#filled), fileName);
    if (typeof type === 'object') return type.unsupported;
    if (this.#filled > 0) await this.#store();
    await this.#storing;
    return null;
  }

  /** Stores nothing more, and forgets what was stored unless a task has it; what cannot be removed now is swept later. */
  async discard(): Promise<void> {
    this.#isDiscarded = true;
    try {
      await this.#storing.catch(() => {});
      await removeUntakenFile(this.db, this.id);
    } catch (error) {
      this.log.debug('uploaded file not removed yet', { fileId: this.id, error });
    }
  }

  async #store(): Promise<void> {
    await this.#storing;
    if (this.#isDiscarded) throw new Error('the upload was discarded');
    const bytes = this.#chunk.subarray(0, this.#filled);
    this.#first ??= Uint8Array.from(bytes.subarray(0, SNIFF_BYTES));
    this.#storing = storeFileChunk(this.db, this.id, this.#position++, bytes);
    this.#storing.catch(() => {});
    [this.#chunk, this.#spare] = [this.#spare, this.#chunk];
    this.#filled = 0;
  }
}
