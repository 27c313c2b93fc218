import { describe, expect, test } from 'bun:test';
import { boolean, choice, DomainError, date, integer, list, number, text } from '@consulting/kernel/schema';
import { defaultTabularLimits } from '@consulting/spreadsheet/table/limits';
import { utils, write } from '@e965/xlsx';
import { noOptions, type TableOptions, type TableShape } from './table';
import { readTable as readBatches } from './table-worker';

const shape: TableShape = {
  fields: {
    name: text(20).required(),
    unitPrice: number(),
    count: integer(),
    isActive: boolean(),
    startDate: date(),
    kind: choice(['lump-sum', 'unit_price']),
    disciplines: list(choice(['piping', 'bulk_electrical']), 5),
    tags: list(text(5), 5),
  },
  headers: { companyName: 'name' },
  requiredColumns: ['name'],
  limits: defaultTabularLimits,
};
const readTable = async (
  bytes: Uint8Array,
  fileName: string,
  of: TableShape,
  options: Partial<TableOptions> = {},
) => {
  const order = { bytes, fileName, options: { ...noOptions, ...options }, rowsMax: 100, advice: 'send less' };
  return (await Array.fromAsync(readBatches(order, of))).flat();
};
const csv = (content: string, more: Partial<TableShape> = {}) =>
  readTable(new TextEncoder().encode(content), 'table.csv', { ...shape, ...more });
const valuesOf = async (content: string) => (await csv(content)).map(({ values }) => values);
const codeOf = (reading: Promise<unknown>) =>
  reading.then(
    () => 'read',
    (error) => (error instanceof DomainError ? `${error.code}: ${error.message}` : String(error)),
  );

describe('header', () => {
  test('field keys and other names, ignoring case, blanks, hyphens and underscores', async () => {
    expect(await valuesOf('COMPANY-NAME,unit price,Is_Active\nA,1,Y\n')).toEqual([
      { name: 'A', unitPrice: 1, isActive: true },
    ]);
  });

  test('columns that are no field are left out', async () => {
    expect(await valuesOf('note,name,,constructor\nx,A,y,z\n')).toEqual([{ name: 'A' }]);
  });

  test('FILE_UNREADABLE: a required column is missing, one occurs twice, no header', async () => {
    expect(await codeOf(csv('count\n1\n'))).toBe('FILE_UNREADABLE: The header row has no column name.');
    expect(await codeOf(csv('name,count,Company Name\nA,1,B\n'))).toBe(
      'FILE_UNREADABLE: The columns A and C both hold name; leave the second out by the mapping {"[C]":null}.',
    );
    expect(await codeOf(csv(''))).toStartWith('FILE_UNREADABLE');
  });
});

describe('rows', () => {
  test('a blank cell is null, a short row too; blank rows are left out and counted in the numbers', async () => {
    const rows = await csv('name,count\nA\n\n , \nB,\n');
    expect(rows).toEqual([
      { sheet: 'table', number: 2, values: { name: 'A', count: null }, faults: [], cells: null },
      { sheet: 'table', number: 5, values: { name: 'B', count: null }, faults: [], cells: null },
    ]);
  });

  test('values by the kind of the field', async () => {
    const content =
      'name,unitPrice,count,isActive,startDate,kind,disciplines,tags\n007,"1,234.5",3,no,3-Mar-2025,LUMP SUM,Piping; bulk electrical,"a,b"\n';
    expect(await valuesOf(content)).toEqual([
      {
        name: '007',
        unitPrice: 1234.5,
        count: 3,
        isActive: false,
        startDate: '2025-03-03',
        kind: 'lump-sum',
        disciplines: ['piping', 'bulk_electrical'],
        tags: ['a', 'b'],
      },
    ]);
  });

  test('an unknown choice stays as it is, for the kind to refuse', async () => {
    expect(await valuesOf('name,kind\nA,free\n')).toEqual([{ name: 'A', kind: 'free' }]);
  });

  test('faults name the field; the value is left out', async () => {
    const [row] = await csv('name,unitPrice,count,isActive,startDate\nA,"1,234",many,maybe,3/4/2025,x\n');
    expect(row?.values).toEqual({ name: 'A' });
    expect(row?.faults.map(({ field, code }) => [field, code])).toEqual([
      ['unitPrice', 'AMBIGUOUS_NUMBER'],
      ['count', 'NOT_A_NUMBER'],
      ['isActive', 'TYPE'],
      ['startDate', 'AMBIGUOUS_DATE'],
      ['F', 'RAGGED_ROW'],
    ]);
  });

  test('FILE_TOO_LARGE: a header row wider than 1,024 columns', async () => {
    const header = (columns: number) => `name${',x'.repeat(columns - 1)}\nA\n`;
    expect(await valuesOf(header(1024))).toEqual([{ name: 'A' }]);
    expect(await codeOf(csv(header(1025)))).toBe(
      'FILE_TOO_LARGE: Sheet "table": the header row 1 has a cell in column AMK; at most 1024 columns are read, up to AMJ.',
    );
  });

  test('RAGGED_ROW: a cell far beyond the last header', async () => {
    const [row] = await csv(`name\nA${','.repeat(100_000)}x\n`);
    expect(row?.faults.map(({ field, code }) => [field, code])).toEqual([['EQXE', 'RAGGED_ROW']]);
  });

  test('FILE_TOO_LARGE: more rows than the limits allow', async () => {
    const limits = { ...defaultTabularLimits, rowsMax: 2 };
    expect(await codeOf(csv('name\nA\nB\n', { limits }))).toStartWith('FILE_TOO_LARGE');
  });
});

describe('a workbook', () => {
  const workbook = (rows: unknown[][], hidden = false) => {
    const book = utils.book_new();
    if (hidden) utils.book_append_sheet(book, utils.aoa_to_sheet([['x']]), 'Lists');
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows, { cellDates: true }), 'Data');
    if (hidden) book.Workbook = { Sheets: [{ Hidden: 1 }, { Hidden: 0 }] };
    return new Uint8Array(write(book, { type: 'array', bookType: 'xlsx' }));
  };

  test('numbers to 15 digits and 6 decimals, real dates and booleans, codes as text', async () => {
    const bytes = workbook([
      ['name', 'unitPrice', 'isActive', 'startDate'],
      [1001, 66.95999999999998, true, new Date(Date.UTC(2025, 11, 31))],
      [true, 0.1 + 0.2, 1, '2025-01-01'],
      [new Date(Date.UTC(2025, 0, 2)), 1 / 3, 'X', null],
    ]);
    expect((await readTable(bytes, 'a.xlsx', shape)).map(({ values }) => values)).toEqual([
      { name: '1001', unitPrice: 66.96, isActive: true, startDate: '2025-12-31' },
      { name: 'true', unitPrice: 0.3, isActive: true, startDate: '2025-01-01' },
      { name: '2025-01-02', unitPrice: 0.333333, isActive: true, startDate: null },
    ]);
  });

  test('error cells are faults', async () => {
    const bytes = workbook([
      ['name', 'unitPrice'],
      ['A', { t: 'e', v: 0x17 }],
    ]);
    const [row] = await readTable(bytes, 'a.xlsx', shape);
    expect(row?.faults).toEqual([
      { field: 'unitPrice', code: 'ERROR_CELL', message: 'holds the error #REF!' },
    ]);
  });

  test('a hidden sheet is passed over', async () => {
    const rows = await readTable(workbook([['name'], ['A']], true), 'a.xlsx', shape);
    expect(rows.map(({ values }) => values)).toEqual([{ name: 'A' }]);
  });

  test('UNSUPPORTED_FILE_TYPE and FILE_UNREADABLE', async () => {
    const text = new TextEncoder().encode('name\nA\n');
    expect(await codeOf(readTable(text, 'a.xlsx', shape))).toStartWith('UNSUPPORTED_FILE_TYPE');
    expect(await codeOf(readTable(text, 'a.pdf', shape))).toStartWith('UNSUPPORTED_FILE_TYPE');
    const cut = workbook([['name'], ['A']]).slice(0, 200);
    expect(await codeOf(readTable(cut, 'a.xlsx', shape))).toStartWith('FILE_UNREADABLE');
  });
});
