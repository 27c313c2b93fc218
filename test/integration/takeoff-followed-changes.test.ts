import { afterAll, beforeEach, expect, test } from 'bun:test';
import { connectStore } from '@consulting/kernel/postgres';
import { findChangedLines, followChanges } from '@consulting/mto-lines/store/rows/changed-lines';
import { type SQL, sql } from 'drizzle-orm';
import { startTakeoffLines } from '../support/takeoff-lines';
import { until } from '../support/until';

const { system, projectWith, post, call } = await startTakeoffLines();
const store = connectStore({ url: system.databaseUrl, schema: 'mto', connectionsMax: 3 });

const line = { discipline: 'piping', quantity: 1 };

beforeEach(async () => {
  await store.db.execute(sql`delete from takeoff_line_follower`);
});

afterAll(async () => {
  await store.close();
  await system.stop();
});

async function writtenDown(own: string): Promise<number> {
  const [row] = await store.db.execute<{ count: number }>(
    sql`select count(*)::int as count from takeoff_line_change where project_id = ${own}::uuid`,
  );
  return row?.count ?? 0;
}

const lineIn = async (own: string) => (await call('GET', `/mto?projectId=${own}`)).body.data[0].mtoId;

/** Creates, changes and deletes a line. */
async function writeIn({ own, service }: { own: string; service: string }): Promise<void> {
  const { mtoId } = (await post({ ...line, projectId: own, serviceId: service })).body;
  const changed = await call('PUT', `/mto/${mtoId}?projectId=${own}`, { json: { remarks: 'changed' } });
  const deleted = await call('DELETE', `/mto/${mtoId}?projectId=${own}`);
  expect([changed.status, deleted.status]).toEqual([200, 204]);
}

const isFollowed = async (own: string) => (await findChangedLines(store.db, own, null)).isFollowed;

test('changes of lines are written down only while somebody follows them', async () => {
  const project = await projectWith(line);
  await writeIn(project);
  expect(await writtenDown(project.own)).toBe(0);
  await followChanges(store.db);
  await writeIn(project);
  expect(await writtenDown(project.own)).toBe(3);
  await store.db.execute(sql`update takeoff_line_follower set until = now() - interval '1 second'`);
  await writeIn(project);
  expect(await writtenDown(project.own)).toBe(3);
});

test('changes are not known while a transaction is under way that began before anybody followed', async () => {
  const { own } = await projectWith(line);
  const id = await lineIn(own);
  const underWay = Promise.withResolvers<void>();
  const changed = Promise.withResolvers<void>();
  const transaction = store.db.transaction(async (tx) => {
    await tx.execute(sql`update takeoff_line set remarks = 'a' where project_id = ${own} and id = ${id}`);
    changed.resolve();
    await underWay.promise;
  });
  await changed.promise;
  await followChanges(store.db);
  const before = await findChangedLines(store.db, own, null);
  expect(before).toMatchObject({ isFollowed: false, isLapsing: false });
  underWay.resolve();
  await transaction;
  expect(await writtenDown(own)).toBe(0);
  await until(() => isFollowed(own));
  expect((await findChangedLines(store.db, own, before.moment)).ids).toBeNull();
  const { moment } = await findChangedLines(store.db, own, null);
  expect((await findChangedLines(store.db, own, moment)).ids).toEqual([]);
});

test('changes are not known from before following lapsed, though somebody follows again', async () => {
  const { own } = await projectWith(line);
  await followChanges(store.db);
  await until(() => isFollowed(own));
  const { moment } = await findChangedLines(store.db, own, null);
  await followChanges(store.db);
  expect((await findChangedLines(store.db, own, moment)).ids).toEqual([]);
  await store.db.execute(sql`update takeoff_line_follower set until = now() + interval '9 minutes'`);
  const lapsed = await findChangedLines(store.db, own, moment);
  expect(lapsed).toMatchObject({ ids: null, isFollowed: false, isLapsing: true });
  await followChanges(store.db);
  await until(() => isFollowed(own));
  expect((await findChangedLines(store.db, own, moment)).ids).toBeNull();
});

test('a transaction that sees the database as it was before writes down what it changes in any case', async () => {
  const { own } = await projectWith(line);
  await store.db.transaction(
    (tx) => tx.execute(sql`update takeoff_line set remarks = 'b' where project_id = ${own}`),
    { isolationLevel: 'repeatable read' },
  );
  expect(await writtenDown(own)).toBe(1);
});

test('the version before writes changes down, and cannot read those that are missing', async () => {
  const { own } = await projectWith(line);
  const run = (statement: SQL) => store.db.execute(statement);
  await run(
    sql`insert into takeoff_line_change (project_id, line_ids) select ${own}::uuid, array[gen_random_uuid()]`,
  );
  expect(await writtenDown(own)).toBe(1);
  const read = run(sql`select line_ids from takeoff_line_change
    where project_id = ${own}::uuid and not pg_visible_in_snapshot(transaction_id, pg_current_snapshot())`);
  expect(
    await read.then(
      () => null,
      (error) => error.cause?.code ?? error.code,
    ),
  ).toBe('42703');
});
