import { describe, expect, test } from 'bun:test';
import { crc32 } from 'node:zlib';
import { openFillable } from '../fill-in/open-fillable';
import { defaultTabularLimits } from '../table/limits';
import { bytesSource } from '../table/source';
import { type ArchiveEntry, archiveFixture, readAll, workbookEntries } from '../workbook-fixture';

const entries = workbookEntries({ sheets: [{ rows: '<row><c><v>1</v></c></row>' }] });
const picture = (name: string, content = 'x'.repeat(5000)): ArchiveEntry => ({ name, content, stored: true });
const overlap = {
  code: 'FILE_UNREADABLE',
  message: 'The file is damaged: entries of the archive overlap.',
};
const recordFields = { packedSize: 20, size: 24, offset: 42, checksum: 16 } as const;

function stating(
  bytes: Buffer,
  name: string,
  changes: Partial<Record<keyof typeof recordFields, number>>,
): Buffer {
  const changed = Buffer.from(bytes);
  const record = changed.lastIndexOf(name) - 46;
  expect(changed.readUInt32LE(record)).toBe(0x02014b50);
  for (const [field, value] of Object.entries(changes))
    changed.writeUInt32LE(value, record + recordFields[field as keyof typeof recordFields]);
  return changed;
}

const offsetOf = (bytes: Buffer, name: string) => bytes.indexOf(name) - 30;

const withPictures = () => archiveFixture([...entries, picture('one.png'), picture('two.png')]);

describe('an archive is refused', () => {
  test('when two entries name the same bytes', async () => {
    const bytes = withPictures();
    const shared = stating(bytes, 'two.png', { offset: offsetOf(bytes, 'one.png') });
    await expect(readAll(shared)).rejects.toMatchObject(overlap);
  });

  test('when an entry begins within the data of another, as a whole one', async () => {
    const inner = archiveFixture([picture('in.png', 'abc')]).subarray(0, 30 + 'in.png'.length + 3);
    const bytes = archiveFixture([
      ...entries,
      { name: 'outer.bin', content: inner, stored: true },
      picture('in.png', 'abc'),
    ]);
    const nested = stating(bytes, 'in.png', {
      offset: bytes.indexOf('outer.bin') + 'outer.bin'.length,
      checksum: crc32('abc'),
    });
    await expect(readAll(nested)).rejects.toMatchObject(overlap);
  });

  test('when an entry reaches into the directory', async () => {
    const longer = { packedSize: 5010, size: 5010 };
    await expect(readAll(stating(withPictures(), 'two.png', longer))).rejects.toMatchObject(overlap);
  });

  test('when an entry stands in the directory itself', async () => {
    const bytes = withPictures();
    const directory = bytes.readUInt32LE(bytes.length - 6);
    await expect(readAll(stating(bytes, 'two.png', { offset: directory }))).rejects.toMatchObject(overlap);
  });

  test('with 64-bit offsets as well', async () => {
    const bytes = archiveFixture([...entries, picture('one.png'), picture('two.png')], { zip64: true });
    const record = bytes.lastIndexOf('two.png');
    bytes.writeBigUInt64LE(BigInt(offsetOf(bytes, 'one.png')), record + 'two.png'.length + 4 + 16);
    await expect(readAll(bytes)).rejects.toMatchObject(overlap);
  });

  test('when the header of an entry moves its data into the next one, as soon as they are read', async () => {
    const bytes = withPictures();
    bytes.writeUInt16LE(20, offsetOf(bytes, 'one.png') + 28);
    await expect(readAll(bytes)).resolves.toHaveLength(1);
    const file = await openFillable(bytesSource(bytes), 'book.xlsx', {
      limits: defaultTabularLimits,
      decimalSeparator: null,
    });
    await expect(Array.fromAsync(file.filled([]))).rejects.toMatchObject(overlap);
  });
});

test('bytes before, between and behind the entries belong to none of them', async () => {
  const bytes = archiveFixture([...entries, picture('gap.bin')]);
  const directory = bytes.readUInt32LE(bytes.length - 6);
  const record = bytes.lastIndexOf('gap.bin') - 46;
  const withoutGap = Buffer.concat([bytes.subarray(0, record), bytes.subarray(-22)]);
  withoutGap.writeUInt16LE(entries.length, withoutGap.length - 12);
  withoutGap.writeUInt32LE(record - directory, withoutGap.length - 10);
  expect(await readAll(withoutGap)).toEqual([{ number: 1, cells: [1] }]);
});
