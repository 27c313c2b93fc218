import { describe, expect, test } from 'bun:test';
import { openTableFile } from '../open-table-file';
import { defaultTabularLimits, type TabularLimits } from '../table/limits';
import { bytesSource } from '../table/source';
import { archiveFixture, readAll, sheetXml, workbookEntries, workbookFixture } from '../workbook-fixture';

const value = '<row r="1"><c r="A1"><v>1</v></c></row>';
const reading = (rows: string, limits: Partial<TabularLimits> = {}, texts = '') =>
  readAll(workbookFixture({ sheets: [{ rows }], texts }), { limits });
const unreadable = { name: 'TableFileError', code: 'FILE_UNREADABLE' };
const tooLarge = { name: 'TableFileError', code: 'FILE_TOO_LARGE' };

describe('document types', () => {
  const bomb = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>';

  test.each([
    'xl/worksheets/sheet1.xml',
    'xl/sharedStrings.xml',
    'xl/styles.xml',
    'xl/workbook.xml',
    '_rels/.rels',
  ])('a document type in %s is refused', async (part) => {
    const cell = '<row><c t="s"><v>0</v></c></row>';
    const workbook = workbookEntries({ sheets: [{ rows: cell }], texts: '<si><t>&b;</t></si>', styles: '' });
    const entries = workbook.map((entry) =>
      entry.name === part ? { ...entry, content: String(entry.content).replace('?>', `?>${bomb}`) } : entry,
    );
    await expect(readAll(archiveFixture(entries))).rejects.toMatchObject(unreadable);
  });

  test('a reference to an entity of its own is refused', async () => {
    await expect(
      reading('<row><c t="s"><v>0</v></c></row>', {}, '<si><t>&b;</t></si>'),
    ).rejects.toMatchObject(unreadable);
    for (const text of ['a & b', '&#0;', '&#xD800;', '&#x110000;', '&#xFFFF;']) {
      await expect(reading(`<row><c t="str"><v>${text}</v></c></row>`)).rejects.toMatchObject(unreadable);
    }
  });

  test('a document type in UTF-16 is refused', async () => {
    const xml = Buffer.from(`\ufeff<?xml version="1.0"?>${bomb}${sheetXml(value).slice(55)}`, 'utf16le');
    await expect(readAll(workbookFixture({ sheets: [{ xml }] }))).rejects.toMatchObject(unreadable);
  });

  test('a document type in any encoding that is declared is refused', async () => {
    for (const encoding of ['iso-8859-1', 'shift_jis', 'iso-2022-jp', 'utf-7', 'ebcdic-cp-us']) {
      const xml = Buffer.from(
        `<?xml version="1.0" encoding="${encoding}"?>${bomb}${sheetXml(value).slice(55)}`,
        'latin1',
      );
      await expect(readAll(workbookFixture({ sheets: [{ xml }] }))).rejects.toMatchObject(unreadable);
    }
  });
});

describe('limits', () => {
  test('a cell that grows beyond the limit when it is decoded is refused', async () => {
    const head = Buffer.from(
      '<?xml version="1.0" encoding="windows-1252"?><worksheet><sheetData><row><c t="str"><v>',
    );
    const tail = Buffer.from('</v></c></row></sheetData></worksheet>');
    const xml = Buffer.concat([head, Buffer.alloc(400, 0x80), tail]);
    const limits = { cellBytesMax: 1000 };
    await expect(readAll(workbookFixture({ sheets: [{ xml }] }), { limits })).rejects.toMatchObject(tooLarge);
  });

  test('more unpacked bytes than allowed are refused before unpacking', async () => {
    await expect(reading(value, { inflatedBytesMax: 500 })).rejects.toMatchObject(tooLarge);
  });

  test('a part that unpacks to a large multiple of its size is refused', async () => {
    const blanks = ' '.repeat(17 * 1024 * 1024);
    await expect(reading(blanks)).rejects.toThrow('multiple of its size');
    await expect(reading(blanks, { compressionRatioMax: 2000 })).rejects.toThrow('A cell is larger');
    const last = '<row><c><v>1</v></c></row>';
    expect(await reading('<row/>'.repeat(1_000_000) + last)).toHaveLength(1);
  });

  test('a part that unpacks to more than the directory states is refused', async () => {
    const entries = workbookEntries({ sheets: [{ rows: '<row/>'.repeat(800_000) }] });
    for (const statedSize of [0, 10, 1000, 4_800_000]) {
      const lying = entries.map((entry) =>
        entry.name.includes('sheet1') ? { ...entry, statedSize } : entry,
      );
      await expect(readAll(archiveFixture(lying))).rejects.toMatchObject(unreadable);
    }
  });

  test('entries, rows, bytes per cell and per row, distinct texts', async () => {
    const long = 'x'.repeat(200);
    const shared = '<c t="s"><v>0</v></c>';
    const twoRows = value + value.replaceAll('1"', '2"');
    await expect(reading(value, { entriesMax: 3 })).rejects.toMatchObject(tooLarge);
    await expect(reading(twoRows, { rowsMax: 1 })).rejects.toMatchObject(tooLarge);
    for (const content of [
      `<c r="A1" t="str"><v>${long}</v></c>`,
      `<c t="inlineStr"><is><r><t>${long}</t></r></is></c>`,
    ]) {
      await expect(reading(`<row>${content}</row>`, { cellBytesMax: 199 })).rejects.toMatchObject(tooLarge);
      expect(await reading(`<row>${content}</row>`, { cellBytesMax: 200 })).toHaveLength(1);
    }
    const text = `<si><t>${long}</t></si>`;
    await expect(reading(`<row>${shared}</row>`, { cellBytesMax: 199 }, text)).rejects.toMatchObject(
      tooLarge,
    );
    await expect(reading(`<row>${shared.repeat(3)}</row>`, { rowBytesMax: 599 }, text)).rejects.toMatchObject(
      tooLarge,
    );
    expect(await reading(`<row>${shared.repeat(3)}</row>`, { rowBytesMax: 600 }, text)).toHaveLength(1);
    await expect(reading(`<row>${shared}</row>`, { sharedTextBytesMax: 199 }, text)).rejects.toMatchObject(
      tooLarge,
    );
  });

  test('sheets', async () => {
    const bytes = workbookFixture({ sheets: [{ rows: value }, { rows: value }] });
    await expect(readAll(bytes, { limits: { sheetsMax: 1 } })).rejects.toMatchObject(tooLarge);
    expect(await readAll(bytes, { limits: { sheetsMax: 2 } })).toHaveLength(1);
  });

  test('cells behind the last column that is kept cost nothing; the first that is not blank is told', async () => {
    const cells = ['B1', 'D1', 'XFD1'].map((place) => `<c r="${place}"><v>1</v></c>`).join('');
    const blank = '<row r="2"><c r="XFD2" t="str"><v> </v></c></row>';
    expect(await reading(`<row r="1">${cells}</row>${blank}`, { columnsMax: 3 })).toEqual([
      { number: 1, cells: [null, 1], beyond: { column: 3, value: 1 } },
    ]);
    const file = await openTableFile(
      bytesSource(Buffer.from('a,b\n1,2,,3,4\n')),
      'list.csv',
      defaultTabularLimits,
    );
    const [sheet] = file.sheets;
    if (!sheet) throw new RangeError('no sheet');
    expect((await Array.fromAsync(file.rows(sheet, 2))).flat()).toEqual([
      { number: 1, cells: ['a', 'b'] },
      { number: 2, cells: ['1', '2'], beyond: { column: 3, value: '3' } },
    ]);
  });

  test('a batch holds at most about 128 Ki cells', async () => {
    const rows = Array.from({ length: 600 }, () => `<row>${'<c/>'.repeat(999)}<c><v>1</v></c></row>`).join(
      '',
    );
    const file = await openTableFile(
      bytesSource(workbookFixture({ sheets: [{ rows }] })),
      'wide.xlsx',
      defaultTabularLimits,
    );
    const [sheet] = file.sheets;
    if (!sheet) throw new RangeError('no sheet');
    const batches = await Array.fromAsync(file.rows(sheet));
    expect(batches.map(({ length }) => length)).toEqual([132, 132, 132, 132, 72]);
  });

  test('a directory of very long names is refused', async () => {
    const more = Array.from({ length: 100 }, (_, index) => ({
      name: `${index}${'n'.repeat(60_000)}`,
      content: '',
    }));
    const entries = workbookEntries({ sheets: [{ rows: value }] });
    await expect(readAll(archiveFixture([...entries, ...more]))).rejects.toMatchObject(tooLarge);
  });

  test('rows are counted over all sheets, a sheet read twice once', async () => {
    const bytes = workbookFixture({ sheets: [{ rows: value }, { rows: value }, { rows: value }] });
    const file = await openTableFile(bytesSource(bytes), 'b.xlsx', { ...defaultTabularLimits, rowsMax: 2 });
    const count = async (index: number) => {
      let rows = 0;
      for await (const batch of file.rows(file.sheets[index] ?? { name: '', hidden: false, index }))
        rows += batch.length;
      return rows;
    };
    expect([await count(0), await count(0), await count(1), await count(0)]).toEqual([1, 1, 1, 1]);
    await expect(count(2)).rejects.toMatchObject(tooLarge);
  });

  test('one large text in very many cells costs neither memory nor time without end', async () => {
    const text = `<si><t>${'x'.repeat(1_000_000)}</t></si>`;
    const rows = `<row>${'<c t="s"><v>0</v></c>'.repeat(8)}</row>`.repeat(3000);
    const limits = { inflatedBytesMax: 256 * 1024 * 1024 };
    await expect(reading(rows, limits, text)).rejects.toMatchObject(tooLarge);
  });

  test('a cell that never ends is refused while it arrives', async () => {
    for (const endless of [
      `<row><c><v>${'1'.repeat(3_000_000)}`,
      `<row><c r="${'A'.repeat(3_000_000)}`,
      `<row><!--${' '.repeat(3_000_000)}`,
    ]) {
      await expect(reading(endless, { compressionRatioMax: 2000 })).rejects.toMatchObject(tooLarge);
    }
  });
});

describe('work that must not grow with the square of a text', () => {
  const length = 1_000_000;

  test.each([
    ['blanks inside a text', `<c t="inlineStr"><is><t>a${' '.repeat(length)}a</t></is></c>`],
    ['digits that are no number', `<c><v>${'1'.repeat(length)}x</v></c>`],
    ['a name of an escape', `<c t="str"><v>${'_x'.repeat(length / 2)}</v></c>`],
  ])('%s', async (_, cell) => {
    const [row] = await reading(`<row>${cell}</row>`);
    expect(String(row?.cells[0]).length).toBeGreaterThanOrEqual(length);
  });

  test('a number format of a million characters', async () => {
    const formats = `<numFmts><numFmt numFmtId="200" formatCode="${'h'.repeat(length)}"/></numFmts>`;
    const styles = `${formats}<cellXfs><xf numFmtId="200"/></cellXfs>`;
    expect(await readAll(workbookFixture({ sheets: [{ rows: value }], styles }))).toHaveLength(1);
  });
});

describe('sources', () => {
  test('what the source throws passes through, wherever it fails', async () => {
    const bytes = workbookFixture({ sheets: [{ rows: value }], texts: '<si><t>a</t></si>' });
    const gone = new Error('connection lost');
    let passed = 0;
    for (let failAt = 1; failAt < 30; failAt++) {
      let reads = 0;
      const source = {
        size: bytes.length,
        read: async (offset: number, length: number) => {
          if (++reads === failAt) throw gone;
          return bytes.subarray(offset, offset + length);
        },
      };
      const result = await readAll(source).catch((error: unknown) => error);
      if (Array.isArray(result)) break;
      expect(result).toBe(gone);
      passed++;
    }
    expect(passed).toBeGreaterThan(4);
  });

  test('a source that holds fewer bytes than it says is no fault of the file', async () => {
    const bytes = workbookFixture({ sheets: [{ rows: value }] });
    const short = {
      size: bytes.length + 5,
      read: async (offset: number, length: number) => bytes.subarray(offset, offset + length),
    };
    await expect(readAll(short)).rejects.toThrow('ended within');
    await expect(readAll(short, { name: 'list.csv' })).rejects.toThrow('ended within');
  });
});
