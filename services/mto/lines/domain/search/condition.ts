import {
  boolean,
  choice,
  date,
  fault,
  INVALID,
  isObject,
  isStorable,
  momentOf,
  notNumber,
  quoted,
  type Reading,
  uuid,
} from '@consulting/kernel/schema';
import {
  type Discipline,
  disciplineLabels,
  fieldsNamed,
  findConditionField,
  findSearchField,
  type Operator,
  operators,
  operatorsOf,
  readEnum,
  type SearchField,
  typeNames,
  valuesTaken,
} from '@consulting/mto-engine';
import type { Condition } from '../../store/search/matching';
import type { Operand } from '../../store/search/value';

const keys = ['field', 'operator', 'value'];
const valuesMax = 10_000;

export function readCondition(
  value: unknown,
  at: string,
  discipline: Discipline | null,
  reading: Reading,
): Condition[] {
  if (!isObject(value)) {
    fault(reading, at, 'TYPE', 'must be an object with field, operator and value', { type: 'object' });
    return [];
  }
  for (const key of Object.keys(value))
    if (!keys.includes(key)) fault(reading, `${at}.${key}`, 'UNKNOWN_FIELD', 'is not a known key');
  const field = readField(value.field, `${at}.field`, discipline, reading, findConditionField);
  const operator = readOperator(value.operator, `${at}.operator`, field, reading);
  if (field === undefined || operator === undefined) return [];
  const operands = readOperands(value.value, `${at}.value`, field, operator, reading);
  return operands === INVALID ? [] : [{ field, operator, operands }];
}

export function readField(
  key: unknown,
  at: string,
  discipline: Discipline | null,
  reading: Reading,
  find: typeof findSearchField = findSearchField,
): SearchField | undefined {
  if (key === undefined || key === null) fault(reading, at, 'REQUIRED', 'is required');
  else if (typeof key !== 'string')
    fault(reading, at, 'TYPE', 'must be the key of a field as text', { type: 'string' });
  else {
    const field = find(key, discipline);
    if (field) return field;
    const of = discipline === null ? 'any discipline' : disciplineLabels[discipline];
    fault(reading, at, 'UNKNOWN_FIELD', `${quoted(key)} is not a known field of ${of}`, {
      notAllowed: [quoted(key)],
    });
  }
  return undefined;
}

function readOperator(
  value: unknown,
  at: string,
  field: SearchField | undefined,
  reading: Reading,
): Operator | undefined {
  if (value === undefined || value === null) {
    fault(reading, at, 'REQUIRED', 'is required');
    return undefined;
  }
  const operator = operators.find((one) => one === value);
  const fitting = field ? operatorsOf[field.type] : operators;
  if (operator && fitting.includes(operator)) return operator;
  const reason =
    field && operator
      ? `${operator} does not fit the field ${field.key}, which is ${typeNames[field.type]}; it takes`
      : 'must be one of';
  fault(reading, at, 'ENUM', `${reason} ${fitting.join(', ')}`, { allowed: fitting });
  return undefined;
}

function readOperands(
  value: unknown,
  at: string,
  field: SearchField,
  operator: Operator,
  reading: Reading,
): Operand[] | typeof INVALID {
  const taken = valuesTaken(operator);
  const isAbsent = value === undefined || value === null;
  if (taken === 'none')
    return isAbsent
      ? []
      : fault(reading, at, 'TYPE', `must be left out: ${operator} takes no value`, { type: 'null' });
  if (isAbsent)
    return fault(reading, at, 'REQUIRED', `is required; use isEmpty to find lines without ${field.key}`);
  if (taken === 'one') return whole([readOperand(value, at, readerOf(field, operator), reading)]);
  if (!Array.isArray(value))
    return fault(reading, at, 'TYPE', 'must be an array of values', { type: 'array' });
  if (taken === 'two' && value.length !== 2)
    return fault(reading, at, 'TYPE', 'must have exactly two values, the lowest and the highest', {
      type: 'array',
      minItems: 2,
      maxItems: 2,
    });
  if (value.length === 0)
    return fault(reading, at, 'REQUIRED', 'must have at least one value', { minItems: 1 });
  if (value.length > valuesMax)
    return fault(reading, at, 'MAX_LENGTH', `must have at most ${valuesMax} values`, { maxItems: valuesMax });
  const read = readerOf(field, operator);
  return (
    readAll(value, read) ??
    whole(value.map((each, index) => readOperand(each, `${at}[${index}]`, read, reading)))
  );
}

function readAll(values: readonly unknown[], read: Read): Operand[] | null {
  const operands: Operand[] = [];
  for (const value of values) {
    const operand = readOperand(value, '', read, { faults: [] });
    if (operand === INVALID) return null;
    operands.push(operand);
  }
  return operands;
}

const whole = (read: (Operand | typeof INVALID)[]): Operand[] | typeof INVALID => {
  const operands = read.filter((one) => one !== INVALID);
  return operands.length === read.length ? operands : INVALID;
};

type Read = (value: unknown, at: string, reading: Reading) => Operand | null | typeof INVALID;

const partOperators: readonly Operator[] = ['contains', 'notContains', 'startsWith', 'endsWith'];
const timePattern = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/;

const readNumber: Read = (value, at, reading) =>
  typeof value === 'number' && Number.isFinite(value) ? value : notNumber(value, at, reading);

/** Stored text is trimmed as a whole, but a part of it may begin or end with a blank. */
const readText =
  (isPart: boolean): Read =>
  (value, at, reading) => {
    if (typeof value !== 'string') return fault(reading, at, 'TYPE', 'must be text', { type: 'string' });
    const text = isPart ? value : value.trim();
    if (text === '') return null;
    if (!isStorable(text))
      return fault(reading, at, 'INVALID_CHARACTER', 'contains a character that cannot be stored');
    return text;
  };

const readTime: Read = (value, at, reading) => {
  if (typeof value !== 'string')
    return fault(reading, at, 'TYPE', 'must be a time as text, ISO 8601', { type: 'string' });
  const time = timePattern.test(value) ? momentOf(value.replace(' ', 'T')) : undefined;
  if (time === undefined)
    return fault(reading, at, 'FORMAT', 'must be a time, ISO 8601 with Z or an offset, or a date');
  return time.toISOString();
};

function readChoice({ key, choices }: SearchField): Read {
  const { read } = choice(choices).kind;
  return (value, at, reading) => {
    if (typeof value !== 'string' || choices.includes(value)) return read(value, at, reading);
    const meant = fieldsNamed(key).map((field) => readEnum(field, value));
    return read(meant.find((one) => one !== undefined && choices.includes(one)) ?? value, at, reading);
  };
}

function readerOf(field: SearchField, operator: Operator): Read {
  const { type } = field;
  switch (type) {
    case 'text':
      return readText(partOperators.includes(operator));
    case 'number':
    case 'integer':
      return readNumber;
    case 'boolean':
      return boolean().kind.read;
    case 'date':
      return date().kind.read;
    case 'enum':
      return readChoice(field);
    case 'time':
      return readTime;
    case 'identifier':
      return uuid().kind.read;
  }
}

function readOperand(value: unknown, at: string, read: Read, reading: Reading): Operand | typeof INVALID {
  const operand = value === null || value === undefined ? null : read(value, at, reading);
  return operand === null ? fault(reading, at, 'REQUIRED', 'must not be empty') : operand;
}
