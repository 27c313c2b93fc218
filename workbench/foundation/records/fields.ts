import data from './records.json';

export type RecordName = keyof typeof data.records;

export interface Field {
  name: string;
  kind:
    | 'text'
    | 'long'
    | 'lines'
    | 'number'
    | 'year'
    | 'date'
    | 'time'
    | 'choice'
    | 'choices'
    | 'flag'
    | 'yes'
    | 'rows';
  isRequired?: boolean;
  isNullable?: boolean;
  isFixed?: boolean;
  initial?: unknown;
  choices?: readonly string[];
  words?: string;
  labels?: Readonly<Record<string, string>>;
  hint?: 'country' | 'currency' | 'code';
  fields?: readonly Field[];
  isMoney?: boolean;
}

export interface Section {
  title: string;
  inside?: string;
  isFolded?: boolean;
  fields: readonly Field[];
}

export interface RecordColumn extends Field {
  title?: string;
  parts?: readonly string[];
  separator?: string;
  isSortable?: boolean;
}

export interface Declaration {
  list: string;
  record: string;
  files?: string;
  fileRows?: RecordName;
  isSearched?: boolean;
  isSecret?: boolean;
  isFixed?: boolean;
  isPatched?: boolean;
  page?: string;
  title: readonly string[];
  lead?: readonly Field[];
  sections: readonly Section[];
  figures?: readonly Section[];
  columns: readonly RecordColumn[];
  filters: readonly Field[];
}

const records = data.records as unknown as Record<RecordName, Declaration>;

export const declared = (name: RecordName): Declaration => records[name];

export const fieldsOf = (name: RecordName): Field[] =>
  [{ fields: records[name].lead ?? [] }, ...records[name].sections].flatMap(({ fields }) => fields);

export type Loose = Readonly<Record<string, unknown>>;

const isLoose = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function partOf(record: object, key: string | undefined): Loose {
  const part: unknown = key === undefined ? record : Reflect.get(record, key);
  return isLoose(part) ? part : {};
}

export const rowsOf = (value: unknown): readonly Loose[] =>
  Array.isArray(value) ? value.filter(isLoose) : [];

export const pathOf = (inside: string | undefined, name: string): string =>
  inside === undefined ? name : `${inside}.${name}`;

export const nameOf = (name: RecordName, record: object): string =>
  records[name].title
    .map((key) => Reflect.get(record, key))
    .map((value) => (isLoose(value) ? value.name : value))
    .join(' ');

/** The API gives a field that is not sent its default, so a new record shows it. */
export const newRecord = (name: RecordName): Loose =>
  Object.fromEntries(fieldsOf(name).map((field) => [field.name, field.initial ?? null]));

export const displayedFields = (sections: readonly Section[], record: object): string[] =>
  sections.flatMap(({ inside, fields }) => fieldPaths(fields, partOf(record, inside), inside));

const fieldPaths = (fields: readonly Field[], record: Loose, inside: string | undefined): string[] =>
  fields.flatMap((field) => {
    const path = pathOf(inside, field.name);
    const ofRows = rowsOf(record[field.name]).flatMap((row, index) =>
      fieldPaths(field.fields ?? [], row, `${path}[${index}]`),
    );
    return [path, ...ofRows];
  });

export function withDraft(record: object, draft: object): Loose {
  const merged: Record<string, unknown> = { ...record };
  for (const [key, value] of Object.entries(draft))
    merged[key] = isLoose(value) ? { ...partOf(record, key), ...value } : value;
  return merged;
}

export interface Difference {
  field: Field;
  before: unknown;
  now: unknown;
  isTyped: boolean;
}

export const differencesOf = (sections: readonly Section[], before: object, now: object, draft: object) =>
  sections.flatMap(({ inside, fields }) =>
    fields.flatMap((field): Difference[] => {
      const [old, current] = [partOf(before, inside)[field.name], partOf(now, inside)[field.name]];
      if (JSON.stringify(old) === JSON.stringify(current)) return [];
      return [{ field, before: old, now: current, isTyped: field.name in partOf(draft, inside) }];
    }),
  );
