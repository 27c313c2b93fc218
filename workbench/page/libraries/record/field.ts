import type { Messages } from '../../language/language';

export type FieldValue = string | number | boolean | string[] | null | undefined;

type Kind = 'text' | 'lines' | 'number' | 'year' | 'choice' | 'choices' | 'flag' | 'date';

/** A field as a person fills it in; what it may hold is judged by the API. */
export interface RecordField<Key extends string = string> {
  key: Key;
  kind: Kind;
  choices?: readonly string[];
  /** It is set when the record is made, and never again. */
  isFixed?: boolean;
  isRequired?: boolean;
}

export interface FieldGroup<Key extends string = string> {
  title: string;
  fields: readonly RecordField<Key>[];
}

type More = Omit<RecordField, 'key' | 'kind'>;

export const field = <Key extends string>(
  key: Key,
  kind: Kind = 'text',
  more: More = {},
): RecordField<Key> => ({ key, kind, ...more });

export const chosen = <Key extends string>(
  key: Key,
  choices: readonly string[],
  more: More = {},
): RecordField<Key> => ({ key, kind: 'choice', choices, ...more });

/** A value of the API in words; disciplines are its own words. */
export function choiceLabel(value: string, { libraries }: Messages): string {
  const words: Readonly<Record<string, string>> = libraries.choices;
  return words[value] ?? sentence(value);
}

const sentence = (value: string) => value.charAt(0).toUpperCase() + value.slice(1).replaceAll('_', ' ');

/** What differs from the record that was read; a PUT leaves all else as it is. */
export function changesOf<Body extends object>(before: Body, after: Body): Partial<Body> {
  const changes: Partial<Body> = {};
  for (const key of Object.keys(after) as (keyof Body)[])
    if (JSON.stringify(before[key]) !== JSON.stringify(after[key])) changes[key] = after[key];
  return changes;
}

/** Of a record the fields that a person may change. */
export function entered<Body extends object>(empty: Body, record: Partial<Body>): Body {
  const values = { ...empty };
  for (const key of Object.keys(empty) as (keyof Body)[]) {
    const value = record[key];
    if (value !== undefined) values[key] = value;
  }
  return values;
}
