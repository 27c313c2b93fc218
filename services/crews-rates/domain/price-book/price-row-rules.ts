import { type Fault, fault, type Reading, type Values } from '@consulting/kernel/schema';
import {
  type Field,
  findField,
  isMoney,
  isNumeric,
  isPerUnit,
  isPriceTarget,
  normaliseUnitOfMeasure,
  readEnum,
} from '@consulting/takeoff-fields';
import type { PriceBookRow } from '../../store/price-book';
import type { Condition, Points } from '../../store/tables/price-book';
import { readCondition } from './condition';
import type { priceRowInput } from './price-row-fields';

export type PriceRowInput = Values<(typeof priceRowInput)['fields']>;

export type PriceRowFields = Omit<PriceRowInput, 'discipline' | 'conditions' | 'value' | 'points'> & {
  discipline: NonNullable<PriceRowInput['discipline']>;
  conditions: Condition[];
  value: string | number | null;
  points: Points | null;
};

export type BookOfRow = Pick<PriceBookRow, 'discipline' | 'currency'>;

// A cell of a workbook and a page of rows in a message have room for it.
const conditionsLengthMax = 20_000;

const pricedTypes = ['number', 'integer', 'text', 'enum'];

// Words of choices and units are stored as lines have them.
export function settled(row: PriceRowInput, book: BookOfRow, faults: Fault[]): PriceRowFields {
  const reading: Reading = { faults };
  const known = new Set(faults.map(({ field }) => field.split(/[[.]/)[0]));
  const discipline = row.discipline ?? book.discipline;
  const unitOfMeasure = row.unitOfMeasure === null ? null : normaliseUnitOfMeasure(row.unitOfMeasure);
  const read = { ...row, discipline, unitOfMeasure } as PriceRowFields;
  if (book.discipline !== null && row.discipline !== null && row.discipline !== book.discipline)
    fault(reading, 'discipline', 'REFERENCE', `must be that of the book, ${book.discipline}`);
  if (discipline === null) {
    if (!known.has('discipline'))
      fault(reading, 'discipline', 'REQUIRED', 'is required, because the book has none');
    return read;
  }
  const target = known.has('target') ? undefined : readTarget(discipline, row.target, reading);
  if (target) {
    if (isMoney(target) && book.currency === null)
      fault(reading, 'target', 'REFERENCE', 'is money, and the book has no currency');
    checkDriver(target, read, reading);
    if (!known.has('value') && !known.has('points')) read.value = readFigure(target, read, reading);
  }
  if (!known.has('points') && read.points)
    requireNumber(discipline, read.points.field, 'points.field', reading);
  if (!known.has('conditions'))
    read.conditions = (row.conditions ?? []).map((one, at) =>
      readCondition(discipline, one, `conditions[${at}]`, reading),
    );
  if (JSON.stringify(read.conditions).length > conditionsLengthMax)
    fault(reading, 'conditions', 'MAX_LENGTH', `must have at most ${conditionsLengthMax} characters in all`);
  return read;
}

function readTarget(
  discipline: PriceRowFields['discipline'],
  key: string,
  reading: Reading,
): Field | undefined {
  const field = findField(discipline, key);
  if (field && isPriceTarget(field) && pricedTypes.includes(field.type)) return field;
  const why = field ? 'is no field that a price book fills' : `is no field of ${discipline}`;
  fault(reading, 'target', field ? 'READ_ONLY' : 'UNKNOWN_FIELD', why);
  return undefined;
}

function checkDriver(target: Field, { discipline, driver, unitOfMeasure }: PriceRowFields, reading: Reading) {
  const isDriven = isNumeric(target) && !isPerUnit(target);
  if (driver !== null && !isDriven)
    fault(
      reading,
      'driver',
      'FORMAT',
      `must be empty for ${target.key}, ${isNumeric(target) ? 'which is per unit of measure' : 'which is no number'}`,
    );
  else if (driver !== null) requireNumber(discipline, driver, 'driver', reading);
  else if (target.unit === 'h') fault(reading, 'driver', 'REQUIRED', `is required for ${target.key}`);
  if (isPerUnit(target) && unitOfMeasure === null)
    fault(
      reading,
      'unitOfMeasure',
      'REQUIRED',
      `is required for ${target.key}, which is per unit of measure`,
    );
}

function requireNumber(discipline: PriceRowFields['discipline'], key: string, at: string, reading: Reading) {
  const field = findField(discipline, key);
  if (!field) fault(reading, at, 'UNKNOWN_FIELD', `is no field of ${discipline}`);
  else if (!isNumeric(field)) fault(reading, at, 'TYPE', 'must be a field with numbers');
}

function readFigure(target: Field, { value, points, driver }: PriceRowFields, reading: Reading) {
  if (value !== null && points !== null)
    fault(reading, 'value', 'CONFLICTING_NAMES', 'and points exclude each other');
  else if (value === null && points === null) fault(reading, 'value', 'REQUIRED', 'is required, or points');
  else if (points !== null && !isNumeric(target))
    fault(reading, 'points', 'TYPE', `must be empty for ${target.key}, which is no number`);
  if (value === null) return null;
  if (isNumeric(target)) return readNumber(target, value, driver, reading);
  return readWord(target, value, reading);
}

function readNumber(target: Field, value: string | number, driver: string | null, reading: Reading) {
  const { min, max, type } = target;
  if (typeof value !== 'number') {
    fault(reading, 'value', 'TYPE', 'must be a number', { type: 'number' });
    return null;
  }
  if (driver !== null) return value;
  if (type === 'integer' && !Number.isInteger(value))
    fault(reading, 'value', 'TYPE', 'must be a whole number', { type: 'integer' });
  else if (min !== undefined && value < min)
    fault(reading, 'value', 'MIN', `must be at least ${min}`, { min });
  else if (max !== undefined && value > max)
    fault(reading, 'value', 'MAX', `must be at most ${max}`, { max });
  return value;
}

function readWord(target: Field, value: string | number, reading: Reading): string | null {
  const { type, maxLength = Number.POSITIVE_INFINITY } = target;
  if (typeof value !== 'string') {
    fault(reading, 'value', 'TYPE', 'must be text', { type: 'string' });
    return null;
  }
  if (type === 'enum') {
    const allowed = [...(target.enum ?? [])];
    const word = readEnum(target, value);
    if (word === undefined)
      fault(reading, 'value', 'ENUM', `must be one of ${allowed.join(', ')}`, { allowed });
    return word ?? null;
  }
  if (value.length > maxLength)
    fault(reading, 'value', 'MAX_LENGTH', `must have at most ${maxLength} characters`, { maxLength });
  return value;
}
