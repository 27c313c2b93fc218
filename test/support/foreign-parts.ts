import postgres, { type Sql } from 'postgres';
import { addLocalPart, type Part, type Placement } from './partitions';

/**
 * Puts every second part of takeoffs on another server, in a database that has the schema of the takeoff service.
 *
 * No statement trigger sees the rows of a foreign table, and no unique key spans one. So keys stand on the parts, and row
 * triggers put what a statement changes into temporary tables, under the names by which the triggers of the statement know it.
 */
export function halfElsewhere(url: string): Placement {
  return {
    addPart: (sql, part) =>
      part.number % 2 === 0 ? addLocalPart(sql, part) : addForeignPart(sql, url, part),
    finish: async (sql, table, { triggers }) => {
      if (triggers.length > 0) await collectRows(sql, table);
      for (const trigger of triggers)
        await sql.unsafe(trigger.replace(/ REFERENCING (OLD|NEW) TABLE .*? (?=FOR EACH)/, ' '));
    },
  };
}

export async function nameOtherServer(sql: Sql, url: string): Promise<void> {
  const { hostname, port, pathname, username, password } = new URL(url);
  await sql.unsafe('create extension postgres_fdw');
  await sql.unsafe(`create server elsewhere foreign data wrapper postgres_fdw options (
    host '${hostname}', port '${port}', dbname '${pathname.slice(1)}', batch_size '500', fetch_size '1000')`);
  await sql.unsafe(
    `create user mapping for public server elsewhere options (user '${username}', password '${password}')`,
  );
  await sql.unsafe('grant usage on foreign server elsewhere to mto');
}

async function addForeignPart(sql: Sql, url: string, { name, table, bound }: Part): Promise<void> {
  const whole = table.replace(/_(\d{4}_\d{2}|other)$/, '');
  const elsewhere = postgres(url, { max: 1, onnotice: () => {} });
  await elsewhere.unsafe(`create table if not exists mto.${name} (like mto.${whole} including all)`);
  await elsewhere.end();
  await sql.unsafe(`create foreign table ${name} partition of ${table} ${bound} server elsewhere options (
    schema_name 'mto', table_name '${name}')`);
}

async function collectRows(sql: Sql, table: string): Promise<void> {
  await sql.unsafe(`create function prepare_rows() returns trigger language plpgsql set search_path from current as $$ begin
    if to_regclass('pg_temp.old_rows') is null then
      create temporary table old_rows (like ${table}) on commit delete rows;
      create temporary table new_rows (like ${table}) on commit delete rows;
    else
      delete from pg_temp.old_rows;
      delete from pg_temp.new_rows;
    end if;
    return null;
  end $$`);
  await sql.unsafe(`create function collect_row() returns trigger language plpgsql set search_path from current as $$ begin
    insert into pg_temp.old_rows select old.*;
    if tg_op = 'UPDATE' then
      insert into pg_temp.new_rows select new.*;
    end if;
    return null;
  end $$`);
  await sql.unsafe(`create trigger prepare_rows before update or delete on ${table}
    for each statement execute function prepare_rows()`);
  await sql.unsafe(`create trigger collect_row after update or delete on ${table}
    for each row execute function collect_row()`);
}
