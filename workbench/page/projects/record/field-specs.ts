import type { Messages } from '../../language/language';
import type { Choices } from './choices';

export type FieldName = keyof Messages['projects']['fields'];
export type ChoiceName = keyof Choices;
type Hint = 'countryHint' | 'currencyHint' | 'codeHint';

export type NamesIn<T> = keyof T & FieldName;

export type FieldSpec<N extends FieldName = FieldName> =
  | { kind: 'text' | 'long' | 'lines' | 'date' | 'yes'; name: N; hint?: Hint; isRequired?: boolean }
  | { kind: 'number'; name: N; isYear?: boolean; isRequired?: boolean }
  | { kind: 'choice'; name: N; choices: ChoiceName; isRequired?: boolean }
  | { kind: 'rows'; name: N; fields: readonly FieldSpec[] };

export interface Section<N extends FieldName = FieldName> {
  title: keyof Messages['projects']['sections'];
  inside?: 'details' | 'workWeek';
  fields: readonly FieldSpec<N>[];
  isFolded?: boolean;
}

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

export const differencesOf = (sections: readonly Section[], before: object, now: object, draft: object) =>
  sections.flatMap(({ inside, fields }) =>
    fields.flatMap(({ name }): Difference[] => {
      const [old, present] = [partOf(before, inside)[name], partOf(now, inside)[name]];
      if (JSON.stringify(old) === JSON.stringify(present)) return [];
      return [{ field: name, before: old, now: present, isTyped: name in partOf(draft, inside) }];
    }),
  );
