import { isObject } from '../../fields/composite';
import type { ChangeRow, Naming, TrackedRecords, Values } from '../../store/history/change-list';
import type { OperationRow } from '../../store/history/operation-list';

export interface Change {
  recordId: string;
  code: unknown;
  label: unknown;
  action: 'create' | 'update' | 'delete';
  fields: Record<string, { before: unknown; after: unknown }>;
}

const never = () => false;

export function presentOperation(row: OperationRow, canUndo: (row: OperationRow) => boolean = never) {
  const {
    position: _,
    createdFirst: _first,
    createdLast: _last,
    createdInRange: _range,
    created,
    updated,
    deleted,
    ...told
  } = row;
  return {
    ...told,
    at: new Date(row.at),
    counts: { created, updated, deleted },
    canUndo: row.undoneBy === null && canUndo(row),
  };
}

const actions = { c: 'create', u: 'update', d: 'delete' } as const;

/** `record` has the values of the record that its change does not tell. */
export function presentChange(
  { code, label }: TrackedRecords,
  { recordId, action, fields }: ChangeRow,
  record: Values,
): Change {
  const known = action === 'u' ? record : { ...record, ...fields };
  return {
    recordId,
    code: firstOf(known, code),
    label: firstOf(known, label),
    action: actions[action],
    fields: Object.fromEntries(
      Object.entries(fields ?? {}).flatMap(([column, value]) => {
        const { before, after } = pairOf(action, value);
        if (before === after) return [];
        if (!isPart(column)) return [[keyOf(column), { before, after }]];
        return [[column, { before: presentPart(before), after: presentPart(after) }]];
      }),
    ),
  };
}

function firstOf(record: Values, names: readonly Naming[]): string | null {
  for (const name of names) {
    const told = [name].flat().flatMap((column) => record[column] ?? []);
    if (told.length > 0) return told.join(', ');
  }
  return null;
}

function pairOf(action: ChangeRow['action'], value: unknown): { before: unknown; after: unknown } {
  if (action === 'c') return { before: null, after: value };
  if (action === 'd') return { before: value, after: null };
  const [before, after] = value as [unknown, unknown];
  return { before, after };
}

/** Columns are named in snake case; keys of nested columns are those of the wire already. */
const keyOf = (column: string): string =>
  column.replace(/_[a-z0-9]/g, (letter) => letter.slice(1).toUpperCase());

/** Rows of another table that belong to the record are fields of it, as `history_track_part` names them. */
const isPart = (column: string): boolean => column.includes('.');

const presentPart = (part: unknown): unknown =>
  isObject(part) ? Object.fromEntries(Object.entries(part).map(([key, value]) => [keyOf(key), value])) : part;
