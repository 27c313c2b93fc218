import { afterAll, beforeAll, expect, test } from 'bun:test';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { identity } from '@consulting/identity/service';
import { migrateStore } from '@consulting/kernel/store/migrate';
import postgres from 'postgres';
import { createTestDatabase } from '../support/database';

const before = mkdtempSync(join(tmpdir(), 'consulting-migrations-'));
let database: Awaited<ReturnType<typeof createTestDatabase>>;

beforeAll(async () => {
  database = await createTestDatabase([]);
  cpSync(identity.migrationsFolder, before, { recursive: true });
  const journal = JSON.parse(readFileSync(join(before, 'meta/_journal.json'), 'utf8'));
  const entries = journal.entries.slice(0, 1);
  writeFileSync(join(before, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }));
});
afterAll(async () => {
  rmSync(before, { recursive: true, force: true });
  await database.drop();
});

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
