import {
  fault,
  type Kind,
  type Reading,
  significantDigitsMax,
  tooManyDigits,
} from '@consulting/kernel/schema';
import { type CellValue, DateCell, ErrorCell, NoResultCell } from '@consulting/spreadsheet/table/cell';
import { quotable } from '@consulting/spreadsheet/table/cell-text';
import { booleanOfText, type DecimalSeparator, dateOfText, numberOfText, storedNumber } from './table-text';

const excelDateLength = 10;

/**
 * The value is null for a blank cell and INVALID after a fault. Numbers count to 15 significant digits and 6
 * decimals (resources.md 15.3 point 4).
 */
export function readCell(
  kind: Kind<unknown>,
  cell: CellValue,
  at: string,
  reading: Reading,
  separator: DecimalSeparator | null = null,
): unknown {
  if (cell === null || (typeof cell === 'string' && cell.trim() === '')) return null;
  if (cell instanceof ErrorCell) return fault(reading, at, 'ERROR_CELL', `holds the error ${cell.code}`);
  if (cell instanceof NoResultCell) {
    return fault(reading, at, 'NO_STORED_RESULT', 'holds a formula without a stored result');
  }
  switch (kind.schema.type) {
    case 'number':
    case 'integer':
      return readNumber(cell, at, reading, separator);
    case 'boolean':
      return readBoolean(cell, at, reading);
    case 'array':
      return readList(kind.schema.items as Kind<unknown>['schema'], cell);
    default:
      return readText(kind.schema, cell, at, reading);
  }
}

type Filled = string | number | boolean | DateCell;

function readNumber(cell: Filled, at: string, reading: Reading, separator: DecimalSeparator | null): unknown {
  const value = typeof cell === 'string' ? numberOfText(cell, separator) : cell;
  if (value === 'ambiguous') {
    return fault(
      reading,
      at,
      'AMBIGUOUS_NUMBER',
      `${quotable(textOf(cell))} can be read in two ways; write it without thousands separator, or send decimalSeparator`,
    );
  }
  if (value === 'long')
    return fault(reading, at, 'FORMAT', `${quotable(textOf(cell))} ${tooManyDigits}`, {
      significantDigits: significantDigitsMax,
    });
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    return fault(reading, at, 'NOT_A_NUMBER', `${quotable(textOf(cell))} is not a number`);
  }
  return storedNumber(value);
}

function readBoolean(cell: Filled, at: string, reading: Reading): unknown {
  const value = typeof cell === 'boolean' ? cell : booleanOfText(textOf(cell));
  return value ?? fault(reading, at, 'TYPE', `${quotable(textOf(cell))} is neither yes nor no`);
}

function readText(schema: Kind<unknown>['schema'], cell: Filled, at: string, reading: Reading): unknown {
  const text = textOf(cell);
  if (schema.format !== 'date') return schema.enum ? meant(schema.enum as string[], text) : text;
  const date = dateOfText(text);
  if (date === 'ambiguous')
    return fault(
      reading,
      at,
      'AMBIGUOUS_DATE',
      `${quotable(text)} can be read in two ways; write it as YYYY-MM-DD`,
    );
  return date ?? fault(reading, at, 'FORMAT', `${quotable(text)} is not a date`);
}

function readList(items: Kind<unknown>['schema'], cell: Filled): string[] {
  const parts = textOf(cell)
    .split(/[;,\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return items.enum ? parts.map((part) => meant(items.enum as string[], part)) : parts;
}

const bare = (text: string) => text.toLowerCase().replace(/[\s\-_]/g, '');

const meant = (values: readonly string[], text: string) =>
  values.find((value) => bare(value) === bare(text)) ?? text;

function textOf(cell: Filled): string {
  if (cell instanceof DateCell) return cell.iso.slice(0, excelDateLength);
  return typeof cell === 'number' ? String(Number(cell.toPrecision(significantDigitsMax))) : String(cell);
}
