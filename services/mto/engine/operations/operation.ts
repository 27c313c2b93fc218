import {
  decimal,
  fault,
  isObject,
  isStorable,
  type JsonSchema,
  named,
  notStorable,
  number,
  type Reading,
} from '@consulting/kernel/schema';
import { type Field, type FieldType, fieldsNamed, isNumeric } from '@consulting/takeoff-fields';
import type { Cell } from '../fields/line';
import { typeNames } from '../fields/search-field';
import { type ArithmeticVerb, arithmetic, decimalsMax, numberCell } from './arithmetic';
import { partsIgnoringCase, replaced } from './replaced';

export interface Operation {
  source: string;
  apply(value: string | number | boolean): Cell;
  ifEmpty: unknown;
}

const verbs = ['multiply', 'add', 'percent', 'copyFrom', 'replace'] as const;
type Verb = (typeof verbs)[number];
const further = ['round', 'ifEmpty'];

const textMax = 2000;

export const isOperation = isObject;

export function readOperation(
  field: Field,
  value: Record<string, unknown>,
  at: string,
  reading: Reading,
): Operation | null {
  const before = reading.faults.length;
  const found = verbs.filter((verb) => verb in value);
  const [verb] = found;
  for (const key of Object.keys(value))
    if (!further.includes(key) && !found.some((one) => one === key))
      fault(reading, `${at}.${key}`, 'UNKNOWN_FIELD', 'is not known of an operation');
  if (verb === undefined || found.length > 1) {
    fault(reading, at, 'TYPE', `must be a value or one operation: ${verbs.join(', ')}`);
    return null;
  }
  if (field.key === 'subcontractorId') {
    fault(reading, at, 'TYPE', 'takes an identifier and no operation: no other field has one');
    return null;
  }
  const places = readRound(field, value.round, `${at}.round`, reading);
  const change = readers[verb]({ field, given: value[verb], at: `${at}.${verb}`, places, reading });
  if (change === null || reading.faults.length > before) return null;
  return { source: field.key, ...change, ifEmpty: value.ifEmpty };
}

interface Given {
  field: Field;
  given: unknown;
  at: string;
  places: number;
  reading: Reading;
}

type Change = Pick<Operation, 'apply'> & { source?: string };
type Read = (given: Given) => Change | null;

function readRound(field: Field, value: unknown, at: string, reading: Reading): number {
  if (value === undefined || value === null) return decimalsMax;
  if (!isNumeric(field)) fault(reading, at, 'TYPE', 'belongs to numbers alone');
  else if (!Number.isInteger(value))
    fault(reading, at, 'TYPE', 'must be a whole number of decimals', { type: 'integer' });
  else if (Number(value) < 0) fault(reading, at, 'MIN', 'must be at least 0', { min: 0 });
  else if (Number(value) > decimalsMax)
    fault(reading, at, 'MAX', `must be at most ${decimalsMax}`, { max: decimalsMax });
  else return Number(value);
  return decimalsMax;
}

const operand = number().kind;

const arithmeticReader =
  (verb: ArithmeticVerb): Read =>
  ({ field, given, at, places, reading }) => {
    const by = given === null || given === undefined ? null : operand.read(given, at, reading);
    if (by === null) fault(reading, at, 'REQUIRED', 'must be a number');
    if (!isNumeric(field))
      fault(reading, at, 'TYPE', `does not fit the field, which is ${typeNames[field.type]}`);
    return typeof by === 'number' ? { apply: arithmetic(verb, by, places) } : null;
  };

const copied: Readonly<Record<FieldType, readonly FieldType[]>> = {
  text: ['text', 'enum'],
  number: ['number', 'integer'],
  integer: ['number', 'integer'],
  boolean: ['boolean'],
  date: ['date'],
  enum: ['enum', 'text'],
};

const identifierKeys = ['projectId', 'serviceId', 'subcontractorId'];

const readCopy: Read = ({ field, given, at, places, reading }) => {
  if (typeof given !== 'string') {
    fault(reading, at, 'TYPE', 'must be the key of a field as text', { type: 'string' });
    return null;
  }
  const [source] = fieldsNamed(given);
  if (source === undefined) fault(reading, at, 'UNKNOWN_FIELD', 'is not a known field');
  else if (identifierKeys.includes(given) || !copied[field.type].includes(source.type)) {
    const types = copied[field.type].map((type) => typeNames[type]).join(' or ');
    fault(reading, at, 'TYPE', `does not fit: the field takes what another has that is ${types}`);
  }
  const apply = (value: string | number | boolean) =>
    isNumeric(field) ? numberCell(decimal(String(value)), places) : value;
  return { source: given, apply };
};

const replaceKeys = ['find', 'with', 'ignoreCase'];

const readReplace: Read = ({ field, given, at, reading }) => {
  if (field.type !== 'text' && !isNumeric(field)) {
    fault(reading, at, 'TYPE', `belongs to text and numbers, and the field is ${typeNames[field.type]}`);
    return null;
  }
  if (!isObject(given)) {
    fault(reading, at, 'TYPE', 'must be an object with find and with', { type: 'object' });
    return null;
  }
  for (const key of Object.keys(given))
    if (!replaceKeys.includes(key)) fault(reading, `${at}.${key}`, 'UNKNOWN_FIELD', 'is not a known key');
  const { ignoreCase = false } = given;
  if (typeof ignoreCase !== 'boolean')
    fault(reading, `${at}.ignoreCase`, 'TYPE', 'must be true or false', { type: 'boolean' });
  if (isNumeric(field)) return readReplacedNumber(given, at, reading);
  const find = readLiteral(given.find, `${at}.find`, reading);
  if (find === '') fault(reading, `${at}.find`, 'REQUIRED', 'must not be empty');
  const by = given.with === null ? '' : readLiteral(given.with, `${at}.with`, reading);
  if (!find || by === null) return null;
  const lengthMax = field.maxLength ?? textMax;
  const partsOf = ignoreCase === true ? partsIgnoringCase(find) : (text: string) => text.split(find);
  return { apply: (value) => replaced(partsOf(String(value)), by, lengthMax) };
};

// A number is replaced as a whole: its digits are no text.
function readReplacedNumber(given: Record<string, unknown>, at: string, reading: Reading): Change | null {
  const numberAt = (key: 'find' | 'with') => {
    if (given[key] !== undefined) return operand.read(given[key], `${at}.${key}`, reading);
    fault(reading, `${at}.${key}`, 'REQUIRED', 'is required');
    return null;
  };
  const find = numberAt('find');
  const by = given.with === null ? null : numberAt('with');
  if (typeof find !== 'number' || typeof by === 'symbol') return null;
  return { apply: (value) => (Number(value) === find ? by : value) };
}

function readLiteral(value: unknown, at: string, reading: Reading): string | null {
  if (value === undefined || value === null) fault(reading, at, 'REQUIRED', 'is required');
  else if (typeof value !== 'string') fault(reading, at, 'TYPE', 'must be text', { type: 'string' });
  else if (value.length > textMax)
    fault(reading, at, 'MAX_LENGTH', `must have at most ${textMax} characters`, { maxLength: textMax });
  else if (!isStorable(value)) fault(reading, at, 'INVALID_CHARACTER', notStorable);
  else return value;
  return null;
}

const readers: Readonly<Record<Verb, Read>> = {
  multiply: arithmeticReader('multiply'),
  add: arithmeticReader('add'),
  percent: arithmeticReader('percent'),
  copyFrom: readCopy,
  replace: readReplace,
};

const verbSchemas: Readonly<Record<Verb, JsonSchema>> = {
  multiply: { type: 'number', description: 'Factor of a number.' },
  add: { type: 'number', description: 'What is added to a number; may be negative.' },
  percent: { type: 'number', description: 'Percent that are added to a number; may be negative.' },
  copyFrom: {
    type: 'string',
    description:
      'Key of the field whose value is taken over, also where the line has none yet; an empty one clears. Numbers take over numbers, text takes over text and choices, a choice takes over choices and text that names it, dates and yes or no their own kind.',
  },
  replace: {
    type: 'object',
    description:
      'Every occurrence of a literal text in a text, or a number as a whole where it is the one looked for.',
    properties: {
      find: {
        type: ['string', 'number'],
        minLength: 1,
        maxLength: textMax,
        description: 'What is looked for: text in a text, a number in a number field.',
      },
      with: {
        type: ['string', 'number', 'null'],
        maxLength: textMax,
        description: 'What stands in its place; empty or null takes it out.',
      },
      ignoreCase: {
        type: 'boolean',
        default: false,
        description: 'Whether small and capital letters of a text are the same, as in conditions.',
      },
    },
    required: ['find', 'with'],
    additionalProperties: false,
  },
};

export const operationSchema: JsonSchema = named('LineOperation', {
  type: 'object',
  description:
    'Makes a value of each line of what it has before the edit: exactly one of multiply, add, percent, copyFrom and replace. All operations and values of an edit read the line as it was before. Results have at most 6 decimals, rounded half away from zero. An empty value stays empty unless `ifEmpty` fills it.',
  properties: {
    ...verbSchemas,
    round: {
      type: 'integer',
      minimum: 0,
      maximum: decimalsMax,
      description: 'Decimals that a number is rounded to, half away from zero.',
    },
    ifEmpty: { description: 'Value of the field where the value that the operation starts from is empty.' },
  },
  minProperties: 1,
  additionalProperties: false,
});
