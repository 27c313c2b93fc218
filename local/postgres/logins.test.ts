import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres, { type Sql } from 'postgres';
import type { RunningServer } from '../process/server';
import { makeLogins } from './logins';
import { startPostgres } from './postgres';

setDefaultTimeout(300_000);

const folder = mkdtempSync(join(tmpdir(), 'consulting-logins-'));
const dataDir = join(folder, 'data');
let server: RunningServer;
let admin: Sql;
beforeAll(async () => {
  server = await startPostgres({ dataDir });
  admin = postgres(server.url, { max: 1, onnotice: () => {} });
});
afterAll(async () => {
  await admin.end();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function saidTo(url: string | undefined, statement: string): Promise<string> {
  const sql = postgres(url ?? '', { max: 1, onnotice: () => {} });
  const said = await sql.unsafe(statement).then(
    (rows) => `${rows.length} rows`,
    ({ code }) => String(code),
  );
  await sql.end();
  return said;
}

const permissionDenied = '42501';
const wrongPassword = '28P01';

test('a data folder of an earlier version: its roles log in and have what they had', async () => {
  await admin.unsafe('create role mto nologin; create schema mto authorization mto');
  await admin.unsafe('set role mto; create table mto.kept as select 1 as id; reset role');
  const urls = await makeLogins(server.url, ['mto', 'identity']);
  expect(await saidTo(urls.get('mto'), 'select * from mto.kept')).toBe('1 rows');
  expect(await saidTo(urls.get('mto'), 'create table own (id integer)')).toBe('0 rows');
});

test('a login reaches its own schema alone and cannot become another', async () => {
  const urls = await makeLogins(server.url, ['mto', 'identity']);
  expect(await saidTo(urls.get('identity'), 'create table identity.secret (hash text)')).toBe('0 rows');
  for (const statement of [
    'select * from identity.secret',
    'create table identity.mine (id integer)',
    'create table public.mine (id integer)',
    'set role identity',
    'set role postgres',
    'create role other',
    "copy (select 1) to program 'true'",
    'select rolpassword from pg_authid',
  ])
    expect([statement, await saidTo(urls.get('mto'), statement)]).toEqual([statement, permissionDenied]);
});

test('the next run has other passwords; nobody enters without one', async () => {
  const before = (await makeLogins(server.url, ['mto'])).get('mto') ?? '';
  const after = (await makeLogins(server.url, ['mto'])).get('mto') ?? '';
  expect(await saidTo(before, 'select 1')).toBe(wrongPassword);
  expect(await saidTo(after, 'select 1')).toBe('1 rows');
  const without = new URL(after);
  without.password = '';
  expect(await saidTo(without.href, 'select 1')).not.toBe('1 rows');
  const rules = readFileSync(join(dataDir, 'pg_hba.conf'), 'utf8').split('\n');
  expect(rules.filter((rule) => /^(local|host)/.test(rule) && !rule.endsWith('scram-sha-256'))).toEqual([]);
});
