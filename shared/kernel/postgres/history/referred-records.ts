import { isUuid } from '../../schema';
import type { Database } from '../database/connect';
import { type ChangeRow, findRecords, type Reference, type TrackedRecords, type Values } from './change-list';

export type Referred = ReadonlyMap<string, Values>;

export const referencesOf = ({ refers = [], others = [] }: TrackedRecords): Reference[] => [
  ...refers,
  ...others.flatMap((other) => other.refers ?? []),
];

export async function findReferred(
  db: Database,
  records: TrackedRecords,
  rows: readonly ChangeRow[],
): Promise<Referred> {
  const fields = rows.flatMap((row) => Object.entries(row.fields ?? {}));
  const found = new Map<string, Values>();
  const find = async (reference: Reference, ids: readonly unknown[]) => {
    const known = new Set(ids.filter((id) => typeof id === 'string').filter(isUuid));
    if (known.size === 0) return;
    for (const [id, values] of await findRecords(db, reference.records, [...known])) found.set(id, values);
  };
  for (const reference of referencesOf(records))
    await find(
      reference,
      fields.flatMap(([column, value]) => (column === reference.column ? value : [])),
    );
  for (const [name, reference] of Object.entries(records.parts ?? {}))
    await find(
      reference,
      fields.map(([column]) => (column.startsWith(`${name}.`) ? column.slice(name.length + 1) : null)),
    );
  return found;
}
