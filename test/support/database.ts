import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { type MigrationOptions, migrateStore } from '@consulting/kernel/postgres';
import { kernelMigrations } from '@consulting/kernel/postgres/migrate';
import { schemaOf } from '@consulting/kernel/service/service-definition';
import { testDatabaseUrl } from '@consulting/local/test-servers';
import postgres, { type Sql } from 'postgres';
import { halfElsewhere, nameOtherServer } from './foreign-parts';
import { partitionTakeoffs } from './partitions';

export interface Migrated {
  name: string;
  migrationsFolder: string;
  completeMigrations?: MigrationOptions['completeMigrations'];
}

/** Lets every test run on takeoffs that are partitioned by project, with every second part on another server (CONTRIBUTING.md). */
const { TAKEOFF_PARTITIONS: partitions = '', TEST_OTHER_DATABASE_URL: otherUrl } = process.env;

const templateLock = 7_340_022;

/** A database of its own for a test file, with the schemas of the services in it; a copy of a template made once per run. */
export async function createTestDatabase(
  services: readonly Migrated[],
): Promise<{ url: string; drop(): Promise<void> }> {
  const adminUrl = await testDatabaseUrl();
  const admin = postgres(adminUrl, { max: 1, onnotice: () => {} });
  const template = await templateFor(admin, adminUrl, services);
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`;
  await admin.unsafe(`create database ${name} template ${template} strategy file_copy`);
  const drop = async () => {
    await admin.unsafe(`drop database if exists ${name} with (force)`);
    await admin.end();
  };
  return { url: withDatabase(adminUrl, name), drop };
}

async function partition(sql: Sql, { name, migrationsFolder, completeMigrations }: Migrated): Promise<void> {
  if (!otherUrl) return partitionTakeoffs(sql);
  const elsewhere = `parts_${crypto.randomUUID().replaceAll('-', '')}`;
  await inDatabase(otherUrl, (other) => other.unsafe(`create database ${elsewhere}`));
  const url = withDatabase(otherUrl, elsewhere);
  await migrateStore({ url, schema: schemaOf(name), migrationsFolder, completeMigrations });
  await nameOtherServer(sql, url);
  await partitionTakeoffs(sql, halfElsewhere(url));
}

async function inDatabase(url: string, work: (sql: Sql) => Promise<unknown>): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await work(sql);
  } finally {
    await sql.end();
  }
}

function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}

async function templateFor(admin: Sql, adminUrl: string, services: readonly Migrated[]): Promise<string> {
  const template = `template_${fingerprint(services)}`;
  await admin`select pg_advisory_lock(${templateLock})`;
  try {
    const [found] = await admin`select 1 from pg_database where datname = ${template}`;
    if (found) return template;
    const draft = `${template}_draft`;
    await admin.unsafe(`drop database if exists ${draft} with (force)`);
    await admin.unsafe(`create database ${draft}`);
    for (const { name, migrationsFolder, completeMigrations } of services) {
      const url = withDatabase(adminUrl, draft);
      await migrateStore({ url, schema: schemaOf(name), migrationsFolder, completeMigrations });
    }
    const takeoffs = services.find(({ name }) => name === 'mto');
    if (partitions !== '' && takeoffs)
      await inDatabase(withDatabase(adminUrl, draft), (sql) => partition(sql, takeoffs));
    await admin.unsafe(`alter database ${draft} rename to ${template}`);
    return template;
  } finally {
    await admin`select pg_advisory_unlock(${templateLock})`;
  }
}

/** Changes when a migration does, so that a kept cluster never serves an old template. */
function fingerprint(services: readonly Migrated[]): string {
  const hash = createHash('sha256').update(partitions);
  const kernel = { name: 'kernel', migrationsFolder: kernelMigrations };
  for (const { name, migrationsFolder } of [kernel, ...services]) {
    hash.update(name);
    const files = readdirSync(migrationsFolder).filter((file) => file.endsWith('.sql'));
    for (const file of files.sort()) hash.update(readFileSync(`${migrationsFolder}/${file}`));
  }
  return hash.digest('hex').slice(0, 16);
}
