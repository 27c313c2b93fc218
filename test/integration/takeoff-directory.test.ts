import { afterAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrateStore } from '@consulting/kernel/postgres';
import { mto } from '@consulting/mto/service';
import { askedEverywhere } from '@consulting/mto-lines/store/rows/directory';
import postgres, { type Sql } from 'postgres';
import { createTestDatabase } from '../support/database';
import { migrationsBefore } from '../support/former-migrations';
import { startTakeoffLines } from '../support/takeoff-lines';

const { call, system, stored } = await startTakeoffLines();
const sql = postgres(system.databaseUrl, { max: 1, onnotice: () => {} });

afterAll(async () => {
  await sql.end();
  await system.stop();
});

const found = async (id: string) => {
  const { status, body } = await call('GET', `/mto/${id}`);
  return status === 200 ? body.projectId : status;
};

/** Gives a line an identifier as the version before made them. */
async function renamed(line: { mtoId: string }): Promise<string> {
  const id = Bun.randomUUIDv7();
  await sql`update mto.takeoff_line set id = ${id} where id = ${line.mtoId}`;
  return id;
}

describe('a line that is asked for without its project', () => {
  test('is found by its identifier, also where projects have the same end', async () => {
    const projectId = system.records.addProject();
    const twin = crypto.randomUUID().slice(0, -7) + projectId.slice(-7);
    system.records.projects.set(twin, {
      ...system.records.projects.get(projectId),
      projectId: twin,
    } as never);
    for (const own of [projectId, twin, projectId, twin]) {
      const line = await stored({ projectId: own, serviceId: system.records.addService(own) });
      expect(await found(line.mtoId)).toBe(own);
    }
  });

  test('is looked for in one place only', async () => {
    await found((await stored()).mtoId);
    await found(Bun.randomUUIDv7());
    expect(askedEverywhere()).toBe(0);
  });

  test('of the version before is found in the ranges of its project', async () => {
    const line = await stored();
    const id = await renamed(line);
    expect(await found(id)).toBe(404);
    const row = { first_id: id, last_id: `${id.slice(0, -4)}ffff`, project_id: line.projectId };
    await sql`insert into mto.takeoff_line_range ${sql(row)}`;
    expect(await found(id)).toBe(line.projectId);
    expect(await found(`${id.slice(0, -4)}ffff`)).toBe(404);
  });

  test('that a process of the version before wrote meanwhile is found, too', async () => {
    const line = await stored();
    const id = await renamed(line);
    const meanwhile = {
      first_id: `${id.slice(0, 14)}7000-8000-000000000000`,
      last_id: `${id.slice(0, 14)}7fff-bfff-ffffffffffff`,
    };
    await sql`insert into mto.takeoff_line_range ${sql(meanwhile)}`;
    const before = askedEverywhere();
    expect(await found(id)).toBe(line.projectId);
    expect(askedEverywhere()).toBe(before + 1);
    expect(await found(Bun.randomUUIDv7())).toBe(404);
  });
});

const folder = mkdtempSync(join(tmpdir(), 'consulting-migrations-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('lines from before the migration are islands of their project, after which processes may write unknown ones', async () => {
  const database = await createTestDatabase([]);
  const former = { url: database.url, schema: 'mto', migrationsFolder: migrationsBefore('0014', folder) };
  await migrateStore(former);
  const before = postgres(database.url, { max: 1, onnotice: () => {} });
  const [one, other] = [crypto.randomUUID(), crypto.randomUUID()];
  const ids = Array.from({ length: 7 }, () => Bun.randomUUIDv7());
  const owners = [one, one, other, one, one, one, other];
  for (const [at, id] of ids.entries()) await addLine(before, id, owners[at] ?? '');
  await before`update mto.migration set applied_at = now() - interval '2 hours'`;
  await migrateStore({ ...mto, ...former, migrationsFolder: mto.migrationsFolder });
  const ranges =
    await before`select first_id, last_id, project_id from mto.takeoff_line_range order by first_id`;
  expect(ranges.filter(({ project_id }) => project_id !== null).map((row) => Object.values(row))).toEqual([
    [ids[0], ids[1], one],
    [ids[2], ids[2], other],
    [ids[3], ids[5], one],
    [ids[6], ids[6], other],
  ]);
  const [unknown] = ranges.filter(({ project_id }) => project_id === null);
  expect([unknown?.first_id < Bun.randomUUIDv7(), Bun.randomUUIDv7() < unknown?.last_id]).toEqual([
    true,
    true,
  ]);
  const projects = await before`select project_id from mto.takeoff_project`;
  expect(projects.map(({ project_id }) => project_id).toSorted()).toEqual([one, other].toSorted());
  await before.end();
  await database.drop();
});

const addLine = (db: Sql, id: string, projectId: string) =>
  db`insert into mto.takeoff_line ${db({ id, project_id: projectId, service_id: projectId, discipline: 'piping', quantity: 1, created_by: 'x', updated_by: 'x' })}`;
