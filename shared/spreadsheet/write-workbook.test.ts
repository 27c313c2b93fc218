import { expect, test } from 'bun:test';
import { read, type WorkBook } from '@e965/xlsx';
import fc from 'fast-check';
import { openTableFile } from './open-table-file';
import type { CellOutput, ColumnFormat, SheetOutput, WorkbookOptions } from './output/write-output';
import { DateCell, ErrorCell, type Row } from './table/cell';
import { defaultTabularLimits } from './table/limits';
import { bytesSource } from './table/source';
import { writeWorkbook } from './write-workbook';

type Rows = readonly (readonly CellOutput[])[];

async function* batches(...list: Rows[]): AsyncGenerator<Rows> {
  yield* list;
}

function sheetOf(formats: ColumnFormat[], rows: Rows, rest: Partial<SheetOutput> = {}): SheetOutput {
  const columns = formats.map((format, index) => ({ header: `${format} ${index}`, format }));
  return { name: 'Lines', columns, rows: batches(rows), ...rest };
}

async function written(sheets: SheetOutput[], options?: WorkbookOptions): Promise<WorkBook> {
  const bytes = await new Response(writeWorkbook(sheets, options)).bytes();
  return read(bytes, { cellNF: true, cellStyles: true, cellHTML: false, cellFormula: true });
}

async function readBack(sheet: SheetOutput): Promise<Row[]> {
  const bytes = await new Response(writeWorkbook([sheet])).bytes();
  const file = await openTableFile(bytesSource(bytes), 'lines.xlsx', defaultTabularLimits);
  return (await Promise.all(file.sheets.map((info) => Array.fromAsync(file.rows(info))))).flat(2);
}

async function valuesBelowHeader(format: ColumnFormat, values: CellOutput[]) {
  const sheet = (
    await written([
      sheetOf(
        [format],
        values.map((value) => [value]),
      ),
    ])
  ).Sheets.Lines;
  return values.map((_, index) => sheet?.[`A${index + 2}`]);
}

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.nat(0xffff).map((unit) => String.fromCharCode(unit)) }),
  fc
    .array(fc.constantFrom('_', 'x', 'X', '00', '41', '_x0041_', '\u0001', '\r\n', ' ', '<', '&', ']]>', '='))
    .map((parts) => parts.join('')),
);

const textLists = fc.array(anyText, { minLength: 1, maxLength: 20 });

test('text column, any text: a text cell with the value unchanged, lone surrogates as U+FFFD', async () => {
  await fc.assert(
    fc.asyncProperty(textLists, async (texts) => {
      const sheet = sheetOf(
        ['text'],
        texts.map((text) => [text]),
      );
      const rows = await readBack(sheet);
      const read = texts.map((_, index) => rows.find(({ number }) => number === index + 2)?.cells[0] ?? '');
      expect(read).toEqual(texts.map((text) => text.toWellFormed()));
    }),
  );
});

test('text column, any text read by another library, which makes CR LF one LF: the same', async () => {
  await fc.assert(
    fc.asyncProperty(textLists, async (texts) => {
      const cells = await valuesBelowHeader('text', texts);
      const expected = texts.map((text) => text.toWellFormed().replaceAll('\r\n', '\n'));
      expect(cells.map((cell) => [cell?.t, cell?.v])).toEqual(expected.map((text) => ['s', text]));
    }),
  );
});

test('general column, text that looks like a formula: a text cell, no formula', async () => {
  const texts = ['=1+1', '+1', '-1', '@sum', '=HYPERLINK("http://127.0.0.1")', '\t=1', '0012', '1e5', 'TRUE'];
  for (const format of ['text', 'general'] as const) {
    const cells = await valuesBelowHeader(format, texts);
    expect(cells.map((cell) => [cell?.t, cell?.v, cell?.f])).toEqual(
      texts.map((text) => ['s', text, undefined]),
    );
  }
});

test('general column, mixed values: the type of each is kept', async () => {
  const cells = await valuesBelowHeader('general', ['x', 1.5, true, false, 0]);
  expect(cells.map((cell) => [cell?.t, cell?.v])).toEqual([
    ['s', 'x'],
    ['n', 1.5],
    ['b', true],
    ['b', false],
    ['n', 0],
  ]);
});

test('general column, an error: an error cell, the same text in a cell of text; a rarer error as #VALUE!', async () => {
  const rows = await readBack(
    sheetOf(['general'], [[new ErrorCell('#REF!')], ['#REF!'], [new ErrorCell('#SPILL!')]]),
  );
  const read = rows.slice(1).map(({ cells }) => cells[0]);
  expect(read).toEqual([new ErrorCell('#REF!'), '#REF!', new ErrorCell('#VALUE!')]);
});

test('text column, numbers and booleans: written as text', async () => {
  const cells = await valuesBelowHeader('text', [12.5, true]);
  expect(cells.map((cell) => [cell?.t, cell?.v])).toEqual([
    ['s', '12.5'],
    ['s', 'true'],
  ]);
});

test('numeric columns, any number or decimal text: number cells with that value', async () => {
  const number = fc.double({ min: -1e300, max: 1e300, noNaN: true });
  const decimalText = fc
    .tuple(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.nat(999_999))
    .map(([whole, fraction]) => `${whole}.${fraction}`);
  const list = fc.array(fc.oneof(number, decimalText), { minLength: 1, maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(list, fc.constantFrom('number', 'money', 'rate', 'percent'), async (values, format) => {
      const cells = await valuesBelowHeader(format, values);
      expect(cells.map((cell) => [cell?.t, cell?.v])).toEqual(
        values.map((value) => ['n', Number(value) + 0]),
      );
    }),
  );
});

test('each format: its number format on the cells', async () => {
  const values: [ColumnFormat, CellOutput, string][] = [
    ['general', 1, 'General'],
    ['text', 'x', '@'],
    ['number', 1, 'General'],
    ['integer', 1, '0'],
    ['money', '1.50', '#,##0.00####'],
    ['rate', '1.5', '#,##0.00####'],
    ['percent', '12.5', '0.00####'],
    ['date', '2025-07-21', 'yyyy-mm-dd'],
    ['boolean', true, 'General'],
  ];
  const formats = values.map(([format]) => format);
  const sheet = (await written([sheetOf(formats, [values.map(([, value]) => value)])])).Sheets.Lines;
  for (const [index, [, , code]] of values.entries())
    expect(sheet?.[`${String.fromCharCode(65 + index)}2`].z ?? 'General').toBe(code);
});

test('date column: serials from 1900-03-01, text before', async () => {
  const cells = await valuesBelowHeader('date', ['1900-03-01', '2025-07-21', '1900-02-28', '1899-12-31']);
  expect(cells.map((cell) => [cell?.t, cell?.v])).toEqual([
    ['n', 61],
    ['n', 45_859],
    ['s', '1900-02-28'],
    ['s', '1899-12-31'],
  ]);
});

test('null, undefined and missing trailing cells: no cell; an empty text: a cell', async () => {
  const rows = [[null, 'x', undefined], ['', 'y'], []];
  const sheet = (await written([sheetOf(['text', 'text', 'text'], rows)])).Sheets.Lines;
  expect(Object.keys(sheet ?? {}).filter((key) => /^[A-C][2-9]/.test(key))).toEqual(['B2', 'A3', 'B3']);
});

test('header: the texts unchanged, filter over header and rows', async () => {
  const book = await written([
    sheetOf(
      ['text', 'number'],
      [
        ['a', 1],
        ['b', 2],
      ],
      { name: "Owner's <lines>" },
    ),
  ]);
  const sheet = book.Sheets["Owner's <lines>"];
  expect([sheet?.A1.v, sheet?.B1.v]).toEqual(['text 0', 'number 1']);
  expect(sheet?.['!autofilter']?.ref).toBe('A1:B3');
  expect(book.Workbook?.Names).toHaveLength(1);
  const filterName = { Name: '_xlnm._FilterDatabase', Sheet: 0, Ref: "'Owner''s <lines>'!$A$1:$B$3" };
  expect(book.Workbook?.Names?.[0]).toMatchObject(filterName);
});

test('autoFilter false: neither filter nor defined name', async () => {
  const book = await written([sheetOf(['text'], [['a']], { autoFilter: false })]);
  expect(book.Sheets.Lines?.['!autofilter']).toBeUndefined();
  expect(book.Workbook?.Names ?? []).toEqual([]);
});

test('more rows than a sheet holds: further sheets with the same header', async () => {
  const rows = Array.from({ length: 7 }, (_, index) => [index]);
  const sheet = sheetOf(['integer'], [], { rows: batches(rows.slice(0, 5), [], rows.slice(5)), rowCount: 7 });
  const book = await written([sheet, sheetOf(['text'], [])], { sheetRowsMax: 4 });
  expect(book.SheetNames).toEqual(['Lines', 'Lines (2)', 'Lines (3)', 'Lines (4)']);
  expect(book.SheetNames.map((name) => book.Sheets[name]?.['!ref'])).toEqual([
    'A1:A4',
    'A1:A4',
    'A1:A2',
    'A1',
  ]);
  expect(book.Sheets['Lines (3)']?.A1.v).toBe('integer 0');
  expect(book.Sheets['Lines (3)']?.A2.v).toBe(6);
});

test('as many rows as a sheet holds: no further sheet', async () => {
  const book = await written([sheetOf(['integer'], [[1], [2], [3]])], { sheetRowsMax: 4 });
  expect(book.SheetNames).toEqual(['Lines']);
});

test('no sheet, or hidden ones only: an empty sheet to look at', async () => {
  expect((await written([])).SheetNames).toEqual(['Sheet1']);
  const book = await written([sheetOf(['text'], [], { hidden: true })]);
  expect(book.Workbook?.Sheets?.map(({ name, Hidden }) => [name, Hidden])).toEqual([
    ['Lines', 1],
    ['Sheet1', 0],
  ]);
});

test('sheets as a stream: written in their order', async () => {
  async function* sheets() {
    yield sheetOf(['text'], [['a']], { name: 'One' });
    yield sheetOf(['text'], [['b']], { name: 'one' });
  }
  const book = read(await new Response(writeWorkbook(sheets())).bytes());
  expect(book.SheetNames).toEqual(['One', 'one (2)']);
  expect(book.Sheets['one (2)']?.A2.v).toBe('b');
});

test('same rows and createdAt: the same bytes', async () => {
  const options = {
    createdAt: new Date('2025-07-21T12:00:00Z'),
    title: 'Lines & more',
    creator: 'Estimating',
  };
  const once = await new Response(writeWorkbook([sheetOf(['text'], [['a']])], options)).bytes();
  const again = await new Response(writeWorkbook([sheetOf(['text'], [['a']])], options)).bytes();
  expect(again).toEqual(once);
  expect(read(once).Props).toMatchObject({ Title: 'Lines & more', Author: 'Estimating' });
});

test('a row of every format, read by our own reader: the same values', async () => {
  const formats: ColumnFormat[] = ['text', 'number', 'integer', 'money', 'date', 'boolean', 'general'];
  const row = ['0012', 66.96, 7, '1234567.89', '2025-07-21', false, '=1'];
  const rows = await readBack(sheetOf(formats, [row, [], row]));
  expect(rows.map(({ number }) => number)).toEqual([1, 2, 4]);
  expect(rows[0]?.cells).toEqual(formats.map((format, index) => `${format} ${index}`));
  expect(rows[2]?.cells).toEqual(['0012', 66.96, 7, 1234567.89, new DateCell(45_859), false, '=1']);
});
