import { constants, crc32, deflateRawSync } from 'node:zlib';

const blockBytes = 256 * 1024;

/** Text around a unit that repeats; it is never written out as a whole. */
export interface Repeated {
  head?: string;
  unit: string;
  times: number;
  tail?: string;
}

export type Content = string | Uint8Array | Repeated;

export interface Entry {
  name: string;
  content: Content;
  stored?: boolean;
  /** What the directory states instead of the truth. */
  statedSize?: number;
  flags?: number;
  /** The data of the entry before is that of this one, too. */
  sharesData?: boolean;
  /** Sizes follow the data. */
  isDescribedAfter?: boolean;
}

interface Packed {
  pieces: Uint8Array[];
  packedBytes: number;
  bytes: number;
  checksum: number;
}

const endOfDeflate = Uint8Array.of(3, 0);

/** A part of a deflated stream that stands for itself, so that it can be repeated. */
const deflatedPart = (bytes: Uint8Array) => deflateRawSync(bytes, { finishFlush: constants.Z_FULL_FLUSH });

function pack(content: Content, isStored: boolean): Packed {
  const { head = '', unit, times, tail = '' } = isRepeated(content) ? content : plain(content);
  const perBlock = Math.max(1, Math.floor(blockBytes / Buffer.byteLength(unit)));
  const block = Buffer.from(unit.repeat(Math.min(perBlock, times)));
  const rest = Buffer.from(unit.repeat(times % perBlock) + tail);
  const sections: [Uint8Array, number][] = [
    [isRepeated(content) ? Buffer.from(head) : Buffer.from(content), 1],
    [block, times < perBlock ? 0 : Math.floor(times / perBlock)],
    [rest, 1],
  ];
  const packed: Packed = { pieces: [], packedBytes: 0, bytes: 0, checksum: 0 };
  for (const [bytes, count] of sections) addSection(packed, bytes, count, isStored);
  if (!isStored) packed.pieces.push(endOfDeflate);
  packed.packedBytes = packed.pieces.reduce((sum, chunk) => sum + chunk.length, 0);
  return packed;
}

function addSection(packed: Packed, bytes: Uint8Array, count: number, isStored: boolean): void {
  if (bytes.length === 0) return;
  const chunk = isStored ? bytes : deflatedPart(bytes);
  for (let at = 0; at < count; at += 1) {
    packed.pieces.push(chunk);
    packed.checksum = crc32(bytes, packed.checksum);
    packed.bytes += bytes.length;
  }
}

const isRepeated = (content: Content): content is Repeated =>
  typeof content === 'object' && !(content instanceof Uint8Array);
const plain = (_: string | Uint8Array): Repeated => ({ unit: '', times: 0 });

export interface ArchiveOptions {
  /** How many entries the end of the directory states. */
  statedCount?: number;
  /** Between the directory and its end. */
  beforeEnd?: Uint8Array;
  /** Sizes and offsets stand in the 64-bit records; these are what they state. */
  zip64?: { size: bigint; offset: bigint };
}

/** A zip archive in pieces that repeat, made at the cost of its packed size. */
export function archive(entries: readonly Entry[], options: ArchiveOptions = {}): Bun.BlobPart[] {
  const chunks: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  let last: { packed: Packed; offset: number } | undefined;
  for (const entry of entries) {
    const name = Buffer.from(entry.name);
    if (!entry.sharesData || !last) {
      last = { packed: pack(entry.content, entry.stored ?? false), offset };
      const after = entry.isDescribedAfter ? [descriptor(last.packed)] : [];
      const added = [localHeader(entry, name, last.packed), name, ...last.packed.pieces, ...after];
      chunks.push(...added);
      offset += added.reduce((sum, { length }) => sum + length, 0);
    }
    directory.push(directoryRecord(entry, name, last.packed, last.offset, options.zip64), name);
    if (options.zip64) directory.push(zip64Extra(options.zip64));
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const before = options.beforeEnd ?? new Uint8Array();
  return [
    ...chunks,
    ...directory,
    before,
    directoryEnd(options.statedCount ?? entries.length, size, offset),
  ] as Bun.BlobPart[];
}

const method = ({ stored }: Entry) => (stored ? 0 : 8);
const flagsOf = ({ flags = 0, isDescribedAfter }: Entry) => flags | 0x800 | (isDescribedAfter ? 8 : 0);

function localHeader(entry: Entry, name: Buffer, { checksum, packedBytes, bytes }: Packed): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(flagsOf(entry), 6);
  header.writeUInt16LE(method(entry), 8);
  if (!entry.isDescribedAfter) {
    header.writeUInt32LE(checksum, 14);
    header.writeUInt32LE(packedBytes, 18);
    header.writeUInt32LE(bytes % 2 ** 32, 22);
  }
  header.writeUInt16LE(name.length, 26);
  return header;
}

function descriptor({ checksum, packedBytes, bytes }: Packed): Buffer {
  const record = Buffer.alloc(16);
  record.writeUInt32LE(0x08074b50, 0);
  record.writeUInt32LE(checksum, 4);
  record.writeUInt32LE(packedBytes, 8);
  record.writeUInt32LE(bytes % 2 ** 32, 12);
  return record;
}

function directoryRecord(
  entry: Entry,
  name: Buffer,
  { checksum, packedBytes, bytes }: Packed,
  offset: number,
  zip64: ArchiveOptions['zip64'],
): Buffer {
  const record = Buffer.alloc(46);
  record.writeUInt32LE(0x02014b50, 0);
  record.writeUInt16LE(flagsOf(entry), 8);
  record.writeUInt16LE(method(entry), 10);
  record.writeUInt32LE(checksum, 16);
  record.writeUInt32LE(zip64 ? 0xffffffff : packedBytes, 20);
  record.writeUInt32LE(zip64 ? 0xffffffff : (entry.statedSize ?? bytes) % 2 ** 32, 24);
  record.writeUInt16LE(name.length, 28);
  record.writeUInt16LE(zip64 ? 28 : 0, 30);
  record.writeUInt32LE(zip64 ? 0xffffffff : offset, 42);
  return record;
}

function zip64Extra({ size, offset }: { size: bigint; offset: bigint }): Buffer {
  const extra = Buffer.alloc(28);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(24, 2);
  for (const [at, value] of [size, size, offset].entries()) extra.writeBigUInt64LE(value, 4 + at * 8);
  return extra;
}

function directoryEnd(count: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(count % 65536, 8);
  end.writeUInt16LE(count % 65536, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}
