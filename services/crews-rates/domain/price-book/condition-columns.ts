import { booleanOfText, dateOfText, numberOfText } from '@consulting/imports/table/table-text';
import { boolean, date, type Fields, number, text } from '@consulting/kernel/schema';
import {
  allKeys,
  type Discipline,
  type Field,
  fieldsNamed,
  findField,
  isNumeric,
} from '@consulting/takeoff-fields';
import type { Condition, Operand } from '../../store/tables/price-book';
import { decodeList, encodeList } from './text-list';

const kinds = {
  equals: 'equals',
  from: 'from',
  to: 'to',
  startsWith: 'starts with',
  contains: 'contains',
  isEmpty: 'is empty',
} as const;

type Kind = keyof typeof kinds;

export interface ConditionColumn {
  key: string;
  field: string;
  kind: Kind;
  // Counts the columns of a field and kind from 1.
  place: number;
}

const folded = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

const keysByName = new Map(
  allKeys.flatMap((key) =>
    [key, ...fieldsNamed(key).map(({ label }) => label)].map((name) => [folded(name), key]),
  ),
);

const suffixes = Object.entries(kinds).map(([kind, words]) => [folded(words), kind] as [string, Kind]);

const placeMax = 12;

// `nominalPipeSize from` is a column of that field; `equals` is said where a field of the row has the same name.
export function columnNamed(name: string, taken: ReadonlySet<string>): ConditionColumn | undefined {
  const [, words = '', number] = /^(.*?)(?:\s(\d{1,2}))?$/.exec(name.trim()) ?? [];
  const place = number === undefined ? 1 : Number(number);
  const whole = folded(words);
  if (place < 1 || place > placeMax || taken.has(whole)) return undefined;
  const plain = keysByName.get(whole);
  if (plain !== undefined) return column(plain, 'equals', place, taken);
  for (const [suffix, kind] of suffixes) {
    const key = whole.endsWith(suffix) ? keysByName.get(whole.slice(0, -suffix.length)) : undefined;
    if (key !== undefined) return column(key, kind, place, taken);
  }
  return undefined;
}

export function column(
  field: string,
  kind: Kind,
  place: number,
  taken: ReadonlySet<string>,
): ConditionColumn {
  const words = kind === 'equals' && !taken.has(folded(field)) ? '' : ` ${kinds[kind]}`;
  return { key: `${field}${words}${place > 1 ? ` ${place}` : ''}`, field, kind, place };
}

export const namesOf = (keys: readonly string[]): ReadonlySet<string> => new Set(keys.map(folded));

const cellLengthMax = 32_000;

export function fieldOfColumn({ field: key, kind }: ConditionColumn): Fields[string] {
  const [field] = fieldsNamed(key);
  if (kind === 'isEmpty') return boolean().describe('Yes: the line has no value.');
  if (kind === 'from' || kind === 'to') {
    const described = `Least or most that ${key} may be.`;
    if (field?.type === 'date') return date().describe(described);
    if (field && isNumeric(field)) return number().describe(described);
  }
  return text(cellLengthMax).describe(
    kind === 'equals' ? `What ${key} is; several by ;.` : `What ${key} ${kinds[kind]}.`,
  );
}

export function columnsOf(conditions: readonly Condition[], taken: ReadonlySet<string>) {
  const counted = new Map<string, number>();
  return conditions.map((one) => {
    const of = kindsIn(one);
    const name = `${one.field} ${of[0] === 'to' ? 'from' : of[0]}`;
    const place = (counted.get(name) ?? 0) + 1;
    counted.set(name, place);
    return of.map((kind) => column(one.field, kind, place, taken));
  });
}

function kindsIn(one: Condition): Kind[] {
  if (one.in !== undefined) return ['equals'];
  return (Object.keys(kinds) as Kind[]).filter((kind) => one[kind] !== undefined);
}

// A single value of a list ends with `;`, so that it is a list again when it is read.
export function cellOfColumn(one: Condition, { kind }: ConditionColumn): string | number | boolean {
  const value = one[kind];
  if (kind === 'isEmpty') return true;
  if (kind !== 'equals') return value as string | number;
  const words = (one.in ?? [value as Operand]).map(wordOf);
  if (one.in !== undefined) return encodeList(words);
  return typeof value === 'number' ? value : encodeSingle(words[0] ?? '');
}

const encodeSingle = (word: string) => (/[;"\n]/.test(word) ? encodeList([word]).slice(0, -1) : word);

const wordOf = (value: Operand): string =>
  typeof value === 'boolean' ? (value ? 'Yes' : 'No') : String(value);

export interface TextReading {
  separator: '.' | ',' | null;
}

// What a column says of a field; the rules of the row judge what cannot be read.
export function conditionOf(
  discipline: Discipline | null,
  { field: key, kind }: ConditionColumn,
  cell: unknown,
  reading: TextReading,
): Partial<Condition> | null {
  if (cell === null || cell === undefined || cell === false) return null;
  if (kind !== 'equals') return { [kind]: cell };
  const field = discipline === null ? undefined : findField(discipline, key);
  const { words, isList } = decodeList(String(cell));
  const values = words.map((word) => operandOf(field, word, reading));
  return isList ? { in: values } : { equals: values[0] ?? '' };
}

export function operandOf(field: Field | undefined, word: string, { separator }: TextReading): Operand {
  if (field && isNumeric(field)) {
    const value = numberOfText(word, separator);
    return typeof value === 'number' ? value : word;
  }
  if (field?.type === 'boolean') return booleanOfText(word) ?? word;
  return field?.type === 'date' ? (dateOfText(word) ?? word) : word;
}
