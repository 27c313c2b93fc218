import { readMigrationFiles } from 'drizzle-orm/migrator';
import type { Sql } from 'postgres';
import { Connector } from './driver/connector';
import { requireSessions } from './driver/session-mode';

/** One key for every service: roles and schemas of one database are prepared one after the other. */
const migrationLock = 7_340_021;

/** Of tables and functions that drizzle does not know; each service has them in its own schema. */
export const kernelMigrations = `${import.meta.dir}/migrations`;

export interface MigrationOptions {
  url: string;
  schema: string;
  migrationsFolder: string;
}

/**
 * Brings the schema of a service up to date: creates its role and schema when the login may, then applies the
 * migrations that are missing, those of the kernel included, each in a transaction. Replicas that start at once wait for each other.
 * @throws Error with one sentence when the role or schema is missing and may not be created.
 */
export async function migrateStore({ url, schema, migrationsFolder }: MigrationOptions): Promise<void> {
  const connector = new Connector(url, { application_name: `${schema}-migrate` });
  await requireSessions(connector);
  const connection = await connector.open();
  const { sql } = connection;
  try {
    await sql`select pg_advisory_lock(${migrationLock})`;
    await prepareSchema(sql, schema);
    await sql`set role ${sql(schema)}`;
    await sql`set search_path to ${sql(schema)}`;
    await applyMigrations(sql, schema, migrationsFolder);
  } finally {
    connection.close();
  }
}

async function prepareSchema(sql: Sql, schema: string): Promise<void> {
  const [found] = await sql<{ role: boolean; namespace: boolean; may_create: boolean }[]>`
    select exists (select from pg_roles where rolname = ${schema}) as role,
           exists (select from pg_namespace where nspname = ${schema}) as namespace,
           (select rolsuper or rolcreaterole from pg_roles where rolname = current_user) as may_create`;
  if (found?.role && found.namespace) return;
  if (!found?.may_create) {
    throw new Error(
      `The database has no role and schema "${schema}" and this login may not create them; create both first.`,
    );
  }
  if (!found.role) {
    await sql`create role ${sql(schema)} nologin`;
    await sql`grant ${sql(schema)} to current_user`;
  }
  if (!found.namespace) await sql`create schema ${sql(schema)} authorization ${sql(schema)}`;
  await sql`revoke all on schema public from public`;
}

async function applyMigrations(sql: Sql, schema: string, migrationsFolder: string): Promise<void> {
  await sql`create table if not exists ${sql(schema)}.migration (
    applied_at timestamptz not null default now(), created bigint primary key, hash text not null)`;
  const rows = await sql<{ created: string }[]>`select created from ${sql(schema)}.migration`;
  const applied = new Set(rows.map(({ created }) => Number(created)));
  const missing = [kernelMigrations, migrationsFolder]
    .flatMap((folder) => readMigrationFiles({ migrationsFolder: folder }))
    .filter(({ folderMillis }) => !applied.has(folderMillis))
    .sort((one, other) => one.folderMillis - other.folderMillis);
  for (const file of missing) {
    await sql.begin(async (tx) => {
      for (const statement of file.sql) await tx.unsafe(statement);
      await tx`insert into ${tx(schema)}.migration (created, hash) values (${file.folderMillis}, ${file.hash})`;
    });
  }
}
