import { fault, type INVALID, type Reading } from '@consulting/kernel/fields/field';
import { boolean, choice, date, momentOf } from '@consulting/kernel/fields/kinds';
import { isStorable } from '@consulting/kernel/text';
import type { Operator } from '../../fields/operator';
import type { SearchField } from '../../fields/search-field';
import type { Operand } from '../../store/search/criteria';

type Read = (value: unknown, at: string, reading: Reading) => Operand | null | typeof INVALID;

const partOperators: readonly Operator[] = ['contains', 'notContains', 'startsWith', 'endsWith'];
const timePattern = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/;

const readNumber: Read = (value, at, reading) =>
  typeof value === 'number' && Number.isFinite(value)
    ? value
    : fault(reading, at, 'TYPE', 'must be a number');

/** Text is compared as it is stored: trimmed as a whole, but a part of it may begin or end with a blank. */
const readText =
  (isPart: boolean): Read =>
  (value, at, reading) => {
    if (typeof value !== 'string') return fault(reading, at, 'TYPE', 'must be text');
    const text = isPart ? value : value.trim();
    if (text === '') return null;
    if (!isStorable(text))
      return fault(reading, at, 'INVALID_CHARACTER', 'holds a character that no line can hold');
    return text;
  };

/** A moment as ISO 8601 in UTC to the millisecond; a date is its beginning. */
const readTime: Read = (value, at, reading) => {
  if (typeof value !== 'string') return fault(reading, at, 'TYPE', 'must be a time as text, ISO 8601');
  const time = timePattern.test(value) ? momentOf(value.replace(' ', 'T')) : undefined;
  if (time === undefined)
    return fault(reading, at, 'FORMAT', 'must be a time, ISO 8601 with Z or an offset, or a date');
  return time.toISOString();
};

function readerOf({ type, choices }: SearchField, operator: Operator): Read {
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
      return choice(choices).kind.read;
    case 'time':
      return readTime;
  }
}

export function readOperand(
  value: unknown,
  at: string,
  field: SearchField,
  operator: Operator,
  reading: Reading,
): Operand | typeof INVALID {
  const read = value === null || value === undefined ? null : readerOf(field, operator)(value, at, reading);
  return read === null ? fault(reading, at, 'REQUIRED', 'must not be empty') : read;
}
