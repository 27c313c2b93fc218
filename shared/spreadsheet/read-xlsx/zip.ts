import { pipeline } from 'node:stream/promises';
import { crc32, createInflateRaw } from 'node:zlib';
import { type Entry, fromRandomAccessReader, type ZipFile } from 'yauzl';
import type { TabularLimits } from '../table/limits';
import type { ByteSource } from '../table/source';
import { TableFileError, tooLarge, unreadable } from '../table/table-file';
import { ArchiveReader } from './archive-reader';

const INFLATED_CHUNK_BYTES = 128 * 1024;
const DIRECTORY_BYTES_MAX = 4 * 1024 * 1024;
const RATIO_FROM_BYTES = 16 * 1024 * 1024;
const STORED = 0;
const DEFLATED = 8;
const LOCAL_HEADER_BYTES = 30;

type Directory = ReadonlyMap<string, { entry: Entry; end: number }>;

export class Archive {
  private constructor(
    private readonly reader: ArchiveReader,
    private readonly zip: ZipFile,
    private readonly entries: Directory,
  ) {}

  /** The directory is checked against the limits before anything is unpacked. @throws TableFileError */
  static async open(source: ByteSource, limits: TabularLimits): Promise<Archive> {
    const reader = new ArchiveReader(source);
    try {
      const zip = await openZip(reader, source.size);
      // The type of the package says boolean; it is where the next record of the directory begins.
      const directoryStart = Number(zip.readEntryCursor);
      const entries = await readDirectory(zip, limits);
      return new Archive(reader, zip, withEnds(entries, directoryStart));
    } catch (error) {
      throw faultOf(error, reader);
    }
  }

  has(name: string): boolean {
    return this.entries.has(name.toLowerCase());
  }

  sizeOf(name: string): number {
    return this.entries.get(name.toLowerCase())?.entry.uncompressedSize ?? 0;
  }

  /**
   * A chunk is valid until the next one is asked for. Size and checksum are verified, and a reader that stops early
   * leaves nothing open.
   */
  async *read(name: string): AsyncGenerator<Uint8Array> {
    const entry = this.entries.get(name.toLowerCase())?.entry;
    if (!entry) throw unreadable(`The workbook has no part "${name}".`);
    if (entry.isEncrypted()) throw unreadable('The parts of the workbook are protected by a password.');
    try {
      yield* verified(entry, await this.unpack(entry));
    } catch (error) {
      throw faultOf(error, this.reader);
    }
  }

  inOrder(): Entry[] {
    return this.entries
      .values()
      .map(({ entry }) => entry)
      .toArray();
  }

  isPart(entry: Entry, name: string): boolean {
    return this.entries.get(name.toLowerCase())?.entry === entry;
  }

  async *packed(entry: Entry): AsyncGenerator<Uint8Array> {
    try {
      yield* await this.packedChunks(entry);
    } catch (error) {
      throw faultOf(error, this.reader);
    }
  }

  close(): void {
    this.zip.close();
  }

  private async unpack(entry: Entry): Promise<AsyncIterable<Uint8Array>> {
    const packed = await this.packedChunks(entry);
    if (entry.compressionMethod === STORED) return packed;
    if (entry.compressionMethod === DEFLATED) return inflate(packed);
    throw unreadable(`A part of the workbook is packed by an unknown method (${entry.compressionMethod}).`);
  }

  private async packedChunks(entry: Entry): Promise<AsyncIterable<Uint8Array>> {
    const start = await dataStart(this.zip, entry);
    const end = start + entry.compressedSize;
    if (end > (this.entries.get(keyOf(entry))?.end ?? 0)) throw overlapping();
    return this.reader.chunks(start, end);
  }
}

/**
 * No byte may belong to two entries, because a copy of compressed entries could otherwise become longer than the file.
 * @throws TableFileError
 */
function withEnds(entries: ReadonlyMap<string, Entry>, directoryStart: number): Directory {
  const inOrder = [...entries].sort(([, one], [, other]) => startOf(one) - startOf(other));
  return new Map(
    inOrder.map(([key, entry], at) => {
      const next = inOrder[at + 1]?.[1];
      const end = next ? startOf(next) : directoryStart;
      if (startOf(entry) + LOCAL_HEADER_BYTES + entry.compressedSize > end) throw overlapping();
      return [key, { entry, end }];
    }),
  );
}

const startOf = (entry: Entry) => entry.relativeOffsetOfLocalHeader;

const overlapping = () => unreadable('The file is damaged: entries of the archive overlap.');

const keyOf = ({ fileName }: Entry) => decodePercents(fileName).toLowerCase();

async function* inflate(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const inflater = createInflateRaw({ chunkSize: INFLATED_CHUNK_BYTES });
  const packing = pipeline(packed, inflater).catch(() => {});
  try {
    for await (const chunk of inflater as AsyncIterable<Uint8Array<ArrayBuffer>>) {
      yield chunk;
      // Given back at once: the collector would let dozens of these buffers pile up.
      if (chunk.byteOffset + chunk.byteLength === chunk.buffer.byteLength) chunk.buffer.transfer(0);
    }
  } finally {
    inflater.destroy();
    await packing;
  }
}

async function* verified(entry: Entry, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0;
  let checksum = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > entry.uncompressedSize) break;
    checksum = crc32(chunk, checksum);
    yield chunk;
  }
  if (size !== entry.uncompressedSize || checksum !== entry.crc32) {
    throw unreadable('The file is damaged: a part of the workbook differs from its checksum.');
  }
}

function openZip(reader: ArchiveReader, size: number): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    reader.once('error', reject);
    const options = { autoClose: false, lazyEntries: true };
    fromRandomAccessReader(reader, size, options, (error, zip) => (error ? reject(error) : resolve(zip)));
  });
}

async function readDirectory(zip: ZipFile, limits: TabularLimits): Promise<Map<string, Entry>> {
  if (zip.entryCount > limits.entriesMax)
    throw tooLarge(`The archive has more than ${limits.entriesMax} entries.`);
  const entries = new Map<string, Entry>();
  let inflatedBytes = 0;
  let directoryBytes = 0;
  for await (const entry of zip.eachEntry()) {
    const key = keyOf(entry);
    if (entries.has(key)) throw unreadable(`The archive has two entries named "${entry.fileName}".`);
    entries.set(key, entry);
    directoryBytes += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
    if (directoryBytes > DIRECTORY_BYTES_MAX)
      throw tooLarge('The names of the parts of the file are too long.');
    inflatedBytes += entry.uncompressedSize;
    if (inflatedBytes > limits.inflatedBytesMax) {
      throw tooLarge(`The file is larger than ${limits.inflatedBytesMax} bytes when it is unpacked.`);
    }
    requireRatio(entry, limits);
  }
  return entries;
}

export function decodePercents(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function requireRatio(
  { compressedSize, uncompressedSize }: Entry,
  { compressionRatioMax }: TabularLimits,
): void {
  if (uncompressedSize <= RATIO_FROM_BYTES || uncompressedSize <= compressedSize * compressionRatioMax)
    return;
  throw tooLarge('A part of the file unpacks to a suspiciously large multiple of its size.');
}

function dataStart(zip: ZipFile, entry: Entry): Promise<number> {
  return new Promise((resolve, reject) => {
    zip.readLocalFileHeader(entry, { minimal: true }, (error, header) =>
      error ? reject(error) : resolve(header.fileDataStart),
    );
  });
}

function faultOf(error: unknown, reader: ArchiveReader): unknown {
  if (reader.failure) return reader.failure.error;
  if (error instanceof TableFileError) return error;
  return unreadable('The file is damaged or not a complete workbook.', error);
}
