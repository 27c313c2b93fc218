import { describe, expect, test } from 'bun:test';
import { openTableFile } from '@consulting/spreadsheet/open-table-file';
import { type CellValue, DateCell } from '@consulting/spreadsheet/table/cell';
import { defaultTabularLimits } from '@consulting/spreadsheet/table/limits';
import { bytesSource } from '@consulting/spreadsheet/table/source';
import { delimitedWriters, fileInTheMannerOf, type Writer, workbookWriters } from './index';
import type { CorpusCell, CorpusSheet } from './sheet';

const day = (iso: string) => new Date(`${iso}T00:00:00Z`);

const sheets: CorpusSheet[] = [
  {
    name: 'Größen & Maße',
    rows: [
      ['Pos.', 'Bezeichnung', 'Menge', 'Preis', 'Datum', 'Sauer', 'Schmelze', 'Bemerkung'],
      [1, 'Rohrbögen 90°, 8" × 12,7 <neu> & geprüft', 12.5, 1234567.89, day('2026-01-15'), true, '007', null],
      [2, 'Flansch; DN 200', 66.95999999999998, 12345678.9, day('2024-02-29'), false, '00012', ' innen '],
      [null, null, null, null, null, null, null, null],
      [3, 'zwei\nZeilen', 0.001, -0.25, day('1999-12-31'), null, '1e5', 'Ende – 5 €'],
    ],
  },
  { name: 'Zwei', rows: [['A'], [null], ['x']] },
];

interface ReadSheet {
  name: string;
  rows: { number: number; cells: CellValue[] }[];
}

async function sheetsOf(file: File): Promise<ReadSheet[]> {
  const table = await openTableFile(bytesSource(await file.bytes()), file.name, defaultTabularLimits);
  const read: ReadSheet[] = [];
  for (const sheet of table.sheets)
    read.push({ name: sheet.name, rows: (await Array.fromAsync(table.rows(sheet))).flat() });
  await table.close();
  return read;
}

const rowsAs = (rows: CorpusCell[][], as: (value: CorpusCell) => CellValue) =>
  rows.flatMap((cells, at) => {
    const last = cells.findLastIndex((value) => value !== null);
    return last < 0 ? [] : [{ number: at + 1, cells: cells.slice(0, last + 1).map(as) }];
  });

/** A day as the date system of the writer counts it; both count from here on alike but for 1,462 days. */
const dateCell = (writer: Writer, value: Date): DateCell => {
  const serial = value.getTime() / 86_400_000 + 25_569;
  const is1904 = writer === 'Excel for Mac with dates from 1904';
  return is1904 ? new DateCell(serial - 1462, true) : new DateCell(serial, false);
};

describe('a workbook in the manner of', () => {
  test.each(workbookWriters)('%s is read as its rows', async (writer) => {
    const wanted = sheets.map(({ name, rows }) => ({
      name,
      rows: rowsAs(rows, (value) => (value instanceof Date ? dateCell(writer, value) : value)),
    }));
    const read = await sheetsOf(fileInTheMannerOf(writer, sheets));
    expect(read).toEqual(wanted);
    const dates = [1, 2, 3].map((at) => read[0]?.rows[at]?.cells[4]);
    expect(dates.map((date) => (date instanceof DateCell ? date.iso : date))).toEqual([
      '2026-01-15',
      '2024-02-29',
      '1999-12-31',
    ]);
  });
});

const english = [
  ['1', 'Rohrbögen 90°, 8" × 12,7 <neu> & geprüft', '12.5', '1234567.89', '2026-01-15', 'TRUE', '007'],
  ['2', 'Flansch; DN 200', '66.96', '12345678.9', '2024-02-29', 'FALSE', '00012', ' innen '],
  ['3', 'zwei\nZeilen', '0.001', '-0.25', '1999-12-31', null, '1e5', 'Ende – 5 €'],
];
const german = [
  ['1', 'Rohrbögen 90°, 8" × 12,7 <neu> & geprüft', '12,5', '1234567,89', '2026-01-15', 'WAHR', '007'],
  ['2', 'Flansch; DN 200', '66,96', '12345678,9', '2024-02-29', 'FALSCH', '00012', ' innen '],
  ['3', 'zwei\nZeilen', '0,001', '-0,25', '1999-12-31', null, '1e5', 'Ende – 5 €'],
];

describe('delimited text in the manner of', () => {
  test.each(delimitedWriters)('%s is read as what it shows', async (writer) => {
    const [header] = sheets[0]?.rows ?? [];
    const read = await sheetsOf(fileInTheMannerOf(writer, sheets));
    const lines = writer === 'CSV of Excel in German' ? german : english;
    expect(read.map(({ rows }) => rows)).toEqual([
      [header ?? [], ...lines].map((cells, at) => ({
        number: at < 3 ? at + 1 : at + 2,
        cells: cells as CellValue[],
      })),
    ]);
  });
});
