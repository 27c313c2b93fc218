import { deflate, type EntrySize } from './deflate';

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
 * ZIP64 is used only where a size, an offset or the number of entries needs it. The content of an entry is read only as
 * fast as bytes are taken.
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

const fieldMax16 = 0xffff;
const fieldMax32 = 0xffffffff;
const deflated = 8;
const sizesFollowAndNamesAreUtf8 = 0x0808;
const versionPlain = 20;
const versionZip64 = 45;

export interface ArchivedEntry extends EntrySize {
  name: Uint8Array;
  modifiedAt: Date;
  offset: number;
}

export function localHeader(name: Uint8Array, modifiedAt: Date): Uint8Array {
  return new RecordBytes()
    .u32(0x04034b50)
    .u16(versionPlain)
    .u16(sizesFollowAndNamesAreUtf8)
    .u16(deflated)
    .u32(dosTime(modifiedAt))
    .u32(0)
    .u32(0)
    .u32(0)
    .u16(name.length)
    .u16(0)
    .append(name)
    .bytes();
}

export function dataDescriptor({ crc32, compressedBytes, plainBytes }: EntrySize): Uint8Array {
  const record = new RecordBytes().u32(0x08074b50).u32(crc32);
  if (compressedBytes >= fieldMax32 || plainBytes >= fieldMax32)
    return record.u64(compressedBytes).u64(plainBytes).bytes();
  return record.u32(compressedBytes).u32(plainBytes).bytes();
}

export function directoryRecord(entry: ArchivedEntry): Uint8Array {
  const { name, plainBytes, compressedBytes, offset } = entry;
  const large = [plainBytes, compressedBytes, offset].filter((value) => value >= fieldMax32);
  const version = large.length > 0 ? versionZip64 : versionPlain;
  const extra = new RecordBytes();
  if (large.length > 0) extra.u16(0x0001).u16(large.length * 8);
  for (const value of large) extra.u64(value);
  return new RecordBytes()
    .u32(0x02014b50)
    .u16(version)
    .u16(version)
    .u16(sizesFollowAndNamesAreUtf8)
    .u16(deflated)
    .u32(dosTime(entry.modifiedAt))
    .u32(entry.crc32)
    .u32(Math.min(compressedBytes, fieldMax32))
    .u32(Math.min(plainBytes, fieldMax32))
    .u16(name.length)
    .u16(extra.bytes().length)
    .u16(0)
    .u16(0)
    .u16(0)
    .u32(0)
    .u32(Math.min(offset, fieldMax32))
    .append(name)
    .append(extra.bytes())
    .bytes();
}

export function directoryEnd(
  entryCount: number,
  directoryOffset: number,
  directoryBytes: number,
): Uint8Array {
  const record = new RecordBytes();
  if (entryCount >= fieldMax16 || directoryOffset >= fieldMax32 || directoryBytes >= fieldMax32) {
    record.u32(0x06064b50).u64(44).u16(versionZip64).u16(versionZip64).u32(0).u32(0);
    record.u64(entryCount).u64(entryCount).u64(directoryBytes).u64(directoryOffset);
    record
      .u32(0x07064b50)
      .u32(0)
      .u64(directoryOffset + directoryBytes)
      .u32(1);
  }
  const count = Math.min(entryCount, fieldMax16);
  return record
    .u32(0x06054b50)
    .u16(0)
    .u16(0)
    .u16(count)
    .u16(count)
    .u32(Math.min(directoryBytes, fieldMax32))
    .u32(Math.min(directoryOffset, fieldMax32))
    .u16(0)
    .bytes();
}

function dosTime(instant: Date): number {
  const year = Math.min(Math.max(instant.getUTCFullYear() - 1980, 0), 127);
  const date = (year << 9) | ((instant.getUTCMonth() + 1) << 5) | instant.getUTCDate();
  const time =
    (instant.getUTCHours() << 11) | (instant.getUTCMinutes() << 5) | (instant.getUTCSeconds() >> 1);
  return date * 0x10000 + time;
}

class RecordBytes {
  readonly #bytes: number[] = [];

  u16(value: number): this {
    this.#bytes.push(value & 0xff, value >>> 8);
    return this;
  }

  u32(value: number): this {
    return this.u16(value & 0xffff).u16(value >>> 16);
  }

  u64(value: number): this {
    return this.u32(value % 0x100000000).u32(Math.floor(value / 0x100000000));
  }

  append(bytes: Uint8Array): this {
    this.#bytes.push(...bytes);
    return this;
  }

  bytes(): Uint8Array {
    return Uint8Array.from(this.#bytes);
  }
}
