import { ErrorCell } from '../cell';
import type { CellOutput, ColumnFormat } from '../write-output';
import { dateSerial } from './date';
import { numberText } from './number';
import { columnStyle, quotedTextStyle, totalStyle } from './styles';
import { textElement } from './text';

type Value = Exclude<CellOutput, null | undefined>;

export type CellWriter = (value: Value) => string;

/**
 * The writer for the cells of a column. It throws RangeError for a value that its format cannot show unaltered.
 */
export function cellWriter(format: ColumnFormat): CellWriter {
  return format === 'general' ? generalCell : styledWriter(format, columnStyle(format));
}

export function totalWriter(format: ColumnFormat): CellWriter {
  const writesText = format === 'general' || format === 'boolean';
  return styledWriter(writesText ? 'text' : format, totalStyle(writesText ? 'text' : format));
}

function styledWriter(format: ColumnFormat, number: number): CellWriter {
  const style = styleAttribute(number);
  switch (format) {
    case 'text':
    case 'prose':
      return (value) => textCell(style, String(value));
    case 'date':
      return (value) => dateCell(style, value);
    case 'boolean':
      return booleanCell;
    default:
      return (value) => numberCell(style, value);
  }
}

export function textCell(style: string, text: string): string {
  return `${style} t="inlineStr"><is>${textElement(text)}</is></c>`;
}

export function styleAttribute(style: number): string {
  return style === 0 ? '' : ` s="${style}"`;
}

function numberCell(style: string, value: Value): string {
  if (typeof value === 'boolean' || value instanceof ErrorCell) throw new RangeError(`${value} is no number`);
  return `${style}><v>${numberText(value)}</v></c>`;
}

function booleanCell(value: Value): string {
  if (typeof value !== 'boolean') throw new RangeError(`${JSON.stringify(value)} is no boolean`);
  return value ? ' t="b"><v>1</v></c>' : ' t="b"><v>0</v></c>';
}

const plainTextStyle = styleAttribute(columnStyle('text'));

function dateCell(style: string, value: Value): string {
  const serial = dateSerial(String(value));
  return serial === undefined ? textCell(plainTextStyle, String(value)) : `${style}><v>${serial}</v></c>`;
}

const startsLikeFormula = /^[=+\-@]/;
const quotedStyle = styleAttribute(quotedTextStyle);

/** Others are of newer programs than some that may open the workbook. */
const commonErrors = ['#DIV/0!', '#N/A', '#NAME?', '#NULL!', '#NUM!', '#REF!', '#VALUE!'];

function errorCell({ code }: ErrorCell): string {
  return ` t="e"><v>${commonErrors.includes(code) ? code : '#VALUE!'}</v></c>`;
}

function generalCell(value: Value): string {
  if (value instanceof ErrorCell) return errorCell(value);
  if (typeof value === 'string') return textCell(startsLikeFormula.test(value) ? quotedStyle : '', value);
  return typeof value === 'boolean' ? booleanCell(value) : numberCell('', value);
}
