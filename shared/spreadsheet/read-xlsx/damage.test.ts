import { describe, expect, test } from 'bun:test';
import { TableFileError } from '../table/table-file';
import { archiveFixture, readAll, sheetXml, workbookEntries, workbookFixture } from '../workbook-fixture';

const value = '<row r="1"><c r="A1"><v>1</v></c></row>';
const unreadable = { name: 'TableFileError', code: 'FILE_UNREADABLE' };

describe('damage', () => {
  const rows = Array.from(
    { length: 60 },
    (_, i) =>
      `<row r="${i + 1}"><c r="A${i + 1}" t="s"><v>${i % 9}</v></c><c r="B${i + 1}"><v>${i * 1.37}</v></c></row>`,
  );
  const texts = Array.from({ length: 9 }, (_, i) => `<si><t>text ${i}</t></si>`).join('');
  const whole = workbookFixture({
    sheets: [{ rows: rows.join('') }],
    texts,
    styles: '<cellXfs><xf numFmtId="14"/></cellXfs>',
  });

  async function outcome(bytes: Uint8Array): Promise<string> {
    try {
      return JSON.stringify(await readAll(bytes));
    } catch (error) {
      if (error instanceof TableFileError) return error.code;
      throw error;
    }
  }

  test('a file that is cut anywhere is unreadable', async () => {
    for (let length = 4; length < whole.length; length += 7) {
      expect(await outcome(whole.subarray(0, length))).toBe('FILE_UNREADABLE');
    }
  });

  test('a file with a changed byte is read right or refused', async () => {
    const right = await outcome(whole);
    for (let position = 4; position < whole.length; position += 2) {
      const changed = Buffer.from(whole);
      changed[position] = (changed[position] ?? 0) ^ (1 << (position % 8));
      expect([right, 'FILE_UNREADABLE', 'FILE_TOO_LARGE', 'UNSUPPORTED_FILE_TYPE']).toContain(
        await outcome(changed),
      );
    }
  });

  test('noise is refused', async () => {
    let state = 1;
    for (let round = 0; round < 300; round++) {
      const noise = Buffer.alloc(50 + round);
      for (let i = 0; i < noise.length; i++) {
        state = (state * 1103515245 + 12345) & 0x7fffffff;
        noise[i] = state >> 16;
      }
      noise.write('PK\x03\x04', 'latin1');
      expect(await outcome(noise)).toBe('FILE_UNREADABLE');
    }
  });

  test('a wrong checksum is found', async () => {
    for (const part of ['xl/worksheets/sheet1.xml', 'xl/sharedStrings.xml', 'xl/workbook.xml']) {
      for (const stored of [true, false]) {
        const workbook = workbookEntries({ sheets: [{ rows: '<row><c t="s"><v>0</v></c></row>' }], texts });
        const entries = workbook.map((entry) => ({
          ...entry,
          stored,
          ...(entry.name === part && { statedChecksum: 1 }),
        }));
        await expect(readAll(archiveFixture(entries))).rejects.toMatchObject(unreadable);
      }
    }
  });

  test.each([
    ['a row number twice', value + value],
    ['a row number that is none', '<row r="x"/>'],
    ['a row number beyond the last', '<row r="1048577"/>'],
    ['a cell twice', '<row r="1"><c r="A1"><v>1</v></c><c r="A1"><v>2</v></c></row>'],
    ['a reference that is none', '<row><c r="1"><v>1</v></c></row>'],
    ['a reference without a row', '<row><c r="A"><v>1</v></c></row>'],
    ['a text that does not exist', '<row><c t="s"><v>5</v></c></row>'],
    ['a text that has no number', '<row><c t="s"><v>-1</v></c></row>'],
    ['an element in a value', '<row><c><v>1<b/></v></c></row>'],
    ['a missing end', '<row r="1"><c r="A1"><v>1</v></c>'],
    ['attributes without values', '<row r><c><v>1</v></c></row>'],
    ['an attribute that is not closed', '<row r="1><c><v>1</v></c></row>'],
    ['an unknown declaration', '<row><!x></row>'],
    ['text that is no UTF-8', '\u0080'],
  ])('%s is unreadable', async (_, content) => {
    const xml = Buffer.from(
      sheetXml(content.replace('\u0080', '<row><c t="str"><v>\u00c3</v></c></row>')),
      'latin1',
    );
    await expect(
      readAll(workbookFixture({ sheets: [{ xml }], texts: '<si><t>a</t></si>' })),
    ).rejects.toMatchObject(unreadable);
  });

  test.each([
    ['two entries of one name', [{ name: 'XL/Workbook.xml', content: 'x' }]],
    ['an entry outside the archive', [{ name: '../../evil.xml', content: 'x' }]],
    ['an absolute entry', [{ name: '/etc/evil', content: 'x' }]],
  ])('%s is unreadable', async (_, more) => {
    const entries = workbookEntries({ sheets: [{ rows: value }] });
    await expect(readAll(archiveFixture([...entries, ...more]))).rejects.toMatchObject(unreadable);
  });

  test('missing and unusable parts are unreadable', async () => {
    const rows = '<row><c t="s"><v>0</v></c></row>';
    const entries = workbookEntries({ sheets: [{ rows }], texts: '<si><t>a</t></si>', styles: '' });
    for (const name of [
      'xl/workbook.xml',
      'xl/_rels/workbook.xml.rels',
      'xl/worksheets/sheet1.xml',
      'xl/sharedStrings.xml',
      'xl/styles.xml',
    ]) {
      await expect(
        readAll(archiveFixture(entries.filter((entry) => entry.name !== name))),
      ).rejects.toMatchObject(unreadable);
    }
    for (const xml of [
      '',
      'hello',
      '<worksheet/>',
      '<worksheet><sheetData/>',
      '<a></b>',
      sheetXml(value).slice(0, -3),
    ]) {
      await expect(readAll(workbookFixture({ sheets: [{ xml }] }))).rejects.toMatchObject(unreadable);
    }
    const protectedEntries = entries.map((entry) => ({ ...entry, flags: 1 }));
    await expect(readAll(archiveFixture(protectedEntries))).rejects.toMatchObject(unreadable);
    await expect(readAll(archiveFixture([]))).rejects.toMatchObject(unreadable);
  });

  test('sheets that share a part are unreadable', async () => {
    const bytes = workbookFixture({ sheets: [{ rows: value }, { target: 'worksheets/SHEET1.xml' }] });
    await expect(readAll(bytes)).rejects.toMatchObject(unreadable);
  });

  test('other Office files are of no supported type', async () => {
    const rename = (part: string) =>
      archiveFixture(
        workbookEntries({ sheets: [{ rows: value }] }).map(({ name, content }) => ({
          name: name.replace('xl/workbook.xml', part),
          content: String(content).replace('xl/workbook.xml', part),
        })),
      );
    for (const part of ['xl/workbook.bin', 'word/document.xml', 'ppt/presentation.xml']) {
      await expect(readAll(rename(part))).rejects.toMatchObject({ code: 'UNSUPPORTED_FILE_TYPE' });
    }
  });
});
