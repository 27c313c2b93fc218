import type { Messages } from '../../language/language';

export type FieldValue = string | number | boolean | string[] | null | undefined;

type Kind = 'text' | 'lines' | 'number' | 'year' | 'choice' | 'choices' | 'flag' | 'date';

export interface RecordField<Key extends string = string> {
  key: Key;
  kind: Kind;
  choices?: readonly string[];
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

export function choiceLabel(value: string, { libraries }: Messages): string {
  const words: Readonly<Record<string, string>> = libraries.choices;
  return words[value] ?? sentence(value);
}

const sentence = (value: string) => value.charAt(0).toUpperCase() + value.slice(1).replaceAll('_', ' ');

/** A PUT leaves fields that are not sent as they are. */
export function changesOf<Body extends object>(before: Body, after: Body): Partial<Body> {
  const changes: Partial<Body> = {};
  for (const key of Object.keys(after) as (keyof Body)[])
    if (JSON.stringify(before[key]) !== JSON.stringify(after[key])) changes[key] = after[key];
  return changes;
}

export function entered<Body extends object>(empty: Body, record: Partial<Body>): Body {
  const values = { ...empty };
  for (const key of Object.keys(empty) as (keyof Body)[]) {
    const value = record[key];
    if (value !== undefined) values[key] = value;
  }
  return values;
}
