import { afterAll, beforeAll, expect, test } from 'bun:test';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { identity } from '@consulting/identity/service';
import { migrateStore } from '@consulting/kernel/postgres';
import postgres from 'postgres';
import { createTestDatabase } from '../support/database';

const before = mkdtempSync(join(tmpdir(), 'consulting-migrations-'));
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let beforeCounting: string;

beforeAll(async () => {
  database = await createTestDatabase([]);
  cpSync(identity.migrationsFolder, before, { recursive: true });
  keepMigrations(before, 1);
  beforeCounting = mkdtempSync(join(tmpdir(), 'consulting-migrations-'));
  cpSync(identity.migrationsFolder, beforeCounting, { recursive: true });
  keepMigrations(beforeCounting, 5);
});
afterAll(async () => {
  for (const folder of [before, beforeCounting]) rmSync(folder, { recursive: true, force: true });
  await database.drop();
});

function keepMigrations(folder: string, count: number): void {
  const path = join(folder, 'meta/_journal.json');
  const journal = JSON.parse(readFileSync(path, 'utf8'));
  writeFileSync(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, count) }));
}

test('stored keys of one name stay: the oldest in use keeps the name, the others get their identifier', async () => {
  const store = { url: database.url, schema: 'identity' };
  await migrateStore({ ...store, migrationsFolder: before });
  const sql = postgres(database.url, { max: 1, onnotice: () => {} });
  const keys: [name: string, day: number, isRevoked: boolean][] = [
    ['Nightly', 1, true],
    ['nightly', 2, false],
    ['NIGHTLY', 3, false],
    ['x'.repeat(120), 4, false],
    ['X'.repeat(120), 5, false],
    ['alone', 6, false],
  ];
  for (const [name, day, isRevoked] of keys) {
    const at = `2026-01-0${day}T00:00:00Z`;
    await sql`
      insert into identity.api_key (name, role, key_prefix, key_hash, created_by, updated_by, created_at, revoked_at)
      values (${name}, 'Reader', 'app_0000', 'x', 'x', 'x', ${at}, ${isRevoked ? at : null})`;
  }
  await migrateStore({ ...store, migrationsFolder: identity.migrationsFolder });
  const rows = await sql`select id, name, version, length(name) from identity.api_key order by created_at`;
  expect(rows.map(({ id, name }) => name.replace(id, 'ID'))).toEqual([
    'Nightly (ID)',
    'nightly',
    'NIGHTLY (ID)',
    'x'.repeat(120),
    `${'X'.repeat(81)} (ID)`,
    'alone',
  ]);
  expect(rows.map(({ version }) => version)).toEqual([2, 1, 2, 1, 2, 1]);
  expect(rows.every(({ length }) => length <= 120)).toBe(true);
  await sql.end();
});

test('stored keys that keys made count as the first of their line, the others as themselves; the history tells nothing', async () => {
  const store = { url: database.url, schema: 'vault' };
  await migrateStore({ ...store, migrationsFolder: beforeCounting });
  const sql = postgres(database.url, { max: 1, onnotice: () => {} });
  const ids = Array.from({ length: 6 }, () => crypto.randomUUID());
  const [root, child, grandchild, other, orphan, ofOrphan] = ids;
  const gone = crypto.randomUUID();
  const parents = [null, root, child, null, gone, orphan] as (string | null)[];
  for (const [at, id] of ids.entries())
    await sql`
      insert into vault.api_key (id, name, role, key_prefix, key_hash, created_by, updated_by, parent_id, revoked_at)
      values (${id}, ${id}, 'Reader', 'app_0000', 'x', 'x', 'x', ${parents[at] ?? null}, ${at === 0 ? new Date() : null})`;
  const [reported] = await sql`select count(*)::int from vault.history_operation`;
  await migrateStore({ ...store, migrationsFolder: identity.migrationsFolder });
  const rows = await sql`select id, counts_as, version from vault.api_key`;
  const found = new Map(rows.map(({ id, counts_as: countsAs }) => [id, countsAs]));
  expect(ids.map((id) => found.get(id))).toEqual([
    null,
    `key:${root}`,
    `key:${root}`,
    null,
    `key:${gone}`,
    `key:${gone}`,
  ]);
  expect([other, ofOrphan, grandchild].every((id) => rows.find((row) => row.id === id)?.version === 1)).toBe(
    true,
  );
  expect(await sql`select count(*)::int from vault.history_operation`).toEqual([reported] as never);
  await sql.end();
});
