import { type CellValue, DateCell, ErrorCell, isDateSerial, isoToSerial, NoResultCell } from '../table/cell';
import { unreadable } from '../table/table-file';
import { parseNumber } from './number';
import type { SharedTexts } from './shared-texts';
import { decodeOfficeEscapes } from './xml-text';

export interface SheetContext {
  texts: SharedTexts | null;
  dateStyles: boolean[];
  date1904: boolean;
}

export interface StoredCell {
  type: string;
  style: number;
  hasFormula: boolean;
  hasValue: boolean;
  text: string;
}

const noResult = new NoResultCell();

export function cellValue(cell: StoredCell, context: SheetContext): CellValue {
  const missing = cell.hasFormula ? noResult : null;
  if (cell.type === 'inlineStr') return cell.text || missing;
  if (cell.type === 'str') return cell.hasValue ? decodeOfficeEscapes(cell.text) || null : missing;
  const text = cell.text.trim();
  if (text === '') return missing;
  if (cell.type === 's') return sharedText(text, context) || null;
  if (cell.type === 'e') return new ErrorCell(text);
  if (cell.type === 'b') return booleanValue(text);
  if (cell.type === 'd') return isoValue(text, context);
  const value = parseNumber(text);
  return Number.isNaN(value) ? cell.text : numberValue(value, cell.style, context);
}

export function numberValue(
  value: number,
  style: number,
  { dateStyles, date1904 }: SheetContext,
): number | DateCell {
  if (dateStyles[style] !== true || !isDateSerial(value, date1904)) return value;
  return new DateCell(value, date1904);
}

function sharedText(text: string, { texts }: SheetContext): string {
  if (!/^\d+$/.test(text)) throw unreadable('The file is damaged: a cell names no text of the workbook.');
  if (!texts) throw unreadable('The file is damaged: the texts of the workbook are missing.');
  return texts.text(Number(text));
}

function booleanValue(text: string): boolean | string {
  if (text === '1' || text === 'true') return true;
  return text === '0' || text === 'false' ? false : text;
}

function isoValue(text: string, { date1904 }: SheetContext): DateCell | string {
  const serial = isoToSerial(text, date1904);
  return serial !== null && isDateSerial(serial, date1904) ? new DateCell(serial, date1904) : text;
}
