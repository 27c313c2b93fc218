import { afterAll, describe, expect, test } from 'bun:test';
import { workbookFile } from '../../support/import-file';
import { commonTakeoffImports } from '../../support/takeoff-import';

const imports = await commonTakeoffImports();
const { sheet, file } = imports;

afterAll(() => imports.stop());

const header = ['Code', 'Description', 'Unit', 'Qty', 'Unit Price', 'Amount'];
const itemsOf = (chapter: string, count: number) =>
  Array.from({ length: count }, (_, at) => [`${chapter}.${at}`, `item ${at}`, 'm', at + 1, 2, (at + 1) * 2]);
const sumOf = (rows: unknown[][]) => rows.reduce((sum, row) => sum + Number(row[5]), 0);
const chapterOf = (code: string, rows: unknown[][]) => [code, 'Chapter', null, 1, sumOf(rows), sumOf(rows)];
const prices = { mapping: { '[E]': 'materialUnitPrice' } };
const sent = (parts: object) => Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== null));
const sumsOf = ({ reconciliation }: Record<string, unknown>) =>
  reconciliation as {
    money: object;
    columns: { column: string; header: string; inFile: string; field: string | null }[];
  };

describe('POST /api/v1/mto/import/async: rows above their items that state the sum of them', () => {
  test('200 chapters and the chapters in them are headings', async () => {
    const [one, two] = [itemsOf('01.01', 3), itemsOf('01.02', 4)];
    const all = [...one, ...two];
    const rows = [
      header,
      chapterOf('01', all),
      chapterOf('01.01', one),
      ...one,
      chapterOf('01.02', two),
      ...two,
    ];
    const { task } = await sheet(rows, { ...prices, headings: 'remarks' });
    expect(task.result).toMatchObject({ imported: 7, failed: 0 });
    expect(sumsOf(task).money).toMatchObject({ inFile: '32.00', stored: '32.00', agrees: true });
    const [warning] = task.warnings.filter(({ code }) => code === 'ROW_LEFT_OUT');
    expect(warning).toMatchObject({ rows: [2, 3, 7], value: '01 Chapter' });
  });

  test('200 also where the rows below are read much later', async () => {
    const items = itemsOf('01', 9000);
    const { task } = await sheet([header, chapterOf('01', items), ...items], prices);
    expect(task.result).toMatchObject({ imported: 9000, failed: 0 });
    expect(sumsOf(task).money).toMatchObject({ inFile: sumOf(items).toFixed(2), agrees: true });
  });

  test('200 a lump sum without a unit stays a line where the rows below come to something else', async () => {
    const items = itemsOf('02', 3);
    const rows = [header, ['01', 'Mobilisation', null, 1, 11, 11], ...items, ['03', 'Survey', null, 1, 6, 6]];
    const { task } = await sheet(rows, prices);
    expect(task.result).toMatchObject({ imported: 5 });
    expect(sumsOf(task).money).toMatchObject({ inFile: '29.00', stored: '29.00', agrees: true });
  });
});

describe('POST /api/v1/mto/import/async: a second table below the first', () => {
  const items = itemsOf('1', 4);
  const rows = [
    header,
    ...items,
    [],
    ['Category', 'Reference', 'List price', 'Discount', 'Net price'],
    ['Cable', 'XLPE-25', 1250.5, 0.5, 625.25],
    ['Tray', 'TR-300', 410, 0.5, 205],
  ];

  test('200 it is left out with its rows, its columns and what reads it', async () => {
    const { task } = await sheet(rows, prices);
    expect(task.result).toMatchObject({ imported: 4, failed: 0 });
    const [warning] = task.warnings.filter(({ code }) => code === 'ROW_LEFT_OUT');
    expect(warning).toMatchObject({ rows: [7, 8, 9], count: 3 });
    expect(warning?.message).toContain('headerRow=7');
    const { columns, money } = sumsOf(task);
    expect(money).toMatchObject({ inFile: '20.00', stored: '20.00', agrees: true });
    const listed = columns.find((one) => one.header === 'List price');
    expect(listed).toMatchObject({ column: 'C', inFile: '1660.5', field: null });
  });

  test('200 headerRow reads it', async () => {
    const mapping = { Reference: 'description', Discount: 'quantity', 'Net price': 'materialUnitPrice' };
    const { task } = await sheet(rows, { headerRow: '7', mapping });
    expect(task.result).toMatchObject({ imported: 2, failed: 0 });
  });

  test('200 words in place of quantity and price below a gap begin no table', async () => {
    const included = ['1.4', 'Scaffolding', 'LS', 'included', 'nil', 'by others'];
    const { task } = await sheet([header, ...items, [], included, ['1.5', 'Pipe', 'm', 2, 3, 6]], prices);
    expect(task.warnings.filter(({ message }) => message.includes('headerRow'))).toEqual([]);
  });
});

describe('GET /api/v1/mto/import/status/{taskId}/survey: suggested', () => {
  test('200 the money of all rows is compared, not that of the first ones alone', async () => {
    const items = itemsOf('1', 400).map((row, at) => (at === 350 ? [...row.slice(0, 5), 900] : row));
    const bill = workbookFile({ Piping: [header, ...items] });
    const look = await file(bill, { survey: true });
    const path = `/api/v1/mto/import/status/${look.task.taskId}/survey`;
    const { suggested } = (await imports.system.mto.request('GET', path)).body;
    expect(suggested).toMatchObject({ totals: 'file' });
    const { task } = await file(null, { ...sent(suggested), sourceTaskId: look.task.taskId }, look.target);
    expect(sumsOf(task).money).toMatchObject({ inFile: sumOf(items).toFixed(2), agrees: true });
  });
});
