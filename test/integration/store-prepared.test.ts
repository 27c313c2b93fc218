import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { clientsProjects } from '@consulting/clients-projects/service';
import { connectStore, type Database, type Store } from '@consulting/kernel/postgres';
import { schemaOf } from '@consulting/kernel/service/service-definition';
import { sql } from 'drizzle-orm';
import { createTestDatabase } from '../support/database';

const timesUntilPrepared = 5;
const preparedMax = 200;

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let store: Store;

beforeAll(async () => {
  database = await createTestDatabase([clientsProjects]);
});
afterAll(() => database.drop());
beforeEach(() => {
  store = connectStore({ url: database.url, schema: schemaOf(clientsProjects.name), connectionsMax: 1 });
});
afterEach(() => store.close());

const add = (db: Database, name: string, value: number) =>
  db.execute<{ sum: number }>(sql`select ${value}::int + 1 as sum, ${sql.raw(`'${name}'`)} as name`);

async function repeat(name: string, times: number, db = store.db): Promise<number[]> {
  const sums: number[] = [];
  for (let time = 0; time < times; time += 1) {
    const [row] = await add(db, name, time);
    sums.push(row?.sum ?? Number.NaN);
  }
  return sums;
}

/** How many statements the one connection keeps whose text has the name. */
async function preparedCount(name: string): Promise<number> {
  const rows = await store.db.execute(
    sql.raw(`select from pg_prepared_statements where statement like '%''${name}''%'`),
  );
  return rows.length;
}

describe('a statement with parameters', () => {
  test('is prepared once when it comes again and again, and answers as before', async () => {
    expect(await repeat('often', timesUntilPrepared + 3)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(await preparedCount('often')).toBe(1);
  });

  test('is not prepared when it comes a few times', async () => {
    await repeat('seldom', timesUntilPrepared - 1);
    expect(await preparedCount('seldom')).toBe(0);
  });

  test('is prepared in transactions and in those within them', async () => {
    await store.db.transaction((tx) => repeat('in one', timesUntilPrepared, tx));
    await store.db.transaction((tx) =>
      tx.transaction((inner) => repeat('in two', timesUntilPrepared, inner)),
    );
    expect(await preparedCount('in one')).toBe(1);
    expect(await preparedCount('in two')).toBe(1);
  });

  test('is not prepared when its text is long', async () => {
    const name = 'x'.repeat(20_000);
    await repeat(name, timesUntilPrepared + 1);
    expect(await preparedCount(name)).toBe(0);
  });

  test('is not prepared when many others are', async () => {
    for (let at = 0; at < preparedMax; at += 1) await repeat(`filled ${at}`, timesUntilPrepared);
    expect(await repeat('late', timesUntilPrepared + 1)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(await preparedCount('filled 199')).toBe(1);
    expect(await preparedCount('late')).toBe(0);
  });
});

test('a statement that fails goes on failing by itself, and the next ones work', async () => {
  const divide = async (by: number) =>
    await store.db.execute<{ result: number }>(sql`select 6 / ${by}::int as result`);
  for (let time = 0; time < timesUntilPrepared + 2; time += 1) {
    await expect(divide(0)).rejects.toThrow();
    const [row] = await divide(3);
    expect(row?.result).toBe(2);
  }
});

test('a prepared statement goes on after a column was added to its table', async () => {
  await store.db.execute(sql`create temporary table growing as select 1 as id`);
  const find = () => store.db.execute(sql`select * from growing where id = ${1}::int`);
  for (let time = 0; time < timesUntilPrepared + 1; time += 1) await find();
  await store.db.execute(sql`alter table growing add column name text`);
  expect(await find()).toHaveLength(1);
});
