import { expect, test } from 'bun:test';
import { crc32 } from 'node:zlib';
import { type Entry, fromRandomAccessReaderPromise } from 'yauzl';
import { ArchiveReader } from '../read-xlsx/archive-reader';
import { Archive } from '../read-xlsx/zip';
import { defaultTabularLimits } from '../table/limits';
import { bytesSource } from '../table/source';
import {
  type ArchivedEntry,
  type ArchiveEntry,
  dataDescriptor,
  directoryEnd,
  directoryRecord,
  localHeader,
  zip,
} from './zip';

const options = { modifiedAt: new Date('2025-07-21T12:34:56Z'), compressionLevel: 5 };
const encoder = new TextEncoder();

async function archived(entries: Iterable<ArchiveEntry>): Promise<Uint8Array> {
  return Buffer.concat(await Array.fromAsync(zip(entries, options)));
}

async function unpacked(bytes: Uint8Array, path: string): Promise<string> {
  const archive = await Archive.open(bytesSource(bytes), defaultTabularLimits);
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let text = '';
  for await (const chunk of archive.read(path)) text += decoder.decode(chunk, { stream: true });
  return text + decoder.decode();
}

async function listed(size: number, tail: Uint8Array): Promise<Entry[]> {
  const tailOffset = size - tail.length;
  const read = async (offset: number, length: number) => {
    const bytes = new Uint8Array(length);
    const known = tail.subarray(Math.max(offset - tailOffset, 0), Math.max(offset + length - tailOffset, 0));
    bytes.set(known, length - known.length);
    return bytes;
  };
  const file = await fromRandomAccessReaderPromise(new ArchiveReader({ size, read }), size, {
    autoClose: false,
  });
  return await Array.fromAsync(file.eachEntry());
}

function archiveEnd(entries: ArchivedEntry[], directoryOffset: number): [size: number, tail: Uint8Array] {
  const records = Buffer.concat(entries.map(directoryRecord));
  const end = directoryEnd(entries.length, directoryOffset, records.length);
  return [directoryOffset + records.length + end.length, Buffer.concat([records, end])];
}

test('zip, entries of every size: unpacked as they were, with checksum, sizes, time and UTF-8 name', async () => {
  const texts = ['', 'a', 'é😀'.repeat(1000), Array.from({ length: 90_000 }, (_, n) => `${n}配`).join('')];
  const bytes = await archived(texts.map((text, index) => ({ path: `é/${index}.xml`, content: [text] })));
  for (const [index, text] of texts.entries()) expect(await unpacked(bytes, `é/${index}.xml`)).toBe(text);
  const entries = await listed(bytes.length, bytes);
  expect(entries.map(({ crc32, uncompressedSize }) => [crc32, uncompressedSize])).toEqual(
    texts.map((text) => [crc32(text), Buffer.byteLength(text)]),
  );
  expect(entries[0]?.getLastModDate({ timezone: 'UTC' })).toEqual(options.modifiedAt);
  expect(entries.map((entry) => entry.versionNeededToExtract)).toEqual([20, 20, 20, 20]);
});

test('zip, text in pieces that end anywhere: one text over several blocks', async () => {
  const chunks = Array.from({ length: 3000 }, (_, index) => '配😀xyz'.repeat(index % 97));
  expect(await unpacked(await archived([{ path: 'a', content: chunks }]), 'a')).toBe(chunks.join(''));
});

test('zip, 65,534 and 70,000 entries: all listed, ZIP64 for the latter only', async () => {
  for (const count of [65_534, 70_000]) {
    const entry = { name: encoder.encode('a.xml'), modifiedAt: options.modifiedAt, offset: 0 };
    const entries = Array.from({ length: count }, () => ({
      ...entry,
      crc32: 0,
      plainBytes: 0,
      compressedBytes: 2,
    }));
    const [size, tail] = archiveEnd(entries, 100_000);
    expect(await listed(size, tail)).toHaveLength(count);
    expect(tail.length - count * (46 + 5)).toBe(count === 70_000 ? 22 + 56 + 20 : 22);
  }
});

test('directory, sizes and offsets from 4 GiB on: ZIP64 for these fields only', async () => {
  const name = encoder.encode('a.xml');
  const small = {
    name,
    modifiedAt: options.modifiedAt,
    offset: 0,
    crc32: 7,
    plainBytes: 9,
    compressedBytes: 8,
  };
  const entries = [
    { ...small, plainBytes: 5e9 },
    { ...small, compressedBytes: 0xffffffff, plainBytes: 0x100000000 },
    { ...small, offset: 6e9 },
    small,
  ];
  const read = await listed(...archiveEnd(entries, 7e9));
  expect(
    read.map((entry) => [entry.uncompressedSize, entry.compressedSize, entry.relativeOffsetOfLocalHeader]),
  ).toEqual(entries.map(({ plainBytes, compressedBytes, offset }) => [plainBytes, compressedBytes, offset]));
  expect(read.map((entry) => entry.versionNeededToExtract)).toEqual([45, 45, 45, 20]);
  expect(read.map((entry) => entry.extraFieldLength)).toEqual([12, 20, 12, 0]);
});

test('dataDescriptor, up to and from 4 GiB: 4-byte and 8-byte sizes', () => {
  const size = { crc32: 1, plainBytes: 0xfffffffe, compressedBytes: 2 };
  expect(dataDescriptor(size).length).toBe(16);
  expect(dataDescriptor({ ...size, plainBytes: 0xffffffff }).length).toBe(24);
  const large = Buffer.from(dataDescriptor({ ...size, plainBytes: 5e9 }));
  expect([large.readBigUInt64LE(8), large.readBigUInt64LE(16)]).toEqual([2n, 5_000_000_000n]);
});

test('localHeader, times before 1980: 1980-01-01', () => {
  const header = Buffer.from(localHeader(encoder.encode('a'), new Date('1970-01-01T00:00:00Z')));
  expect(header.readUInt16LE(12)).toBe((1 << 5) | 1);
});
