import { decimal } from '@consulting/kernel/schema';
import { columnLetters } from '@consulting/spreadsheet/table/cell';
import { quotedSheetName } from '@consulting/spreadsheet/write-xlsx/sheet-name';
import type { Amount } from '../model/report';

export const cellAt = (column: number, row: number): string => `${columnLetters(column)}${row}`;

export const cellOn = (sheet: string, column: number, row: number): string =>
  `${quotedSheetName(sheet)}!$${columnLetters(column)}$${row}`;

export const sumDown = (column: number, fromRow: number, toRow: number): string =>
  `SUM(${cellAt(column, fromRow)}:${cellAt(column, toRow)})`;

export const sumAcross = (row: number, fromColumn: number, toColumn: number): string =>
  `SUM(${cellAt(fromColumn, row)}:${cellAt(toColumn, row)})`;

const argumentsMax = 250;
const charactersMax = 8_000;

export function sumOfRows(column: number, rows: readonly number[]): string | undefined {
  const ranges = runsOf(rows).map(([from, to]) =>
    from === to ? cellAt(column, from) : `${cellAt(column, from)}:${cellAt(column, to)}`,
  );
  const parts: string[] = [];
  for (let at = 0; at < ranges.length; at += argumentsMax)
    parts.push(`SUM(${ranges.slice(at, at + argumentsMax).join(',')})`);
  const formula = parts.join('+');
  return formula === '' || formula.length > charactersMax ? undefined : formula;
}

function runsOf(rows: readonly number[]): [from: number, to: number][] {
  const runs: [from: number, to: number][] = [];
  for (const row of rows) {
    const last = runs.at(-1);
    if (last && last[1] === row - 1) last[1] = row;
    else runs.push([row, row]);
  }
  return runs;
}

const shareDecimals = 12;

export const shareOf = (part: Amount, whole: Amount): Amount | null =>
  decimal(whole).eq(0) ? null : decimal(part).div(whole).toFixed(shareDecimals);

export const fractionOf = (percent: Amount): Amount => decimal(percent).div(100).toFixed();
