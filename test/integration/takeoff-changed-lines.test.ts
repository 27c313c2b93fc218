import { afterAll, beforeAll, expect, test } from 'bun:test';
import { connectStore } from '@consulting/kernel/postgres';
import {
  changedAtOnceMax,
  findChangedLines,
  followChanges,
  noteCreatedLines,
  removeOldChanges,
} from '@consulting/mto-lines/store/rows/changed-lines';
import { sql } from 'drizzle-orm';
import { startTakeoffLines } from '../support/takeoff-lines';
import { until } from '../support/until';

const { system, projectWith, call } = await startTakeoffLines();
const store = connectStore({ url: system.databaseUrl, schema: 'mto', connectionsMax: 3 });

beforeAll(() => followChanges(store.db));

afterAll(async () => {
  await store.close();
  await system.stop();
});

const current = { discipline: 'piping', quantity: 1 };

async function startedIn(own: string) {
  // Not while a transaction is under way that began before anybody followed.
  await until(async () => (await findChangedLines(store.db, own, null)).isFollowed);
  return (await findChangedLines(store.db, own, null)).moment;
}

test('a change counts as unseen until its transaction has ended, also when later ones have', async () => {
  const { own } = await projectWith(current, current);
  const [first, second] = (await call('GET', `/mto?projectId=${own}`)).body.data.map(
    ({ mtoId }: { mtoId: string }) => mtoId,
  );
  const underWay = Promise.withResolvers<void>();
  const changed = Promise.withResolvers<void>();
  const transaction = store.db.transaction(async (tx) => {
    await tx.execute(sql`update takeoff_line set remarks = 'a' where project_id = ${own} and id = ${first}`);
    changed.resolve();
    await underWay.promise;
  });
  await changed.promise;
  const before = await startedIn(own);
  await call('PUT', `/mto/${second}?projectId=${own}`, { json: { remarks: 'b' } });
  const between = await findChangedLines(store.db, own, before);
  expect(between).toMatchObject({ ids: [second], lines: 2 });
  underWay.resolve();
  await transaction;
  expect((await findChangedLines(store.db, own, between.moment)).ids).toEqual([first]);
  const last = await findChangedLines(store.db, own, before);
  expect(last.ids?.toSorted()).toEqual([first, second].toSorted());
  expect((await findChangedLines(store.db, own, last.moment)).ids).toEqual([]);
});

test('what changed is unknown after more lines than are written down, and in another table', async () => {
  const { own } = await projectWith(current);
  const moment = await startedIn(own);
  expect((await findChangedLines(store.db, own, { ...moment, table: 'another' })).ids).toBeNull();
  const ids = Array.from({ length: changedAtOnceMax + 1 }, () => crypto.randomUUID());
  await noteCreatedLines(store.db, own, ids.slice(1));
  expect((await findChangedLines(store.db, own, moment)).ids).toHaveLength(changedAtOnceMax);
  await noteCreatedLines(store.db, own, ids);
  expect((await findChangedLines(store.db, own, moment)).ids).toBeNull();
});

test('changes are forgotten after two hours', async () => {
  const { own } = await projectWith(current);
  const count = async () => {
    const [row] = await store.db.execute<{ count: number }>(
      sql`select count(*)::int as count from takeoff_line_change where project_id = ${own}::uuid`,
    );
    return row?.count;
  };
  expect(await count()).toBe(1);
  await removeOldChanges(store.db);
  expect(await count()).toBe(1);
  await store.db.execute(sql`update takeoff_line_change set changed_at = now() - interval '121 minutes'`);
  await removeOldChanges(store.db);
  expect(await count()).toBe(0);
});
