import type { Discipline } from './discipline';
import type { FieldType } from './field';
import { fieldsNamed, findField, isColumn } from './registry';

/** What searches compare and sort by: a field of the registry, or one of the times that every line has. */
export interface SearchField {
  readonly key: string;
  readonly type: FieldType | 'time';
  /** The values of an enum in their order; of a key that disciplines share, those of them all. */
  readonly choices: readonly string[];
  /** Whether the value is a column of the table; else it is a key of `attributes`. */
  readonly isColumn: boolean;
}

const times = ['createdAt', 'updatedAt'] as const;

const timeFields: ReadonlyMap<string, SearchField> = new Map(
  times.map((key) => [key, { key, type: 'time', choices: [], isColumn: true }]),
);

/** The field of that key in the discipline, or in any discipline without one; undefined for an unknown key. */
export function findSearchField(key: string, discipline: Discipline | null): SearchField | undefined {
  const own = discipline === null ? fieldsNamed(key) : [findField(discipline, key) ?? []].flat();
  const [first] = own;
  if (first === undefined) return timeFields.get(key);
  const choices = [...new Set(own.flatMap((field) => field.enum ?? []))];
  return { key, type: first.type, choices, isColumn: isColumn(first) };
}
