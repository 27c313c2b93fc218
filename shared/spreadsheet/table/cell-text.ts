import { type CellValue, DateCell, ErrorCell } from './cell';

const significantDigits = 15;

export function textOf(cell: CellValue): string {
  if (typeof cell === 'string') return cell.trim();
  if (typeof cell === 'number') return String(Number(cell.toPrecision(significantDigits)));
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE';
  if (cell instanceof DateCell) return cell.iso;
  return cell instanceof ErrorCell ? cell.code : '';
}

const quotedLengthMax = 60;

export const quotable = (text: string): string =>
  text.length > quotedLengthMax ? `${text.slice(0, quotedLengthMax)}\u2026` : text;

export function displayedValue(cell: CellValue): string | number | boolean | null {
  if (cell === null || typeof cell === 'number' || typeof cell === 'boolean') return cell;
  const text = typeof cell === 'string' ? cell : textOf(cell);
  return text === '' ? null : text;
}
