import { expect, test } from 'bun:test';
import type { CellOutput, SheetOutput } from '../output/write-output';
import { worksheetXml } from './sheet';
import { RowSource } from './sheet-source';

async function* batches(...list: CellOutput[][][]): AsyncGenerator<CellOutput[][]> {
  yield* list;
}

async function xmlOf(rest: Partial<SheetOutput>): Promise<string> {
  const sheet = { name: 'Lines', columns: [], rows: batches(), ...rest };
  const source = new RowSource(sheet.rows);
  const part = { name: 'Lines', sheet, source, sheetRowsMax: 100, selected: false, choiceNames: [] };
  return (await Array.fromAsync(worksheetXml(part))).join('');
}

const code = { header: 'Code', format: 'text' as const };

function headerStyles(xml: string): (string | undefined)[] {
  return [...xml.matchAll(/<c r="[A-Z]+1" s="(\d+)"/g)].map(([, style]) => style);
}

test('worksheetXml, header: one style per group, another when required', async () => {
  const columns = [
    { ...code, group: 'Identification' },
    { ...code, group: 'Identification', required: true },
    { ...code, group: 'Quantity' },
    { ...code, group: 'Identification' },
  ];
  const [first, required, otherGroup, again] = headerStyles(await xmlOf({ columns }));
  expect(again).toBe(first as string);
  expect(new Set([first, required, otherGroup]).size).toBe(3);
});

test('worksheetXml, freezeHeader: a frozen pane unless false', async () => {
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>';
  expect(await xmlOf({ columns: [code] })).toContain(pane);
  expect(await xmlOf({ columns: [code], freezeHeader: false })).not.toContain('<pane');
});

test('worksheetXml, rowCount: the dimension with the header, none without', async () => {
  const rows = () => batches([['a'], ['b']]);
  const columns = [code, code];
  expect(await xmlOf({ columns, rows: rows(), rowCount: 2 })).toContain('<dimension ref="A1:B3"/>');
  expect(await xmlOf({ columns, rows: rows() })).not.toContain('<dimension');
});

test('worksheetXml, widths: as asked, else by the header within bounds', async () => {
  const columns = [{ ...code, widthCharacters: 50 }, code, { ...code, header: 'x'.repeat(99) }];
  const widths = [...(await xmlOf({ columns })).matchAll(/ width="([\d.]+)"/g)].map(([, width]) => width);
  expect(widths).toEqual(['50.7109375', '9.7109375', '32.7109375']);
});

test('worksheetXml, columns: the style of the format for cells that are still empty', async () => {
  const columns = [code, { header: 'Note', format: 'general' as const }];
  const xml = await xmlOf({ columns, rows: batches([['a', 'b']]) });
  const [, textStyle] = /<c r="A2" s="(\d+)"/.exec(xml) ?? [];
  expect(xml).toContain(`<col min="1" max="1" width="9.7109375" style="${textStyle}"`);
  expect(xml).toContain('<col min="2" max="2" width="9.7109375" style="0"');
});

test('worksheetXml, long rows: pieces that join to one document', async () => {
  const rows = Array.from({ length: 50 }, (_, index) => [`${index}`.repeat(5000)]);
  const xml = await xmlOf({ columns: [code], rows: batches(rows.slice(0, 20), rows.slice(20)) });
  expect([...xml.matchAll(/<row r="(\d+)">/g)].map(([, row]) => Number(row))).toEqual(
    Array.from({ length: 51 }, (_, index) => index + 1),
  );
  expect(xml).toEndWith('</worksheet>');
});

const grouped = [
  { ...code, group: 'Identification' },
  { ...code, header: 'Name', group: 'Identification' },
  { ...code, header: 'Qty', format: 'number' as const, group: 'Quantity' },
];

test('worksheetXml, groupRow: the names of the groups above the header, over their columns, all frozen', async () => {
  const xml = await xmlOf({ columns: grouped, groupRow: true, rows: batches([['a', 'b', 1]]), rowCount: 1 });
  expect(xml).toContain('<dimension ref="A1:C3"/>');
  expect(xml).toContain('<pane ySplit="2" topLeftCell="A3"');
  expect(xml).toMatch(
    /<row r="1"><c r="A1"[^>]*><is><t>Identification<\/t><\/is><\/c><c r="B1"[^>]*\/><c r="C1"/,
  );
  expect(xml).toMatch(/<row r="2"><c r="A2"[^>]*><is><t>Code/);
  expect(xml).toContain('<row r="3">');
  expect(xml).toContain(
    '<autoFilter ref="A2:C3"/><mergeCells count="1"><mergeCell ref="A1:B1"/></mergeCells>',
  );
});

test('worksheetXml, totals: the last row, in bold and outside the filter', async () => {
  const rows = () => batches([['a', 'b', 1]]);
  const xml = await xmlOf({ columns: grouped, totals: ['Total', null, '1.50'], rows: rows(), rowCount: 1 });
  expect(xml).toContain('<dimension ref="A1:C3"/>');
  expect(xml).toContain('<autoFilter ref="A1:C2"/>');
  const styleOf = (cell: string) => new RegExp(`<c r="${cell}" s="(\\d+)"`).exec(xml)?.[1];
  expect(styleOf('A3')).not.toBe(styleOf('A2'));
  expect(xml).toMatch(/<c r="C3" s="\d+"><v>1\.50<\/v><\/c><\/row><\/sheetData>/);
});
