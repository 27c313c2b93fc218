import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mto } from '@consulting/mto/service';
import postgres, { type Sql } from 'postgres';
import { createTestDatabase } from '../support/database';
import { growingTables, partitionTakeoffs, smallTables } from '../support/partitions';

let sql: Sql;
let drop: () => Promise<void>;

beforeAll(async () => {
  const database = await createTestDatabase([mto]);
  drop = database.drop;
  sql = postgres(database.url, { max: 1, onnotice: () => {} });
});

afterAll(async () => {
  await sql.end();
  await drop();
});

describe('what grows with takeoffs is kept by project', () => {
  test('every table is known to grow or to stay small', async () => {
    const tables = await sql<{ name: string }[]>`
      select relname as name from pg_class where relnamespace = 'mto'::regnamespace and relkind in ('r', 'p')
        and not relispartition`;
    const known = [...growingTables, ...smallTables];
    expect(tables.map(({ name }) => name).toSorted()).toEqual(known.toSorted());
  });

  test('the project is in every key, and is never missing', async () => {
    const keys = await sql<{ key: string; columns: string[] }[]>`
      select indexrelid::regclass::text as key, array(select attname::text from pg_attribute
        where attrelid = indrelid and attnum = any(indkey)) as columns
      from pg_index where indisunique and indrelid = any(${growing()}::regclass[])
      union all
      select conname, array(select attname::text from pg_attribute where attrelid = conrelid and attnum = any(conkey))
      from pg_constraint where contype = 'f' and conrelid = any(${growing()}::regclass[])`;
    expect(keys.length).toBeGreaterThanOrEqual(5);
    for (const { key, columns } of keys)
      expect({ key, columns }).toMatchObject({ columns: expect.arrayContaining(['project_id']) });
    const missing = await sql`
      select attrelid::regclass from pg_attribute
      where attrelid = any(${growing()}::regclass[]) and attname = 'project_id' and not attnotnull`;
    expect(missing).toHaveLength(0);
  });

  test('no other table refers to one that grows', async () => {
    const references = await sql`
      select conname from pg_constraint where contype = 'f' and confrelid = any(${growing()}::regclass[])`;
    expect(references).toHaveLength(0);
  });

  test('each can be partitioned by project with all of its keys, indexes and triggers', async () => {
    await partitionTakeoffs(sql);
    const partitioned = await sql<{ name: string }[]>`
      select distinct partrelid::regclass::text as name from pg_partitioned_table where partstrat = 'h'`;
    expect(partitioned.length).toBeGreaterThanOrEqual(growingTables.length);
  });
});

const growing = () => growingTables.map((table) => `mto.${table}`);
