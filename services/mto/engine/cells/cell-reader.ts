import { type FaultCode, isStorable, isUuid, notStorable, tooManyDigits } from '@consulting/kernel/schema';
import {
  type CellValue,
  DateCell,
  ErrorCell,
  isErrorText,
  NoResultCell,
} from '@consulting/spreadsheet/table/cell';
import { textOf } from '@consulting/spreadsheet/table/cell-text';
import {
  decimalsOf,
  type Field,
  normaliseUnitOfMeasure,
  readBoolean,
  readEnum,
} from '@consulting/takeoff-fields';
import type { Cell } from '../fields/line';
import { type DateOrder, readDateText } from './date-text';
import {
  converterBy,
  converterFromUs,
  type NumberReading,
  readNumberText,
  storedNumber,
} from './number-text';

export interface ColumnReading extends NumberReading {
  dateOrder: DateOrder | null;
  isUs: boolean;
  rate: string | null;
}

export interface CellFault {
  code: FaultCode;
  message: string;
}

const magnitudeMax = 1e12;
const rememberedMax = 2000;

const TEXT = 0;
const NUMBER = 1;
const BOOLEAN = 2;
const DATE = 3;
const REMEMBERED = 4;
const IDENTIFIER = 5;

function kindOf({ key, type }: Field): number {
  if (key === 'subcontractorId') return IDENTIFIER;
  if (type === 'enum' || key === 'unitOfMeasure' || key === 'currency') return REMEMBERED;
  if (type === 'number' || type === 'integer') return NUMBER;
  if (type === 'boolean') return BOOLEAN;
  return type === 'date' ? DATE : TEXT;
}

const wordLengthMax = 200;

// Case and further blanks of a word that the part `values` explains do not count.
export const meaningWord = (text: string): string => text.trim().replace(/\s+/g, ' ').toLowerCase();

function converterOf(field: Field, { isUs, rate }: ColumnReading) {
  if (rate !== null) return converterBy({ factor: rate }, decimalsOf(field));
  return isUs ? converterFromUs(field) : null;
}

export class CellReader {
  fault: CellFault | null = null;
  inFile = 0;
  converted = 0;
  private readonly kind: number;
  private readonly min: number;
  private readonly max: number;
  private readonly isInteger: boolean;
  private readonly lengthMax: number;
  readonly convert: ((value: number) => number) | null;
  private readonly days = new Map<number, string>();
  private readonly remembered = new Map<string, string | null>();

  constructor(
    readonly field: Field,
    readonly reading: ColumnReading,
    private readonly meanings: ReadonlyMap<string, Cell> | null = null,
  ) {
    this.kind = kindOf(field);
    this.min = field.min ?? -Infinity;
    this.max = field.max ?? Infinity;
    this.isInteger = field.type === 'integer';
    this.lengthMax = field.maxLength ?? Infinity;
    this.convert = converterOf(field, reading);
  }

  read(cell: CellValue): Cell | undefined {
    if (cell === null) return null;
    if (this.meanings !== null && typeof cell === 'string' && cell.length <= wordLengthMax) {
      const meant = this.meanings.get(meaningWord(cell));
      if (meant !== undefined) return meant;
    }
    if (this.kind === NUMBER) return this.readNumber(cell);
    if (cell instanceof ErrorCell) return this.wrong('ERROR_CELL', `holds the error ${cell.code}`);
    if (cell instanceof NoResultCell) return this.wrongFormula();
    switch (this.kind) {
      case BOOLEAN:
        return this.readBoolean(cell);
      case DATE:
        return this.readDate(cell);
      default:
        return this.readText(cell);
    }
  }

  private wrong(code: FaultCode, message: string): undefined {
    this.fault = { code, message };
  }

  private wrongFormula(): undefined {
    return this.wrong(
      'NO_STORED_RESULT',
      'is a formula without a stored result; open and save the workbook in Excel',
    );
  }

  private readNumber(cell: CellValue): Cell | undefined {
    if (typeof cell === 'number') return this.accept(storedNumber(cell));
    if (typeof cell !== 'string') return this.wrongNumber(cell);
    const read = readNumberText(cell, this.reading);
    if (typeof read === 'number') return this.accept(storedNumber(read));
    const text = cell.trim();
    if (text === '') return null;
    if (isErrorText(text)) return this.wrong('ERROR_CELL', `holds the error ${text}`);
    if (read === 'AMBIGUOUS_NUMBER') return this.wrong(read, this.#bothReadings(cell));
    return this.wrong(read, read === 'FORMAT' ? tooManyDigits : 'is not a number');
  }

  #bothReadings(text: string): string {
    const [point, comma] = (['.', ','] as const).map((separator) =>
      readNumberText(text, { ...this.reading, separator }),
    );
    return `is ${point} with decimalSeparator "." and ${comma} with ","; nothing else in its column decides it, upload again with one of them`;
  }

  private wrongNumber(cell: CellValue): undefined {
    if (cell instanceof ErrorCell) return this.wrong('ERROR_CELL', `holds the error ${cell.code}`);
    if (cell instanceof NoResultCell) return this.wrongFormula();
    return this.wrong(
      'NOT_A_NUMBER',
      cell instanceof DateCell ? 'is a date, not a number' : 'is not a number',
    );
  }

  accept(given: number): number | undefined {
    if (this.convert === null) return this.check(given);
    this.inFile = given;
    this.converted += 1;
    return this.check(this.convert(given));
  }

  check(value: number): number | undefined {
    if (value < this.min) return this.wrong('MIN', `must be at least ${this.min}`);
    if (value > this.max) return this.wrong('MAX', `must be at most ${this.max}`);
    if (Math.abs(value) >= magnitudeMax) return this.wrong('MAX', 'must be below 10^12 in size');
    if (this.isInteger && !Number.isInteger(value)) return this.wrong('TYPE', 'must be a whole number');
    return value;
  }

  private readBoolean(cell: CellValue): Cell | undefined {
    if (typeof cell === 'boolean') return cell;
    const text = textOf(cell);
    if (text === '') return null;
    return readBoolean(text) ?? this.wrong('TYPE', 'must be yes or no');
  }

  private readDate(cell: CellValue): Cell | undefined {
    if (cell instanceof DateCell) return this.dayOf(cell);
    const text = textOf(cell);
    if (text === '') return null;
    const read = typeof cell === 'string' ? readDateText(text, this.reading.dateOrder) : 'FORMAT';
    if (read === 'AMBIGUOUS_DATE') return this.wrong(read, 'can be read as two dates; use YYYY-MM-DD');
    return read === 'FORMAT' ? this.wrong(read, 'is not a date; use YYYY-MM-DD') : read;
  }

  private dayOf(cell: DateCell): string {
    const known = this.days.get(cell.serial);
    if (known !== undefined) return known;
    const day = cell.iso.slice(0, 10);
    if (this.days.size < rememberedMax) this.days.set(cell.serial, day);
    return day;
  }

  private readText(cell: CellValue): Cell | undefined {
    const text = textOf(cell);
    if (text === '') return null;
    if (!isStorable(text)) {
      return this.wrong('INVALID_CHARACTER', notStorable);
    }
    if (this.kind === REMEMBERED) return this.readRemembered(text);
    if (text.length > this.lengthMax) {
      return this.wrong('MAX_LENGTH', `must have at most ${this.lengthMax} characters`);
    }
    if (this.kind === TEXT) return text;
    return isUuid(text) ? text.toLowerCase() : this.wrong('FORMAT', 'must be a UUID');
  }

  private readRemembered(text: string): Cell | undefined {
    const known = this.remembered.get(text);
    if (known !== undefined) return known ?? this.wrongChoice(text);
    const value = this.choose(text);
    if (this.remembered.size < rememberedMax) this.remembered.set(text, value);
    return value ?? this.wrongChoice(text);
  }

  private choose(text: string): string | null {
    if (this.field.type === 'enum') return readEnum(this.field, text) ?? null;
    const value = this.field.key === 'currency' ? text.toUpperCase() : normaliseUnitOfMeasure(text);
    return value.length <= this.lengthMax ? value : null;
  }

  private wrongChoice(text: string): undefined {
    const { enum: values } = this.field;
    if (values) return this.wrong('ENUM', `is not one of ${values.join(', ')}`);
    return this.wrong('MAX_LENGTH', `must have at most ${this.lengthMax} characters, not ${text.length}`);
  }
}
