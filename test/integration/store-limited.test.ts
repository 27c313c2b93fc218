import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { clientsProjects } from '@consulting/clients-projects/service';
import {
  atOneMoment,
  connectStore,
  copyRows,
  type Database,
  limitedTo,
  openCopy,
  openSnapshot,
  readRows,
  refusalOf,
  type Store,
} from '@consulting/kernel/postgres';
import { schemaOf } from '@consulting/kernel/service/service-definition';
import { sql } from 'drizzle-orm';
import { createTestDatabase } from '../support/database';

const schema = schemaOf(clientsProjects.name);
const own = crypto.randomUUID();
const foreign = crypto.randomUUID();
const visible = { clientIds: [], projectIds: [own] };
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let store: Store;
let limited: Database;

beforeAll(async () => {
  database = await createTestDatabase([clientsProjects]);
  // One connection: whatever a limited statement leaves behind on it is in the way of the next.
  store = connectStore({ url: database.url, schema, connectionsMax: 1 });
  limited = limitedTo(store.db, visible);
  await store.db.execute(sql`create table thing (project_id uuid, name text)`);
  await store.db.execute(sql`select limit_rows('thing', of_visible_projects('project_id'))`);
});
afterAll(async () => {
  await store.close();
  await database.drop();
});
beforeEach(async () => {
  await store.db.execute(sql`delete from thing`);
  await store.db.execute(sql`insert into thing values (${own}, 'own'), (${foreign}, 'foreign')`);
});

const namesIn = async (db: Database) =>
  (await db.execute<{ name: string }>(sql`select name from thing order by name`)).map(({ name }) => name);

const whoIn = async (db: Database) =>
  (
    await db.execute<{ role: string; projects: string | null }>(sql`
      select current_user::text as role, nullif(current_setting('consulting.projects', true), '') as projects`)
  )[0];

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'none',
    (error) => refusalOf(error)?.code ?? (error as Error).message,
  );

const denied = '42501';
const unlimited = { role: schema, projects: null };

const expectClean = async () => {
  expect(await whoIn(store.db)).toEqual(unlimited);
  expect(await namesIn(store.db)).toEqual(['foreign', 'own']);
};

describe('the role without its settings', () => {
  test('sees no row and writes none', async () => {
    await store.db.transaction(async (tx) => {
      await tx.execute(sql`set local role clients_projects_limited`);
      expect(await namesIn(tx)).toEqual([]);
      expect((await tx.execute(sql`update thing set name = 'other'`)).count).toBe(0);
      expect((await tx.execute(sql`delete from thing`)).count).toBe(0);
    });
    await expectClean();
  });

  test('sees no row after a limited statement of the same connection either', async () => {
    await limited.execute(sql`select 1`);
    const rows = await store.db.transaction(async (tx) => {
      await tx.execute(sql`set local role clients_projects_limited`);
      return namesIn(tx);
    });
    expect(rows).toEqual([]);
  });
});

describe('a limited statement', () => {
  test('sees its own rows alone, prepared or not, and the next one of the connection sees all', async () => {
    for (let time = 0; time < 8; time += 1) {
      const query = (db: Database) =>
        db.execute<{ name: string }>(sql`select name from thing where name <> ${'x'} order by name`);
      expect((await query(limited)).map(({ name }) => name)).toEqual(['own']);
      expect((await query(store.db)).map(({ name }) => name)).toEqual(['foreign', 'own']);
    }
    await expectClean();
  });

  test('of several projects sees those alone', async () => {
    const ids = [crypto.randomUUID(), own, crypto.randomUUID()];
    const several = limitedTo(store.db, { clientIds: [], projectIds: ids });
    expect(await whoIn(several)).toEqual({ role: `${schema}_limited`, projects: `{${ids.join()}}` });
    expect(await namesIn(several)).toEqual(['own']);
    const none = limitedTo(store.db, { clientIds: [], projectIds: [] });
    expect(await namesIn(none)).toEqual([]);
    await expectClean();
  });

  test('of one project that it names compares the project once, and not for every row', async () => {
    const plan = await limited.execute(sql`explain select from thing where project_id = ${own}`);
    expect(JSON.stringify(plan)).toContain('One-Time Filter');
  });

  test('counts, aggregates and updates nothing foreign', async () => {
    expect((await limited.execute(sql`select from thing where project_id = ${foreign}`)).count).toBe(0);
    expect((await limited.execute(sql`update thing set name = 'own'`)).count).toBe(1);
    await expectClean();
  });

  test('inserts nothing foreign and gives nothing away', async () => {
    expect(await failureOf(limited.execute(sql`insert into thing values (${foreign}, 'b')`))).toBe(denied);
    expect(await failureOf(limited.execute(sql`update thing set project_id = ${foreign}`))).toBe(denied);
    expect(await failureOf(limited.execute(sql`insert into thing (name) values ('b')`))).toBe(denied);
    await expectClean();
  });

  test('that fails leaves the connection as it was, also when it was to be prepared', async () => {
    for (let time = 0; time < 7; time += 1) {
      const failing = limited.execute(sql`select 1 / ${0}::int`);
      expect(await failureOf(failing)).toBe('22012');
      expect(await failureOf(limited.execute(sql`selec ${1}`))).toBe('42601');
    }
    await expectClean();
    expect(await namesIn(limited)).toEqual(['own']);
  });

  test('that was prepared before its table changed runs again', async () => {
    await store.db.execute(sql`create table changing (project_id uuid default ${sql.raw(`'${own}'`)})`);
    await store.db.execute(sql`select limit_rows('changing', of_visible_projects('project_id'))`);
    await store.db.execute(sql`insert into changing default values`);
    const read = () => limited.execute(sql`select * from changing where project_id <> ${foreign}`);
    for (let time = 0; time < 7; time += 1) await read();
    await store.db.execute(sql`alter table changing add column more text default 'more'`);
    expect([...(await read())]).toEqual([{ project_id: own, more: 'more' }]);
  });

  test('reaches no table that was not given to the role', async () => {
    for (const table of ['inbox', 'idempotency_key', 'dead_letter', 'migration'])
      expect([table, await failureOf(limited.execute(sql`select from ${sql.identifier(table)}`))]).toEqual([
        table,
        denied,
      ]);
    await expectClean();
  });

  test('of a service without the role runs in no case', async () => {
    const other = connectStore({ url: database.url, schema: 'postgres', connectionsMax: 1 });
    const work = limitedTo(other.db, visible);
    for (let time = 0; time < 7; time += 1)
      expect(await failureOf(work.execute(sql`select ${time}::int`))).toBe('22023');
    expect([...(await other.db.execute(sql`select ${1}::int as one`))]).toEqual([{ one: 1 }]);
    await other.close();
  });
});

describe('a limited transaction', () => {
  test('is limited in every savepoint, and after one that was rolled back', async () => {
    await limited.transaction(async (tx) => {
      expect(await whoIn(tx)).toEqual({ role: `${schema}_limited_to_one`, projects: `{${own}}` });
      await tx.transaction(async (inner) => expect(await namesIn(inner)).toEqual(['own']));
      const failing = tx.transaction((inner) =>
        inner.execute(sql`insert into thing values (${foreign}, 'b')`),
      );
      expect(await failureOf(failing)).toBe(denied);
      expect(await namesIn(tx)).toEqual(['own']);
    });
    await expectClean();
  });

  test('that fails leaves the pool clean', async () => {
    const failing = limited.transaction((tx) => tx.execute(sql`insert into thing values (${foreign}, 'b')`));
    expect(await failureOf(failing)).toBe(denied);
    await expectClean();
  });

  test('reads at one moment in several sessions, each limited', async () => {
    const several = connectStore({ url: database.url, schema, connectionsMax: 3 });
    const seen = await atOneMoment(limitedTo(several.db, visible), (tx, separate) =>
      Promise.all([namesIn(tx), separate(namesIn), separate(namesIn)]),
    );
    expect(seen).toEqual([['own'], ['own'], ['own']]);
    await several.close();
  });

  test('reads through a cursor and by COPY what is visible', async () => {
    const snapshot = await openSnapshot(limited);
    const rows: unknown[] = [];
    for await (const some of snapshot.read<{ name: string }>(sql`select name from thing`)) rows.push(...some);
    await snapshot.close();
    expect(rows).toEqual([{ name: 'own' }]);
    const read: string[] = [];
    await limited.transaction((tx) =>
      readRows(tx, sql`select name from thing`, (row) => read.push(row.toString())),
    );
    expect(read).toEqual(['own\n']);
    await expectClean();
  });

  test('copies rows as the owner and is limited afterwards', async () => {
    const row = (name: string) => Buffer.from(`${own}\t${name}\n`);
    const seen = await limited.transaction(async (tx) => {
      await copyRows(tx, 'thing', ['project_id', 'name'], [row('copied')]);
      const stream = openCopy(tx, 'thing', ['project_id', 'name']);
      await stream.write(row('streamed'));
      await stream.end();
      return namesIn(tx);
    });
    expect(seen).toEqual(['copied', 'own', 'streamed']);
    expect(await whoIn(store.db)).toEqual(unlimited);
  });

  test('that is cancelled leaves the pool clean', async () => {
    const failing = limited.transaction(async (tx) => {
      await tx.execute(sql`set local statement_timeout = 20`);
      await tx.execute(sql`select pg_sleep(10)`);
    });
    expect(await failureOf(failing)).toBe('57014');
    await expectClean();
  });
});

describe('limitedTo of an open transaction', () => {
  test('both see what is theirs, in any order and after savepoints', async () => {
    await store.db.transaction(async (tx) => {
      const within = limitedTo(tx, visible);
      expect(await namesIn(within)).toEqual(['own']);
      expect(await namesIn(tx)).toEqual(['foreign', 'own']);
      const all = await Promise.all([namesIn(within), namesIn(tx), namesIn(within), namesIn(tx)]);
      expect(all).toEqual([['own'], ['foreign', 'own'], ['own'], ['foreign', 'own']]);
      const failing = within.transaction(async (inner) => {
        await namesIn(tx);
        await inner.execute(sql`insert into thing values (${foreign}, 'b')`);
      });
      expect(await failureOf(failing)).toBe(denied);
      expect(await namesIn(within)).toEqual(['own']);
      expect(await namesIn(tx)).toEqual(['foreign', 'own']);
    });
    await expectClean();
  });

  test('nothing widens a scope', () => {
    expect(() => limitedTo(limited, visible)).toThrow();
    expect(() => limitedTo(store.db, { clientIds: [], projectIds: ["'"] })).toThrow(RangeError);
  });
});
