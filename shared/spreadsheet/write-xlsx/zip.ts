import { deflate } from './deflate';
import {
  type ArchivedEntry,
  dataDescriptor,
  directoryEnd,
  directoryRecord,
  localHeader,
} from './zip-records';

export interface ArchiveEntry {
  path: string;
  content: AsyncIterable<string> | Iterable<string>;
}

export interface ArchiveOptions {
  modifiedAt: Date;
  compressionLevel: number;
}

const encoder = new TextEncoder();

/**
 * A ZIP archive as a stream, each entry deflated with its sizes behind its data, ZIP64 only where a size, an offset or
 * the number of entries needs it. An entry's content is read when its turn comes and only as fast as bytes are taken.
 */
export async function* zip(
  entries: AsyncIterable<ArchiveEntry> | Iterable<ArchiveEntry>,
  { modifiedAt, compressionLevel }: ArchiveOptions,
): AsyncGenerator<Uint8Array, void> {
  const archived: ArchivedEntry[] = [];
  let offset = 0;
  for await (const { path, content } of entries) {
    const name = encoder.encode(path);
    const header = localHeader(name, modifiedAt);
    yield header;
    const size = yield* deflate(content, compressionLevel);
    const descriptor = dataDescriptor(size);
    yield descriptor;
    archived.push({ name, modifiedAt, offset, ...size });
    offset += header.length + size.compressedBytes + descriptor.length;
  }
  let directoryBytes = 0;
  for (const entry of archived) {
    const record = directoryRecord(entry);
    directoryBytes += record.length;
    yield record;
  }
  yield directoryEnd(archived.length, offset, directoryBytes);
}
