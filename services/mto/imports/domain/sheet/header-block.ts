import { knownUnitOfMeasure, normaliseHeader } from '@consulting/mto-engine';
import type { CellValue, Row } from '@consulting/spreadsheet/table/cell';
import { textOf } from '@consulting/spreadsheet/table/cell-text';

const belowMax = 2;
const rowsMax = 3;
const titleReachMin = 3;
const numberedMin = 4;
const headerLengthMax = 80;
const letter = /\p{L}/u;
const bracketed = /^[([].*[)\]]$/;

export interface HeaderBlock {
  above: Row | undefined;
  names: Row;
  below: Row | undefined;
  lastRow: number;
}

const cellOf = (row: Row | undefined, at: number): string => textOf(row?.cells[at] ?? null);

const isHeaderText = (cell: CellValue): boolean =>
  typeof cell === 'string' &&
  cell.length <= headerLengthMax &&
  (letter.test(cell) || bracketed.test(cell.trim()));

const filledIn = ({ cells }: Row): number[] => cells.flatMap((cell, at) => (textOf(cell) === '' ? [] : [at]));

const isUnit = (text: string): boolean => bracketed.test(text) || knownUnitOfMeasure(text) !== undefined;

// Groups above the names, the names, and their units below are one header of up to three rows.
export function headerBlock(names: Row, rows: readonly Row[]): HeaderBlock {
  const rowAt = (number: number) => rows.find((row) => row.number === number && row !== names);
  const previous = rowAt(names.number - 1);
  const above = previous !== undefined && areGroups(previous, names) ? previous : undefined;
  let lastRow = names.number;
  let below: Row | undefined;
  const countMax = above === undefined ? belowMax : rowsMax - 2;
  for (let count = 0; count < countMax; count++) {
    const next = rowAt(lastRow + 1);
    if (next === undefined) break;
    if (below === undefined && areUnder(next, names)) below = next;
    else if (!isNumbering(next, rows)) break;
    lastRow = next.number;
  }
  return { above, names, below, lastRow };
}

// A title is one text at the left.
function areGroups(row: Row, names: Row): boolean {
  const filled = filledIn(row);
  if (!filled.every((at) => isHeaderText(row.cells[at] ?? null))) return false;
  const isTitle = filled.length === 1 && (filled[0] ?? 0) <= (filledIn(names)[0] ?? 0);
  return (
    !isTitle &&
    filled.some((at) => cellOf(names, at) === '' || (isSpan(row, at) && cellOf(names, at + 1) !== ''))
  );
}

const isSpan = (row: Row, at: number): boolean => cellOf(row, at + 1) === '';

function areUnder(row: Row, names: Row): boolean {
  const filled = filledIn(row);
  return (
    filled.length > 0 &&
    filled.every((at) => {
      const text = cellOf(row, at);
      if (!isHeaderText(row.cells[at] ?? null)) return false;
      if (cellOf(names, at) === '') return isUnderGroup(row, names, at);
      return isUnit(text) || (isSpan(names, at) && cellOf(row, at + 1) !== '');
    })
  );
}

function isUnderGroup(row: Row, names: Row, at: number): boolean {
  let group = at;
  while (group >= 0 && cellOf(names, group) === '') group--;
  return group >= 0 && cellOf(row, group) !== '';
}

// Tender forms number their columns below the header.
function isNumbering(row: Row, rows: readonly Row[]): boolean {
  const filled = filledIn(row);
  if (filled.length < numberedMin) return false;
  const isInOrder = filled.every(
    (at, order) => cellOf(row, at).replace(/[()[\]]/g, '') === String(order + 1),
  );
  if (!isInOrder) return false;
  const under = rows.filter(({ number }) => number > row.number);
  return filled.some((at) => under.some(({ cells }) => letter.test(textOf(cells[at] ?? null))));
}

// The lower name counts first, then both together.
export function headerTexts(
  { above, names, below }: HeaderBlock,
  isKnown: (header: string) => boolean,
): string[] {
  const width = Math.max(names.cells.length, above?.cells.length ?? 0, below?.cells.length ?? 0);
  const parts = Array.from({ length: width }, (_, at) => partsOf(at, { above, names, below }));
  const counts = new Map<string, number>();
  for (const { lower } of parts)
    counts.set(normaliseHeader(lower), (counts.get(normaliseHeader(lower)) ?? 0) + 1);
  return parts.map(({ upper, lower, unit }) => {
    const both = `${upper} ${lower}`.trim();
    const isOnly = counts.get(normaliseHeader(lower)) === 1;
    const text = (isOnly && isKnown(lower)) || (isOnly && !isKnown(both)) ? lower : both;
    return unit === '' ? text : `${text} (${unit})`;
  });
}

interface Parts {
  upper: string;
  lower: string;
  unit: string;
}

function partsOf(at: number, { above, names, below }: Omit<HeaderBlock, 'lastRow'>): Parts {
  const own = cellOf(names, at);
  const under = cellOf(below, at);
  if (under !== '' && !(own !== '' && isUnit(under) && !isSpan(names, at)))
    return { upper: own === '' ? groupOf(names, at) : own, lower: under, unit: '' };
  const unit = under.replace(/^[([]|[)\]]$/g, '');
  if (own === '') return { upper: '', lower: cellOf(above, at), unit };
  return {
    upper: above === undefined || isTitled(above, names, at) ? '' : groupOf(above, at),
    lower: own,
    unit,
  };
}

// A text at the left that reaches over several names is the title of the table.
function isTitled(above: Row, names: Row, at: number): boolean {
  const first = filledIn(names)[0] ?? 0;
  const reach = above.cells.findIndex((_, index) => index > first && cellOf(above, index) !== '');
  return cellOf(above, first) !== '' && at >= first && at < reach && reach - first > titleReachMin;
}

function groupOf(row: Row, at: number): string {
  let group = at;
  while (group > 0 && cellOf(row, group) === '') group--;
  return cellOf(row, group);
}
