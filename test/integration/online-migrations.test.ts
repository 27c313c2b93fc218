import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectStore, migrateStore } from '@consulting/kernel/postgres';
import { mto } from '@consulting/mto/service';
import postgres, { type Sql } from 'postgres';
import { createTestDatabase } from '../support/database';
import { migrationsBefore } from '../support/former-migrations';

const folder = mkdtempSync(join(tmpdir(), 'consulting-migrations-'));
const database = await createTestDatabase([]);
const former = { url: database.url, schema: 'mto' };
const sql = postgres(database.url, { max: 3, onnotice: () => {} });

afterAll(async () => {
  await sql.end();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

const project = crypto.randomUUID();
const addLine = (db: Sql, id: string, totalCost: number) =>
  db`insert into mto.takeoff_line ${db({ id, project_id: project, service_id: project, discipline: 'civil', quantity: 1, total_cost: totalCost, created_by: 'x', updated_by: 'x' })}`;

/** Somebody who reads and writes lines as the version before does, until `ended`; every statement must be answered within its limit. */
async function keepWorking(ids: string[], rounds: { done: number }, ended: () => boolean): Promise<void> {
  for (; !ended(); rounds.done += 1) {
    const id = Bun.randomUUIDv7();
    await addLine(sql, id, rounds.done);
    ids.push(id);
    const [changed, gone] = [
      ids[rounds.done % ids.length] ?? id,
      rounds.done % 3 === 0 ? ids.shift() : undefined,
    ];
    await sql`update mto.takeoff_line set total_cost = total_cost + 1.25, wbs_code = 'A' where id = ${changed}`;
    if (gone) await sql`delete from mto.takeoff_line where id = ${gone}`;
    await sql`select count(*) from mto.takeoff_line`;
    await Bun.sleep(1);
  }
}

test('migrations of large tables stop neither readers nor writers, also while they wait for a transaction that lasts; totals are right', async () => {
  await migrateStore({ ...former, migrationsFolder: migrationsBefore('0014', folder) });
  await sql.unsafe(`alter database ${new URL(database.url).pathname.slice(1)} set statement_timeout = '20s'`);
  const ids = Array.from({ length: 500 }, () => Bun.randomUUIDv7());
  for (const [at, id] of ids.entries()) await addLine(sql, id, at / 4);
  const lasting = postgres(database.url, { max: 1 });
  await lasting`begin`;
  await addLine(lasting, Bun.randomUUIDv7(), 7);
  const progress: string[] = [];
  let isEnded = false;
  const migrated = migrateStore({ ...mto, ...former, report: (line) => progress.push(line) }).finally(() => {
    isEnded = true;
  });
  const rounds = { done: 0 };
  const working = keepWorking(ids, rounds, () => isEnded);
  while (!progress.some((line) => line.endsWith('waiting for a lock that others hold'))) await Bun.sleep(5);
  const before = rounds.done;
  while (rounds.done < before + 20) await Bun.sleep(5);
  expect(isEnded).toBe(false);
  await lasting`commit`;
  await lasting.end();
  await migrated;
  await working;
  const keys =
    await sql`select conname from pg_constraint where conrelid = 'mto.takeoff_line'::regclass and contype = 'p'`;
  expect(keys.map(({ conname }) => conname)).toEqual(['takeoff_line_id_project_id_pk']);
  const store = connectStore({ ...former });
  expect(await mto.verification?.(store.db)).toEqual([]);
  await store.close();
  const [{ left } = {}] = await sql`select to_regclass('mto.migration_unfinished') as left`;
  expect(left).toBeNull();
});

test('the key of changes takes their project in beside those who write history, also while it waits for a transaction that lasts', async () => {
  await sql.begin(async (tx) => {
    await tx`set local search_path to mto`;
    await tx`drop index history_change_operation_record_id_at_project_id_key`;
    await tx`create unique index history_change_operation_record_id_at_key on history_change (operation, record_id, at)`;
    await tx`create table migration_unfinished ()`;
  });
  const ids = [Bun.randomUUIDv7()];
  for (const id of ids) await addLine(sql, id, 1);
  const written = Bun.randomUUIDv7();
  await addLine(sql, written, 1);
  await sql`update mto.takeoff_line set total_cost = 3 where id = ${written}`;
  await sql`update mto.history_change set project_id = default where record_id = ${written}`;
  const lasting = postgres(database.url, { max: 1 });
  const lastingId = Bun.randomUUIDv7();
  await addLine(sql, lastingId, 1);
  await lasting`begin`;
  await lasting`update mto.takeoff_line set total_cost = 2 where id = ${lastingId}`;
  const progress: string[] = [];
  let isEnded = false;
  const migrated = migrateStore({ ...mto, ...former, report: (line) => progress.push(line) }).finally(() => {
    isEnded = true;
  });
  const rounds = { done: 0 };
  const working = keepWorking(ids, rounds, () => isEnded);
  while (progress.length === 0) await Bun.sleep(5);
  const before = rounds.done;
  while (rounds.done < before + 20) await Bun.sleep(5);
  expect(isEnded).toBe(false);
  await lasting`commit`;
  await lasting.end();
  await migrated;
  await working;
  const keys = await sql`
    select indexrelid::regclass::text as name, indisvalid as "isValid" from pg_index
    where indrelid = 'mto.history_change'::regclass and indisunique`;
  expect([...keys]).toEqual([
    { name: 'mto.history_change_operation_record_id_at_project_id_key', isValid: true },
  ]);
  const [{ count } = {}] =
    await sql`select count(*)::int from mto.history_change where record_id = any(${ids})`;
  expect(count).toBeGreaterThan(0);
  const homes = await sql`select project_id as home from mto.history_change where record_id = ${written}`;
  expect([...homes]).toEqual([{ home: project }]);
});

test('migrations that were broken off before they ended go on where they were', async () => {
  await sql.unsafe(`create table mto.migration_unfinished ()`);
  await migrateStore({ ...mto, ...former });
  const [{ left } = {}] = await sql`select to_regclass('mto.migration_unfinished') as left`;
  expect(left).toBeNull();
});
