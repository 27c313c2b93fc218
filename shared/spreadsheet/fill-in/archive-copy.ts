import type { Entry } from 'yauzl';
import type { Archive } from '../read-xlsx/zip';
import { unreadable } from '../table/table-file';
import { deflate, type EntrySize } from '../write-xlsx/deflate';
import { dataDescriptor, directoryEnd } from '../write-xlsx/zip';

const compressionLevel = 5;
const deflated = 8;
const versionPlain = 20;
const sizesFollow = 0x0008;
const namesAreUtf8 = 0x0800;
const zip64Extra = 0x0001;
const offsetMax = 0xffffffff;
const localBytes = 30;
const directoryBytes = 46;

type EntryFacts = Pick<
  Entry,
  | 'generalPurposeBitFlag'
  | 'lastModFileTime'
  | 'lastModFileDate'
  | 'fileNameRaw'
  | 'versionMadeBy'
  | 'extraFieldRaw'
  | 'fileCommentRaw'
  | 'internalFileAttributes'
  | 'externalFileAttributes'
>;

export interface AddedPart {
  name: string;
  content: Buffer;
}

interface CopiedEntry extends EntrySize {
  entry: EntryFacts;
  flags: number;
  method: number;
  offset: number;
}

export async function* copyArchive(
  archive: Archive,
  contentOf: (entry: Entry) => AsyncIterable<Uint8Array> | null,
  added: readonly AddedPart[] = [],
): AsyncGenerator<Uint8Array, void> {
  const copied: CopiedEntry[] = [];
  let offset = 0;
  for (const entry of [...archive.inOrder(), ...added]) {
    const isAdded = 'content' in entry;
    if (!isAdded && entry.isEncrypted())
      throw unreadable('The parts of the workbook are protected by a password.');
    const content = isAdded ? chunkOf(entry.content) : contentOf(entry);
    const facts = isAdded ? factsOf(entry) : entry;
    const header = isAdded || content ? openedHeader(facts) : copiedHeader(entry);
    yield header.bytes;
    let size = header.size;
    let written = header.bytes.length;
    if (content) {
      size = yield* deflate(content, compressionLevel);
      const descriptor = dataDescriptor(size);
      yield descriptor;
      written += descriptor.length;
    } else if (!isAdded) yield* archive.packed(entry);
    copied.push({ ...header, ...size, entry: facts, offset });
    offset += written + size.compressedBytes;
    if (offset > offsetMax) throw new RangeError('a workbook of more than 4 GiB');
  }
  let length = 0;
  for (const one of copied) {
    const record = directoryRecord(one);
    length += record.length;
    yield record;
  }
  yield directoryEnd(copied.length, offset, length);
}

export async function* chunkOf(content: Buffer): AsyncGenerator<Uint8Array> {
  yield content;
}

const firstDay = 0x21;

const factsOf = ({ name }: AddedPart): EntryFacts => ({
  generalPurposeBitFlag: namesAreUtf8,
  lastModFileTime: 0,
  lastModFileDate: firstDay,
  fileNameRaw: Buffer.from(name),
  versionMadeBy: versionPlain,
  extraFieldRaw: Buffer.alloc(0),
  fileCommentRaw: Buffer.alloc(0),
  internalFileAttributes: 0,
  externalFileAttributes: 0,
});

function openedHeader(entry: EntryFacts) {
  const flags = (entry.generalPurposeBitFlag & namesAreUtf8) | sizesFollow;
  const size: EntrySize = { crc32: 0, compressedBytes: 0, plainBytes: 0 };
  return { flags, method: deflated, size, bytes: localHeader(entry, flags, deflated, size) };
}

function copiedHeader(entry: Entry) {
  const { compressionMethod: method, crc32, compressedSize, uncompressedSize } = entry;
  const flags = entry.generalPurposeBitFlag & ~sizesFollow;
  const size: EntrySize = { crc32, compressedBytes: compressedSize, plainBytes: uncompressedSize };
  return { flags, method, size, bytes: localHeader(entry, flags, method, size) };
}

function localHeader(entry: EntryFacts, flags: number, method: number, size: EntrySize): Buffer {
  const bytes = Buffer.alloc(localBytes);
  bytes.writeUInt32LE(0x04034b50, 0);
  bytes.writeUInt16LE(versionPlain, 4);
  writeCommon(bytes, 6, entry, flags, method, size);
  return Buffer.concat([bytes, entry.fileNameRaw]);
}

function writeCommon(
  bytes: Buffer,
  at: number,
  entry: EntryFacts,
  flags: number,
  method: number,
  { crc32, compressedBytes, plainBytes }: EntrySize,
): void {
  bytes.writeUInt16LE(flags, at);
  bytes.writeUInt16LE(method, at + 2);
  bytes.writeUInt16LE(entry.lastModFileTime, at + 4);
  bytes.writeUInt16LE(entry.lastModFileDate, at + 6);
  bytes.writeUInt32LE(crc32, at + 8);
  bytes.writeUInt32LE(compressedBytes, at + 12);
  bytes.writeUInt32LE(plainBytes, at + 16);
  bytes.writeUInt16LE(entry.fileNameRaw.length, at + 20);
}

function directoryRecord({ entry, flags, method, offset, ...size }: CopiedEntry): Buffer {
  const extra = withoutZip64(entry.extraFieldRaw);
  const bytes = Buffer.alloc(directoryBytes);
  bytes.writeUInt32LE(0x02014b50, 0);
  bytes.writeUInt16LE(entry.versionMadeBy, 4);
  bytes.writeUInt16LE(versionPlain, 6);
  writeCommon(bytes, 8, entry, flags, method, size);
  bytes.writeUInt16LE(extra.length, 30);
  bytes.writeUInt16LE(entry.fileCommentRaw.length, 32);
  bytes.writeUInt16LE(entry.internalFileAttributes, 36);
  bytes.writeUInt32LE(entry.externalFileAttributes, 38);
  bytes.writeUInt32LE(offset, 42);
  return Buffer.concat([bytes, entry.fileNameRaw, extra, entry.fileCommentRaw]);
}

function withoutZip64(extra: Buffer): Buffer {
  const stored: Buffer[] = [];
  for (let at = 0; at + 4 <= extra.length; ) {
    const end = at + 4 + extra.readUInt16LE(at + 2);
    if (extra.readUInt16LE(at) !== zip64Extra) stored.push(extra.subarray(at, end));
    at = end;
  }
  return Buffer.concat(stored);
}
