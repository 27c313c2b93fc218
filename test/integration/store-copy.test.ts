import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { clientsProjects } from '@consulting/clients-projects/service';
import { connectStore, copyRows, readRows, refusalOf, type Store } from '@consulting/kernel/postgres';
import { schemaOf } from '@consulting/kernel/service/service-definition';
import { sql } from 'drizzle-orm';
import postgres from 'postgres';
import { createTestDatabase } from '../support/database';

const schema = schemaOf(clientsProjects.name);
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let admin: postgres.Sql;
let store: Store;

beforeAll(async () => {
  database = await createTestDatabase([clientsProjects]);
  admin = postgres(database.url, { max: 1, onnotice: () => {} });
  // One connection: whatever a COPY leaves behind on it is in the way of the next test.
  store = connectStore({ url: database.url, schema, connectionsMax: 1 });
  await store.db.execute(sql`create table copied (id int primary key, name text)`);
});
afterAll(async () => {
  await store.close();
  await admin.end();
  await database.drop();
});
beforeEach(async () => {
  await store.db.execute(sql`delete from copied`);
});

const long = 'x'.repeat(1000);

/** Some megabytes of rows in pieces; the row at `position` has this text instead. */
function* chunks(count: number, position = -1, instead = ''): Generator<Uint8Array> {
  for (let from = 0; from < count; from += 100) {
    const rows = Array.from({ length: 100 }, (_, at) =>
      from + at === position ? instead : `${from + at}\t${long}\n`,
    );
    yield Buffer.from(rows.join(''));
  }
}

const copied = (rows: Iterable<Uint8Array> | AsyncIterable<Uint8Array>, table = 'copied') =>
  store.db.transaction((tx) => copyRows(tx, table, ['id', 'name'], rows));

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'none',
    (error) => refusalOf(error)?.code ?? (error as { code?: string }).code ?? (error as Error).message,
  );

const count = () => store.db.$count(sql`copied`);

describe('copyRows', () => {
  test('stores the rows with the transaction, in which other statements go before and after', async () => {
    await store.db.transaction(async (tx) => {
      await tx.execute(sql`insert into copied values (-1, 'before')`);
      await copyRows(tx, 'copied', ['id', 'name'], chunks(5000));
      await tx.transaction((inner) => copyRows(inner, 'copied', ['id'], [Buffer.from('-3\n')]));
      await tx.execute(sql`insert into copied values (-2, 'after')`);
    });
    expect(await count()).toBe(5003);
  });

  test('takes chunks that are overwritten when the next one is asked for', async () => {
    const chunk = Buffer.alloc(30_000);
    function* overwritten() {
      for (let id = 1000; id < 3000; id++) {
        chunk.fill('x').write(`${id}\t`);
        chunk.write('\n', chunk.length - 1);
        yield chunk;
        chunk.fill('overwritten');
      }
    }
    await copied(overwritten());
    expect(await store.db.$count(sql`copied where name ~ '^x+$'`)).toBe(2000);
  });

  test('stores nothing without rows', async () => {
    await copied([]);
    expect(await count()).toBe(0);
  });

  test.each([
    ['the first row', 0],
    ['a row in the middle', 2500],
    ['the last row', 4999],
  ])('fails with what the server refuses in %s, and leaves nothing', async (_which, position) => {
    expect(await failureOf(copied(chunks(5000, position, 'no number\tx\n')))).toBe('22P02');
    expect(await failureOf(copied(chunks(5000, position, '1\tagain\n2\tagain\n')))).toBe('23505');
    expect(await count()).toBe(0);
  });

  test('fails with what the server refuses when it has all rows', async () => {
    await store.db.execute(sql`create table child (id int references copied deferrable, name text)`);
    expect(await failureOf(copied(chunks(100), 'child'))).toBe('23503');
    expect(await failureOf(copied(chunks(100), 'unknown'))).toBe('42P01');
    await copied(chunks(100));
    expect(await count()).toBe(100);
  });

  test('a refused row undoes a nested transaction alone', async () => {
    await store.db.transaction(async (tx) => {
      await tx.execute(sql`insert into copied values (-1, 'before')`);
      const nested = tx.transaction((inner) =>
        copyRows(inner, 'copied', ['id', 'name'], chunks(200, 199, 'x\n')),
      );
      expect(await failureOf(nested)).toBe('22P02');
      await copyRows(tx, 'copied', ['id', 'name'], chunks(200));
    });
    expect(await count()).toBe(201);
  });

  test('fails with what making the rows throws, and leaves nothing', async () => {
    async function* broken() {
      yield* chunks(500);
      await Bun.sleep(1);
      throw new Error('no more rows');
    }
    expect(await failureOf(copied(broken()))).toBe('no more rows');
    expect(await count()).toBe(0);
  });

  test.each(['after the first rows', 'after the last rows'])(
    'a connection that is lost %s fails the transaction and leaves the pool usable',
    async (when) => {
      async function* interrupted() {
        const [first, ...others] = chunks(1000);
        if (first) yield first;
        if (when === 'after the last rows') yield* others;
        await admin`select pg_terminate_backend(pid) from pg_stat_activity
          where application_name = ${schema} and query like 'copy%'`;
        if (when === 'after the first rows') yield* others;
      }
      expect(await failureOf(copied(interrupted()))).toMatch(
        /^57P01$|^DATABASE_UNREACHABLE$|^EPIPE$|^ECONNRESET$/,
      );
      for (let attempt = 0; attempt < 3 && !(await store.isAlive()); attempt++);
      expect(await count()).toBe(0);
      await copied(chunks(100));
      expect(await count()).toBe(100);
    },
  );
});

describe('rows that a COPY sends', () => {
  const read = (query: ReturnType<typeof sql>, take: (row: string) => void) =>
    store.db.transaction((tx) => readRows(tx, query, (row) => take(row.toString())));
  const isUsable = async () => (await store.db.execute<{ n: number }>(sql`select 1 as n`))[0]?.n === 1;

  test('come as text with values of the query, and leave the connection to the next statement however many they are', async () => {
    for (const count of [0, 1, 5000]) {
      const rows: string[] = [];
      await read(
        sql`select n, ${"it's\t\\"}::text, null::text, ${long}::text from generate_series(1, ${count}::int) as n`,
        (row) => rows.push(row),
      );
      expect(rows).toEqual(Array.from({ length: count }, (_, at) => `${at + 1}\tit's\\t\\\\\t\t${long}\n`));
      expect(await isUsable()).toBe(true);
    }
  });

  test('fail with what the server says, and with what the reader throws', async () => {
    const broken = sql`select 1 / (n - 3000) from generate_series(1, 5000) as n`;
    expect(refusalOf(await read(broken, () => {}).catch((error: unknown) => error))?.code).toBe('22012');
    expect(await isUsable()).toBe(true);
    let count = 0;
    const reading = read(sql`select ${long}::text from generate_series(1, 100000)`, () => {
      count += 1;
      if (count === 10) throw new RangeError('enough');
    });
    await expect(reading).rejects.toThrow('enough');
    expect(count).toBe(10);
    expect(await isUsable()).toBe(true);
  });
});
