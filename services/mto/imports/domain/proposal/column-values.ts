import { knownUnitOfMeasure, readBoolean, readDateText, readNumberText } from '@consulting/mto-engine';
import { type CellValue, DateCell } from '@consulting/spreadsheet/table/cell';
import { textOf } from '@consulting/spreadsheet/table/cell-text';
import { timesOf } from '../sheet/money-scale';

const rowsMax = 100;
const textLengthMax = 200;

export interface ColumnValues {
  count: number;
  numbers: readonly (number | null)[];
  texts: readonly string[];
  distinct: ReadonlySet<string>;
  numberShare: number;
  wholeShare: number;
  dateShare: number;
  booleanShare: number;
  unitShare: number;
  inchShare: number;
  pairShare: number;
  wordyShare: number;
  codeShare: number;
  averageLength: number;
  rises: boolean;
}

const inchReading = { separator: '.', isInches: true, isPercent: true } as const;
const inchSize = /^\d{1,3}(?:[ -]\d{1,2}\/\d{1,2}|\/\d{1,2}|\.\d{1,3})? ?(?:"|''|in\.?|inch)/i;
const pair =
  /^[\d ./-]{1,12}(?:"|''|mm)? ?x ?[\d ./-]{1,12}(?:"|''|mm)?(?: ?x ?[\d ./-]{1,12}(?:"|''|mm)?)?$/i;
const codeText = /^[\p{L}\d"'./=&+#_-]{2,60}$/u;
const isUnit = (text: string): boolean => text.length <= 20 && knownUnitOfMeasure(text) !== undefined;

function numberOf(cell: CellValue, text: string): number | null {
  if (typeof cell === 'number') return cell;
  if (typeof cell !== 'string') return null;
  const read = readNumberText(text, inchReading);
  return typeof read === 'number' ? read : null;
}

const share = (texts: readonly string[], is: (text: string) => boolean): number =>
  texts.length === 0 ? 0 : texts.filter(is).length / texts.length;

// Figures are those of the unit: one of a column in lakhs is 100,000 times what its cell has.
export const valuesOfColumns = (
  rows: readonly (readonly CellValue[])[],
  columns: readonly { index: number; header: string }[],
): Map<number, ColumnValues> =>
  new Map(columns.map(({ index, header }) => [index, columnValues(rows, index, timesOf(header))]));

export function columnValues(
  rows: readonly (readonly CellValue[])[],
  column: number,
  times = 1,
): ColumnValues {
  const cells = rows.slice(0, rowsMax).map((row) => row[column] ?? null);
  const displayed = cells.map((cell) => textOf(cell).slice(0, textLengthMax));
  const numbers = cells.map((cell, at) => {
    const read = numberOf(cell, displayed[at] ?? '');
    return read === null ? null : read * times;
  });
  const texts = displayed.filter((text) => text !== '');
  const read = numbers.filter((value) => value !== null);
  const of = (count: number) => (texts.length === 0 ? 0 : count / texts.length);
  return {
    count: texts.length,
    numbers,
    texts,
    distinct: new Set(texts),
    numberShare: of(read.length),
    wholeShare: of(read.filter((value) => Number.isInteger(value)).length),
    dateShare: of(
      cells.filter(
        (cell, at) =>
          cell instanceof DateCell ||
          (typeof cell === 'string' && readDateText(displayed[at] ?? '', null) !== 'FORMAT'),
      ).length,
    ),
    booleanShare: share(texts, (text) => readBoolean(text) !== undefined),
    unitShare: share(texts, isUnit),
    inchShare: share(texts, (text) => inchSize.test(text)),
    pairShare: share(texts, (text) => pair.test(text)),
    wordyShare: share(texts, (text) => text.includes(' ') && /\p{L}{2}/u.test(text)),
    codeShare: share(texts, (text) => codeText.test(text) && /\d/.test(text)),
    averageLength: of(texts.reduce((sum, text) => sum + text.length, 0)),
    rises: read.length > 2 && read.every((value, at) => at === 0 || value === (read[at - 1] ?? 0) + 1),
  };
}
