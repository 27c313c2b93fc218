import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { clientsProjects } from '@consulting/clients-projects/service';
import { crewsRates } from '@consulting/crews-rates/service';
import { equipmentWbs } from '@consulting/equipment-wbs/service';
import { identity } from '@consulting/identity/service';
import { connectStore, historyStored, type Store, startHistorySweep } from '@consulting/kernel/postgres';
import {
  dropExpired,
  forgetOperations,
  historyChanges,
  preparePartitions,
} from '@consulting/kernel/postgres/history/expiry';
import { serviceLog } from '@consulting/kernel/process';
import { schemaOf } from '@consulting/kernel/service/service-definition';
import { mto } from '@consulting/mto/service';
import { sql as statement } from 'drizzle-orm';
import postgres from 'postgres';
import { createTestDatabase } from '../support/database';
import { until } from '../support/until';

const schema = schemaOf(clientsProjects.name);
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let store: Store;
let other: Store;
let sql: postgres.Sql;

beforeEach(async () => {
  database = await createTestDatabase([clientsProjects]);
  store = connectStore({ url: database.url, schema });
  other = connectStore({ url: database.url, schema });
  sql = postgres(database.url, { max: 2, onnotice: () => {}, connection: { search_path: schema } });
});
afterEach(async () => {
  await sql.end();
  await Promise.all([store.close(), other.close()]);
  await database.drop();
});

/** Names of the partitions without that of the table. */
async function partitions(): Promise<string[]> {
  const rows = await sql`
    select inhrelid::regclass::text as name from pg_inherits
    where inhparent = 'history_change'::regclass order by name`;
  return rows.map(({ name }) => name.replace('history_change_', ''));
}

/** The month that is so many ahead, as a partition is named. */
function month(ahead = 0): string {
  const now = new Date();
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, 1));
  return first.toISOString().slice(0, 7).replace('-', '_');
}

let codes = 0;
const writeClient = (db: postgres.Sql | postgres.TransactionSql = sql) => db`
  insert into client (code, name, status, created_by, updated_by)
  values (${`C${++codes}`}, 'Borealis', 'active', 'Jane Moreau', 'Jane Moreau')`;

const partitionsOfChanges = async (): Promise<string[]> => {
  const rows = await sql`select distinct tableoid::regclass::text as name from history_change order by name`;
  return rows.map(({ name }) => name.replace('history_change_', ''));
};

const countOperations = async (): Promise<number> => {
  const [row] = await sql`select count(*)::int as count from history_operation`;
  return row?.count;
};

/** Operations of so many days ago, each with the creation of a record. */
async function writeLongAgo(days: number, count = 1): Promise<void> {
  await sql`
    with written as (
      insert into history_operation (id, at, "by", kind, record_type, created)
      select gen_random_uuid(), now() - make_interval(days => ${days}), 'Jane Moreau', 'create', 'clients', 1
      from generate_series(1, ${count}) returning position, at)
    insert into history_change (at, operation, record_id, action, fields)
    select at, position, gen_random_uuid(), 'c', '{}' from written`;
}

const makePartition = (name: string, first: string, next: string) =>
  sql.unsafe(
    `create table history_change_${name} partition of history_change for values from ('${first}') to ('${next}')`,
  );

test('no partitioned table has a primary key or unique constraint, which a restore over what is there cannot drop', async () => {
  const whole = await createTestDatabase([clientsProjects, crewsRates, equipmentWbs, identity, mto]);
  const db = postgres(whole.url, { max: 1, onnotice: () => {} });
  const partitioned = await db`select oid::regclass::text as name from pg_class where relkind = 'p'`;
  const constrained = await db`
    select conrelid::regclass::text as name from pg_constraint join pg_class on pg_class.oid = conrelid
    where relkind = 'p' and contype in ('p', 'u')`;
  await db.end();
  await whole.drop();
  expect(partitioned.length).toBeGreaterThanOrEqual(5);
  expect([...constrained]).toEqual([]);
});

describe('preparePartitions', () => {
  test('the month of the migration is there; the next two are made, once', async () => {
    expect(await partitions()).toContain(month());
    const wanted = [month(), month(1), month(2), 'other'].sort();
    for (let time = 0; time < 2; time += 1) {
      await preparePartitions(store.db, historyChanges);
      expect(await partitions()).toEqual(wanted);
    }
  });

  test('one takes the rows of its month', async () => {
    await sql.unsafe(`drop table history_change_${month()}`);
    await preparePartitions(store.db, historyChanges);
    await writeClient();
    expect(await partitionsOfChanges()).toEqual([month()]);
  });

  test('rows of a month without a partition go into the one of all other times, and stay there', async () => {
    await sql.unsafe(`drop table history_change_${month()}`);
    await writeClient();
    await preparePartitions(store.db, historyChanges);
    await writeClient();
    expect(await partitions()).toEqual([month(1), month(2), 'other'].sort());
    expect(await partitionsOfChanges()).toEqual(['other']);
  });

  test('while writers have not ended it gives up, others write, and it makes them later', async () => {
    await sql.begin(async (tx) => {
      await writeClient(tx);
      const made = preparePartitions(store.db, historyChanges).catch(() => 'gave up');
      await writeClient();
      expect(await made).toBe('gave up');
    });
    await preparePartitions(store.db, historyChanges);
    expect(await partitions()).toContain(month(2));
  });

  test('two processes at once make each partition once', async () => {
    await sql.unsafe(`drop table history_change_${month()}`);
    await Promise.all([store, other].map(({ db }) => preparePartitions(db, historyChanges)));
    await preparePartitions(store.db, historyChanges);
    expect(await partitions()).toEqual([month(), month(1), month(2), 'other'].sort());
  });
});

describe('dropExpired', () => {
  const days = 400;

  test('drops months that have ended so long ago, and rows that are so old in the one of all other times', async () => {
    await makePartition('2024_01', '2024-01-01 00:00+00', '2024-02-01 00:00+00');
    await writeLongAgo(days + 10);
    await writeLongAgo(days - 10);
    await writeClient();
    await dropExpired(store.db, historyChanges, days);
    expect(await partitions()).not.toContain('2024_01');
    const [row] = await sql`select count(*)::int as count from history_change_other`;
    expect(row?.count).toBe(1);
    expect(await partitionsOfChanges()).toEqual([month(), 'other']);
  });

  test('a month that has ended since, but not so long ago, stays', async () => {
    const last = month(-1);
    const [year, number] = last.split('_');
    await makePartition(last, `${year}-${number}-01 00:00+00`, `${month().replace('_', '-')}-01 00:00+00`);
    await dropExpired(store.db, historyChanges, 40);
    expect(await partitions()).toContain(last);
  });

  test('while writers have not ended it gives up, others write, and it drops later', async () => {
    await makePartition('2024_01', '2024-01-01 00:00+00', '2024-02-01 00:00+00');
    await sql.begin(async (tx) => {
      await writeClient(tx);
      const dropped = dropExpired(store.db, historyChanges, days).catch(() => 'gave up');
      await writeClient();
      expect(await dropped).toBe('gave up');
    });
    await dropExpired(store.db, historyChanges, days);
    expect(await partitions()).not.toContain('2024_01');
  });

  test('two processes at once: neither fails', async () => {
    await makePartition('2024_01', '2024-01-01 00:00+00', '2024-02-01 00:00+00');
    await makePartition('2024_02', '2024-02-01 00:00+00', '2024-03-01 00:00+00');
    await Promise.all([store, other].map(({ db }) => dropExpired(db, historyChanges, days)));
    await dropExpired(store.db, historyChanges, days);
    expect((await partitions()).filter((name) => name.startsWith('2024'))).toEqual([]);
  });
});

describe('forgetOperations', () => {
  test('in batches, the oldest first, until none is so old', async () => {
    await writeLongAgo(500, 6000);
    await writeLongAgo(10, 3);
    expect(await forgetOperations(store.db, 400)).toBe(true);
    expect(await countOperations()).toBe(1003);
    expect(await forgetOperations(store.db, 400)).toBe(false);
    expect(await countOperations()).toBe(3);
  });

  test('two processes at once forget each once', async () => {
    await writeLongAgo(500, 100);
    await writeLongAgo(10);
    await Promise.all([store, other].map(({ db }) => forgetOperations(db, 400)));
    expect(await countOperations()).toBe(1);
  });
});

describe('startHistorySweep', () => {
  const sweep = (days: number) => startHistorySweep(store.db, serviceLog(), historyStored(days));

  test('two processes sweep at once: partitions ahead, the expired gone', async () => {
    await makePartition('2024_01', '2024-01-01 00:00+00', '2024-02-01 00:00+00');
    await writeLongAgo(500, 10);
    await writeClient();
    const stops = [sweep(400), sweep(400)];
    await until(async () => (await countOperations()) === 1 && !(await partitions()).includes('2024_01'));
    for (const stop of stops) stop();
    expect(await partitions()).toEqual([month(), month(1), month(2), 'other'].sort());
  });

  test('HISTORY_DAYS=0: partitions are made ahead, and what is there is kept', async () => {
    await writeLongAgo(5000, 10);
    const stop = sweep(0);
    await until(async () => (await partitions()).includes(month(2)));
    stop();
    expect(await countOperations()).toBe(10);
  });
});

describe('HISTORY_DAYS=0', () => {
  test('nothing is written, also by many rows at once, and what is there is kept', async () => {
    await writeClient();
    const off = connectStore({ url: database.url, schema, isHistoryOff: true });
    await off.db.transaction(async (tx) => {
      await tx.execute(statement`update client set name = 'Acme'`);
      await tx.execute(statement`delete from client`);
    });
    await off.close();
    expect(await countOperations()).toBe(1);
    expect(await sql`select action::text from history_change`).toEqual([{ action: 'c' }] as never);
  });
});

describe('a former version beside this one, which says nothing of its writes', () => {
  const operations = () => sql`
    select "by", kind, record_type as "recordType", created, updated, deleted, request_id as "requestId",
      caused_by as "causedBy", id from history_operation order by position`;

  test('its inserts and updates are those of who is in updated_by, its deletes of nobody known', async () => {
    await writeClient();
    await sql`update client set name = 'Acme', updated_by = 'John Doe'`;
    await sql`delete from client`;
    expect(await operations()).toMatchObject([
      {
        by: 'Jane Moreau',
        kind: 'create',
        recordType: 'clients',
        created: 1,
        requestId: null,
        causedBy: null,
      },
      { by: 'John Doe', kind: 'update', updated: 1 },
      { by: 'unknown', kind: 'delete', deleted: 1 },
    ]);
  });

  test('what follows from a write carries its operation, which is there', async () => {
    await writeClient();
    const by = { created_by: 'Jane Moreau', updated_by: 'Jane Moreau' };
    const [client] = await sql`select id from client`;
    const place = { code: 'P-1', name: 'Plant', status: 'planning', currency: 'CAD', unit_system: 'metric' };
    const [project] =
      await sql`insert into project ${sql({ client_id: client?.id, ...place, ...by })} returning id`;
    const service = { service_type: 'claims', code: 'CL-01', name: 'Claims', status: 'draft', details: '{}' };
    await sql`insert into project_service ${sql({ project_id: project?.id, ...service, ...by })}`;
    const company = { code: 'S-1', name: 'Ironworks', status: 'active', currency: 'CAD' };
    await sql`insert into subcontractor ${sql({ project_id: project?.id, ...company, ...by })}`;
    await sql`delete from project`;
    const deletes = (await operations()).filter(({ deleted }) => deleted > 0);
    expect(deletes.map(({ recordType }) => recordType).sort()).toEqual([
      'projects',
      'services',
      'subcontractors',
    ]);
    const [main, ...others] = deletes;
    expect(main?.causedBy).toBeNull();
    expect(others.map(({ causedBy }) => causedBy)).toEqual([main?.id, main?.id]);
  });

  test('several changes of one record in a transaction are one', async () => {
    await sql.begin(async (tx) => {
      await writeClient(tx);
      await tx`update client set name = 'Acme'`;
      await tx`update client set city = 'Calgary', name = 'Borealis'`;
    });
    expect(await operations()).toMatchObject([{ kind: 'create', created: 1, updated: 0, deleted: 0 }]);
    const [change] = await sql`select fields from history_change`;
    expect(change?.fields).toMatchObject({ name: 'Borealis', city: 'Calgary' });
    await sql.begin(async (tx) => {
      await writeClient(tx);
      await tx`delete from client where name = 'Borealis'`;
    });
    expect((await operations()).at(-1)).toMatchObject({ created: 0, deleted: 1 });
  });

  test('a transaction that is undone leaves nothing', async () => {
    await sql.begin(async (tx) => {
      await writeClient(tx);
      await tx
        .savepoint(async (inner) => {
          await inner`delete from client`;
          throw new Error('undone');
        })
        .catch(() => {});
      await tx`update client set city = 'Calgary'`;
    });
    await sql
      .begin(async (tx) => {
        await writeClient(tx);
        throw new Error('undone');
      })
      .catch(() => {});
    expect(await operations()).toMatchObject([{ created: 1, updated: 0, deleted: 0 }]);
  });
});
