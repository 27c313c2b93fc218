import { sql } from 'drizzle-orm';
import type { Database } from '../connect';

/** Where the records of a type are: as the trigger of their table is told (`history_follow`), and what names one of them. */
export interface TrackedRecords {
  recordType: string;
  table: string;
  /** Column of the identifier. */
  id: string;
  /** Column whose keys count as fields of the record; empty without one. */
  nested: string;
  hidden: readonly string[];
  /** Fields that a person knows a record by; the first that has a value counts. */
  code: readonly string[];
  label: readonly string[];
}

export type Values = Readonly<Record<string, unknown>>;

export interface ChangeRow {
  recordId: string;
  action: 'c' | 'u' | 'd';
  /** Of an update pairs of values, else the values of the record; null when they are kept elsewhere. */
  fields: Values | null;
}

/** In the order of the identifiers. */
export const listChanges = (
  db: Database,
  position: string,
  skip: number,
  limit: number,
): Promise<ChangeRow[]> =>
  db.execute<ChangeRow & Record<string, unknown>>(sql`
    select change.record_id as "recordId", change.action::text as action,
      history_named(change.fields, operation.layouts -> change.layout) as fields
    from (
      select record_id, action, fields, layout, operation from history_change
      where operation = ${position}::bigint and action <> 'n'
      order by record_id offset ${skip} limit ${limit}) as change
      join history_operation operation on operation.position = change.operation
    order by change.record_id`);

/** The records as they are now, or as they were when they were deleted last. */
export async function findRecords(
  db: Database,
  { table, id, nested, hidden }: TrackedRecords,
  recordIds: readonly string[],
): Promise<Map<string, Values>> {
  const ids = sql`${sql.param(recordIds)}::uuid[]`;
  const record = sql`history_flat(to_jsonb(entry), ${sql.param(hidden)}::text[], ${nested}::text)`;
  const rows = await db.execute<{ id: string; fields: Values }>(sql`
    select distinct on (record_id) record_id as id, fields from history_change
    where record_id = any(${ids}) and action = 'd' and fields is not null
    order by record_id, operation desc`);
  const present = await db.execute<{ id: string; fields: Values }>(sql`
    select entry.${sql.identifier(id)} as id, ${record} as fields from ${sql.identifier(table)} as entry
    where entry.${sql.identifier(id)} = any(${ids})`);
  return new Map([...rows, ...present].map((row) => [row.id, row.fields]));
}
