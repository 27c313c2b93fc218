import { type Decimal, decimal, round, sum, toNumber } from '@consulting/kernel/schema';
import { fieldsNamed } from '@consulting/takeoff-fields/registry';

export type Json = Record<string, unknown>;
export type Measure = { field: string; function: string };

/** The units and codes that a group key is made of: the WBS by lower-cased code, with its ancestors from the root on. */
export type Ancestors = ReadonlyMap<string, readonly string[]>;

export const isCounted = ({ status, scopeType }: Json) => status !== 'void' && scopeType !== 'excluded';

export type Key = string | { wbsLevel: number };

export const nameOfKey = (key: Key) => (typeof key === 'string' ? key : `wbsLevel${key.wbsLevel}`);
export const nameOfMeasure = ({ field, function: own }: Measure) =>
  own === 'sum' ? field : `${field}.${own}`;

function keyOf(line: Json, key: Key, ancestors: Ancestors): unknown {
  if (typeof key === 'string') return line[key] ?? null;
  return ancestors.get(String(line.wbsCode ?? '').toLowerCase())?.[key.wbsLevel - 1] ?? null;
}

const isDate = (field: string) => fieldsNamed(field)[0]?.type === 'date';

/** One figure by the words of extensions.md 9.1, in exact decimals. */
function figure(lines: readonly Json[], field: string, own: string): unknown {
  if (field === 'lines') return lines.length;
  const values = lines.map((line) => line[field] ?? null).filter((value) => value !== null);
  if (own === 'count') return values.length;
  if (own === 'countDistinct') return new Set(values).size;
  if (isDate(field)) {
    const dates = values.map(String).sort();
    return (own === 'min' ? dates[0] : dates.at(-1)) ?? null;
  }
  const numbers = values.map((value) => decimal(value as number));
  if (own === 'sum') return toNumber(sum(numbers));
  if (numbers.length === 0) return null;
  if (own === 'avg') return toNumber(round(sum(numbers).div(numbers.length), 6));
  const ordered = numbers.toSorted((one: Decimal, other: Decimal) => one.cmp(other));
  return toNumber((own === 'min' ? ordered[0] : ordered.at(-1)) as Decimal);
}

const quantities = ['quantity', 'sparesQuantity', 'installQuantity', 'purchaseQuantity'];

const lower = (text: string) => [...text].map((one) => [...one.toLowerCase()][0] ?? '').join('');
const compare = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other));

const nullLast = (one: string | null, other: string | null) =>
  one === null || other === null
    ? Number(one === null) - Number(other === null)
    : compare(lower(one), lower(other)) || compare(one, other);

export function valuesOf(lines: readonly Json[], measures: readonly Measure[]): Json {
  const entries = measures.map((measure) => {
    const { field, function: own } = measure;
    const isPerUnit = quantities.includes(field) && ['sum', 'avg', 'min', 'max'].includes(own);
    if (!isPerUnit) return [nameOfMeasure(measure), figure(lines, field, own)];
    const units = Map.groupBy(lines, (line) => (line.unitOfMeasure ?? null) as string | null);
    const parts = [...units]
      .map(([unitOfMeasure, part]) => ({ unitOfMeasure, quantity: figure(part, field, own) }))
      .sort((one, other) => nullLast(one.unitOfMeasure, other.unitOfMeasure));
    return [nameOfMeasure(measure), parts];
  });
  return Object.fromEntries(entries);
}

/** The groups of lines by the text of their keys. */
export function groupsOf(
  lines: readonly Json[],
  keys: readonly Key[],
  measures: readonly Measure[],
  ancestors: Ancestors,
): Map<string, Json> {
  const group = (line: Json) =>
    JSON.stringify(Object.fromEntries(keys.map((key) => [nameOfKey(key), keyOf(line, key, ancestors)])));
  const groups = Map.groupBy(lines, group);
  return new Map([...groups].map(([key, part]) => [key, valuesOf(part, measures)]));
}
