import { type Fault, fault, isDate, type Reading } from '@consulting/kernel/schema';
import {
  type Discipline,
  type Field,
  findField,
  isNumeric,
  normaliseUnitOfMeasure,
  readEnum,
} from '@consulting/takeoff-fields';
import type { Condition, Operand } from '../../store/tables/price-book';

export const conditionKinds = ['equals', 'in', 'range', 'startsWith', 'contains', 'isEmpty'] as const;

export type ConditionKind = (typeof conditionKinds)[number];

type Given = { field: string } & { [K in keyof Omit<Condition, 'field'>]-?: Condition[K] | null };

export const kindsOf = (one: Partial<Record<keyof Given, unknown>>): ConditionKind[] =>
  conditionKinds.filter((kind) =>
    kind === 'range' ? isGiven(one.from) || isGiven(one.to) : isGiven(one[kind]),
  );

const isGiven = (value: unknown) => value !== null && value !== undefined;

export function readCondition(
  discipline: Discipline,
  given: object,
  at: string,
  reading: Reading,
): Condition {
  const one = given as Given;
  const { field: key } = one;
  const kinds = kindsOf(one);
  const [kind] = kinds;
  const field = findField(discipline, key);
  if (!field) fault(reading, `${at}.field`, 'UNKNOWN_FIELD', `is no field of ${discipline}`);
  if (kinds.length > 1) fault(reading, at, 'CONFLICTING_NAMES', `says several things: ${kinds.join(', ')}`);
  if (kind === undefined) fault(reading, at, 'REQUIRED', 'says nothing of the field');
  if (!field || kind === undefined || kinds.length > 1) return { field: key };
  return readers[kind](field, one, at, reading);
}

type Reader = (field: Field, one: Given, at: string, reading: Reading) => Condition;

const textOnly =
  (kind: 'startsWith' | 'contains'): Reader =>
  (field, one, at, reading) => {
    if (field.type !== 'text') fault(reading, `${at}.${kind}`, 'TYPE', `${field.key} is no text`);
    return { field: field.key, [kind]: one[kind] };
  };

const readers: Readonly<Record<ConditionKind, Reader>> = {
  equals: (field, one, at, reading) => ({
    field: field.key,
    equals: readOperand(field, one.equals as Operand, `${at}.equals`, reading),
  }),
  in: (field, one, at, reading) => {
    const given = one.in ?? [];
    if (given.length === 0) fault(reading, `${at}.in`, 'REQUIRED', 'must have at least one value');
    return {
      field: field.key,
      in: given.map((value, index) => readOperand(field, value, `${at}.in[${index}]`, reading)),
    };
  },
  range: readRange,
  startsWith: textOnly('startsWith'),
  contains: textOnly('contains'),
  isEmpty: (field) => ({ field: field.key, isEmpty: true }),
};

function readRange(field: Field, one: Given, at: string, reading: Reading): Condition {
  const range: Condition = { field: field.key };
  for (const key of ['from', 'to'] as const) {
    const value = one[key];
    if (value === null || value === undefined) continue;
    if (!isNumeric(field) && field.type !== 'date')
      fault(reading, `${at}.${key}`, 'TYPE', `${field.key} is neither a number nor a date`);
    else range[key] = readOperand(field, value, `${at}.${key}`, reading) as string | number;
  }
  const { from, to } = range;
  if (from !== undefined && to !== undefined && to < from)
    fault(reading, `${at}.to`, 'MIN', 'must not be below from', { min: from });
  return range;
}

function readOperand(field: Field, value: Operand, at: string, reading: Reading): Operand {
  const refuse = (code: Fault['code'], message: string, params?: Fault['params']) => {
    fault(reading, at, code, message, params);
    return value;
  };
  switch (field.type) {
    case 'number':
    case 'integer':
      return typeof value === 'number' ? value : refuse('TYPE', 'must be a number', { type: 'number' });
    case 'boolean':
      return typeof value === 'boolean'
        ? value
        : refuse('TYPE', 'must be true or false', { type: 'boolean' });
    case 'date':
      return typeof value === 'string' && isDate(value)
        ? value
        : refuse('FORMAT', 'must be a date, YYYY-MM-DD', { format: 'date' });
    case 'enum': {
      const allowed = [...(field.enum ?? [])];
      const word = typeof value === 'string' ? readEnum(field, value) : undefined;
      return word ?? refuse('ENUM', `must be one of ${allowed.join(', ')}`, { allowed });
    }
    case 'text':
      if (typeof value !== 'string') return refuse('TYPE', 'must be text', { type: 'string' });
      return field.key === 'unitOfMeasure' ? normaliseUnitOfMeasure(value) : value;
  }
}
