import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { type Database, openSession } from './database/connect';
import { limitedRoles, makingLimitedRoles } from './database/limits';
import { type Migrating, withoutQueue } from './database/online';
import { type Patience, patiently, patientOpenMsMax } from './database/patience';
import { requireSessions } from './database/session-mode';
import { Connector } from './driver/connector';
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
  const { db, connection } = await openSession(connector, patientOpenMsMax);
  const asOwner = async (one: Database) => {
    await one.execute(sql`set role ${sql.identifier(schema)}`);
    await one.execute(sql`set search_path to ${sql.identifier(schema)}`);
  };
  try {
    await requireSessions(connection, connector);
    await requireVersion(db);
    await lockMigrations(db);
    await prepareSchema(db, schema);
    await requireBypass(db, schema);
    const files = filesOf(migrationsFolder);
    const [owner] = await db.execute<{ isMe: boolean }>(sql`select pg_has_role(${schema}, 'set') as "isMe"`);
    if (!owner?.isMe) return await requireMigrations(db, schema, files);
    await asOwner(db);
    await applyMigrations(db, schema, files, report);
    if (!(await isUnfinished(db, schema))) return;
    const open = async () => {
      const further = await openSession(connector);
      await asOwner(further.db);
      return further;
    };
    const migrating: Migrating = { db, open, report: (progress: string) => report(`${schema}: ${progress}`) };
    await completeHistory(migrating);
    await completeMigrations?.(migrating);
    await db.execute(sql`drop table migration_unfinished`);
  } finally {
    connection.close();
  }
}

const lockLookMs = 100;

async function lockMigrations(db: Database): Promise<void> {
  for (;;) {
    const [row] = await db.execute<{ isMine: boolean }>(
      sql`select pg_try_advisory_lock(${migrationLock}) as "isMine"`,
    );
    if (row?.isMine) return;
    await Bun.sleep(lockLookMs);
  }
}

const versionMin = 17;

async function requireVersion(db: Database): Promise<void> {
  const [found] = await db.execute<{ version: number }>(sql`
    select current_setting('server_version_num')::int / 10000 as version`);
  if (found && found.version < versionMin)
    throw new Error(`The database is Postgres ${found.version}; version ${versionMin} or later is needed.`);
}

async function prepareSchema(db: Database, schema: string): Promise<void> {
  const limited = limitedRoles(schema);
  const [found] = await db.execute<{
    role: boolean;
    limited: boolean;
    namespace: boolean;
    may_create: boolean;
  }>(sql`
    select exists (select from pg_roles where rolname = ${schema}) as role,
           (select count(*) = ${limited.length}::int from pg_roles where rolname = any(${sql.param(limited)}::text[])
             and pg_has_role(to_regrole(quote_ident(${schema})), oid, 'set')) as limited,
           exists (select from pg_namespace where nspname = ${schema}) as namespace,
           (select rolsuper or rolcreaterole from pg_roles where rolname = current_user) as may_create`);
  if (found?.role && found.limited && found.namespace) return;
  if (!found?.may_create) throw new Error(missingOfSchema(schema, found?.role && found.namespace));
  const owner = sql.identifier(schema);
  if (!found.role) {
    await db.execute(sql`create role ${owner} nologin`);
    await db.execute(sql`grant ${owner} to current_user`);
  }
  if (!found.limited) await db.execute(sql.raw(makingLimitedRoles(schema)));
  if (!found.namespace) await db.execute(sql`create schema ${owner} authorization ${owner}`);
  await db.execute(sql`revoke all on schema public from public`);
}

const missingOfSchema = (schema: string, isUpgrade = false): string =>
  isUpgrade
    ? `The database has no roles "${limitedRoles(schema).join('" and "')}" that "${schema}" may take, and this login may not make them; run containers/limited-roles.sql as an administrator of the database first.`
    : `The database has no role and schema "${schema}" and this login may not create them; create both first.`;

/** @throws Error when a login that writes the tables, and does not own them, would see no row of them, or could not limit a caller */
async function requireBypass(db: Database, schema: string): Promise<void> {
  const logins = await db.execute<{ name: string }>(sql`
    select rolname as name from pg_roles, to_regclass(${`${schema}.outbox`}) as outbox
    where rolcanlogin and not rolsuper and not pg_has_role(rolname, ${schema}, 'usage')
      and has_schema_privilege(rolname, ${schema}, 'usage') and has_table_privilege(rolname, outbox, 'insert')
      and not (rolbypassrls and (select bool_and(pg_has_role(rolname, role, 'set')) from unnest(${sql.param(limitedRoles(schema))}::text[]) as role))`);
  if (logins.length === 0) return;
  const names = logins.map(({ name }) => `"${name}"`).join(', ');
  throw new Error(
    `Row-level security would hide the rows of "${schema}" from ${names}; run containers/limited-roles.sql as an administrator of the database first.`,
  );
}

type MigrationFile = ReturnType<typeof readMigrationFiles>[number];

const filesOf = (migrationsFolder: string): MigrationFile[] =>
  [kernelMigrations, migrationsFolder]
    .flatMap((folder) => readMigrationFiles({ migrationsFolder: folder }))
    .sort((one, other) => one.folderMillis - other.folderMillis);

async function missingOf(db: Database, schema: string, files: readonly MigrationFile[]) {
  const rows = await db.execute<{ created: string }>(
    sql`select created from ${sql.identifier(schema)}.migration`,
  );
  const applied = new Set(rows.map(({ created }) => Number(created)));
  return files.filter(({ folderMillis }) => !applied.has(folderMillis));
}

async function applyMigrations(
  db: Database,
  schema: string,
  files: readonly MigrationFile[],
  report: (progress: string) => void,
): Promise<void> {
  const table = sql`${sql.identifier(schema)}.migration`;
  await db.execute(sql`create table if not exists ${table} (
    applied_at timestamptz not null default now(), created bigint primary key, hash text not null)`);
  const missing = await missingOf(db, schema, files);
  for (const [at, file] of missing.entries()) {
    report(`${schema}: migration ${at + 1} of ${missing.length}`);
    await db.transaction(async (tx) => {
      for (const statement of file.sql)
        await withoutQueue(tx, report, () => tx.transaction((own) => own.execute(sql.raw(statement))));
      await tx.execute(sql`insert into ${table} (created, hash) values (${file.folderMillis}, ${file.hash})`);
    });
  }
}

async function isUnfinished(db: Database, schema: string): Promise<boolean> {
  const [found] = await db.execute<{ isThere: boolean }>(sql`
    select exists (select from pg_tables where schemaname = ${schema} and tablename = 'migration_unfinished') as "isThere"`);
  return found?.isThere ?? false;
}

async function requireMigrations(
  db: Database,
  schema: string,
  files: readonly MigrationFile[],
): Promise<void> {
  const [table] = await db.execute<{ isThere: boolean }>(sql`
    select exists (select from pg_tables where schemaname = ${schema} and tablename = 'migration') as "isThere"`);
  const missing = table?.isThere ? await missingOf(db, schema, files) : files;
  if (missing.length === 0 && (await isUnfinished(db, schema)))
    throw new Error(`The migrations of the schema "${schema}" have not ended; run them again.`);
  if (missing.length > 0)
    throw new Error(
      `The schema "${schema}" lacks ${missing.length} migrations, which this login may not make; run the migrations first.`,
    );
}
