import { join } from 'node:path';
import { priceBookCsv } from '@consulting/example';
import type { CellOutput, ColumnOutput, SheetOutput } from '@consulting/spreadsheet/output/write-output';
import { writeWorkbook } from '@consulting/spreadsheet/write-workbook';

/** A line has item, description, size, quantity, unit, price, and the amount where it is not quantity × price. */
type Line = readonly [string, string, string | number, number | string, string, number, number?];
type BillRow = string | Line;

const billOfUnit12: readonly BillRow[] = [
  'Carbon steel pipe, ASTM A106 Gr. B',
  ['1.01', 'Pipe, seamless, SCH 40', '2"', 184.5, 'm', 18.4],
  ['1.02', 'Pipe, seamless, SCH 40', '3"', 96, 'm', 31.75],
  ['1.03', 'Pipe, seamless, SCH 40', '4"', 212.5, 'm', 44.2],
  ['1.04', 'Pipe, seamless, SCH 40', '6"', 148, 'm', 78.9],
  ['1.05', 'Pipe, seamless, SCH 40', '8"', 120, 'm', 118.5],
  ['1.06', 'Pipe, seamless, SCH 20', '10"', 64, 'm', 156.25],
  ['1.07', 'Pipe, seamless, SCH 80', '1 1/2"', 75, 'm', 16.8],
  'Fittings, ASTM A234 WPB',
  ['2.01', 'Elbow 90° LR, butt-weld, SCH 40', '2"', 46, 'EA', 12.35],
  ['2.02', 'Elbow 90° LR, butt-weld, SCH 40', '3"', 22, 'EA', 19.6],
  ['2.03', 'Elbow 90° LR, butt-weld, SCH 40', '4"', 38, 'EA', 28.75],
  ['2.04', 'Elbow 90° LR, butt-weld, SCH 40', '6"', 27, 'EA', 64.1],
  ['2.05', 'Elbow 90° LR, butt-weld, SCH 40', '8"', 18, 'EA', 121.4, 2158.2],
  ['2.06', 'Elbow 45° LR, butt-weld, SCH 40', '4"', 9, '', 24.9],
  ['2.07', 'Tee, equal, butt-weld, SCH 40', '4"', 12, 'EA', 52.3],
  ['2.08', 'Tee, equal, butt-weld, SCH 40', '8"', 6, 'EA', 214.8],
  ['2.09', 'Tee, reducing, butt-weld, SCH 40', '8"x6"', 4, 'EA', 232.5],
  ['2.10', 'Reducer, concentric, butt-weld, SCH 40', '8"x6"', 7, 'EA', 88.4],
  ['2.11', 'Reducer, concentric, butt-weld, SCH 40', '6"x4"', 9, 'EA', 47.65],
  ['2.12', 'Reducer, eccentric, butt-weld, SCH 40', '4"x2"', 11, '', 33.2],
  ['2.13', 'Cap, butt-weld, SCH 40', '6"', 5, 'EA', 21.7],
  'Flanges, ASTM A105, and what belongs to them',
  ['3.01', 'Flange, weld neck, RF, class 150', '2"', 34, 'EA', 26.9],
  ['3.02', 'Flange, weld neck, RF, class 150', '3"', 16, 'EA', 38.45],
  ['3.03', 'Flange, weld neck, RF, class 150', '4"', 28, 'EA', 49.8],
  ['3.04', 'Flange, weld neck, RF, class 150', '6"', 20, 'EA', 77.25],
  ['3.05', 'Flange, weld neck, RF, class 150', '8"', 14, 'EA', 112.6],
  ['3.06', 'Flange, blind, RF, class 150', '8"', 'six', 'EA', 128.9, 773.4],
  ['3.07', 'Gasket, spiral wound, class 150', '4"', 28, '', 6.15],
  ['3.08', 'Gasket, spiral wound, class 150', '8"', 22, 'EA', 11.4],
  ['3.09', 'Stud bolts with nuts, set', '4"', 28, 'SET', 14.2],
  ['3.10', 'Stud bolts with nuts, set', '8"', 22, 'SET', 27.5],
  'Valves',
  ['4.01', 'Gate valve, flanged, class 150', '2"', 17, 'EA', 412],
  ['4.02', 'Gate valve, flanged, class 150', '4"', 12, 'EA', 688],
  ['4.03', 'Gate valve, flanged, class 150', '8"', 5, 'EA', 1745],
  ['4.04', 'Globe valve, flanged, class 150', '2"', 6, 'EA', 536],
  ['4.05', 'Check valve, swing, class 150', '4"', 4, 'EA', 724.5],
  ['4.06', 'Ball valve, flanged, class 150', '3"', 8, 'EA', 498, 3486],
  ['4.07', 'Butterfly valve, lug, class 150', '10"', 3, '', 1120],
  'Supports',
  ['5.01', 'Pipe shoe, welded', '4"', 48, 'EA', 36.5],
  ['5.02', 'Pipe shoe, welded', '8"', 31, 'EA', 58.25],
  ['5.03', 'U-bolt with nuts', '2"', 62, 'EA', 5.8],
  ['5.04', 'U-bolt with nuts', '3"', 34, 'EA', 6.9],
  ['5.05', 'Trunnion, welded', '6"', 12, 'EA', 94],
];

const billOfUnit13: readonly BillRow[] = [
  'Stainless steel pipe, ASTM A312 TP304L',
  ['1.01', 'Pipe, seamless, SCH 10S', '2"', 88, 'm', 46.3],
  ['1.02', 'Pipe, seamless, SCH 10S', '4"', 61.5, 'm', 92.75],
  ['1.03', 'Pipe, seamless, SCH 10S', '6"', 40, 'm', 151.2],
  'Fittings, ASTM A403 WP304L',
  ['2.01', 'Elbow 90° LR, butt-weld, SCH 10S', '2"', 21, 'EA', 34.6],
  ['2.02', 'Elbow 90° LR, butt-weld, SCH 10S', '4"', 14, '', 81.9],
  ['2.03', 'Reducer, concentric, butt-weld, SCH 10S', '6"x4"', 3, 'EA', 118.4],
];

const toCents = (amount: number) => Math.round(amount * 100) / 100;

function cellsOf(row: BillRow): { cells: CellOutput[]; amount: number } {
  if (typeof row === 'string') return { cells: [row], amount: 0 };
  const [item, description, size, quantity, unit, price, stated] = row;
  const amount = stated ?? toCents(Number(quantity) * price);
  const before = toCents(amount * 0.95);
  return { cells: [item, description, size, quantity, unit || null, price, amount, before], amount };
}

function bill(title: string, rows: readonly BillRow[]): SheetOutput {
  const made = rows.map(cellsOf);
  const sum = toCents(made.reduce((total, { amount }) => total + amount, 0));
  const column = (header: string, group = title): ColumnOutput => ({ header, format: 'general', group });
  const headers = ['Item', 'Description', 'Size', 'QTY', 'Unit', 'Unit Rate', 'AMOUNT'];
  return {
    name: 'Piping',
    columns: [...headers.map((header) => column(header)), column('AMOUNT', 'Rev. A')],
    groupRow: true,
    rows: (async function* () {
      yield made.map(({ cells }) => cells);
    })(),
    totals: ['Total', null, null, null, null, null, sum],
  };
}

const samples = {
  'bill-of-quantities.xlsx': () => bill('Unit 12, bill 4: piping, Rev. B', billOfUnit12),
  'next-bill-of-quantities.xlsx': () => bill('Unit 13, bill 4: piping, Rev. B', billOfUnit13),
};

export const samplesFolder = join(import.meta.dir, '..', 'docs', 'samples');

export async function makeSamples(): Promise<Map<string, Uint8Array>> {
  const options = { title: 'Sample bill of quantities', createdAt: new Date('2026-01-01T00:00:00Z') };
  const made = new Map<string, Uint8Array>();
  for (const [name, sheet] of Object.entries(samples))
    made.set(name, await new Response(writeWorkbook([sheet()], options)).bytes());
  made.set('price-book.csv', new TextEncoder().encode(priceBookCsv()));
  return made;
}

if (import.meta.main)
  for (const [name, bytes] of await makeSamples()) await Bun.write(join(samplesFolder, name), bytes);
