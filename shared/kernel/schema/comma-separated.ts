import { Field, fault, INVALID, type Reading } from './field';

const wordLengthMax = 100;
const textLengthMax = 20_000;

function readWords(value: unknown, max: number, at: string, reading: Reading): string[] | typeof INVALID {
  if (!Array.isArray(value) || !value.every((word) => typeof word === 'string'))
    return fault(reading, at, 'TYPE', 'must be a list of texts', { type: 'array' });
  const words = value.map((word: string) => word.trim()).filter((word) => word !== '');
  if (words.length > max)
    return fault(reading, at, 'MAX_LENGTH', `must have at most ${max} entries`, { maxItems: max });
  const long = words.find((word) => word.length > wordLengthMax);
  if (long === undefined) return [...new Set(words)];
  return fault(reading, at, 'MAX_LENGTH', `has an entry of more than ${wordLengthMax} characters`, {
    maxLength: wordLengthMax,
  });
}

const split = (text: string): unknown => (text.length > textLengthMax ? text : text.split(','));

export const commaSeparated = (
  max: number,
  check: (words: readonly string[], at: string, reading: Reading) => void = () => {},
) =>
  new Field<string[] | null>({
    schema: { type: 'array', maxItems: max, items: { type: 'string', maxLength: wordLengthMax } },
    fromText: split,
    read(value, at, reading) {
      const words = readWords(value, max, at, reading);
      if (words === INVALID) return INVALID;
      const faultsBefore = reading.faults.length;
      check(words, at, reading);
      if (reading.faults.length > faultsBefore) return INVALID;
      return words.length > 0 ? words : null;
    },
  });

export interface SortOrder {
  key: string;
  direction: 'asc' | 'desc';
}

const sortKeysMax = 5;

export const orderOf = (word: string): SortOrder =>
  word.startsWith('-') ? { key: word.slice(1), direction: 'desc' } : { key: word, direction: 'asc' };

/** extensions.md 11.1 allows up to five keys, each once, with a minus before those that go down. */
export const sorting = (keys: readonly string[]) =>
  new Field<SortOrder[] | null>({
    schema: {
      type: 'array',
      maxItems: sortKeysMax,
      items: { type: 'string', maxLength: wordLengthMax, examples: keys.flatMap((key) => [key, `-${key}`]) },
    },
    fromText: split,
    read(value, at, reading) {
      const words = readWords(value, sortKeysMax, at, reading);
      if (words === INVALID) return INVALID;
      const orders = words.map(orderOf);
      const unknown = orders.find(({ key }) => !keys.includes(key));
      if (unknown)
        return fault(reading, at, 'ENUM', `must name ${keys.join(', ')}; a minus before one turns it`, {
          allowed: keys,
        });
      if (new Set(orders.map(({ key }) => key)).size < orders.length)
        return fault(reading, at, 'FORMAT', 'must name each field once');
      return orders.length > 0 ? orders : null;
    },
  });
