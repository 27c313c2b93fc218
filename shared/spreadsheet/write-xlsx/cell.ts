import { type CellOutput, type ColumnFormat, FormulaCell, type TableLook } from '../output/write-output';
import { ErrorCell } from '../table/cell';
import { columnStyle, quotedTextStyle, totalStyle } from './styles';
import { escapeText, textElement } from './text';

type Value = Exclude<CellOutput, null | undefined>;

type CellWriter = (value: Value) => string;

export function cellWriter(format: ColumnFormat, look?: TableLook): CellWriter {
  return format === 'general' ? generalCell : styledWriter(format, columnStyle(format, look));
}

export const blank = Symbol('a cell without a value');

export type TotalValue = Value | FormulaCell | typeof blank;

export function totalWriter(format: ColumnFormat, look?: TableLook): (value: TotalValue) => string {
  const written = format === 'general' || format === 'boolean' ? 'text' : format;
  const number = totalStyle(written, look);
  const style = styleAttribute(number);
  const write = styledWriter(written, number);
  return (value) => {
    if (value === blank) return `${style}/>`;
    return value instanceof FormulaCell ? formulaCell(style, value) : write(value);
  };
}

/** The formula must come from the program itself, never from text of a user. */
export function formulaCell(style: string, { formula, value }: FormulaCell): string {
  const result = value === null || value === undefined ? '' : `<v>${resultText(value)}</v>`;
  return `${style}><f>${escapeText(formula)}</f>${result}</c>`;
}

function resultText(value: Value): string {
  if (typeof value === 'string' || typeof value === 'number') return numberText(value);
  throw new RangeError(`${value} is not a number`);
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
  return `${style}><v>${resultText(value)}</v></c>`;
}

function booleanCell(value: Value): string {
  if (typeof value !== 'boolean') throw new RangeError(`${JSON.stringify(value)} is not a boolean`);
  return value ? ' t="b"><v>1</v></c>' : ' t="b"><v>0</v></c>';
}

const plainTextStyle = styleAttribute(columnStyle('text'));

function dateCell(style: string, value: Value): string {
  const serial = dateSerial(String(value));
  return serial === undefined ? textCell(plainTextStyle, String(value)) : `${style}><v>${serial}</v></c>`;
}

const startsLikeFormula = /^[=+\-@]/;
const quotedStyle = styleAttribute(quotedTextStyle);

const commonErrors = ['#DIV/0!', '#N/A', '#NAME?', '#NULL!', '#NUM!', '#REF!', '#VALUE!'];

function errorCell({ code }: ErrorCell): string {
  return ` t="e"><v>${commonErrors.includes(code) ? code : '#VALUE!'}</v></c>`;
}

function generalCell(value: Value): string {
  if (value instanceof ErrorCell) return errorCell(value);
  if (typeof value === 'string') return textCell(startsLikeFormula.test(value) ? quotedStyle : '', value);
  return typeof value === 'boolean' ? booleanCell(value) : numberCell('', value);
}

const plainDecimal = /^-?\d{1,300}(?:\.\d+)?$/;
const decimal = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const magnitudeMax = 9.99999999999999e307;

/**
 * Decimal text is written digit for digit.
 * @throws RangeError for NaN, the infinities, text that is no decimal and magnitudes that Excel cannot hold
 */
export function numberText(value: string | number): string {
  if (typeof value === 'string') {
    if (plainDecimal.test(value)) return value;
    if (!decimal.test(value)) throw new RangeError(`${JSON.stringify(value)} is not a number`);
  }
  if (!(Math.abs(Number(value)) <= magnitudeMax))
    throw new RangeError(`${value} is not a number that Excel can hold`);
  return String(value);
}

const isoDate = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;
const daysBeforeMonth = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365];
const ordinalOfDayZero = 693_594;
const firstUnambiguousSerial = 61;

/**
 * The answer is undefined before 1900-03-01, where Excel counts a 29 February 1900 that never existed and programs
 * disagree by a day.
 * @throws RangeError when the text is no date of the calendar
 */
export function dateSerial(text: string): number | undefined {
  if (!isoDate.test(text)) throw new RangeError(`${JSON.stringify(text)} is not a date YYYY-MM-DD`);
  const year = Number(text.slice(0, 4));
  const month = Number(text.slice(5, 7));
  const day = Number(text.slice(8));
  if (day > monthDays(year, month))
    throw new RangeError(`${JSON.stringify(text)} is not a day of the calendar`);
  const years = year - 1;
  const yearDays = years * 365 + Math.floor(years / 4) - Math.floor(years / 100) + Math.floor(years / 400);
  const leapDay = month > 2 && isLeapYear(year) ? 1 : 0;
  const serial = yearDays + (daysBeforeMonth[month - 1] ?? 0) + leapDay + day - ordinalOfDayZero;
  return serial < firstUnambiguousSerial ? undefined : serial;
}

function monthDays(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return (daysBeforeMonth[month] ?? 0) - (daysBeforeMonth[month - 1] ?? 0);
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}
