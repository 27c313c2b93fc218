import { copyRows, type Database } from '@consulting/kernel/postgres';
import { type AnyColumn, getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import type { PgTable } from 'drizzle-orm/pg-core';
import { copyText, storable } from './copy-text';

const rowsPerChunk = 500;
const rowsPerStatement = 2000;

type Row = Readonly<Record<string, unknown>>;

const filledIn = ['version', 'createdAt', 'updatedAt'];

const written = (table: PgTable): [string, AnyColumn][] =>
  Object.entries(getTableColumns(table) as Record<string, AnyColumn>).filter(
    ([key, column]) => !filledIn.includes(key) && column.generated === undefined,
  );

export async function insertRecords(tx: Database, table: PgTable, rows: readonly object[]): Promise<void> {
  if (rows.length === 0) return;
  const columns = written(table);
  const names = columns.map(([key]) => toSnakeCase(key));
  const keys = columns.map(([key]) => key);
  await copyRows(tx, getTableName(table), names, chunks(rows as readonly Row[], keys));
}

function* chunks(rows: readonly Row[], keys: readonly string[]): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  for (let at = 0; at < rows.length; at += rowsPerChunk) {
    const lines = rows
      .slice(at, at + rowsPerChunk)
      .map((row) => keys.map((key) => copied(row[key])).join('\t'));
    yield encoder.encode(`${lines.join('\n')}\n`);
  }
}

function copied(value: unknown): string {
  if (value === null || value === undefined) return '\\N';
  if (typeof value === 'string') return copyText(storable(value));
  return typeof value === 'object' ? copyText(storable(JSON.stringify(value))) : String(value);
}

const listed = (parts: SQL[]) => sql.join(parts, sql`, `);

const nameOf = (key: string) => sql.identifier(toSnakeCase(key));

export async function updateRecords(
  tx: Database,
  table: PgTable,
  rows: readonly (object & { id: string })[],
): Promise<void> {
  const columns = written(table).filter(([key]) => key !== 'createdBy');
  const name = sql.identifier(getTableName(table));
  const changes = columns
    .filter(([key]) => key !== 'id')
    .map(([key]) => sql`${nameOf(key)} = row.${sql.identifier(key)}`);
  const typed = columns.map(([key, column]) => sql`${sql.identifier(key)} ${sql.raw(column.getSQLType())}`);
  for (let start = 0; start < rows.length; start += rowsPerStatement) {
    const json = JSON.stringify(rows.slice(start, start + rowsPerStatement));
    await tx.execute(sql`
      update ${name} set ${listed(changes)}, version = ${name}.version + 1, updated_at = now()
      from jsonb_to_recordset(${json}::text::jsonb) as row(${listed(typed)})
      where ${name}.id = row.id`);
  }
}

export const exported = (columns: Readonly<Record<string, AnyColumn | SQL>>): SQL =>
  listed(Object.entries(columns).map(([key, column]) => sql`${asText(column)} as ${sql.identifier(key)}`));

function asText(column: AnyColumn | SQL): SQL {
  const type = 'getSQLType' in column ? column.getSQLType() : '';
  if (type.startsWith('numeric')) return sql`trim_scale(${column})::text`;
  return type === 'date' ? sql`${column}::text` : sql`${column}`;
}
