import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mto } from '@consulting/mto/service';
import { indicatorKeys } from '@consulting/mto-lines/store/rows/figures';
import { columnName, isIdentifier } from '@consulting/mto-lines/store/tables/takeoff-line-columns';
import { columnType, isNumeric } from '@consulting/takeoff-fields/field';
import { allKeys, commonFields, fieldsNamed, isColumn } from '@consulting/takeoff-fields/registry';
import postgres, { type Sql } from 'postgres';
import { createTestDatabase } from '../support/database';

const serverColumns = [
  'pricing',
  'id',
  'version',
  'attributes',
  'crew_rate_matched',
  'wbs_matched',
  'import_task_id',
  'created_at',
  'updated_at',
  'created_by',
  'updated_by',
  'created_epoch',
  'in_totals',
];

const databaseTypes = {
  text: 'text',
  numeric: 'numeric',
  integer: 'bigint',
  boolean: 'boolean',
  date: 'date',
} as const;

type Column = { name: string; type: string; nullable: boolean };

let sql: Sql;
let drop: () => Promise<void>;
let columns: Map<string, Column>;

beforeAll(async () => {
  const database = await createTestDatabase([mto]);
  drop = database.drop;
  sql = postgres(database.url, { max: 1 });
  const rows = await sql<Column[]>`
    select column_name as name, data_type as type, is_nullable = 'YES' as nullable
    from information_schema.columns where table_schema = 'mto' and table_name = 'takeoff_line'`;
  columns = new Map(rows.map((row) => [row.name, row]));
});

afterAll(async () => {
  await sql.end();
  await drop();
});

describe('registry, migration and table', () => {
  test('every common field is a column of its type, required ones not null', () => {
    for (const field of commonFields) {
      const type = isIdentifier(field.key) ? 'uuid' : databaseTypes[columnType(field)];
      expect(columns.get(columnName(field.key))).toMatchObject({ type, nullable: field.required !== true });
    }
  });

  test('lines of which fewer than three fit on a page are compressed by lz4 where the server has it; lines stay whole up to a page, so that a search finds their attributes beside them, are read by several workers, and vacuumed often enough for an index to answer alone', async () => {
    const [table] = await sql<{ options: string[] }[]>`
      select reloptions as options from pg_class where oid = 'mto.takeoff_line'::regclass`;
    const [server] = await sql<{ hasLz4: boolean }[]>`
      select 'lz4' = any(enumvals) as "hasLz4" from pg_settings where name = 'default_toast_compression'`;
    expect(table?.options.toSorted()).toEqual([
      'autovacuum_vacuum_insert_scale_factor=0.01',
      'autovacuum_vacuum_scale_factor=0.02',
      'parallel_workers=3',
      `toast_tuple_target=${server?.hasLz4 ? 2712 : 8160}`,
    ]);
    const [attributes] =
      await sql`select attstorage as storage, attcompression as compression from pg_attribute
      where attrelid = 'mto.takeoff_line'::regclass and attname = 'attributes'`;
    expect(attributes).toEqual(
      server?.hasLz4 ? { storage: 'm', compression: 'l' } : { storage: 'e', compression: '' },
    );
  });

  test('the table has no other column than those and the server keys', () => {
    const expected = [...commonFields.map(({ key }) => columnName(key)), ...serverColumns];
    expect([...columns.keys()].sort()).toEqual(expected.sort());
  });

  test('a deleted line is kept with all columns of a line', async () => {
    const stored = await sql<{ name: string }[]>`
      select column_name as name from information_schema.columns
      where table_schema = 'mto' and table_name = 'history_deleted_line'`;
    const own = ['operation', 'deleted_at'];
    expect(
      stored
        .map(({ name }) => name)
        .filter((name) => !own.includes(name))
        .sort(),
    ).toEqual([...columns.keys()].sort());
  });

  test('indicators are numeric fields of disciplines', () => {
    for (const key of indicatorKeys) {
      const fields = fieldsNamed(key);
      expect(fields.length).toBeGreaterThan(0);
      expect(fields.every((field) => !isColumn(field) && isNumeric(field))).toBe(true);
    }
  });

  test('no discipline field has the name of a column', () => {
    const own = allKeys.filter((key) => fieldsNamed(key).every((field) => !isColumn(field)));
    expect(own.filter((key) => columns.has(columnName(key)))).toEqual([]);
  });
});
