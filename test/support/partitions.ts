import type { Sql } from 'postgres';

/** Tables that grow with takeoffs: each is kept by project. What a month holds is kept by project within it. */
export const growingTables = [
  'takeoff_line',
  'takeoff_version_line',
  'takeoff_copy_line',
  'import_stored_rows',
  'history_change',
  'history_deleted_line',
  'takeoff_discipline_total',
  'takeoff_wbs_total',
  'takeoff_crew_total',
  'takeoff_item_total',
  'takeoff_version_discipline_total',
  'takeoff_version_wbs_total',
  'takeoff_version_crew_total',
  'takeoff_version_item_total',
  'takeoff_line_change',
] as const;

/**
 * Tables of which every server may have a copy, or one server all: a row for each project, service, version, import, operation,
 * message, profile, view, note or person, or the files that wait for an import and go with it after a month.
 */
export const smallTables = [
  'takeoff_project',
  'takeoff_line_range',
  'takeoff_line_follower',
  'takeoff_epoch',
  'takeoff_version',
  'takeoff_copy',
  'price_row_change',
  'history_operation',
  'import_task',
  'import_file_chunk',
  'import_failed_row',
  'import_profile',
  'takeoff_view',
  'project_presence',
  'review_decision',
  'note',
  'idempotency_key',
  'outbox',
  'inbox',
  'dead_letter',
  'migration',
] as const;

const partCount = 4;

interface Definition {
  isOfMonths: boolean;
  /** Statements that make the keys and indexes of the table, and what needs its type or its rows. */
  keys: string[];
  indexes: string[];
  functions: string[];
  triggers: string[];
  policies: string[];
}

/** A part of a table that grows, which is to be made like `pattern`. */
export interface Part {
  name: string;
  table: string;
  bound: string;
  number: number;
  pattern: string;
}

/** Where parts are, and what of a table cannot stand on the whole of it there. */
export interface Placement {
  addPart(sql: Sql, part: Part): Promise<void>;
  finish(sql: Sql, table: string, definition: Definition): Promise<void>;
}

export async function addLocalPart(sql: Sql, { name, table, bound, pattern }: Part): Promise<void> {
  await sql.unsafe(`create table ${name} (like ${pattern} including all)`);
  const [storage] = await sql<{ options: string | null }[]>`
    select array_to_string(reloptions, ', ') as options from pg_class where oid = ${pattern}::regclass`;
  if (storage?.options) await sql.unsafe(`alter table ${name} set (${storage.options})`);
  await sql.unsafe(`alter table ${table} attach partition ${name} ${bound}`);
}

const onOneServer: Placement = {
  addPart: addLocalPart,
  finish: async (sql, _table, { keys, indexes, triggers }) => {
    for (const statement of [...keys, ...indexes, ...triggers]) await sql.unsafe(statement);
  },
};

/**
 * Gives the tables of a schema without rows that grow with takeoffs one partition for each part of their projects, as a
 * distributed database has one server for it.
 */
export async function partitionTakeoffs(sql: Sql, placement = onOneServer): Promise<void> {
  await sql`set role mto`;
  await sql`set search_path to mto`;
  for (const table of growingTables) {
    const definition = await definitionOf(sql, table);
    await (definition.isOfMonths ? partitionMonths : partitionTable)(sql, table, definition, placement);
    await placement.finish(sql, table, definition);
  }
  await sql`reset role`;
}

async function definitionOf(sql: Sql, table: string): Promise<Definition> {
  const [found] = await sql<Definition[]>`
    select relkind = 'p' as "isOfMonths",
      array(select format('alter table %I add constraint %I %s', ${table}::text, conname, pg_get_constraintdef(oid))
        from pg_constraint where conrelid = class.oid and contype in ('p', 'u')) as keys,
      array(select pg_get_indexdef(indexrelid) from pg_index where indrelid = class.oid
        and not exists (select from pg_constraint where conindid = indexrelid)) as indexes,
      array(select pg_get_triggerdef(oid) from pg_trigger where tgrelid = class.oid and not tgisinternal) as triggers,
      array(select pg_get_functiondef(oid) from pg_proc where prorettype = class.reltype) as functions,
      array(select format('alter table %1$I enable row level security; create policy %2$I on %1$I to %3$s using (%4$s) with check (%5$s);
          grant select, insert, update, delete on %1$I to %3$s', ${table}::text, polname, polroles[1]::regrole,
        pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid)) from pg_policy where polrelid = class.oid) as policies
    from pg_class class where oid = ${table}::regclass`;
  if (!found) throw new RangeError(`there is no table ${table}`);
  return found;
}

async function partitionTable(
  sql: Sql,
  table: string,
  { functions, policies }: Definition,
  placement: Placement,
): Promise<void> {
  const pattern = `former_${table}`;
  await sql.unsafe(`alter table ${table} rename to ${pattern}`);
  await sql.unsafe(`create table ${table} (like ${pattern} including defaults including generated including storage)
    partition by hash (project_id)`);
  await addParts(sql, table, pattern, placement);
  await sql.unsafe(`drop table ${pattern} cascade`);
  for (const statement of [...functions, ...policies]) await sql.unsafe(statement);
}

async function partitionMonths(
  sql: Sql,
  table: string,
  { indexes }: Definition,
  placement: Placement,
): Promise<void> {
  const months = await sql<{ name: string; bound: string; storage: string | null }[]>`
    select relname as name, pg_get_expr(relpartbound, pg_class.oid) as bound, array_to_string(reloptions, ', ') as storage
    from pg_class join pg_inherits on inhrelid = pg_class.oid where inhparent = ${table}::regclass`;
  const pattern = `former_${table}`;
  await sql.unsafe(`create table ${pattern} (like ${table} including all)`);
  if (months[0]?.storage) await sql.unsafe(`alter table ${pattern} set (${months[0].storage})`);
  for (const { name } of months) await sql.unsafe(`drop table ${name}`);
  for (const index of indexes) await sql.unsafe(`drop index ${/INDEX (\S+) ON/.exec(index)?.[1]}`);
  for (const { name, bound } of months) {
    await sql.unsafe(`create table ${name} partition of ${table} ${bound} partition by hash (project_id)`);
    await addParts(sql, name, pattern, placement);
  }
  await sql.unsafe(`drop table ${pattern}`);
}

async function addParts(sql: Sql, table: string, pattern: string, { addPart }: Placement): Promise<void> {
  for (let number = 0; number < partCount; number += 1) {
    const bound = `for values with (modulus ${partCount}, remainder ${number})`;
    await addPart(sql, { name: `${table}_of_part_${number}`, table, bound, number, pattern });
  }
}
