import type { CellValue, Row } from '@consulting/spreadsheet/table/cell';
import { textOf } from '@consulting/spreadsheet/table/cell-text';
import { headerText } from './words/header-text';
import { isKnownWord } from './words/vocabulary';

const rowsMax = 30;
const textsMin = 2;
const headerLengthMax = 60;
const columnsMax = 200;
const belowMax = 10;
const scoreMin = 0.45;

export function findLikelyHeaderRow(rows: readonly Row[]): Row | undefined {
  const first = rows.filter(({ number }) => number <= rowsMax);
  let best: Row | undefined;
  let most = scoreMin;
  for (const row of first) {
    const below = first.filter(({ number }) => number > row.number).slice(0, belowMax);
    const score = below.length === 0 ? 0 : scoreOf(row.cells.slice(0, columnsMax), below);
    if (score <= most) continue;
    best = row;
    most = score;
  }
  return best;
}

function scoreOf(cells: readonly CellValue[], below: readonly Row[]): number {
  const filled = cells.flatMap((cell, index) => (textOf(cell) === '' ? [] : [{ cell, index }]));
  const headers = filled.filter(({ cell }) => isHeaderLike(cell));
  if (headers.length < textsMin) return 0;
  const different = new Set(headers.map(({ cell }) => textOf(cell).toLowerCase())).size / headers.length;
  const known =
    headers.filter(({ cell }) => headerText(textOf(cell)).words.some(isKnownWord)).length / headers.length;
  const over = coverOf(new Set(headers.map(({ index }) => index)), below);
  const change = headers.filter(({ index }) => differsBelow(index, below)).length / headers.length;
  return (headers.length / filled.length) * different * over * (0.4 + 0.35 * known + 0.25 * change);
}

function coverOf(headers: ReadonlySet<number>, below: readonly Row[]): number {
  const counts = new Map<number, number>();
  for (const { cells } of below) {
    cells.slice(0, columnsMax).forEach((cell, index) => {
      if (textOf(cell) !== '') counts.set(index, (counts.get(index) ?? 0) + 1);
    });
  }
  const filled = new Set(
    [...counts].filter(([, count]) => count * 3 >= below.length).map(([index]) => index),
  );
  const both = headers.intersection(filled).size;
  return both / Math.max(1, headers.size, filled.size);
}

function isHeaderLike(cell: CellValue): boolean {
  if (typeof cell !== 'string') return false;
  const text = textOf(cell);
  return (
    text.length <= headerLengthMax &&
    /\p{L}|[#%\p{Sc}]/u.test(text) &&
    !/^\d+(?:[.,]\d+)? ?\p{L}{0,3}$/u.test(text)
  );
}

function differsBelow(index: number, below: readonly Row[]): boolean {
  const cells = below.map((row) => row.cells[index] ?? null).filter((cell) => cell !== null);
  if (cells.length === 0) return false;
  const isFigure =
    cells.filter((cell) => typeof cell === 'number' || /\d/.test(textOf(cell))).length > cells.length / 2;
  return isFigure || new Set(cells.map(textOf)).size < cells.length;
}
