import type { Discipline } from '@consulting/takeoff-fields/discipline';
import type { Field } from '@consulting/takeoff-fields/field';
import { fieldsOf, findField } from '@consulting/takeoff-fields/registry';
import fc from 'fast-check';
import { changeableFields, valueOf } from './random-lines';

type Json = Record<string, unknown>;

const isNumeric = ({ type }: Field) => type === 'number' || type === 'integer';

/** The types that a field of a type copies, written down a second time. */
const copied: Record<Field['type'], Field['type'][]> = {
  text: ['text', 'enum'],
  number: ['number', 'integer'],
  integer: ['integer', 'number'],
  boolean: ['boolean'],
  date: ['date'],
  enum: ['enum', 'text'],
};

const operands = fc.constantFrom(0, 1, 1.1, -2, 0.333333, 12.5, 5, -5);
const parts = fc.constantFrom('a', 'A', 'b', '1', '$&', "$'", 'é', 'x y');

function operationOn(field: Field, fields: readonly Field[]): fc.Arbitrary<Json> {
  const sources = fields.filter(
    ({ key, type }) => copied[field.type].includes(type) && !/^(project|service|subcontractor)Id$/.test(key),
  );
  const copy: fc.Arbitrary<Json> = fc.record({ copyFrom: fc.constantFrom(...sources.map(({ key }) => key)) });
  const ifEmpty = fc.option(valueOf(field), { nil: undefined });
  const withFill = (operation: fc.Arbitrary<Json>) =>
    fc.tuple(operation, ifEmpty).map(([one, fill]) => (fill === undefined ? one : { ...one, ifEmpty: fill }));
  if (field.type === 'text') {
    const replace = fc.record({ find: parts, with: fc.oneof(parts, fc.constantFrom('', ' ')) });
    return withFill(fc.oneof(copy, fc.record({ replace })));
  }
  if (!isNumeric(field)) return withFill(copy);
  const verb = fc.constantFrom('multiply', 'add', 'percent');
  const calculated = fc.tuple(verb, operands).map(([name, by]): Json => ({ [name]: by }));
  const round =
    field.type === 'integer' ? fc.constantFrom(0, 0, 0, undefined) : fc.constantFrom(undefined, 0, 2, 6);
  const rounded = fc
    .tuple(fc.oneof({ weight: 3, arbitrary: calculated }, copy), round)
    .map(([one, places]) => (places === undefined ? one : { ...one, round: places }));
  return withFill(rounded);
}

/** Up to three operations as lines of one discipline take them. */
export function randomOperations(discipline: Discipline): fc.Arbitrary<Json> {
  const fields = fieldsOf(discipline);
  const telling = [
    'quantity',
    'unitManHours',
    'labourRate',
    'materialUnitPrice',
    'crewCode',
    'wbsCode',
    'totalCost',
  ];
  const chosen = telling.flatMap((key) => findField(discipline, key) ?? []);
  const field = fc.oneof(fc.constantFrom(...changeableFields(discipline)), fc.constantFrom(...chosen));
  const entry = field.chain((one) => fc.tuple(fc.constant(one.key), operationOn(one, fields)));
  return fc.array(entry, { minLength: 1, maxLength: 3 }).map((pairs) => Object.fromEntries(pairs));
}

const scale = 10n ** 12n;

/** A number of at most six decimals as a count of billionths of a thousandth, without arithmetic on doubles. */
function scaled(value: number): bigint {
  const [whole = '0', fraction = ''] = value.toFixed(6).split('.');
  const digits = BigInt(whole.replace('-', '') + fraction.padEnd(12, '0'));
  return whole.startsWith('-') ? -digits : digits;
}

/** Half away from zero. */
function roundedTo(value: bigint, places: number): number {
  const unit = scale / 10n ** BigInt(places);
  const size = value < 0n ? -value : value;
  const units = (size + unit / 2n) / unit;
  const text = (units * unit).toString().padStart(13, '0');
  return Number(`${value < 0n ? '-' : ''}${text.slice(0, -12)}.${text.slice(-12)}`);
}

/** What an operation on `key` makes of a line, as a single update would be sent it. */
export function resultOf(line: Json, key: string, operation: Json): unknown {
  const { multiply, add, percent, copyFrom, replace, round = 6, ifEmpty = null } = operation;
  const value = line[copyFrom === undefined ? key : String(copyFrom)] ?? null;
  if (value === null) return ifEmpty;
  const places = Number(round);
  if (replace !== undefined) {
    const { find, with: by } = replace as { find: string; with: string };
    return String(value).split(find).join(by);
  }
  if (typeof value !== 'number') return value;
  const own = scaled(value);
  if (multiply !== undefined) return roundedTo((own * scaled(Number(multiply))) / scale, places);
  if (add !== undefined) return roundedTo(own + scaled(Number(add)), places);
  if (percent !== undefined) return roundedTo(own + (own * scaled(Number(percent))) / (100n * scale), places);
  return roundedTo(own, places);
}
