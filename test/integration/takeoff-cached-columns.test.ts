import { afterAll, afterEach, describe, expect, setSystemTime, test } from 'bun:test';
import { connectStore } from '@consulting/kernel/postgres';
import { CachedColumns, type ColumnAnswer } from '@consulting/mto-columns/store/cached-columns';
import { columnField } from '@consulting/mto-columns/store/column-fields';
import { ProjectUses } from '@consulting/mto-columns/store/column-use';
import type { ProjectColumns } from '@consulting/mto-columns/store/project-columns';
import { findChangedLines, followChanges } from '@consulting/mto-lines/store/rows/changed-lines';
import { sql } from 'drizzle-orm';
import { startTakeoffSystem } from '../support/takeoff-system';
import { until } from '../support/until';

const system = await startTakeoffSystem();
const store = connectStore({ url: system.databaseUrl, schema: 'mto', connectionsMax: 6 });
const { db } = store;

afterEach(() => {
  setSystemTime();
});

afterAll(async () => {
  await store.close();
  await system.stop();
});

/** A project of so many lines, and its number of them. */
async function projectOf(lines: number): Promise<string> {
  const id = crypto.randomUUID();
  await db.execute(sql`
    insert into takeoff_line (id, project_id, service_id, discipline, created_by, updated_by, item_number, tag, quantity)
    select gen_random_uuid(), ${id}::uuid, ${id}::uuid, 'piping', 'test', 'test', n, 'Tag ' || n, n / 7.0
    from generate_series(1, ${lines}::int) as n`);
  await followChanges(db);
  await until(async () => (await findChangedLines(db, id, null)).isFollowed);
  return id;
}

const failures: unknown[] = [];
const startCached = (bytesMax: number, linesMin = 1) =>
  new CachedColumns(db, { bytesMax, linesMin }, (error) => failures.push(error));

const tagAndQuantity = ['tag', 'quantity'].map(columnField);
const count = (columns: ProjectColumns) => columns.lineCount;
const ask = (stored: CachedColumns, projectId: string, fields = tagAndQuantity) =>
  stored.ask(projectId, fields, count);
const isFound = (answer: ColumnAnswer<number>) => 'found' in answer;

/** Asks until columns answer; how often the table had to. */
async function askUntilFound(stored: CachedColumns, projectId: string): Promise<number> {
  let fromTable = 0;
  await until(async () => {
    const answer = await ask(stored, projectId);
    fromTable += isFound(answer) ? 0 : 1;
    return isFound(answer);
  });
  return fromTable;
}

const mebibyte = 1024 ** 2;

describe('values by column', () => {
  test('are read while one question that is alone goes to the table, and several that come together wait', async () => {
    const stored = startCached(64 * mebibyte);
    const [alone, together] = [await projectOf(500), await projectOf(500)];
    expect(await ask(stored, alone)).toEqual({ isSmall: false });
    const answers = await Promise.all([1, 2, 3, 4].map(() => ask(stored, together)));
    expect(answers).toEqual(Array.from({ length: 4 }, () => ({ found: 500 })));
  });

  test('are read of the fields that are asked for, and of others when those are, with what changed in between', async () => {
    const stored = startCached(64 * mebibyte, 0);
    const projectId = await projectOf(100);
    const fieldsOf = (columns: ProjectColumns) => columns.fields.map(({ key }) => key);
    const fieldsAfter = async (...keys: string[]) => {
      const answer = await stored.ask(projectId, keys.map(columnField), fieldsOf);
      return 'found' in answer ? answer.found : [];
    };
    expect(await fieldsAfter('remarks')).toEqual(['remarks']);
    await db.execute(sql`update takeoff_line set remarks = 'new', total_cost = 5
      where project_id = ${projectId}::uuid and item_number <= 10`);
    await db.execute(sql`delete from takeoff_line where project_id = ${projectId}::uuid and item_number = 1`);
    expect(await fieldsAfter('totalCost')).toHaveLength(33);
    const page = await stored.ask(projectId, ['remarks', 'totalCost'].map(columnField), (columns) =>
      ['remarks', 'totalCost'].map((key) =>
        columns.countDistinct(
          { serviceId: null, discipline: null, criteria: null },
          { field: columnField(key), search: null, limit: 5 },
        ),
      ),
    );
    const values = (text: string) => ({ data: [{ text, count: 9 }], total: 1, emptyCount: 90 });
    expect(page).toEqual({ found: [values('new'), values('5')] });
  });

  test('of a project that can never fit are read once at most, and throw no other out', async () => {
    const small = await projectOf(100);
    const large = await projectOf(6000);
    const stored = startCached(mebibyte / 2);
    await askUntilFound(stored, small);
    const before = failures.length;
    for (let n = 0; n < 30; n += 1) {
      expect(isFound(await ask(stored, large))).toBe(false);
      await Bun.sleep(n < 3 ? 100 : 0);
      expect(isFound(await ask(stored, small))).toBe(true);
    }
    expect(failures.length - before).toBeLessThanOrEqual(1);
    expect(stored.bytes).toBeLessThan(mebibyte / 2);
  });

  test('give way to those of a project that is asked more than twice as often, the longest unasked first', async () => {
    const [one, two, three] = [await projectOf(2000), await projectOf(2000), await projectOf(2000)];
    const roomy = startCached(64 * mebibyte);
    await askUntilFound(roomy, one);
    const stored = startCached(roomy.bytes * 2.5);
    await askUntilFound(stored, one);
    await askUntilFound(stored, two);
    for (let n = 0; n < 5; n += 1) await ask(stored, one);
    expect(isFound(await ask(stored, three))).toBe(false);
    expect([isFound(await ask(stored, two)), isFound(await ask(stored, one))]).toEqual([true, true]);
    await askUntilFound(stored, three);
    expect([isFound(await ask(stored, one)), isFound(await ask(stored, two))]).toEqual([true, false]);
  });

  test('stay within their bound through many edits, with what lines were before', async () => {
    const lines = 500;
    const projectId = await projectOf(lines);
    const roomy = startCached(64 * mebibyte);
    await askUntilFound(roomy, projectId);
    const atFirst = roomy.bytes;
    const stored = startCached(atFirst * 1.5);
    let [most, mostRoomy] = [0, 0];
    for (let edit = 0; edit < 25; edit += 1) {
      await db.execute(sql`update takeoff_line set quantity = quantity + 0.001, tag = ${`Edit ${edit} `} || item_number
        where project_id = ${projectId}::uuid and item_number > ${lines / 2}`);
      const before = stored.bytes;
      await ask(stored, projectId);
      await ask(roomy, projectId);
      most = Math.max(most, before, stored.bytes);
      mostRoomy = Math.max(mostRoomy, roomy.bytes);
    }
    expect(most).toBeLessThanOrEqual(atFirst * 1.5);
    expect(most).toBeGreaterThan(0);
    expect(mostRoomy).toBeLessThan(atFirst * 4);
  }, 300_000);

  test('are given back when nobody has asked for half an hour', async () => {
    const stored = startCached(64 * mebibyte);
    const projectId = await projectOf(100);
    await askUntilFound(stored, projectId);
    stored.sweep();
    expect(stored.bytes).toBeGreaterThan(0);
    stored.sweep(performance.now() + 1_801_000);
    expect(stored.bytes).toBe(0);
  });
});

describe('a clock that is put by an hour', () => {
  test('leaves values where they are, and how often projects were asked', async () => {
    const stored = startCached(64 * mebibyte);
    const projectId = await projectOf(100);
    await askUntilFound(stored, projectId);
    for (const hours of [-1, 1]) {
      setSystemTime(Date.now() + hours * 3_600_000);
      stored.sweep();
      expect(isFound(await ask(stored, projectId))).toBe(true);
      setSystemTime();
    }
    const uses = new ProjectUses();
    uses.begin(projectId);
    uses.begin(projectId);
    setSystemTime(Date.now() - 3_600_000);
    expect(uses.of(projectId)).toBeLessThanOrEqual(2);
  });

  test('at the database makes unknown what has changed since', async () => {
    const projectId = await projectOf(10);
    await followChanges(db);
    const { moment } = await findChangedLines(db, projectId, null);
    const changedSince = async (seconds: number) =>
      (await findChangedLines(db, projectId, { ...moment, at: moment.at + seconds })).ids;
    expect([await changedSince(0), await changedSince(-3600), await changedSince(3600)]).toEqual([
      [],
      null,
      null,
    ]);
  });
});

test('how often projects are asked is known of 10,000 after 100,000 questions', () => {
  const uses = new ProjectUses();
  for (let n = 0; n < 100_000; n += 1) {
    uses.begin(String(n));
    uses.end(String(n));
  }
  expect(uses.size).toBe(10_000);
  expect(uses.of('99999')).toBeCloseTo(1, 1);
  expect(uses.of('0')).toBe(0);
});
