import type { Messages } from '../../language/language';

export type FieldName = keyof Messages['projects']['fields'];
export type ChoiceName = keyof Messages['projects']['choices'];
type Hint = 'countryHint' | 'currencyHint' | 'codeHint';

/** Fields of a record of the API that have a label. */
export type NamesIn<T> = keyof T & FieldName;

/** How a field of a record is shown and typed; its label is found by its name. */
export type FieldSpec<N extends FieldName = FieldName> =
  | { kind: 'text' | 'long' | 'lines' | 'date' | 'yes'; name: N; hint?: Hint; isRequired?: boolean }
  | { kind: 'number'; name: N; isYear?: boolean; isRequired?: boolean }
  | { kind: 'choice'; name: N; choices: ChoiceName; isRequired?: boolean }
  | { kind: 'rows'; name: N; fields: readonly FieldSpec[] };

export interface Section<N extends FieldName = FieldName> {
  title: keyof Messages['projects']['sections'];
  /** The object of the record that holds the fields, where it is not the record itself. */
  inside?: 'details' | 'workWeek';
  fields: readonly FieldSpec<N>[];
  /** Whether it is opened by those who want it. */
  isFolded?: boolean;
}

export type Loose = Readonly<Record<string, unknown>>;

const isLoose = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An object within a record; empty where there is none. */
export function partOf(record: object, key: string | undefined): Loose {
  const part: unknown = key === undefined ? record : Reflect.get(record, key);
  return isLoose(part) ? part : {};
}

export const rowsOf = (value: unknown): readonly Loose[] =>
  Array.isArray(value) ? value.filter(isLoose) : [];

export const pathOf = (inside: string | undefined, name: string): string =>
  inside === undefined ? name : `${inside}.${name}`;

/** Names of all fields that are shown, as the API names them in its faults. */
export const shownFields = (sections: readonly Section[], record: object): string[] =>
  sections.flatMap(({ inside, fields }) => fieldPaths(fields, partOf(record, inside), inside));

const fieldPaths = (fields: readonly FieldSpec[], record: Loose, inside: string | undefined): string[] =>
  fields.flatMap((field) => {
    const path = pathOf(inside, field.name);
    if (field.kind !== 'rows') return [path];
    const ofRows = rowsOf(record[field.name]).flatMap((row, index) =>
      fieldPaths(field.fields, row, `${path}[${index}]`),
    );
    return [path, ...ofRows];
  });

/** The record with what was typed over it. */
export function withDraft(record: object, draft: object): Loose {
  const merged: Record<string, unknown> = { ...record };
  for (const [key, value] of Object.entries(draft))
    merged[key] = isLoose(value) ? { ...partOf(record, key), ...value } : value;
  return merged;
}

export interface Difference {
  field: FieldName;
  before: unknown;
  now: unknown;
  isTyped: boolean;
}

/** Fields of a form that another person changed meanwhile, and whether they were typed here as well. */
export const differencesOf = (sections: readonly Section[], before: object, now: object, draft: object) =>
  sections.flatMap(({ inside, fields }) =>
    fields.flatMap(({ name }): Difference[] => {
      const [old, present] = [partOf(before, inside)[name], partOf(now, inside)[name]];
      if (JSON.stringify(old) === JSON.stringify(present)) return [];
      return [{ field: name, before: old, now: present, isTyped: name in partOf(draft, inside) }];
    }),
  );
