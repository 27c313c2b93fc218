import { afterAll, beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { type IdentitySystem, startIdentitySystem } from '../support/identity-system';

const table = join(import.meta.dir, '../../containers/backup/table.sql');

let system: IdentitySystem;

beforeAll(async () => {
  system = await startIdentitySystem();
});
afterAll(async () => {
  await system.sql.end();
  await system.stop();
});

/** Undefined while the figure is absent. */
async function age(): Promise<number | undefined> {
  const text = await (await system.service.fetch(new Request('http://127.0.0.1/metrics'))).text();
  const found = /^consulting_backup_age_seconds\{database="[^"]+",service="identity"\} ([\d.]+)$/m.exec(
    text,
  )?.[1];
  return found === undefined ? undefined : Number(found);
}

test('consulting_backup_age_seconds: absent where no backup is made here', async () => {
  expect(await age()).toBeUndefined();
});

test('consulting_backup_age_seconds: since the first attempt until one is verified, then since the last that was', async () => {
  const { sql } = system;
  const text = await Bun.file(table).text();
  await sql.unsafe(text);
  await sql.unsafe(text);
  expect(await sql`select error from operations.backup`).toEqual([
    { error: 'no backup has been made yet' },
  ] as never);
  await sql`update operations.backup set finished_at = now() - interval '3 days'`;
  const threeDays = 3 * 24 * 3600;
  expect(await age()).toBeWithin(threeDays, threeDays + 3600);
  await sql`insert into operations.backup (finished_at, is_verified) values
    (now() - interval '2 days', true), (now() - interval '5 hours', true), (now(), false)`;
  expect(await age()).toBeWithin(5 * 3600, 6 * 3600);
});
