import type { Discipline } from './discipline';
import type { FieldType } from './field';
import { fieldsNamed, findField, isColumn } from './registry';

export interface SearchField {
  readonly key: string;
  readonly type: FieldType | 'time';
  readonly choices: readonly string[];
  readonly isColumn: boolean;
}

const times = ['createdAt', 'updatedAt'] as const;

const timeFields: ReadonlyMap<string, SearchField> = new Map(
  times.map((key) => [key, { key, type: 'time', choices: [], isColumn: true }]),
);

export function findSearchField(key: string, discipline: Discipline | null): SearchField | undefined {
  const own = discipline === null ? fieldsNamed(key) : [findField(discipline, key) ?? []].flat();
  const [first] = own;
  if (first === undefined) return timeFields.get(key);
  const choices = [...new Set(own.flatMap((field) => field.enum ?? []))];
  return { key, type: first.type, choices, isColumn: isColumn(first) };
}
