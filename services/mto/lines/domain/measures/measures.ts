import { fault, isObject, loweredText, quoted, type Reading } from '@consulting/kernel/schema';
import { fieldsNamed, findSearchField, type SearchField } from '@consulting/mto-engine';
import type { AggregateGroup, Value } from '../../store/aggregate/aggregate';
import { type AggregateFunction, aggregateFunctions, type Measure } from '../../store/aggregate/measure';

export interface NamedMeasure extends Measure {
  name: string;
}

export const linesKey = 'lines';

const functionsOf = (field: SearchField | null): readonly AggregateFunction[] => {
  if (field === null) return ['sum', 'count'];
  switch (field.type) {
    case 'number':
    case 'integer':
      return aggregateFunctions;
    case 'date':
      return ['min', 'max', 'count', 'countDistinct'];
    default:
      return ['count', 'countDistinct'];
  }
};

const amounts: readonly AggregateFunction[] = ['sum', 'avg', 'min', 'max'];

const isQuantity = (key: string): boolean => fieldsNamed(key).some(({ unit }) => unit === 'uom');

function measureOf(key: string, field: SearchField | null, own: AggregateFunction): NamedMeasure {
  const name = own === 'sum' ? key : `${key}.${own}`;
  return { name, field, function: own, isPerUnit: isQuantity(key) && amounts.includes(own) };
}

const fieldOf = (key: string): SearchField | null | undefined => {
  if (key === linesKey) return null;
  const field = findSearchField(key, null);
  return field?.type === 'time' ? undefined : field;
};

export function sumOf(key: string): NamedMeasure {
  const field = fieldOf(key);
  if (field === undefined) throw new RangeError(`${key} is not a field`);
  return measureOf(key, field, 'sum');
}

export const defaultMeasures: readonly NamedMeasure[] = [
  linesKey,
  'totalManHours',
  'labourCost',
  'materialCost',
  'equipmentCost',
  'subcontractCost',
  'totalCost',
].map(sumOf);

export function readMeasure(entry: unknown, at: string, reading: Reading): NamedMeasure | undefined {
  if (!isObject(entry)) {
    fault(reading, at, 'TYPE', 'must be an object with field and function', { type: 'object' });
    return undefined;
  }
  for (const key of Object.keys(entry))
    if (key !== 'field' && key !== 'function')
      fault(reading, `${at}.${key}`, 'UNKNOWN_FIELD', 'is not a known key');
  const key = readKey(entry.field, `${at}.field`, reading);
  const field = key === undefined ? undefined : fieldOf(key);
  const own = readFunction(entry.function, `${at}.function`, field, reading);
  return key === undefined || field === undefined || own === undefined
    ? undefined
    : measureOf(key, field, own);
}

function readKey(key: unknown, at: string, reading: Reading): string | undefined {
  if (key === undefined || key === null) fault(reading, at, 'REQUIRED', 'is required');
  else if (typeof key !== 'string')
    fault(reading, at, 'TYPE', 'must be the key of a field as text', { type: 'string' });
  else if (fieldOf(key) !== undefined) return key;
  else
    fault(reading, at, 'UNKNOWN_FIELD', `${quoted(key)} is not a known field of any discipline`, {
      notAllowed: [quoted(key)],
    });
  return undefined;
}

function readFunction(
  value: unknown,
  at: string,
  field: SearchField | null | undefined,
  reading: Reading,
): AggregateFunction | undefined {
  if (value === undefined || value === null) {
    fault(reading, at, 'REQUIRED', 'is required');
    return undefined;
  }
  const own = aggregateFunctions.find((one) => one === value);
  const fitting = field === undefined ? aggregateFunctions : functionsOf(field);
  if (own && fitting.includes(own)) return own;
  const reason =
    own && field !== undefined ? `${own} does not fit ${field?.key ?? linesKey}; it takes` : 'must be one of';
  fault(reading, at, 'ENUM', `${reason} ${fitting.join(', ')}`);
  return undefined;
}

export const isSummed = (key: string): boolean => {
  const field = fieldOf(key);
  return field !== undefined && field !== null && functionsOf(field).includes('sum');
};

type Figures = Pick<AggregateGroup, 'values' | 'units'>;

export const serialiseValues = (measures: readonly NamedMeasure[], { values, units }: Figures) =>
  Object.fromEntries(
    measures.map((measure, at) => [
      measure.name,
      measure.isPerUnit ? quantitiesOf(values[at], units) : serialiseValue(measure, values[at]),
    ]),
  );

const dateFunctions: readonly AggregateFunction[] = ['min', 'max'];

function serialiseValue(measure: Measure, value: Figures['values'][number] | undefined) {
  if (value === undefined || value === null) return null;
  const isDate = measure.field?.type === 'date' && dateFunctions.includes(measure.function);
  return isDate ? value : Number(value);
}

function quantitiesOf(values: Figures['values'][number] | undefined, units: Figures['units']) {
  const inUnits = Array.isArray(values) ? values : [];
  return units
    .map((unitOfMeasure, at) => ({ unitOfMeasure, quantity: numberOf(inUnits[at] ?? null) }))
    .sort((one, other) => byUnit(one.unitOfMeasure, other.unitOfMeasure));
}

const numberOf = (value: Value): number | null => (value === null ? null : Number(value));

/** The order is that of the database: by lower-cased code points, and then by the texts as they are. */
function byUnit(one: string | null, other: string | null): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return byCodePoints(loweredText(one), loweredText(other)) || byCodePoints(one, other);
}

const byCodePoints = (one: string, other: string): number =>
  Buffer.compare(Buffer.from(one), Buffer.from(other));
