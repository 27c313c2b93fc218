import { sql } from 'drizzle-orm';
import type { Database } from '../database/connect';

/** A table of records, as its trigger is told (`history_follow`). */
export interface TrackedTable {
  table: string;
  /** Column of the identifier. */
  id: string;
  /** Column whose keys count as fields of the record; empty without one. */
  nested: string;
  hidden: readonly string[];
  /** Another record that a column refers to: its fields name this one where it has none of that name. */
  namedBy?: { column: string; records: TrackedTable };
  /** Columns with identifiers of other records, which changes tell by what a person knows those by. */
  refers?: readonly Reference[];
}

export interface Reference {
  column: string;
  records: TrackedTable;
  /** Columns of the other record by the fields under which changes tell them. */
  as: Readonly<Record<string, string>>;
  /** Whether the identifier is told as well: it is a field of the record. */
  keepsId?: boolean;
}

/** Where the records of a type are, and what names one of them. */
export interface TrackedRecords extends TrackedTable {
  recordType: string;
  /** Further tables with records of the type. */
  others?: readonly TrackedTable[];
  /** Fields that a person knows a record by: the first that has a value counts, those of a list together. */
  code: readonly Naming[];
  label: readonly Naming[];
  /** Of parts that are kept under the identifier of another record, by the name of the parts. */
  parts?: Readonly<Record<string, Reference>>;
}

export type Naming = string | readonly string[];

export type Values = Readonly<Record<string, unknown>>;

export interface ChangeRow {
  recordId: string;
  action: 'c' | 'u' | 'd';
  /** Of an update pairs of values, else the values of the record; null when they are kept elsewhere. */
  fields: Values | null;
}

/** What an operation changed, and the project that its changes are kept with (migration `history_by_project`); null without one. */
interface KeptChanges {
  position: string;
  projectId?: string | null;
}

/** In the order of the identifiers. */
export const listChanges = (
  db: Database,
  { position, projectId = null }: KeptChanges,
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

/** The records as they are now, or as they were when they were deleted last, with the fields of those that name them. */
export async function findRecords(
  db: Database,
  records: TrackedTables,
  recordIds: readonly string[],
): Promise<Map<string, Values>> {
  const found = await findValues(db, records, recordIds);
  for (const { namedBy } of tablesOf(records)) if (namedBy) await addNames(db, found, namedBy);
  return found;
}

/** What the trigger leaves out of every table. */
const leftOut = ['id', 'version', 'created_at', 'created_by', 'updated_at', 'updated_by'];

/** Values of records as an operation created them that did not keep them: those of now, but for what changed since. */
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
      const kept = Object.entries(fields).filter(([key]) => !leftOut.includes(key));
      const before = (changed.get(id) ?? []).map((field) => [field.key, field.before] as const);
      return [id, Object.fromEntries([...kept, ...before])];
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
  for (const table of tablesOf(records)) rows.push(await findPresent(db, table, recordIds));
  return new Map(rows.flat().map((row) => [row.id, row.fields]));
}

type FoundRow = { id: string; fields: Values };

const idArray = (ids: readonly string[]) => sql`${sql.param(ids)}::uuid[]`;

const findDeleted = (db: Database, recordIds: readonly string[]): Promise<FoundRow[]> =>
  db.execute<FoundRow>(sql`
    select distinct on (record_id) record_id as id, fields from history_change
    where record_id = any(${idArray(recordIds)}) and action = 'd' and fields is not null
    order by record_id, operation desc`);

function findPresent(
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
