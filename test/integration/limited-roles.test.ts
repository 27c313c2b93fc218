import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clientsProjects } from '@consulting/clients-projects/service';
import { connectStore, copyRows, limitedTo, migrateStore } from '@consulting/kernel/postgres';
import { startPostgres } from '@consulting/local/postgres/postgres';
import type { RunningServer } from '@consulting/local/process/server';
import { sql } from 'drizzle-orm';
import postgres, { type Sql } from 'postgres';

setDefaultTimeout(300_000);

const schema = 'clients_projects';
const { migrationsFolder } = clientsProjects;
const folder = mkdtempSync(join(tmpdir(), 'consulting-limited-roles-'));
const script = readFileSync(join(import.meta.dir, '../../containers/limited-roles.sql'), 'utf8');
let server: RunningServer;
let admin: Sql;

beforeAll(async () => {
  server = await startPostgres({ dataDir: join(folder, 'data'), throwaway: true });
  admin = postgres(server.url, { max: 1, onnotice: () => {} });
});
afterAll(async () => {
  await admin.end();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const urlOf = (login: string) => {
  const url = new URL(server.url);
  url.username = login;
  url.password = 'secret';
  return url.href;
};

const migrate = (login: string) =>
  migrateStore({ url: urlOf(login), schema, migrationsFolder }).then(
    () => 'done',
    (error: Error) => error.message,
  );

// As deploy/make-secrets.sh of the version before made them: no role of limited callers, and a login without `bypassrls`.
const formerLogins = `
  create role consulting_migrations login password 'secret';
  create role ${schema} nologin;
  grant ${schema} to current_user, consulting_migrations;
  create schema ${schema} authorization ${schema};
  create role ${schema}_service login password 'secret';
  grant usage on schema ${schema} to ${schema}_service;
  alter default privileges for role ${schema} in schema ${schema} grant select, insert, update, delete on tables to ${schema}_service;
  alter default privileges for role ${schema} in schema ${schema} grant usage, select, update on sequences to ${schema}_service;`;

test('migrations by a login that may create no role: a sentence names the script, after which they run', async () => {
  await admin.unsafe(formerLogins);
  expect(await migrate('consulting_migrations')).toMatch(
    /no roles "clients_projects_limited".*limited-roles\.sql/,
  );
  await admin.unsafe(script);
  await admin.unsafe(script);
  expect(await migrate('consulting_migrations')).toBe('done');
  expect(await migrate(`${schema}_service`)).toBe('done');
});

test('roles that the owner of the schema may not take: the same sentence, and an administrator gives the right', async () => {
  await admin.unsafe(`revoke ${schema}_limited from ${schema}`);
  expect(await migrate('consulting_migrations')).toMatch(
    /no roles "clients_projects_limited".*limited-roles\.sql/,
  );
  await migrateStore({ url: server.url, schema, migrationsFolder });
  const [role] = await admin`select pg_has_role(${schema}, ${`${schema}_limited`}, 'set') as "mayTake"`;
  expect(role?.mayTake).toBe(true);
  expect(await migrate('consulting_migrations')).toBe('done');
});

test('a login of a service that does not own the tables: it sees and copies all, and limits itself', async () => {
  const store = connectStore({ url: urlOf(`${schema}_service`), schema, connectionsMax: 1 });
  const [own, foreign] = [crypto.randomUUID(), crypto.randomUUID()];
  const row = (id: string) => Buffer.from(`${id}\t${id.slice(0, 8)}\tName\tactive\ttest\ttest\n`);
  const columns = ['id', 'code', 'name', 'status', 'created_by', 'updated_by'];
  await store.db.transaction((tx) => copyRows(tx, 'client', columns, [row(own), row(foreign)]));
  const limited = limitedTo(store.db, { clientIds: [own], projectIds: [] });
  const read = (db: typeof limited) => db.execute<{ id: string }>(sql`select id from client`);
  expect([...(await read(limited))]).toEqual([{ id: own }]);
  expect(await read(store.db)).toHaveLength(2);
  const seen = await store.db.transaction(async (tx) => [
    (await read(limitedTo(tx, { clientIds: [own], projectIds: [] }))).length,
    (await read(tx)).length,
  ]);
  expect(seen).toEqual([1, 2]);
  await store.close();
});

test('a login that would see no row: neither the migrations nor the service begin', async () => {
  await admin.unsafe(`alter role ${schema}_service nobypassrls`);
  for (const login of ['consulting_migrations', `${schema}_service`])
    expect(await migrate(login)).toMatch(
      /would hide the rows of "clients_projects" from "clients_projects_service"/,
    );
});
