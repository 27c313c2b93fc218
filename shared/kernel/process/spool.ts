import { accessSync, constants, mkdirSync, unlinkSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SettingError, setting, type Values } from './config';
import type { Telemetry } from './telemetry';

export interface SpoolLimits {
  folder: string;
  bytesMax: number;
  fileBytesMax: number;
}

const memoryBytesMax = 1024 * 1024;
const chunkBytes = 256 * 1024;

export class Spool {
  #bytes = 0;

  constructor(readonly limits: SpoolLimits) {}

  get bytes(): number {
    return this.#bytes;
  }

  take(bytes: number): void {
    if (this.#bytes + bytes > this.limits.bytesMax) throw new Error('The spool is full.');
    this.#bytes += bytes;
  }

  giveBack(bytes: number): void {
    this.#bytes -= bytes;
  }

  /** The file has no name any more, so that it goes with its last handle, also when the process is killed. */
  async openFile(): Promise<FileHandle> {
    const path = join(this.limits.folder, `spool-${crypto.randomUUID()}`);
    const file = await open(path, 'wx+', 0o600);
    unlinkSync(path);
    return file;
  }
}

/** One writer and one reader may use it, each awaiting its own calls. */
export class SpooledBytes {
  readonly #memory: Uint8Array[] = [];
  #memoryBytes = 0;
  #file: FileHandle | null = null;
  #written = 0;
  #read = 0;
  #isClosed = false;
  #busy: Promise<unknown> = Promise.resolve();

  constructor(private readonly spool: Spool) {}

  get isEmpty(): boolean {
    return this.#memory.length === 0 && this.#read === this.#written;
  }

  async write(chunk: Uint8Array): Promise<void> {
    const isInMemory =
      !this.#isClosed && this.#written === 0 && this.#memoryBytes + chunk.length <= memoryBytesMax;
    if (isInMemory) {
      this.#memory.push(chunk);
      this.#memoryBytes += chunk.length;
      return;
    }
    this.spool.take(chunk.length);
    try {
      await this.#alone(() => this.#writeToFile(chunk));
    } catch (error) {
      this.spool.giveBack(chunk.length);
      throw error;
    }
  }

  async #writeToFile(chunk: Uint8Array): Promise<void> {
    if (this.#isClosed) throw new Error('The reader has gone.');
    if (this.#written + chunk.length > this.spool.limits.fileBytesMax)
      throw new Error('The file is larger than a spooled file may be.');
    this.#file ??= await this.spool.openFile();
    await writeWhole(this.#file, chunk, this.#written);
    this.#written += chunk.length;
  }

  async read(): Promise<Uint8Array | undefined> {
    const first = this.#memory.shift();
    if (first) {
      this.#memoryBytes -= first.length;
      return first;
    }
    return this.#written === 0 ? undefined : this.#alone(() => this.#readFromFile());
  }

  async #readFromFile(): Promise<Uint8Array | undefined> {
    const length = Math.min(chunkBytes, this.#written - this.#read);
    if (length === 0 || !this.#file) return undefined;
    const { bytesRead, buffer } = await this.#file.read(new Uint8Array(length), 0, length, this.#read);
    this.#read += bytesRead;
    if (this.#read === this.#written) await this.#startOver();
    return buffer.subarray(0, bytesRead);
  }

  async clear(): Promise<void> {
    await this.#alone(async () => {
      this.#memory.length = 0;
      this.#memoryBytes = 0;
      if (!this.#isClosed) await this.#startOver();
    });
  }

  async close(): Promise<void> {
    await this.#alone(async () => {
      if (this.#isClosed) return;
      this.#isClosed = true;
      this.#memory.length = 0;
      this.spool.giveBack(this.#written);
      this.#read = 0;
      this.#written = 0;
      await this.#file?.close();
    });
  }

  async #startOver(): Promise<void> {
    await this.#file?.truncate(0);
    this.spool.giveBack(this.#written);
    this.#read = 0;
    this.#written = 0;
  }

  #alone<T>(act: () => Promise<T>): Promise<T> {
    const done = this.#busy.then(act);
    this.#busy = done.catch(() => {});
    return done;
  }
}

async function writeWhole(file: FileHandle, chunk: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < chunk.length; ) {
    const { bytesWritten } = await file.write(chunk, done, chunk.length - done, position + done);
    done += bytesWritten;
  }
}

const MIB = 1024 ** 2;
const GIB = 1024 ** 3;

export const spoolSettings = {
  SPOOL_DIR: setting.text(tmpdir()),
  SPOOL_BYTES_MAX: setting.integer(4 * GIB, MIB, 1024 * GIB),
  SPOOL_FILE_BYTES_MAX: setting.integer(GIB, MIB, 1024 * GIB),
};

export function spoolOf(settings: Values<typeof spoolSettings>, telemetry: Telemetry): Spool {
  const { SPOOL_DIR: folder, SPOOL_BYTES_MAX: bytesMax, SPOOL_FILE_BYTES_MAX: fileBytesMax } = settings;
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  } catch {
    throw new SettingError(`SPOOL_DIR names "${folder}", where this process may not write.`);
  }
  const spool = new Spool({ folder, bytesMax, fileBytesMax });
  telemetry.watch(
    'spool_bytes',
    'Bytes on disk of exports that wait for their clients.',
    async () => spool.bytes,
  );
  return spool;
}
