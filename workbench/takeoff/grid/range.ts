/** The row of the heads is -1, and the row of the totals follows the last line. */
export interface Cell {
  row: number;
  column: number;
}

export const headRow = -1;

export interface Range {
  firstRow: number;
  lastRow: number;
  firstColumn: number;
  lastColumn: number;
}

export const rangeOf = (one: Cell, other: Cell): Range => ({
  firstRow: Math.min(one.row, other.row),
  lastRow: Math.max(one.row, other.row),
  firstColumn: Math.min(one.column, other.column),
  lastColumn: Math.max(one.column, other.column),
});

export interface Bounds {
  rows: number;
  columns: number;
  pageRows: number;
}

export const isIn = ({ row, column }: Cell, { firstRow, lastRow, firstColumn, lastColumn }: Range): boolean =>
  row >= firstRow && row <= lastRow && column >= firstColumn && column <= lastColumn;

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);

export const within = ({ row, column }: Cell, { rows, columns }: Bounds, isRange: boolean): Cell => ({
  row: isRange ? clamp(row, 0, Math.max(0, rows - 1)) : clamp(row, headRow, rows),
  column: clamp(column, 0, columns - 1),
});

export function movedBy(
  key: string,
  toEdge: boolean,
  { row, column }: Cell,
  bounds: Bounds,
): Cell | undefined {
  const { rows, columns, pageRows } = bounds;
  const lastRow = rows - 1;
  switch (key) {
    case 'ArrowDown':
      return { row: toEdge ? lastRow : row + 1, column };
    case 'ArrowUp':
      return { row: toEdge ? 0 : row - 1, column };
    case 'ArrowLeft':
      return { row, column: toEdge ? 0 : column - 1 };
    case 'ArrowRight':
      return { row, column: toEdge ? columns - 1 : column + 1 };
    case 'Home':
      return { row: toEdge ? 0 : row, column: 0 };
    case 'End':
      return { row: toEdge ? lastRow : row, column: columns - 1 };
    case 'PageDown':
      return { row: Math.min(row + pageRows, lastRow), column };
    case 'PageUp':
      return { row: Math.max(row - pageRows, 0), column };
    default:
      return undefined;
  }
}

export type Direction = 'ArrowDown' | 'ArrowUp' | 'ArrowLeft' | 'ArrowRight';

export const isArrow = (key: string): key is Direction =>
  key === 'ArrowDown' || key === 'ArrowUp' || key === 'ArrowLeft' || key === 'ArrowRight';

const parts = (range: Range, taken: Range): Range[] => {
  const firstRow = Math.max(range.firstRow, taken.firstRow);
  const lastRow = Math.min(range.lastRow, taken.lastRow);
  const isApart =
    firstRow > lastRow || taken.firstColumn > range.lastColumn || taken.lastColumn < range.firstColumn;
  if (isApart) return [range];
  return [
    { ...range, lastRow: firstRow - 1 },
    { ...range, firstRow: lastRow + 1 },
    { ...range, firstRow, lastRow, lastColumn: taken.firstColumn - 1 },
    { ...range, firstRow, lastRow, firstColumn: taken.lastColumn + 1 },
  ].filter((one) => one.firstRow <= one.lastRow && one.firstColumn <= one.lastColumn);
};

// Ranges that overlap are parted, so that no cell counts twice.
export function disjoint(ranges: readonly Range[]): Range[] {
  const apart: Range[] = [];
  for (const range of ranges) {
    let left = [range];
    for (const taken of apart) left = left.flatMap((one) => parts(one, taken));
    apart.push(...left);
  }
  return apart;
}

export interface Run {
  first: number;
  last: number;
}

// The rows of all ranges in their order, each once.
export function runsOf(ranges: readonly Range[]): Run[] {
  const runs: Run[] = [];
  const inOrder = ranges.toSorted((one, other) => one.firstRow - other.firstRow);
  for (const { firstRow: first, lastRow: last } of inOrder) {
    const before = runs.at(-1);
    if (before && first <= before.last + 1) before.last = Math.max(before.last, last);
    else runs.push({ first, last });
  }
  return runs;
}

export const rowCount = (runs: readonly Run[]): number =>
  runs.reduce((sum, { first, last }) => sum + last - first + 1, 0);

const isSame = (ranges: readonly Range[], of: (range: Range) => string): boolean =>
  new Set(ranges.map(of)).size === 1;

// As spreadsheets do: ranges of the same rows are copied one beside the other, those of the same columns below each other.
export function arranged(ranges: readonly Range[]): Range[][] | null {
  if (isSame(ranges, ({ firstRow, lastRow }) => `${firstRow} ${lastRow}`))
    return [ranges.toSorted((one, other) => one.firstColumn - other.firstColumn)];
  if (isSame(ranges, ({ firstColumn, lastColumn }) => `${firstColumn} ${lastColumn}`))
    return ranges.toSorted((one, other) => one.firstRow - other.firstRow).map((range) => [range]);
  return null;
}
