import { expect, test } from 'bun:test';
import { read } from '@e965/xlsx';
import { openTableFile } from '../open-table-file';
import type { PageCell, PageOutput } from '../output/page-output';
import { type CellOutput, ColumnSum, FormulaCell, type SheetOutput } from '../output/write-output';
import { defaultTabularLimits } from '../table/limits';
import { bytesSource } from '../table/source';
import { writeWorkbook } from '../write-workbook';
import { rowHeight, wrappedLines } from './row-height';

const pageOf = (...rows: (PageCell | null)[][]): PageOutput => ({
  name: 'Page',
  columnWidths: [20, 20, 20],
  pageRows: rows.map((cells) => ({ cells })),
});

const cell = (
  value: PageCell['value'],
  format: PageCell['format'],
  look: PageCell['look'] = 'body',
): PageCell => ({
  value,
  look,
  format,
});

async function written(page: PageOutput) {
  const bytes = await new Response(writeWorkbook([page])).bytes();
  return read(bytes, { cellNF: true, cellFormula: true }).Sheets[page.name];
}

test('a page: texts that look like formulas are texts, formulas hold their values', async () => {
  const texts = ['=1+1', '+1', '@sum', '=HYPERLINK("http://127.0.0.1")', '<&"\u0001'];
  const sheet = await written(
    pageOf(
      ...texts.map((text) => [cell(text, 'text'), cell(text, 'prose'), cell(text, 'amount', 'header')]),
      [cell(new FormulaCell(`SUM('A & B'!$B$1:$B$2)`, '1234567.89'), 'amount')],
    ),
  );
  for (const [at, text] of texts.entries())
    for (const column of ['A', 'B', 'C']) {
      const { t, v, f } = sheet?.[`${column}${at + 1}`] ?? {};
      expect([t, v, f]).toEqual(['s', text, undefined]);
    }
  expect(sheet?.A6).toMatchObject({ t: 'n', v: 1234567.89, f: `SUM('A & B'!$B$1:$B$2)` });
});

test('a page read by our own reader: the results of formulas, exact figures, dates', async () => {
  const page = pageOf([
    cell(new FormulaCell('1+1', '2'), 'amount'),
    cell('0.1', 'rate'),
    cell('2026-11-22', 'date'),
  ]);
  const file = await openTableFile(
    bytesSource(await new Response(writeWorkbook([page])).bytes()),
    'page.xlsx',
    defaultTabularLimits,
  );
  const [sheet] = file.sheets;
  if (!sheet) throw new Error('no sheet');
  const [row] = (await Array.fromAsync(file.rows(sheet))).flat();
  expect(row?.cells.slice(0, 2)).toEqual([2, 0.1]);
  expect(row?.cells[2]).toHaveProperty('iso', '2026-11-22');
});

test('a page: cells over several columns are merged, those behind them keep their places', async () => {
  const sheet = await written(
    pageOf([{ ...cell('wide', 'text'), span: 2 }, cell('behind', 'text')], [null, cell(1, 'integer')]),
  );
  expect(sheet?.['!merges']).toEqual([{ s: { r: 0, c: 0 }, e: { r: 0, c: 1 } }]);
  expect([sheet?.C1.v, sheet?.B2.v]).toEqual(['behind', 1]);
});

test('a page: a text in place of a figure is refused with its sheet and row', async () => {
  const refused = new Response(writeWorkbook([pageOf([cell('many', 'amount')])])).bytes();
  await expect(refused).rejects.toThrow('Sheet "Page", row 1: "many" is not a number');
});

async function* batches(...rows: CellOutput[][]) {
  yield rows;
}

const table = (rest: Partial<SheetOutput>): SheetOutput => ({
  name: 'Lines',
  columns: [
    { header: 'Code', format: 'text' },
    { header: 'Cost', format: 'money' },
  ],
  rows: batches(['a', '1.10'], ['b', '2.20']),
  totals: ['Total', new ColumnSum('3.30')],
  ...rest,
});

test('sums of a table: a formula over the rows that the filter leaves, with the sum of all', async () => {
  const bytes = await new Response(writeWorkbook([table({})])).bytes();
  expect(read(bytes).Sheets.Lines?.B4).toMatchObject({ t: 'n', v: 3.3, f: 'SUBTOTAL(109,B2:B3)' });
});

test('sums of a table without rows, or with more than its sheet holds: the sums themselves', async () => {
  const empty = await new Response(writeWorkbook([table({ rows: batches() })])).bytes();
  expect(read(empty).Sheets.Lines?.B2).toMatchObject({ t: 'n', v: 3.3 });
  expect(read(empty).Sheets.Lines?.B2?.f).toBeUndefined();
  const rows = batches(['a', '1'], ['b', '2'], ['c', '3']);
  const split = await new Response(
    writeWorkbook([table({ rows, totals: ['Total', new ColumnSum('6')] })], { sheetRowsMax: 3 }),
  ).bytes();
  expect(read(split).Sheets['Lines (2)']?.B4 ?? read(split).Sheets['Lines (3)']?.B3).toMatchObject({ v: 6 });
  const formulas = Object.values(read(split).Sheets).flatMap((sheet) =>
    Object.values(sheet).filter((one) => one?.f !== undefined),
  );
  expect(formulas).toEqual([]);
});

test('wrappedLines: words are kept whole, long ones are broken, lines of the text stay', () => {
  expect(wrappedLines('short', 20)).toBe(1);
  expect(wrappedLines('', 20)).toBe(1);
  expect(wrappedLines('aaaa bbbb cccc', 5)).toBe(3);
  expect(wrappedLines('x'.repeat(60), 10)).toBe(5);
  expect(wrappedLines('one\ntwo\n\nthree', 20)).toBe(4);
  expect(wrappedLines('  '.repeat(30), 5)).toBeGreaterThan(0);
});

test('rowHeight: none for one line, never more than a row can be', () => {
  expect(rowHeight(1)).toBe('');
  expect(rowHeight(3)).toBe(' ht="42.1" customHeight="1"');
  expect(rowHeight(1000)).toBe(' ht="409.0" customHeight="1"');
});
