import { describe, expect, test } from 'bun:test';
import { DateCell, ErrorCell, NoResultCell } from '../table/cell';
import { readAll, readCells, sheetXml, workbookFixture } from '../workbook-fixture';

const row = (cells: string) => `<row r="1">${cells}</row>`;

describe('cells', () => {
  test('numbers, texts, booleans, errors and blanks', async () => {
    const cells = await readCells(
      row(
        '<c r="A1"><v>12.5</v></c><c r="B1" t="n"><v>-3E-2</v></c><c r="C1" t="s"><v>1</v></c><c r="D1" t="b"><v>1</v></c>' +
          '<c r="E1" t="b"><v>0</v></c><c r="F1" t="e"><v>#REF!</v></c><c r="G1" s="1"/><c r="H1" t="str"><v>a b</v></c>' +
          '<c r="I1" t="inlineStr"><is><t>in line</t></is></c>',
      ),
      { texts: '<si><t>zero</t></si><si><t>one</t></si>' },
    );
    expect(cells).toEqual([12.5, -0.03, 'one', true, false, new ErrorCell('#REF!'), null, 'a b', 'in line']);
  });

  test('a gap is null, blanks at the end are cut, an empty text is blank', async () => {
    const texts = '<si><t></t></si><si/><si><t/></si>';
    const empty = '<c r="E1" t="s"><v>0</v></c><c r="F1" t="s"><v>1</v></c><c r="G1" t="s"><v>2</v></c>';
    const cells = await readCells(row(`<c r="C1"><v>3</v></c>${empty}<c r="H1" t="inlineStr"/>`), { texts });
    expect(cells).toEqual([null, null, 3]);
  });

  test('cells and rows without references follow each other', async () => {
    const rows =
      '<row><c><v>1</v></c><c/><c><v>2</v></c><c r="F1"><v>3</v></c><c><v>4</v></c></row><row r="7"><c><v>5</v></c></row><row><c><v>6</v></c></row>';
    expect(await readAll(workbookFixture({ sheets: [{ rows }] }))).toEqual([
      { number: 1, cells: [1, null, 2, null, null, 3, 4] },
      { number: 7, cells: [5] },
      { number: 8, cells: [6] },
    ]);
  });

  test('cells out of order land in their columns', async () => {
    expect(await readCells(row('<c r="B1"><v>2</v></c><c r="A1"><v>1</v></c>'))).toEqual([1, 2]);
  });

  test('rows without values are left out and keep their numbers', async () => {
    const rows = '<row r="2"/><row r="3"><c r="A3" s="1"/></row><row r="5"><c r="A5"><v>1</v></c></row>';
    expect(await readAll(workbookFixture({ sheets: [{ rows }] }))).toEqual([{ number: 5, cells: [1] }]);
  });

  test('prefixes, attribute order, single quotes, blanks, comments, CDATA and instructions make no difference', async () => {
    const xml =
      '<?xml version="1.0"?><!-- a > b --><x:worksheet xmlns:x="urn:x"><x:sheetData >' +
      `<x:row spans='1:9' r = "4" ><?pi </x:row> ?><x:c t='s' r='A4'><x:v>0</x:v></x:c><!-- </x:row> -->` +
      '<x:c\n\tr="B4"\n><x:v> 1<!-- 9 -->2 </x:v></x:c ><x:c r="C4" t="str"><x:v><![CDATA[a<b>&amp;]]>c&amp;d</x:v></x:c>' +
      '<x:c r="D4"><x:extLst><x:ext><x:v>9</x:v></x:ext></x:extLst><x:v>8</x:v></x:c></x:row></x:sheetData></x:worksheet>';
    const rows = await readAll(workbookFixture({ sheets: [{ xml }], texts: '<si><t>text</t></si>' }));
    expect(rows).toEqual([{ number: 4, cells: ['text', 12, 'a<b>&amp;c&d', 8] }]);
  });

  test('a merged range has its value in its first cell only', async () => {
    const xml = sheetXml(row('<c r="A1"><v>1</v></c><c r="B1"/><c r="C1"/><c r="D1"><v>2</v></c>')).replace(
      '<pageMargins',
      '<mergeCells count="1"><mergeCell ref="A1:C1"/></mergeCells><pageMargins',
    );
    expect((await readAll(workbookFixture({ sheets: [{ xml }] })))[0]?.cells).toEqual([1, null, null, 2]);
  });

  test('the last column is XFD', async () => {
    const bytes = workbookFixture({ sheets: [{ rows: row('<c r="XFD1"><v>1</v></c>') }] });
    expect(await readAll(bytes, { limits: { columnsMax: 20_000 } })).toMatchObject([
      { cells: { length: 16_384 } },
    ]);
    await expect(readCells(row('<c r="XFE1"><v>1</v></c>'))).rejects.toMatchObject({
      code: 'FILE_UNREADABLE',
    });
  });
});

describe('formulas', () => {
  test('a formula is its stored result', async () => {
    const cells = await readCells(
      row(
        '<c r="A1"><f>1+1</f><v>2</v></c><c r="B1" t="str"><f t="shared" ref="B1:B9" si="0">A1&amp;"x"</f><v>2x</v></c>' +
          '<c r="C1" t="b"><f ca="1"/><v>1</v></c><c r="D1" t="str"><f>""</f><v></v></c><c r="E1" t="e"><f>1/0</f><v>#DIV/0!</v></c>',
      ),
    );
    expect(cells).toEqual([2, '2x', true, null, new ErrorCell('#DIV/0!')]);
  });

  test('a formula without a stored result says so', async () => {
    const missing =
      '<c r="A1"><f>A2</f></c><c r="B1"><f>A2</f><v/></c><c r="C1"><f>A2</f><v></v></c><c r="D1" t="str"><f>A2</f></c>';
    expect(await readCells(row(missing))).toEqual(new Array(4).fill(new NoResultCell()));
  });
});

describe('texts', () => {
  test('runs are joined, phonetic runs are left out', async () => {
    const texts =
      '<si><r><rPr><b/><rFont val="A"/></rPr><t>Flan</t></r><r><t xml:space="preserve">ge </t></r><r><t>6</t></r></si>' +
      '<si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh><phoneticPr fontId="1"/></si>';
    const inline =
      '<c r="C1" t="inlineStr"><is><r><t>a</t></r><rPh sb="0" eb="1"><t>x</t></rPh><r><t>b</t></r></is></c>';
    const cells = await readCells(row(`<c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c>${inline}`), {
      texts,
    });
    expect(cells).toEqual(['Flange 6', '東京', 'ab']);
  });

  test('outer blanks stay only where xml:space says so', async () => {
    const texts = '<si><t xml:space="preserve"> a </t></si><si><t> b\n</t></si><si><t>c d</t></si>';
    const cells = await readCells(row([0, 1, 2].map((index) => `<c t="s"><v>${index}</v></c>`).join('')), {
      texts,
    });
    expect(cells).toEqual([' a ', 'b', 'c d']);
  });

  test('escapes and references are decoded', async () => {
    const written = [
      'a_x000D_b',
      '_x005F_x000D_',
      '_x0000_',
      '_xD83D__xDE00_ _xD800_',
      '_x00g0_ x_y',
      '&lt;&amp;&gt;&quot;&apos;&#65;&#x1F600;',
      'a\r\nb\rc',
    ];
    const texts = written.map((text) => `<si><t>${text}</t></si>`).join('');
    const cells = written.map((_, index) => `<c t="s"><v>${index}</v></c>`).join('');
    const results =
      '<c t="str"><v>_x0041_&amp;_x005F_x0042_</v></c><c t="inlineStr"><is><t>_x0043_</t></is></c>';
    expect(await readCells(row(cells + results), { texts })).toEqual([
      'a\rb',
      '_x000D_',
      '\0',
      '😀 _xD800_',
      '_x00g0_ x_y',
      '<&>"\'A😀',
      'a\nb\nc',
      'A&_x0042_',
      'C',
    ]);
  });

  test('a number cell with text in it is that text', async () => {
    const cells = await readCells(
      row('<c><v>NaN</v></c><c><v>1e999</v></c><c><v>0x10</v></c><c><v>1,5</v></c><c t="b"><v>x</v></c>'),
    );
    expect(cells).toEqual(['NaN', '1e999', '0x10', '1,5', 'x']);
  });

  test('UTF-16 parts are read', async () => {
    for (const mark of ['\ufeff', '']) {
      const xml = sheetXml(row('<c t="inlineStr"><is><t>Straße 日本</t></is></c>'));
      const little = Buffer.from(mark + xml, 'utf16le');
      const big = Buffer.from(little).swap16();
      for (const bytes of [little, big]) {
        expect((await readAll(workbookFixture({ sheets: [{ xml: bytes }] })))[0]?.cells).toEqual([
          'Straße 日本',
        ]);
      }
    }
  });

  test('a byte order mark is no text', async () => {
    const xml = `\ufeff${sheetXml(row('<c><v>1</v></c>'))}`;
    expect((await readAll(workbookFixture({ sheets: [{ xml }] })))[0]?.cells).toEqual([1]);
  });
});

describe('dates', () => {
  const styles =
    '<numFmts count="2"><numFmt numFmtId="164" formatCode="dd\\-mmm\\-yyyy"/><numFmt numFmtId="165" formatCode="[h]:mm"/></numFmts>' +
    '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs count="5"><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/>' +
    '<xf numFmtId="165"/><xf numFmtId="20"/></cellXfs><dxfs><dxf><numFmt numFmtId="0" formatCode="yyyy"/></dxf></dxfs>';
  const iso = (cells: unknown[] | undefined) =>
    cells?.map((cell) => (cell instanceof DateCell ? cell.iso : cell));

  test('a number with a date style is a date, one with a style of time or duration is a number', async () => {
    const cells = await readCells(
      row(
        '<c s="0"><v>45292</v></c><c s="1"><v>45292</v></c><c s="2"><v>45292.75</v></c><c s="3"><v>45292</v></c><c s="4"><v>0.5</v></c><c s="99"><v>1</v></c>',
      ),
      { styles },
    );
    expect(iso(cells)).toEqual([45292, '2024-01-01', '2024-01-01T18:00:00', 45292, 0.5, 1]);
  });

  test('days around the leap day that never was', async () => {
    const serials = [0, 0.5, 1, 59, 60, 61, -1, 2958465, 2958466];
    const cells = await readCells(row(serials.map((serial) => `<c s="1"><v>${serial}</v></c>`).join('')), {
      styles,
    });
    expect(iso(cells)).toEqual([
      0,
      0.5,
      '1900-01-01',
      '1900-02-28',
      60,
      '1900-03-01',
      -1,
      '9999-12-31',
      2958466,
    ]);
  });

  test('the 1904 date system', async () => {
    for (const workbookPr of ['<workbookPr date1904="1"/>', '<workbookPr date1904="true"/>']) {
      const cells = await readCells(row('<c s="1"><v>0</v></c><c s="1"><v>43830</v></c>'), {
        styles,
        workbookPr,
      });
      expect(iso(cells)).toEqual(['1904-01-01', '2024-01-01']);
    }
  });

  test('ISO dates of strict workbooks', async () => {
    const cells = await readCells(
      row(
        '<c t="d"><v>2024-01-15</v></c><c t="d"><v>2024-01-15T06:30:00Z</v></c><c t="d"><v>1900-02-28</v></c><c t="d"><v>2024-02-30</v></c><c t="d"><v>12:00</v></c>',
      ),
    );
    expect(iso(cells)).toEqual(['2024-01-15', '2024-01-15T06:30:00', '1900-02-28', '2024-02-30', '12:00']);
    expect(cells?.[0]).toEqual(new DateCell(45306));
  });
});
