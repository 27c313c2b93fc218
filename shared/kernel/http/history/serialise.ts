import {
  type ChangeRow,
  type Naming,
  type OperationRow,
  type Reference,
  type Referred,
  referencesOf,
  type TrackedRecords,
  type Values,
} from '../../postgres';
import { isObject } from '../../schema';

interface Pair {
  before: unknown;
  after: unknown;
}

export interface Change {
  recordId: string;
  code: unknown;
  label: unknown;
  action: 'create' | 'update' | 'delete';
  fields: Record<string, Pair>;
}

const never = () => false;

export function serialiseOperation(row: OperationRow, canUndo: (row: OperationRow) => boolean = never) {
  const {
    position: _,
    createdFirst: _first,
    createdLast: _last,
    createdInRange: _range,
    created,
    updated,
    deleted,
    ...reported
  } = row;
  return {
    ...reported,
    at: new Date(row.at),
    counts: { created, updated, deleted },
    canUndo: row.undoneBy === null && canUndo(row),
  };
}

const actions = { c: 'create', u: 'update', d: 'delete' } as const;

export function serialiseChange(
  records: TrackedRecords,
  { recordId, action, fields }: ChangeRow,
  record: Values,
  referred: Referred = new Map(),
): Change {
  const { code, label } = records;
  const known = action === 'u' ? record : { ...record, ...fields };
  return {
    recordId,
    code: firstOf(known, code),
    label: firstOf(known, label),
    action: actions[action],
    fields: Object.fromEntries(
      Object.entries(fields ?? {}).flatMap(([column, value]) => {
        const pair = pairOf(action, value);
        if (pair.before === pair.after) return [];
        if (isPart(column)) return [serialisePart(records, column, pair, referred)];
        const reference = referencesOf(records).find((one) => one.column === column);
        return reference ? serialiseReference(reference, pair, referred) : [[keyOf(column), pair]];
      }),
    ),
  };
}

function serialiseReference(
  { column, as, keepsId }: Reference,
  { before, after }: Pair,
  referred: Referred,
): [string, Pair][] {
  const isKnown = [before, after].every((id) => id === null || referred.has(String(id)));
  const reported = (id: unknown, name: string) => referred.get(String(id))?.[name] ?? null;
  const names = Object.entries(as).flatMap(([key, name]): [string, Pair][] => {
    const pair = { before: reported(before, name), after: reported(after, name) };
    return pair.before === pair.after ? [] : [[key, pair]];
  });
  return keepsId || !isKnown ? [[keyOf(column), { before, after }], ...names] : names;
}

function firstOf(record: Values, names: readonly Naming[]): string | null {
  for (const name of names) {
    const reported = [name].flat().flatMap((column) => record[column] ?? []);
    if (reported.length > 0) return reported.join(', ');
  }
  return null;
}

function pairOf(action: ChangeRow['action'], value: unknown): Pair {
  if (action === 'c') return { before: null, after: value };
  if (action === 'd') return { before: value, after: null };
  const [before, after] = value as [unknown, unknown];
  return { before, after };
}

const keyOf = (column: string): string =>
  column.replace(/_[a-z0-9]/g, (letter) => letter.slice(1).toUpperCase());

const isPart = (column: string): boolean => column.includes('.');

function serialisePart(
  { parts }: TrackedRecords,
  column: string,
  { before, after }: Pair,
  referred: Referred,
): [string, Pair] {
  const [name = '', id = ''] = column.split(/\.(.*)/s);
  const known = referred.get(id);
  const names = Object.entries(known ? (parts?.[name]?.as ?? {}) : {}).map(([key, of]) => [key, known?.[of]]);
  const reported = (part: unknown) =>
    isObject(part)
      ? Object.fromEntries([...Object.entries(part).map(([key, value]) => [keyOf(key), value]), ...names])
      : part;
  const key = names.length === 0 ? column : `${name}.${names.map(([, value]) => value).join(' ')}`;
  return [key, { before: reported(before), after: reported(after) }];
}
