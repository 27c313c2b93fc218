import {
  addFaults,
  type Fault,
  fault,
  INVALID,
  isObject,
  isStorable,
  notStorable,
  quoted,
  type Reading,
} from '@consulting/kernel/schema';
import {
  type Cell,
  currencyCodes,
  currencyWord,
  type Discipline,
  fieldsNamed,
  findField,
  type Field as LineField,
  lineField,
  meaningWord,
  type ReadingParameters,
} from '@consulting/mto-engine';

const fieldsMax = 50;
const wordsMax = 500;
const wordLengthMax = 200;

type Given = Record<string, unknown>;

/** What words of a column mean, as `{"endType":{"WF":"butt-weld"}}` (extensions.md 1.4). */
export function readValues(
  given: Given,
  discipline: Discipline | null,
  reading: Reading,
): ReadingParameters['values'] {
  const values: [string, Record<string, Cell>][] = [];
  if (Object.keys(given).length > fieldsMax)
    fault(reading, 'values', 'MAX_LENGTH', `must be at most ${fieldsMax} fields`, { maxItems: fieldsMax });
  for (const [key, words] of Object.entries(given).slice(0, fieldsMax)) {
    const at = `values.${key}`;
    const own = discipline === null ? undefined : findField(discipline, key);
    const fields = discipline === null ? fieldsNamed(key) : own === undefined ? [] : [own];
    if (fields.length === 0 || fields[0]?.computed !== undefined)
      fault(
        reading,
        at,
        'UNKNOWN_FIELD',
        `${JSON.stringify(quoted(key))} is not a field that is read from a file`,
      );
    else if (!isObject(words))
      fault(reading, at, 'TYPE', 'must be an object of words and their values', { type: 'object' });
    else values.push([key, readWords(words, fields, at, reading)]);
  }
  return Object.fromEntries(values);
}

function readWords(
  words: Given,
  fields: readonly LineField[],
  at: string,
  reading: Reading,
): Record<string, Cell> {
  const meanings = new Map<string, Cell>();
  const entries = Object.entries(words);
  if (entries.length > wordsMax)
    fault(reading, at, 'MAX_LENGTH', `must be at most ${wordsMax} words`, { maxItems: wordsMax });
  for (const [text, given] of entries.slice(0, wordsMax)) {
    const word = meaningWord(text);
    const where = `${at}.${text}`;
    if (word === '' || word.length > wordLengthMax)
      fault(reading, where, 'FORMAT', 'must name a word of the file');
    else if (!isStorable(word)) fault(reading, where, 'INVALID_CHARACTER', notStorable);
    else if (meanings.has(word)) fault(reading, where, 'DUPLICATE', 'is given twice');
    else {
      const value = given === null ? null : readForOne(fields, given, where, reading);
      if (value !== INVALID) meanings.set(word, value);
    }
  }
  return Object.fromEntries(meanings);
}

/** A key that several disciplines have may mean a word of one of them. */
function readForOne(fields: readonly LineField[], given: unknown, at: string, reading: Reading) {
  let first: Fault | undefined;
  for (const field of fields) {
    const faults: Fault[] = [];
    const value = lineField(field).kind.read(given, at, { faults });
    if (faults.length === 0) return value === INVALID ? null : value;
    first ??= faults[0];
  }
  if (first !== undefined) addFaults(reading.faults, [first]);
  return INVALID;
}

export function readCurrencies(given: Given, reading: Reading): ReadingParameters['currencies'] {
  const currencies = new Map<string, string>();
  if (Object.keys(given).length > fieldsMax)
    fault(reading, 'currencies', 'MAX_LENGTH', `must be at most ${fieldsMax} words`, { maxItems: fieldsMax });
  for (const [text, code] of Object.entries(given).slice(0, fieldsMax)) {
    const at = `currencies.${text}`;
    const word = currencyWord(text);
    if (word === '' || !isStorable(word))
      fault(reading, at, 'FORMAT', 'must name a word or symbol for a currency');
    else if (currencies.has(word)) fault(reading, at, 'DUPLICATE', 'is given twice');
    else if (typeof code !== 'string' || !currencyCodes.has(code.toUpperCase()))
      fault(reading, at, 'FORMAT', 'must be a currency code of ISO 4217');
    else currencies.set(word, code.toUpperCase());
  }
  return Object.fromEntries(currencies);
}
