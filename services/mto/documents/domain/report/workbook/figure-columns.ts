import { decimal } from '@consulting/kernel/schema';
import { type TotalKey, totalKeys } from '@consulting/mto-lines';
import type { PageCell } from '@consulting/spreadsheet/output/page-output';
import { columnLetters } from '@consulting/spreadsheet/table/cell';
import type { Titles } from '../language/language';
import type { Figures, Report } from '../model/report';
import { amountWidth } from './amount-width';
import { cellAt, shareOf } from './formulas';
import { figure, formula, type TableColumn } from './page-rows';

export interface FigureColumns {
  keys: readonly TotalKey[];
  columns: readonly TableColumn[];
  totalCostAt: number;
}

const linesCharacters = 8;
const shareCharacters = 11;

export function figureColumns({ totals, grandTotal }: Report, titles: Titles): FigureColumns {
  const saysMore = (key: TotalKey) =>
    !decimal(totals[key]).eq(0) && !(key === 'directCost' && decimal(totals[key]).eq(totals.totalCost));
  const keys = totalKeys.filter((key) => key === 'totalCost' || saysMore(key));
  const figures = keys.map(
    (key): TableColumn => ({
      header: titles.columns[key],
      format: 'amount',
      widthCharacters: amountWidth(totals[key], grandTotal),
    }),
  );
  return {
    keys,
    totalCostAt: keys.indexOf('totalCost') + 1,
    columns: [
      { header: titles.columns.lines, format: 'integer', widthCharacters: linesCharacters },
      ...figures,
      { header: titles.columns.percent, format: 'percent', widthCharacters: shareCharacters },
    ],
  };
}

interface Place {
  row: number;
  firstColumn: number;
  totalRow: number;
  look: PageCell['look'];
}

export function figureCells(
  { keys, totalCostAt }: FigureColumns,
  figures: Figures,
  totals: Figures,
  { row, firstColumn, totalRow, look }: Place,
): PageCell[] {
  const column = firstColumn + totalCostAt;
  const share = shareOf(figures.totalCost, totals.totalCost);
  return [
    figure(figures.lines, 'integer', look),
    ...keys.map((key) => figure(figures[key], 'amount', look)),
    share === null
      ? figure(null, 'percent', look)
      : formula(`${cellAt(column, row)}/${absolute(column, totalRow)}`, share, 'percent', look),
  ];
}

const absolute = (column: number, row: number) => `${columnLetters(column)}$${row}`;

export function totalCells(
  { keys, totalCostAt }: FigureColumns,
  totals: Figures,
  sumOf: (column: number) => string | undefined,
  { row, firstColumn, look }: Omit<Place, 'totalRow'>,
): PageCell[] {
  const sum = (column: number, value: number | string, format: 'integer' | 'amount') => {
    const written = sumOf(firstColumn + column);
    return written === undefined ? figure(value, format, look) : formula(written, value, format, look);
  };
  const share = shareOf(totals.totalCost, totals.totalCost);
  const total = cellAt(firstColumn + totalCostAt, row);
  return [
    sum(0, totals.lines, 'integer'),
    ...keys.map((key, at) => sum(at + 1, totals[key], 'amount')),
    share === null ? figure(null, 'percent', look) : formula(`${total}/${total}`, share, 'percent', look),
  ];
}
