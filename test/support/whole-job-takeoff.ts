import * as xlsx from '@e965/xlsx';
import { workbookFile } from './import-file';

type Row = (string | number | null)[];

interface Item {
  guid: string;
  sheet: SheetName;
  description: string;
  quantity: number;
}

/** What an estimator puts on the lines of a discipline, by the sheet of the engineer's workbook. */
export const pricing = {
  Piping: { crew: 'PF-01', hours: 1.35, material: 86.4, unit: 'm', wbs: '10.20' },
  Concrete: { crew: 'CO-01', hours: 4.2, material: 245.75, unit: 'm3', wbs: '10.10' },
  Structural: { crew: 'ST-01', hours: 21.5, material: 3185.05, unit: 't', wbs: null },
} as const;

export type SheetName = keyof typeof pricing;

const kinds: Record<SheetName, { count: number; names: readonly string[]; step: number }> = {
  Piping: { count: 180, names: ['Pipe CS A106-B SMLS', 'Pipe SS A312 TP316L', 'Pipe CS API 5L'], step: 0.7 },
  Concrete: { count: 70, names: ['Foundation, pump', 'Pedestal, rack', 'Slab on grade'], step: 0.25 },
  Structural: { count: 50, names: ['Pipe rack, heavy', 'Platform, light'], step: 0.125 },
};

const sheetNames = Object.keys(pricing) as SheetName[];

const itemsOf = (sheet: SheetName): Item[] =>
  Array.from({ length: kinds[sheet].count }, (_, at) => ({
    guid: `${sheet.slice(0, 2).toUpperCase()}-${(0x4a10 + at * 37).toString(16)}-${at}`,
    sheet,
    description: `${kinds[sheet].names[at % kinds[sheet].names.length]}, area ${100 + (at % 4) * 100}`,
    quantity: Math.round((1 + ((at * 31) % 83)) * kinds[sheet].step * 1000) / 1000,
  }));

const first = sheetNames.flatMap(itemsOf);

const isGone = (at: number) => at % 50 === 7;
const isRemeasured = (at: number) => at % 9 === 4;

const added: Item[] = [
  { guid: 'PI-new-1', sheet: 'Piping', description: 'Pipe CS API 5L, area 300', quantity: 44.1 },
  { guid: 'CO-new-1', sheet: 'Concrete', description: 'Slab on grade, area 200', quantity: 12.5 },
  { guid: 'PI-new-2', sheet: 'Piping', description: 'Tie-in spool, hot tap', quantity: 3 },
  { guid: 'PI-new-3', sheet: 'Piping', description: 'Jacketed pipe, steam', quantity: 18.2 },
];

const second = [
  ...first.flatMap((item, at) => {
    if (isGone(at)) return [];
    return [isRemeasured(at) ? { ...item, quantity: Math.round(item.quantity * 1250) / 1000 } : item];
  }),
  ...added,
];

/** As engineers send bills: a title, a heading per area, the last issue's quantities next to these, empty cost columns. */
function workbookOf(revision: string, items: readonly Item[]): File {
  const header = ['Pos.', 'GUID', 'Designation', 'QTY', 'QTY', 'U/M', 'WBS', 'AMOUNT'];
  const sheets = sheetNames.map((sheet): [string, Row[]] => {
    const own = items.filter((item) => item.sheet === sheet);
    const { unit, wbs } = pricing[sheet];
    const rows = own.map(
      ({ guid, description, quantity }, at): Row => [
        ...[at + 1, guid, description, quantity, revision === 'A' ? null : quantity, unit],
        ...[wbs, null],
      ],
    );
    return [sheet, [['Northern Petrochemicals, Unit 12', null, `Rev ${revision}`], [], header, ...rows]];
  });
  return workbookFile(Object.fromEntries(sheets), `unit-12-mto-rev-${revision}.xlsx`);
}

export const revisionA = workbookOf('A', first);
export const revisionB = workbookOf('B', second);
export const counts = {
  A: first.length,
  B: second.length,
  removed: first.filter((_, at) => isGone(at)).length,
  changed: first.filter((_, at) => isRemeasured(at) && !isGone(at)).length,
};
export const items: readonly Item[] = second;

export const wbsRows =
  'WBS Code,Name,Parent Code\n10,Unit 12,\n10.10,Civil,10\n10.20,Piping,10\n10.30,Steel,10\n';

/** The cost column of the engineer's workbook as it comes back, below the three rows of title and header. */
export function amountsIn(bytes: ArrayBuffer): number[] {
  const { Sheets: sheets } = xlsx.read(bytes);
  return Object.values(sheets)
    .flatMap((sheet) => xlsx.utils.sheet_to_json<{ AMOUNT: number }>(sheet, { range: 2 }))
    .map(({ AMOUNT }) => AMOUNT);
}
