import { readMigrationFiles } from 'drizzle-orm/migrator';
import type { Sql } from 'postgres';
import { type Migrating, withoutQueue } from './database/online';
import { Connector } from './driver/connector';
import { type Patience, patiently, patientOpenMsMax } from './driver/patience';
import { requireSessions } from './driver/session-mode';
import { completeHistory } from './history/online-migrations';

/** Every service has the same key: roles and schemas of one database are prepared one after the other. */
const migrationLock = 7_340_021;

export const kernelMigrations = `${import.meta.dir}/migrations`;

export interface MigrationOptions {
  url: string;
  schema: string;
  migrationsFolder: string;
  /**
   * It does what would lock a table for as long as its rows take. It runs after the migrations and
   * `completeHistory` while the table `migration_unfinished` exists, and starts again after an interruption.
   */
  completeMigrations?: (migrating: Migrating) => Promise<void>;
  report?: (progress: string) => void;
}

/**
 * Each migration runs in a transaction, and replicas that start at once wait for each other. No statement
 * waits for a lock for longer than others wait behind it without noticing; it is tried again for ten minutes.
 * @throws Error with one sentence when the role or schema is missing and may not be created, the database is
 * too old, or migrations are missing and the login may not take the role that owns the schema
 */
export const migrateStore = (options: MigrationOptions, patience?: Patience): Promise<void> =>
  patiently(() => migrateOnce(options), patience);

async function migrateOnce(options: MigrationOptions): Promise<void> {
  const { url, schema, migrationsFolder, completeMigrations, report = () => {} } = options;
  const connector = new Connector(url, { application_name: `${schema}-migrate` });
  const connection = await connector.open({}, patientOpenMsMax);
  const { sql } = connection;
  const asOwner = async (one: Sql) => {
    await one`set role ${one(schema)}`;
    await one`set search_path to ${one(schema)}`;
  };
  try {
    await requireSessions(connection, connector);
    await requireVersion(sql);
    await lockMigrations(sql);
    await prepareSchema(sql, schema);
    const files = filesOf(migrationsFolder);
    const [owner] = await sql<{ isMe: boolean }[]>`select pg_has_role(${schema}, 'set') as "isMe"`;
    if (!owner?.isMe) return await requireMigrations(sql, schema, files);
    await asOwner(sql);
    await applyMigrations(sql, schema, files, report);
    if (!(await isUnfinished(sql, schema))) return;
    const open = async () => {
      const further = await connector.open();
      await asOwner(further.sql);
      return further;
    };
    const migrating = { sql, open, report: (progress: string) => report(`${schema}: ${progress}`) };
    await completeHistory(migrating);
    await completeMigrations?.(migrating);
    await sql`drop table migration_unfinished`;
  } finally {
    connection.close();
  }
}

const lockLookMs = 100;

async function lockMigrations(sql: Sql): Promise<void> {
  for (;;) {
    const [row] = await sql<{ isMine: boolean }[]>`select pg_try_advisory_lock(${migrationLock}) as "isMine"`;
    if (row?.isMine) return;
    await Bun.sleep(lockLookMs);
  }
}

const versionMin = 17;

async function requireVersion(sql: Sql): Promise<void> {
  const [found] = await sql<{ version: number }[]>`
    select current_setting('server_version_num')::int / 10000 as version`;
  if (found && found.version < versionMin)
    throw new Error(`The database is Postgres ${found.version}; version ${versionMin} or later is needed.`);
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

type MigrationFile = ReturnType<typeof readMigrationFiles>[number];

const filesOf = (migrationsFolder: string): MigrationFile[] =>
  [kernelMigrations, migrationsFolder]
    .flatMap((folder) => readMigrationFiles({ migrationsFolder: folder }))
    .sort((one, other) => one.folderMillis - other.folderMillis);

async function missingOf(sql: Sql, schema: string, files: readonly MigrationFile[]) {
  const rows = await sql<{ created: string }[]>`select created from ${sql(schema)}.migration`;
  const applied = new Set(rows.map(({ created }) => Number(created)));
  return files.filter(({ folderMillis }) => !applied.has(folderMillis));
}

async function applyMigrations(
  sql: Sql,
  schema: string,
  files: readonly MigrationFile[],
  report: (progress: string) => void,
): Promise<void> {
  await sql`create table if not exists ${sql(schema)}.migration (
    applied_at timestamptz not null default now(), created bigint primary key, hash text not null)`;
  const missing = await missingOf(sql, schema, files);
  for (const [at, file] of missing.entries()) {
    report(`${schema}: migration ${at + 1} of ${missing.length}`);
    await sql.begin(async (tx) => {
      for (const statement of file.sql)
        await withoutQueue(tx, report, () => tx.savepoint((own) => own.unsafe(statement)));
      await tx`insert into ${tx(schema)}.migration (created, hash) values (${file.folderMillis}, ${file.hash})`;
    });
  }
}

async function isUnfinished(sql: Sql, schema: string): Promise<boolean> {
  const [found] = await sql<{ isThere: boolean }[]>`
    select exists (select from pg_tables where schemaname = ${schema} and tablename = 'migration_unfinished') as "isThere"`;
  return found?.isThere ?? false;
}

async function requireMigrations(sql: Sql, schema: string, files: readonly MigrationFile[]): Promise<void> {
  const [table] = await sql<{ isThere: boolean }[]>`
    select exists (select from pg_tables where schemaname = ${schema} and tablename = 'migration') as "isThere"`;
  const missing = table?.isThere ? await missingOf(sql, schema, files) : files;
  if (missing.length === 0 && (await isUnfinished(sql, schema)))
    throw new Error(`The migrations of the schema "${schema}" have not ended; run them again.`);
  if (missing.length > 0)
    throw new Error(
      `The schema "${schema}" lacks ${missing.length} migrations, which this login may not make; run the migrations first.`,
    );
}
