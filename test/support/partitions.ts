import type { Sql } from 'postgres';

/** Tables that grow with takeoffs: each is kept by project. What a month holds is kept by project within it. */
export const growingTables = [
  'takeoff_line',
  'takeoff_version_line',
  'takeoff_copy_line',
  'import_stored_rows',
  'history_change',
  'history_deleted_line',
] as const;

export const partitionCount = 4;

interface Definition {
  isOfMonths: boolean;
  storage: string;
  constraints: string[];
  indexes: string[];
  triggers: string[];
  functions: string[];
}

async function definitionOf(sql: Sql, table: string): Promise<Definition> {
  const [found] = await sql<Definition[]>`
    select relkind = 'p' as "isOfMonths", coalesce(array_to_string(reloptions, ', '), '') as storage,
      array(select format('alter table %I add constraint %I %s', ${table}::text, conname, pg_get_constraintdef(oid))
        from pg_constraint where conrelid = class.oid and contype in ('p', 'u')) as constraints,
      array(select pg_get_indexdef(indexrelid) from pg_index where indrelid = class.oid
        and not exists (select from pg_constraint where conindid = indexrelid)) as indexes,
      array(select pg_get_triggerdef(oid) from pg_trigger where tgrelid = class.oid and not tgisinternal) as triggers,
      array(select pg_get_functiondef(oid) from pg_proc where prorettype = class.reltype) as functions
    from pg_class class where oid = ${table}::regclass`;
  if (!found) throw new RangeError(`there is no table ${table}`);
  return found;
}

/**
 * Gives the tables of a schema without rows that grow with takeoffs one partition for each part of their projects, as a
 * distributed database has one server for it.
 */
export async function partitionTakeoffs(sql: Sql): Promise<void> {
  await sql`set role mto`;
  await sql`set search_path to mto`;
  for (const table of growingTables) {
    const definition = await definitionOf(sql, table);
    await (definition.isOfMonths ? partitionMonths(sql, table) : partitionTable(sql, table, definition));
  }
  await sql`reset role`;
}

async function partitionTable(sql: Sql, table: string, definition: Definition): Promise<void> {
  await sql.unsafe(`alter table ${table} rename to former_${table}`);
  await sql.unsafe(`create table ${table} (like former_${table} including defaults including generated including storage)
    partition by hash (project_id)`);
  await sql.unsafe(`drop table former_${table} cascade`);
  await addParts(sql, table, definition.storage);
  const { constraints, indexes, functions, triggers } = definition;
  for (const statement of [...constraints, ...indexes, ...functions, ...triggers]) await sql.unsafe(statement);
}

async function partitionMonths(sql: Sql, table: string): Promise<void> {
  const months = await sql<{ name: string; bound: string; storage: string }[]>`
    select relname as name, pg_get_expr(relpartbound, pg_class.oid) as bound,
      coalesce(array_to_string(reloptions, ', '), '') as storage
    from pg_class join pg_inherits on inhrelid = pg_class.oid where inhparent = ${table}::regclass`;
  for (const { name, bound, storage } of months) {
    await sql.unsafe(`drop table ${name}`);
    await sql.unsafe(`create table ${name} partition of ${table} ${bound} partition by hash (project_id)`);
    await addParts(sql, name, storage);
  }
}

async function addParts(sql: Sql, table: string, storage: string): Promise<void> {
  for (let part = 0; part < partitionCount; part += 1)
    await sql.unsafe(`create table ${partOf(table, part)} partition of ${table}
      for values with (modulus ${partitionCount}, remainder ${part}) ${storage === '' ? '' : `with (${storage})`}`);
}

const partOf = (table: string, part: number): string => `${table}_of_part_${part}`;

/** The part that the name of a partition tells. */
export const partIn = (table: string): string | undefined => /_of_part_(\d+)$/.exec(table)?.[1];
