import { describe, expect, test } from 'bun:test';
import { Archive } from '../read-xlsx/zip';
import { defaultTabularLimits } from '../table/limits';
import { bytesSource } from '../table/source';
import { archiveFixture, readAll, sheetXml, workbookEntries, workbookFixture } from '../workbook-fixture';
import { fillIn, lastColumnOf, number, readPart, text } from './fixture';

const sheetOf = async (bytes: Uint8Array) => (await readPart(bytes, 'xl/worksheets/sheet1.xml')).toString();

const rowsIn = (xml: string) => /<(?:x:)?sheetData>(.*)<\/(?:x:)?sheetData>/s.exec(xml)?.[1] ?? '';

async function filledRow(row: string, cells: Parameters<typeof fillIn>[1]['rows'][number]['cells']) {
  const file = workbookFixture({ sheets: [{ rows: row }] });
  const filled = await fillIn(file, { rows: [{ number: 1, cells }] });
  await readAll(filled);
  return rowsIn(await sheetOf(filled));
}

describe('cells filled in', () => {
  test('behind the last one, between others, and into one that is empty', async () => {
    const row = '<row r="1"><c r="A1"><v>1</v></c><c r="C1" s="0"/><c r="E1"><v>5</v></c></row>';
    expect(await filledRow(row, [number(1, '2.50'), number(2, '3'), text(5, 'a & b')])).toBe(
      '<row r="1"><c r="A1"><v>1</v></c><c r="B1"><v>2.50</v></c><c r="C1"><v>3</v></c><c r="E1"><v>5</v></c><c r="F1" t="inlineStr"><is><t xml:space="preserve">a &amp; b</t></is></c></row>',
    );
  });

  test.each([
    ['a value', '<c r="A1"><v>0</v></c>'],
    ['a formula without a result', '<c r="A1"><f>B1</f></c>'],
    ['a shared formula', '<c r="A1"><f t="shared" si="0"/><v></v></c>'],
    ['text', '<c r="A1" t="inlineStr"><is><t>x</t></is></c>'],
    ['a section of characters', '<c r="A1" t="str"><v><![CDATA[x]]></v></c>'],
  ])('not over %s', async (_, cell) => {
    const row = `<row r="1">${cell}</row>`;
    expect(await filledRow(row, [number(0, '7')])).toBe(row);
  });

  test.each([
    ['a format', '<c r="A1" s="0"/>'],
    ['blank text', '<c r="A1" t="inlineStr"><is><t xml:space="preserve"> </t></is></c>'],
    ['an empty value', '<c r="A1" t="str"><v></v></c>'],
    ['a comment', '<c r="A1"><!-- </c> <f> --></c>'],
  ])('in place of a cell with %s alone', async (_, cell) => {
    expect(await filledRow(`<row r="1">${cell}</row>`, [number(0, '7')])).toBe(
      '<row r="1"><c r="A1"><v>7</v></c></row>',
    );
  });

  test('into rows and cells without references, and beside comments that look like tags', async () => {
    const rows = '<row/><row><!-- </row> --><c><v>1</v></c><c/><c><v>3</v></c></row><row r="9"/>';
    const file = workbookFixture({ sheets: [{ rows }] });
    const filled = await fillIn(file, { rows: [{ number: 2, cells: [number(1, '2'), number(3, '4')] }] });
    expect(rowsIn(await sheetOf(filled))).toBe(
      '<row/><row><!-- </row> --><c><v>1</v></c><c r="B2"><v>2</v></c><c><v>3</v></c><c r="D2"><v>4</v></c></row><row r="9"/>',
    );
    expect(await readAll(filled)).toEqual([{ number: 2, cells: [1, 2, 3, 4] }]);
  });

  test('with the prefix of the names, `spans` that reach to them, and what else a row holds', async () => {
    const xml = `<?xml version="1.0"?><x:worksheet xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><x:sheetData><x:row r='1' spans='1:1'><x:c r='A1' t='str'><x:v>a</x:v></x:c><x:extLst><x:ext/></x:extLst></x:row></x:sheetData></x:worksheet>`;
    const filled = await fillIn(workbookFixture({ sheets: [{ xml }] }), {
      rows: [{ number: 1, cells: [text(1, 'b'), number(2, '3')] }],
    });
    expect(rowsIn(await sheetOf(filled))).toBe(
      `<x:row r='1' spans='1:3'><x:c r='A1' t='str'><x:v>a</x:v></x:c><x:c r="B1" t="inlineStr"><x:is><x:t>b</x:t></x:is></x:c><x:c r="C1"><x:v>3</x:v></x:c><x:extLst><x:ext/></x:extLst></x:row>`,
    );
    expect(await readAll(filled)).toEqual([{ number: 1, cells: ['a', 'b', 3] }]);
  });

  test('in a format of the workbook that shows an amount and looks like the cell beside', async () => {
    const styles =
      '<numFmts><numFmt numFmtId="164" formatCode="#,##0.00"/></numFmts><cellXfs><xf/><xf numFmtId="14" fontId="1"/><xf numFmtId="0" fontId="1"/><xf numFmtId="164" fontId="1"/><xf numFmtId="9" fontId="2"/><xf numFmtId="2" fontId="3"/></cellXfs>';
    const cell = (style: number) => `<row r="1"><c r="A1" s="${style}"><v>1</v></c></row>`;
    const styleNextTo = async (style: number) => {
      const file = workbookFixture({ sheets: [{ rows: cell(style) }], styles });
      const filled = await fillIn(file, { rows: [{ number: 1, cells: [number(1, '7')] }] });
      return / s="(\d+)"><v>7/.exec(await sheetOf(filled))?.[1];
    };
    expect(await Promise.all([1, 2, 3, 5].map(styleNextTo))).toEqual(['3', '3', '3', '5']);
    expect(await styleNextTo(4)).toBeUndefined();
  });
});

describe('the head of a sheet', () => {
  const headOf = async (head: string, first = 3, count = 2) => {
    const xml = `${head}<sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData></worksheet>`;
    const filled = await fillIn(
      workbookFixture({ sheets: [{ xml }] }),
      { rows: [] },
      {
        first,
        count,
      },
    );
    await readAll(filled);
    const written = await sheetOf(filled);
    return written.slice(0, written.indexOf('<sheetData>'));
  };

  test('has the new columns in its dimension and among its columns, seen and wide enough', async () => {
    expect(await headOf('<worksheet><dimension ref="A1:C9"/><sheetViews/>')).toBe(
      '<worksheet><dimension ref="A1:E9"/><sheetViews/><cols><col min="4" max="5" width="16" customWidth="1"/></cols>',
    );
    expect(
      await headOf(
        '<worksheet><dimension ref="A1"/><cols><col min="1" max="3" width="9"/><col min="4" max="16384" hidden="1"/></cols>',
      ),
    ).toBe(
      '<worksheet><dimension ref="A1"/><cols><col min="1" max="3" width="9"/><col min="4" max="5" width="16" customWidth="1"/><col min="6" max="16384" hidden="1"/></cols>',
    );
    expect(await headOf('<worksheet><dimension ref="A1:AB9"/><cols><col min="1" max="9"/></cols>')).toBe(
      '<worksheet><dimension ref="A1:AB9"/><cols><col min="1" max="3"/><col min="4" max="5" width="16" customWidth="1"/><col min="6" max="9"/></cols>',
    );
  });

  test('stays as it is without new columns', async () => {
    const head = '<worksheet><!-- <cols> --><dimension ref="A1"/>';
    expect(await headOf(head, 0, 0)).toBe(head);
  });

  test.each(['utf-16le', 'utf-16be', 'latin1'] as const)('in %s comes back in UTF-8', async (encoding) => {
    const name = encoding === 'latin1' ? 'ISO-8859-1' : 'UTF-16';
    const xml = `${encoding === 'latin1' ? '' : '\ufeff'}<?xml version="1.0" encoding="${name}"?><worksheet><sheetData><row r="1"><c r="A1" t="str"><v>Größe</v></c></row></sheetData></worksheet>`;
    const written = Buffer.from(xml, encoding === 'latin1' ? 'latin1' : 'utf16le');
    const bytes = encoding === 'utf-16be' ? written.swap16() : written;
    const file = workbookFixture({ sheets: [{ xml: new Uint8Array(bytes) }] });
    const filled = await fillIn(file, { rows: [{ number: 1, cells: [text(1, 'Länge')] }] });
    expect(await readAll(filled)).toEqual([{ number: 1, cells: ['Größe', 'Länge'] }]);
    expect(await sheetOf(filled)).toStartWith('<?xml version="1.0" encoding="UTF-8"?>');
  });
});

describe('the last column in use', () => {
  test('is that of a value or formula in the rows asked for, not of a format', async () => {
    const rows =
      '<row r="1"><c r="Z1"><v>1</v></c></row><row r="2"><c r="B2"><v>1</v></c><c r="H2" s="1"/></row><row r="3"><c r="D3"><f>1</f></c></row>';
    const file = workbookFixture({ sheets: [{ rows }] });
    expect(await lastColumnOf(file, [2])).toBe(1);
    expect(await lastColumnOf(file, [2, 3])).toBe(3);
    expect(await lastColumnOf(file, [7])).toBe(-1);
  });

  test('is that of a merged range that reaches into them', async () => {
    const xml = sheetXml('<row r="2"><c r="B2"><v>1</v></c></row>').replace(
      '</sheetData>',
      '</sheetData><mergeCells count="2"><mergeCell ref="A1:XFD1"/><mergeCell ref="B2:E3"/></mergeCells>',
    );
    const file = workbookFixture({ sheets: [{ xml }] });
    expect([
      await lastColumnOf(file, [2]),
      await lastColumnOf(file, [3]),
      await lastColumnOf(file, [4]),
    ]).toEqual([4, 4, -1]);
  });
});

describe('an archive', () => {
  test('with sizes of 64 bits, stored parts and parts that are no XML comes back whole', async () => {
    const picture = crypto.getRandomValues(new Uint8Array(5000));
    const entries = [
      ...workbookEntries({ sheets: [{ rows: '<row r="1"><c r="A1"><v>1</v></c></row>' }] }),
      { name: 'xl/media/image1.png', content: picture, stored: true },
      { name: 'xl/vbaProject.bin', content: picture },
    ];
    const file = archiveFixture(entries, { zip64: true });
    const filled = await fillIn(file, { rows: [{ number: 1, cells: [number(1, '2')] }] });
    expect(await readAll(filled)).toEqual([{ number: 1, cells: [1, 2] }]);
    const archive = await Archive.open(bytesSource(filled), defaultTabularLimits);
    expect(archive.inOrder().map(({ fileName }) => fileName)).toEqual(entries.map(({ name }) => name));
    for (const name of ['xl/media/image1.png', 'xl/vbaProject.bin'])
      expect(await readPart(filled, name)).toEqual(Buffer.from(picture));
    archive.close();
  });
});
