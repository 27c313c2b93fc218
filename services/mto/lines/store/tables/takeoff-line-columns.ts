import { commonFieldTypes } from '@consulting/mto-engine';
import { type AnyColumn, type NotNull, type SQL, sql } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import { bigint, boolean, customType, date, type PgColumnBuilderBase, text, uuid } from 'drizzle-orm/pg-core';

type Common = (typeof commonFieldTypes)[number];

const exact = customType<{ data: number | string; driverData: string }>({
  dataType: () => 'numeric',
  toDriver: String,
});

const identifierKeys = ['projectId', 'serviceId', 'subcontractorId'] as const;
type IdentifierKey = (typeof identifierKeys)[number];

const makers = {
  identifier: () => uuid(),
  text: () => text(),
  enum: () => text(),
  number: () => exact(),
  integer: () => bigint({ mode: 'number' }),
  boolean: () => boolean(),
  date: () => date(),
};

type Kind = keyof typeof makers;
type KindOf<F extends Common> = F['key'] extends IdentifierKey ? 'identifier' : F['type'];
type Nullable<F extends Common> = ReturnType<(typeof makers)[KindOf<F>]>;
type ColumnOf<F extends Common> = F extends { required: true } ? NotNull<Nullable<F>> : Nullable<F>;

type CommonColumns = { [F in Common as F['key']]: ColumnOf<F> };

export const isIdentifier = (key: string): key is IdentifierKey =>
  (identifierKeys as readonly string[]).includes(key);

const columnNames = new Map<string, string>();

export function columnName(key: string): string {
  const known = columnNames.get(key);
  if (known !== undefined) return known;
  const name = toSnakeCase(key);
  columnNames.set(key, name);
  return name;
}

function columnOf(field: Common): PgColumnBuilderBase {
  const kind: Kind = isIdentifier(field.key) ? 'identifier' : field.type;
  const column = makers[kind]();
  return 'required' in field && field.required ? column.notNull() : column;
}

export const commonColumns = () =>
  Object.fromEntries(commonFieldTypes.map((field) => [field.key, columnOf(field)])) as CommonColumns;

export { sortedText } from '@consulting/kernel/postgres/database/query';

/** The last key column of an index that carries further columns for index-only reads; drizzle knows no INCLUDE. */
export const including = (last: AnyColumn, carried: readonly AnyColumn[]): SQL =>
  sql`${last}) include (${sql.join([...carried], sql`, `)}`;
