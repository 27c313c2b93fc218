import { type FileHandle, open } from 'node:fs/promises';

export interface ByteSource {
  readonly size: number;
  read(offset: number, length: number): Promise<Uint8Array>;
}

export function bytesSource(bytes: Uint8Array): ByteSource {
  return {
    size: bytes.length,
    read: async (offset, length) => bytes.subarray(offset, offset + length),
  };
}

export class FileSource implements ByteSource {
  private constructor(
    readonly size: number,
    private readonly handle: FileHandle,
  ) {}

  static async open(path: string): Promise<FileSource> {
    const handle = await open(path, 'r');
    try {
      return new FileSource((await handle.stat()).size, handle);
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  async read(offset: number, length: number): Promise<Uint8Array> {
    const bytes = new Uint8Array(length);
    let filled = 0;
    while (filled < length) {
      const { bytesRead } = await this.handle.read(bytes, filled, length - filled, offset + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return bytes.subarray(0, filled);
  }

  async close(): Promise<void> {
    await this.handle.close();
  }
}

export function fileSource(path: string): Promise<FileSource> {
  return FileSource.open(path);
}

export async function* readChunks(
  source: ByteSource,
  start: number,
  end: number,
  chunkBytes: number,
): AsyncGenerator<Uint8Array> {
  for (let offset = start; offset < end; offset += chunkBytes) {
    yield await readExactly(source, offset, Math.min(chunkBytes, end - offset));
  }
}

export async function readExactly(source: ByteSource, offset: number, length: number): Promise<Uint8Array> {
  const bytes = await source.read(offset, length);
  if (bytes.length !== length)
    throw new Error(`source of ${source.size} bytes ended within ${offset} + ${length}`);
  return bytes;
}
