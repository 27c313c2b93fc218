import { crc32, deflateRawSync } from 'node:zlib';
import type { Part } from './sheet';

const descriptorFlag = 0x8;

/** How a writer packs its parts. */
export interface ZipManner {
  stored?: boolean;
  /** General purpose flags; with 0x8 the sizes stand behind the data. */
  flags?: number;
  /** Version made by, its upper byte the system, and version needed. */
  madeBy?: number;
  needed?: number;
  dosTime?: number;
  dosDate?: number;
  zip64?: boolean;
  /** Bytes of padding in the first header, which Excel leaves to let a part grow. */
  growthHintBytes?: number;
}

interface Packed {
  name: Buffer;
  data: Buffer;
  size: number;
  checksum: number;
  offset: number;
}

/** The bytes of an archive of `parts`, in their order. */
export function zipOf(parts: readonly Part[], manner: ZipManner): Buffer<ArrayBuffer> {
  const chunks: Buffer[] = [];
  const packed: Packed[] = [];
  let offset = 0;
  for (const { name, content } of parts) {
    const bytes = Buffer.from(content, 'utf8');
    const data = manner.stored ? bytes : deflateRawSync(bytes);
    const one = { name: Buffer.from(name), data, size: bytes.length, checksum: crc32(bytes), offset };
    const record = Buffer.concat([localHeader(one, manner), data, descriptor(one, manner)]);
    chunks.push(record);
    packed.push(one);
    offset += record.length;
  }
  const directory = Buffer.concat(packed.map((one) => directoryHeader(one, manner)));
  return Buffer.concat([...chunks, directory, directoryEnd(parts.length, directory.length, offset, manner)]);
}

const hasDescriptor = ({ flags = 0 }: ZipManner): boolean => (flags & descriptorFlag) !== 0;

/** The fields that both headers have, from the version needed to the length of the name. */
function commonFields(one: Packed, manner: ZipManner, isLocal: boolean): Buffer {
  const fields = Buffer.alloc(24);
  const isBehind = isLocal && hasDescriptor(manner);
  fields.writeUInt16LE(manner.needed ?? 20, 0);
  fields.writeUInt16LE(manner.flags ?? 0, 2);
  fields.writeUInt16LE(manner.stored ? 0 : 8, 4);
  fields.writeUInt16LE(manner.dosTime ?? 0, 6);
  fields.writeUInt16LE(manner.dosDate ?? 0x21, 8);
  fields.writeUInt32LE(isBehind ? 0 : one.checksum, 10);
  const sizes = manner.zip64 ? [0xffffffff, 0xffffffff] : isBehind ? [0, 0] : [one.data.length, one.size];
  for (const [at, size] of sizes.entries()) fields.writeUInt32LE(size, 14 + at * 4);
  fields.writeUInt16LE(one.name.length, 22);
  return fields;
}

function localHeader(one: Packed, manner: ZipManner): Buffer {
  const sizes = hasDescriptor(manner) ? [0, 0] : [one.size, one.data.length];
  const extra = manner.zip64 ? zip64Extra(sizes) : one.offset === 0 ? growthHint(manner) : Buffer.alloc(0);
  return Buffer.concat([
    Buffer.from('PK\x03\x04', 'latin1'),
    commonFields(one, manner, true),
    uint16(extra.length),
    one.name,
    extra,
  ]);
}

function directoryHeader(one: Packed, manner: ZipManner): Buffer {
  const extra = manner.zip64 ? zip64Extra([one.size, one.data.length]) : Buffer.alloc(0);
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(one.offset, 10);
  return Buffer.concat([
    Buffer.from('PK\x01\x02', 'latin1'),
    uint16(manner.madeBy ?? 20),
    commonFields(one, manner, false),
    uint16(extra.length),
    rest,
    one.name,
    extra,
  ]);
}

function descriptor(one: Packed, manner: ZipManner): Buffer {
  if (!hasDescriptor(manner)) return Buffer.alloc(0);
  const fields = Buffer.alloc(manner.zip64 ? 24 : 16);
  fields.write('PK\x07\x08', 'latin1');
  fields.writeUInt32LE(one.checksum, 4);
  for (const [at, size] of [one.data.length, one.size].entries()) {
    if (manner.zip64) fields.writeBigUInt64LE(BigInt(size), 8 + at * 8);
    else fields.writeUInt32LE(size, 8 + at * 4);
  }
  return fields;
}

function directoryEnd(count: number, size: number, offset: number, { zip64 = false }: ZipManner): Buffer {
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  for (const at of [8, 10]) end.writeUInt16LE(count, at);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  if (!zip64) return end;
  const record = Buffer.alloc(56);
  record.write('PK\x06\x06', 'latin1');
  record.writeBigUInt64LE(44n, 4);
  for (const at of [12, 14]) record.writeUInt16LE(45, at);
  for (const [at, value] of [count, count, size, offset].entries())
    record.writeBigUInt64LE(BigInt(value), 24 + at * 8);
  const locator = Buffer.alloc(20);
  locator.write('PK\x06\x07', 'latin1');
  locator.writeBigUInt64LE(BigInt(offset + size), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([record, locator, end]);
}

function zip64Extra(values: readonly number[]): Buffer {
  const extra = Buffer.alloc(4 + values.length * 8);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(values.length * 8, 2);
  for (const [at, value] of values.entries()) extra.writeBigUInt64LE(BigInt(value), 4 + at * 8);
  return extra;
}

function growthHint({ growthHintBytes = 0 }: ZipManner): Buffer {
  const hint = Buffer.alloc(growthHintBytes);
  if (growthHintBytes === 0) return hint;
  hint.writeUInt16LE(0xa220, 0);
  hint.writeUInt16LE(growthHintBytes - 4, 2);
  hint.writeUInt16LE(0xa028, 4);
  hint.writeUInt16LE(growthHintBytes - 8, 6);
  return hint;
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}
