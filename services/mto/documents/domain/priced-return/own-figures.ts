import { type DecimalSeparator, readNumberText, storedNumber } from '@consulting/mto-engine';
import type { LineOfRow } from '@consulting/mto-lines';
import { type AddedSheet, type FillableFile, RowSet } from '@consulting/spreadsheet/fill-in/filling';
import { type CellValue, columnLetters, type Row } from '@consulting/spreadsheet/table/cell';
import type { TableFile } from '@consulting/spreadsheet/table/table-file';
import type { DifferingColumn, Placement } from './placement';

export const ownChoices = ['keep', 'replace'] as const;
export type OwnChoice = (typeof ownChoices)[number];

export interface FiguresOfFile {
  table: TableFile;
  file: FillableFile;
  separator: DecimalSeparator | null;
  own: OwnChoice;
}

/** Formulas are never replaced (extensions.md 13.2), because they would calculate their own figure again. */
export async function findDiffering(
  { table, file, separator, own }: FiguresOfFile,
  { sheet, columns }: Placement,
  lines: AsyncIterable<readonly LineOfRow[]>,
): Promise<DifferingColumn[]> {
  const compared = columns
    .filter(({ isNew, of }) => !isNew && of.isNumber)
    .map((placed) => ({ placed, rows: new RowSet() }));
  const info = table.sheets[sheet];
  if (compared.length === 0 || !info) return [];
  const width = Math.max(...compared.map(({ placed }) => placed.column)) + 1;
  const cellsOf = new CellsOfRows(table.rows(info, width));
  try {
    for await (const batch of lines)
      for (const [row, values] of batch) {
        const cells = values === null ? [] : await cellsOf.find(row);
        for (const { placed, rows } of compared)
          if (differs(cells[placed.column] ?? null, values?.[placed.place] ?? '', separator)) rows.add(row);
      }
  } finally {
    await cellsOf.close();
  }
  const found = compared.filter(({ rows }) => rows.size > 0);
  return Promise.all(
    found.map(async ({ placed, rows }) => {
      const stored = own === 'keep' ? rows : await file.formulaRows(sheet, placed.column);
      const storedCount = own === 'keep' ? rows.size : countOfBoth(stored, rows);
      return { ...placed, rows, isUnchanged: (row: number) => stored.has(row), storedCount };
    }),
  );
}

function countOfBoth(one: RowSet, other: RowSet): number {
  let count = 0;
  for (const row of one.rows()) if (other.has(row)) count += 1;
  return count;
}

function differs(cell: CellValue, ours: string, separator: DecimalSeparator | null): boolean {
  if (ours === '' || cell === null || (typeof cell === 'string' && cell.trim() === '')) return false;
  const read =
    typeof cell === 'string' ? readNumberText(cell, { separator, isInches: false, isPercent: true }) : cell;
  return typeof read !== 'number' || storedNumber(read) !== Number(ours);
}

class CellsOfRows {
  #batch: readonly Row[] = [];
  #at = 0;

  constructor(private readonly batches: AsyncGenerator<Row[]>) {}

  async find(number: number): Promise<readonly CellValue[]> {
    for (;;) {
      const row = this.#batch[this.#at];
      if (row && row.number >= number) return row.number === number ? row.cells : [];
      if (row) this.#at += 1;
      else {
        const { done, value } = await this.batches.next();
        if (done) return [];
        this.#batch = value;
        this.#at = 0;
      }
    }
  }

  async close(): Promise<void> {
    await this.batches.return(undefined);
  }
}

export const differingCount = (placements: readonly Placement[]): number =>
  placements.flatMap(({ differing }) => differing).reduce((sum, { rows }) => sum + rows.size, 0);

export function differingSheet(file: FillableFile, placements: readonly Placement[]): AddedSheet | undefined {
  if (differingCount(placements) === 0) return undefined;
  const rows = placements.flatMap(({ sheet, differing, newColumns }) => {
    let next =
      newColumns.first + newColumns.count - differing.filter(({ storedCount }) => storedCount > 0).length;
    return differing.map((one) => {
      const behind = one.storedCount > 0 ? columnLetters(next++) : null;
      const name = file.sheetNames[sheet] ?? '';
      return [name, columnLetters(one.column), one.of.header, String(one.rows.size), whatStands(one, behind)];
    });
  });
  return {
    name: 'Differing figures',
    rows: [['Sheet', 'Column', 'Figures', 'Rows that differ', 'What stands where'], ...rows],
  };
}

function whatStands({ storedCount, rows }: DifferingColumn, behind: string | null): string {
  if (behind === null) return 'Those of the takeoff replace those of the file.';
  if (storedCount === rows.size)
    return `Those of the file stay; those of the takeoff stand in column ${behind}.`;
  return `${rows.size - storedCount} replaced; formulas stay, and the takeoff's figures are next to them in column ${behind}.`;
}
