import { afterAll, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { keepVersionLines } from '@consulting/kernel/contracts/mto';
import { connectStore } from '@consulting/kernel/postgres';
import { sweepTotals } from '@consulting/mto-lines/store/totals/keep-totals';
import { findDifferences } from '@consulting/mto-lines/store/totals/verify-totals';
import postgres from 'postgres';
import { startImportSystem } from '../support/import-system';
import { randomLines } from '../support/random-lines';

type Json = Record<string, unknown>;

const system = await startImportSystem();
const store = connectStore({ url: system.databaseUrl, schema: 'mto', connectionsMax: 4 });
const sql = postgres(system.databaseUrl, { max: 4, connection: { search_path: 'mto' } });

afterAll(async () => {
  await Promise.all([store.close(), sql.end()]);
  await system.stop();
});

const call = (method: string, path: string, json?: Json) =>
  system.mto.request(method, `/api/v1${path}`, json === undefined ? {} : { json });

async function createLines(target: { projectId: string; serviceId: string }, items: Json[]) {
  const { status, body } = await call('POST', '/mto/bulk', { ...target, items });
  expect({ status, errors: body.errors }).toEqual({ status: 201, errors: undefined });
}

const figuresOf = async (projectId: string) => {
  const { body } = await call('GET', `/mto/project/${projectId}/summary`);
  const { generatedAt: _, ...figures } = body;
  return figures;
};

/** Makes a line as a process of the version before does: it knows nothing of totals. */
const copyAsBefore = (projectId: string) => sql`
  insert into takeoff_line (id, created_by, updated_by, project_id, service_id, discipline, quantity, currency, total_cost, labour_cost, status)
  select gen_random_uuid(), 'before', 'before', project_id, service_id, discipline, quantity, currency, total_cost, labour_cost, status
  from takeoff_line where project_id = ${projectId} limit 3`;

const outside = async (projectId: string) => {
  const [row] = await sql<{ lines: number }[]>`
    select count(*)::int as lines from takeoff_line where project_id = ${projectId} and not in_totals`;
  return row?.lines;
};

describe('kept totals', () => {
  test('lines of a process of the version before count at once, and are added by the sweep without becoming other lines', async () => {
    const target = system.newTarget();
    await createLines(target, randomLines(20, 11));
    const before = await figuresOf(target.projectId);
    await copyAsBefore(target.projectId);
    expect(await outside(target.projectId)).toBe(3);
    const separate = await figuresOf(target.projectId);
    expect(separate.totals.itemCount).toBeGreaterThan(before.totals.itemCount);
    const linesOf = () =>
      sql`select id, version, updated_at from takeoff_line where project_id = ${target.projectId} order by id`;
    const lines = await linesOf();
    await sweepTotals(store.db);
    expect(await outside(target.projectId)).toBe(0);
    expect(await figuresOf(target.projectId)).toEqual(separate);
    expect([...(await linesOf())]).toEqual([...lines]);
    expect(await findDifferences(store.db)).toEqual([]);
  });

  test('lines that a process of the version before changes or removes, whether the totals have them or not, count as they are', async () => {
    const target = system.newTarget();
    await createLines(target, randomLines(12, 12));
    await copyAsBefore(target.projectId);
    await sql`update takeoff_line set total_cost = total_cost + 1.005, wbs_code = 'X', quantity = 3 where project_id = ${target.projectId}`;
    await sql`delete from takeoff_line where id in (
      select id from takeoff_line where project_id = ${target.projectId} order by in_totals limit 4)`;
    expect(await findDifferences(store.db)).toEqual([]);
    const summed = await figuresOf(target.projectId);
    const [row] = await sql<{ cost: string }[]>`
      select sum(total_cost)::text as cost from takeoff_line where project_id = ${target.projectId}
        and status is distinct from 'void' and scope_type is distinct from 'excluded'`;
    expect(summed.totals.totalCost).toBe(Number(row?.cost));
  });

  test('writers at once, and the rows of their changes brought together meanwhile, lose and double nothing', async () => {
    const target = system.newTarget();
    await createLines(target, randomLines(40, 13));
    const { body } = await call('GET', `/mto?projectId=${target.projectId}&limit=100`);
    const ids: string[] = body.data.map(({ id }: { id: string }) => id);
    const write = async (at: number) => {
      const path = `/mto/${ids[at % ids.length]}?projectId=${target.projectId}`;
      expect((await call('PUT', path, { quantity: at, wbsCode: `W${at % 3}` })).status).toBe(200);
    };
    const merge = () => sql`select takeoff_totals_merge(${target.projectId})`;
    for (let round = 0; round < 5; round += 1)
      await Promise.all([
        ...Array.from({ length: 8 }, (_, at) => write(round * 8 + at)),
        merge(),
        sweepTotals(store.db),
        createLines(target, randomLines(3, 100 + round)),
      ]);
    expect(await findDifferences(store.db)).toEqual([]);
    await merge();
    expect(await findDifferences(store.db)).toEqual([]);
    const [row] = await sql<{ changes: number }[]>`
      select count(*)::int as changes from takeoff_wbs_total where project_id = ${target.projectId} and not is_merged`;
    expect(row?.changes).toBe(0);
  });

  test('a project without lines any more has no totals once they are brought together', async () => {
    const target = system.newTarget();
    await createLines(target, randomLines(5, 14));
    await call('POST', '/mto/bulk-delete', {
      projectId: target.projectId,
      selection: {
        mode: 'filters',
        filters: { conditions: [{ field: 'quantity', operator: 'isNotEmpty' }] },
      },
      confirm: true,
    });
    expect((await figuresOf(target.projectId)).totals.itemCount).toBe(0);
    await sql`select takeoff_totals_merge(${target.projectId})`;
    for (const table of ['discipline', 'wbs', 'crew', 'item'])
      expect([
        ...(await sql`select from ${sql(`takeoff_${table}_total`)} where project_id = ${target.projectId}`),
      ]).toEqual([]);
  });
});

describe('GET /api/v1/mto', () => {
  test('200 the same lines in the same order on every page, however far behind, with numbers of any kind and without', async () => {
    const target = system.newTarget();
    const itemNumber = (at: number) => (at % 7 === 0 ? null : at % 5 === 0 ? at * 1013 : 1 + (at % 3));
    const items = Array.from({ length: 1600 }, (_, at) => ({
      discipline: at % 4 === 0 ? 'civil' : 'piping',
      itemNumber: itemNumber(at),
      description: `line ${at}`,
      quantity: 1,
    }));
    for (let at = 0; at < items.length; at += 800) await createLines(target, items.slice(at, at + 800));
    for (const more of ['', '&discipline=civil', `&serviceId=${target.serviceId}`]) {
      const page = async (skip: number, limit: number) => {
        const path = `/mto?projectId=${target.projectId}${more}&skip=${skip}&limit=${limit}&fields=id`;
        const { body } = await call('GET', path);
        return { ids: body.data.map(({ id }: { id: string }) => id), total: body.total };
      };
      const { total } = await page(0, 1);
      const sorted = await sql<{ id: string }[]>`
        select id from takeoff_line where project_id = ${target.projectId} and (${more} <> '&discipline=civil' or discipline = 'civil')
        order by item_number, created_at, id`;
      const all = sorted.map((line) => line.id);
      expect(total).toBe(all.length);
      for (const skip of [0, 990, 1000, 1001, 1200, 1370, 1372, 1500, 1599, 1600])
        expect((await page(skip, 30)).ids).toEqual(all.slice(skip, skip + 30));
    }
  });
});

describe('GET /api/v1/mto of a version', () => {
  const editSome = (projectId: string) => sql`
    update takeoff_line set item_number = 1 + item_number * 31 % 1700, quantity = quantity + 1
    where project_id = ${projectId} and item_number % 3 = 0`;

  const changes: [string, (projectId: string) => Promise<unknown>][] = [
    ['nothing', async () => {}],
    ['some lines are numbered anew', editSome],
    [
      'some lines are deleted and created',
      async (projectId) => {
        await sql`delete from takeoff_line where project_id = ${projectId} and quantity > 1`;
        await copyAsBefore(projectId);
      },
    ],
    [
      'every line is edited',
      (projectId) => sql`update takeoff_line set remarks = 'x' where project_id = ${projectId}`,
    ],
    [
      'every line loses its number',
      (projectId) => sql`update takeoff_line set item_number = null where project_id = ${projectId}`,
    ],
    ['every line is deleted', (projectId) => sql`delete from takeoff_line where project_id = ${projectId}`],
  ];

  test('200 the same lines in the same order on every page, however far behind and whatever has changed since', async () => {
    const target = system.newTarget();
    const itemNumber = (at: number) => (at % 7 === 0 ? null : at % 5 === 0 ? at * 1013 : 1 + (at % 900));
    const items = Array.from({ length: 1500 }, (_, at) => ({
      discipline: at % 4 === 0 ? 'civil' : 'piping',
      itemNumber: itemNumber(at),
      quantity: 1,
    }));
    for (let at = 0; at < items.length; at += 750) await createLines(target, items.slice(at, at + 750));
    const frozen = new Map<string, { id: string; discipline: string }[]>();
    for (const [name, change] of changes) {
      const estimationId = system.records.addEstimation(target.projectId, target.serviceId, 'in-review');
      const lines = await sql<{ id: string; discipline: string }[]>`
        select id, discipline from takeoff_line where project_id = ${target.projectId} order by item_number, created_at, id`;
      await system.bus.ask(keepVersionLines, { estimationId, ...target });
      frozen.set(estimationId, [...lines]);
      await change(target.projectId);
      for (const [version, all] of frozen)
        for (const discipline of [null, 'civil']) {
          const ids = all
            .filter((line) => discipline === null || line.discipline === discipline)
            .map(({ id }) => id);
          const more = discipline === null ? '' : `&discipline=${discipline}`;
          for (const skip of [0, 7, 340, 990, 1270, 1285, ids.length - 3, ids.length + 5]) {
            const path = `/mto?projectId=${target.projectId}&estimationId=${version}${more}&skip=${skip}&limit=30&fields=id`;
            const { body } = await call('GET', path);
            const page = { total: body.total, ids: body.data.map(({ id }: { id: string }) => id) };
            expect({ name, skip, ...page }).toEqual({
              name,
              skip,
              total: ids.length,
              ids: ids.slice(skip, skip + 30),
            });
          }
        }
    }
    expect(await findDifferences(store.db)).toEqual([]);
  }, 60_000);
});

describe('verify', () => {
  const run = async () => {
    const child = Bun.spawn(
      [process.execPath, '--no-orphans', join(import.meta.dir, '../../local/verify.ts')],
      {
        env: { ...process.env, DATABASE_URL: system.databaseUrl },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    return { output: await child.stdout.text(), exitCode: await child.exited };
  };

  test('ends with 0 while totals are those of their lines, else with 1 and where they differ', async () => {
    const target = system.newTarget();
    await createLines(target, randomLines(5, 15));
    expect(await run()).toEqual({ output: 'mto: what is stored twice agrees\n', exitCode: 0 });
    await sql`update takeoff_wbs_total set total_cost = total_cost + 0.01 where project_id = ${target.projectId}`;
    const { output, exitCode } = await run();
    expect(exitCode).toBe(1);
    expect(output).toContain(
      `of takeoff_wbs_total differ from the lines of service ${target.serviceId} of project ${target.projectId}`,
    );
    await sql`update takeoff_wbs_total set total_cost = total_cost - 0.01 where project_id = ${target.projectId}`;
    const estimationId = system.records.addEstimation(target.projectId, target.serviceId, 'in-review');
    await system.bus.ask(keepVersionLines, { estimationId, ...target });
    const addLines = (lines: number) =>
      sql`update takeoff_version_item_total set lines = lines + ${lines} where project_id = ${target.projectId}`;
    await addLines(1);
    const ofVersion = await run();
    expect(ofVersion.exitCode).toBe(1);
    expect(ofVersion.output).toContain('of takeoff_version_item_total differ from the lines of service');
    await addLines(-1);
  });
});
