import {
  fault,
  isObject,
  type JsonSchema,
  named,
  orderOf,
  type Reading,
  type SortOrder,
  unread,
} from '@consulting/kernel/schema';
import type { Discipline } from '@consulting/mto-engine';
import type { SortKey } from '../../store/search/order';
import { readField } from './condition';

const keysMax = 5;
const textLengthMax = 1000;

export interface GivenOrder {
  key: unknown;
  direction: SortOrder['direction'];
  at: string;
}

export const sortKey = named('SortKey', {
  type: 'object',
  properties: {
    field: { type: 'string', description: 'Key to sort by.' },
    direction: {
      type: 'string',
      enum: ['asc', 'desc'],
      default: 'asc',
      description: 'Ascending or descending.',
    },
  },
  required: ['field'],
});

const word: JsonSchema = { type: 'string', description: 'A key, with a minus before it to go down.' };

const sortSchema = named('SortKeys', {
  anyOf: [
    {
      type: 'string',
      maxLength: textLengthMax,
      description: 'Keys separated by commas, as in a query: `wbsCode,-totalCost`.',
    },
    { type: 'array', maxItems: keysMax, items: { anyOf: [word, sortKey] } },
    { type: 'null' },
  ],
});

export const sortField = () => unread(sortSchema).default([]);

export function readSortKeys(sort: unknown, reading: Reading, place = 'sort'): GivenOrder[] {
  if (typeof sort === 'string') return readWords(sort, reading, place);
  if (!Array.isArray(sort)) {
    fault(reading, place, 'TYPE', 'must be an array, or text such as wbsCode,-totalCost', {
      type: ['array', 'string'],
    });
    return [];
  }
  reportLength(sort, reading, place);
  return sort
    .slice(0, keysMax)
    .flatMap((entry, index) => readEntry(entry, `${place}[${index}]`, reading) ?? []);
}

function readWords(text: string, reading: Reading, place: string): GivenOrder[] {
  if (text.length > textLengthMax) {
    fault(reading, place, 'MAX_LENGTH', `must have at most ${textLengthMax} characters`, {
      maxLength: textLengthMax,
    });
    return [];
  }
  const words = text.split(',').map((one) => one.trim());
  const given = words.filter((one) => one !== '');
  reportLength(given, reading, place);
  return given.slice(0, keysMax).map((one) => ({ ...orderOf(one), at: place }));
}

function reportLength(keys: readonly unknown[], reading: Reading, place: string): void {
  if (keys.length > keysMax)
    fault(reading, place, 'MAX_LENGTH', `must have at most ${keysMax} entries`, { maxItems: keysMax });
}

function readEntry(entry: unknown, at: string, reading: Reading): GivenOrder | undefined {
  if (typeof entry === 'string') return { ...orderOf(entry.trim()), at };
  if (!isObject(entry)) {
    fault(reading, at, 'TYPE', 'must be a key, or an object with field and direction', {
      type: ['string', 'object'],
    });
    return undefined;
  }
  for (const key of Object.keys(entry))
    if (key !== 'field' && key !== 'direction')
      fault(reading, `${at}.${key}`, 'UNKNOWN_FIELD', 'is not a known key');
  const direction = entry.direction ?? 'asc';
  if (direction === 'asc' || direction === 'desc') return { key: entry.field, direction, at: `${at}.field` };
  fault(reading, `${at}.direction`, 'ENUM', 'must be asc or desc', { allowed: ['asc', 'desc'] });
  return { key: entry.field, direction: 'asc', at: `${at}.field` };
}

// Keys that are fields of the lines themselves.
export const readLineOrder = (
  sort: unknown,
  discipline: Discipline | null,
  reading: Reading,
  place = 'sort',
): SortKey[] =>
  readSortKeys(sort, reading, place).flatMap(({ key, direction, at }) => {
    const field = readField(key, at, discipline, reading);
    return field ? [{ field, direction }] : [];
  });
