import { Field, fault, isObject, type Kind, parseJson } from '@consulting/kernel/schema';
import { columnIndex, columnLetters } from '@consulting/spreadsheet/table/cell';

export const recognitions = ['mapping', 'key', 'label', 'alias', 'none'] as const;

export const entriesMax = 1000;

type ReadObject = Kind<Record<string, unknown>>['read'];

export const jsonObject = () =>
  new Field<Record<string, unknown> | null>({
    schema: { type: 'string', contentMediaType: 'application/json' },
    read: readJsonObject,
  });

const listMax = 100;

export const jsonTexts = () =>
  new Field<string[] | null>({
    schema: { type: 'string', contentMediaType: 'application/json' },
    read: readJsonTexts,
  });

const readJsonTexts: Kind<string[]>['read'] = (text, at, reading) => {
  try {
    const value = parseJson(String(text));
    const isList = Array.isArray(value) && value.length <= listMax;
    if (isList && value.every((one) => typeof one === 'string')) return value;
  } catch {
    // What is no JSON is no list either.
  }
  return fault(reading, at, 'FORMAT', 'must be a JSON array of texts');
};

const readJsonObject: ReadObject = (text, at, reading) => {
  try {
    return readObject(parseJson(String(text)), at, reading);
  } catch {
    return fault(reading, at, 'FORMAT', 'must be valid JSON');
  }
};

export const readObject: ReadObject = (value, at, reading) => {
  if (!isObject(value)) return fault(reading, at, 'TYPE', 'must be a JSON object', { type: 'object' });
  if (Object.keys(value).length <= entriesMax) return value;
  return fault(reading, at, 'MAX_LENGTH', `must have at most ${entriesMax} keys`, { maxItems: entriesMax });
};

/** Keys are header texts, or `[E]` or `sheet![E]` for a column, whose case does not count; null leaves the column out. */
export type Mapping = Readonly<Record<string, string | null>>;

export const mappedHeader = (header: string) => header.trim().toLowerCase();

interface MappedColumn {
  index: number;
  header: string;
}

/** The most precise name comes first: on its sheet, on every sheet, by its header (extensions.md 1.4). */
export const mappingNames = (sheet: string, { index, header }: MappedColumn): string[] => {
  const letters = `[${columnLetters(index).toLowerCase()}]`;
  return [`${mappedHeader(sheet)}!${letters}`, letters, mappedHeader(header)];
};

const typedNames = new WeakMap<Mapping, ReadonlyMap<string, string>>();

function namesOf(mapping: Mapping): ReadonlyMap<string, string> {
  const known = typedNames.get(mapping);
  if (known !== undefined) return known;
  const names = new Map(Object.keys(mapping).map((name) => [mappedHeader(name), name]));
  typedNames.set(mapping, names);
  return names;
}

/** The key of the mapping as it was typed. */
export function mappedName(mapping: Mapping, sheet: string, column: MappedColumn): string | undefined {
  const names = namesOf(mapping);
  if (names.size === 0) return undefined;
  const found = mappingNames(sheet, column).find((one) => names.has(one));
  return found === undefined ? undefined : names.get(found);
}

export const mergedMapping = (stored: Mapping, given: Mapping): Record<string, string | null> => {
  const names = namesOf(given);
  const others = Object.entries(stored).filter(([name]) => !names.has(mappedHeader(name)));
  return { ...Object.fromEntries(others), ...given };
};

/** Null leaves the column out; undefined means that the mapping does not name it. */
export function mappedKey(mapping: Mapping, sheet: string, column: MappedColumn): string | null | undefined {
  const name = mappedName(mapping, sheet, column);
  return name === undefined ? undefined : mapping[name];
}

export interface LetteredColumn {
  index: number;
  key: string | null;
  isOfSheet: boolean;
}

export function mappedColumns(mapping: Mapping, sheet: string): LetteredColumn[] {
  const own = `${mappedHeader(sheet)}!`;
  return Object.entries(mapping).flatMap(([name, key]) => {
    const given = mappedHeader(name);
    const isOfSheet = given.startsWith(own);
    const letters = /^\[([a-z]{1,3})\]$/.exec(isOfSheet ? given.slice(own.length) : given)?.[1];
    return letters === undefined ? [] : [{ index: columnIndex(letters.toUpperCase()), key, isOfSheet }];
  });
}
