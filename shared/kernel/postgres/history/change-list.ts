import { sql } from 'drizzle-orm';
import type { Database } from '../database/connect';

/**
 * The trigger of the table gets the same names (`history_follow`). Keys of the column `nested`, which is
 * empty without one, count as fields of the record. The fields of `namedBy` name the record where it has none
 * of that name.
 */
export interface TrackedTable {
  table: string;
  id: string;
  nested: string;
  hidden: readonly string[];
  namedBy?: { column: string; records: TrackedTable };
  refers?: readonly Reference[];
}

export interface Reference {
  column: string;
  records: TrackedTable;
  as: Readonly<Record<string, string>>;
  keepsId?: boolean;
}

export interface TrackedRecords extends TrackedTable {
  recordType: string;
  others?: readonly TrackedTable[];
  code: readonly Naming[];
  label: readonly Naming[];
  parts?: Readonly<Record<string, Reference>>;
}

export type Naming = string | readonly string[];

export type Values = Readonly<Record<string, unknown>>;

export interface ChangeRow {
  recordId: string;
  action: 'c' | 'u' | 'd';
  /** An update stores pairs of values; null means that the values are stored elsewhere. */
  fields: Values | null;
}

interface StoredChanges {
  position: string;
  projectId?: string | null;
}

export const listChanges = (
  db: Database,
  { position, projectId = null }: StoredChanges,
  skip: number,
  limit: number,
): Promise<ChangeRow[]> =>
  db.execute<ChangeRow & Record<string, unknown>>(sql`
    select change.record_id as "recordId", change.action::text as action,
      history_named(change.fields, layouts -> change.layout) as fields
    from (select layouts from history_operation where position = ${position}::bigint) as operation, (
      select record_id, action, layout, fields from history_change
      where project_id = coalesce(${projectId}::uuid, history_nowhere()) and operation = ${position}::bigint and action <> 'n' order by record_id offset ${skip} limit ${limit}) as change
    order by change.record_id`);

export async function findRecords(
  db: Database,
  records: TrackedTables,
  recordIds: readonly string[],
): Promise<Map<string, Values>> {
  const found = await findValues(db, records, recordIds);
  for (const { namedBy } of tablesOf(records)) if (namedBy) await addNames(db, found, namedBy);
  return found;
}

const leftOut = ['id', 'version', 'created_at', 'created_by', 'updated_at', 'updated_by'];

/** The values of created records that an operation did not store are the current ones without the changes that were made since. */
export async function findCreated(
  db: Database,
  records: TrackedTables,
  position: string,
  recordIds: readonly string[],
): Promise<Map<string, Values>> {
  const found = await findValues(db, records, recordIds);
  const earlier = await db.execute<{ id: string; key: string; before: unknown }>(sql`
    select distinct on (change.record_id, field.key) change.record_id as id, field.key, field.value -> 0 as before
    from history_change change join history_operation operation on operation.position = change.operation,
      jsonb_each(history_named(change.fields, operation.layouts -> change.layout)) as field
    where change.record_id = any(${idArray(recordIds)}) and change.action = 'u' and change.operation > ${position}::bigint
    order by change.record_id, field.key, change.operation`);
  const changed = Map.groupBy(earlier, ({ id }) => id);
  return new Map(
    [...found].map(([id, fields]) => {
      const stored = Object.entries(fields).filter(([key]) => !leftOut.includes(key));
      const before = (changed.get(id) ?? []).map((field) => [field.key, field.before] as const);
      return [id, Object.fromEntries([...stored, ...before])];
    }),
  );
}

type TrackedTables = TrackedTable & Pick<TrackedRecords, 'others'>;

const tablesOf = ({ others = [], ...first }: TrackedTables): TrackedTable[] => [first, ...others];

async function findValues(
  db: Database,
  records: TrackedTables,
  recordIds: readonly string[],
): Promise<Map<string, Values>> {
  const rows = [await findDeleted(db, recordIds)];
  for (const table of tablesOf(records)) rows.push(await findCurrent(db, table, recordIds));
  return new Map(rows.flat().map((row) => [row.id, row.fields]));
}

type FoundRow = { id: string; fields: Values };

const idArray = (ids: readonly string[]) => sql`${sql.param(ids)}::uuid[]`;

const findDeleted = (db: Database, recordIds: readonly string[]): Promise<FoundRow[]> =>
  db.execute<FoundRow>(sql`
    select distinct on (record_id) record_id as id, fields from history_change
    where record_id = any(${idArray(recordIds)}) and action = 'd' and fields is not null
    order by record_id, operation desc`);

function findCurrent(
  db: Database,
  { table, id, nested, hidden }: TrackedTable,
  recordIds: readonly string[],
): Promise<FoundRow[]> {
  const record = sql`history_flat(to_jsonb(entry), ${sql.param(hidden)}::text[], ${nested}::text)`;
  return db.execute<FoundRow>(sql`
    select entry.${sql.identifier(id)} as id, ${record} as fields from ${sql.identifier(table)} as entry
    where entry.${sql.identifier(id)} = any(${idArray(recordIds)})`);
}

async function addNames(
  db: Database,
  found: Map<string, Values>,
  { column, records }: NonNullable<TrackedTable['namedBy']>,
): Promise<void> {
  const ids = [...found.values()].map((fields) => fields[column]).filter((id) => typeof id === 'string');
  const names = await findRecords(db, records, [...new Set(ids)]);
  for (const [id, fields] of found) {
    const name = names.get(String(fields[column]));
    if (name) found.set(id, { ...name, ...fields });
  }
}
