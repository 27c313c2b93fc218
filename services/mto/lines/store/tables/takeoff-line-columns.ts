import { type CommonKey, commonFields, type Field } from '@consulting/mto-engine';
import { type AnyColumn, type NotNull, type SQL, sql } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import { bigint, boolean, customType, date, type PgColumnBuilderBase, text, uuid } from 'drizzle-orm/pg-core';

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

/** Queries read these columns by name, and all others by the key of a field. */
type NamedColumns = {
  projectId: NotNull<ReturnType<typeof makers.identifier>>;
  serviceId: NotNull<ReturnType<typeof makers.identifier>>;
  discipline: NotNull<ReturnType<typeof makers.text>>;
  description: ReturnType<typeof makers.text>;
};

type CommonColumns = NamedColumns & Record<Exclude<CommonKey, keyof NamedColumns>, PgColumnBuilderBase>;

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

function columnOf(field: Field): PgColumnBuilderBase {
  const column = makers[isIdentifier(field.key) ? 'identifier' : field.type]();
  return field.required ? column.notNull() : column;
}

export const commonColumns = () =>
  Object.fromEntries(commonFields.map((field) => [field.key, columnOf(field)])) as CommonColumns;

export { sortedText } from '@consulting/kernel/postgres';

/** The index carries further columns for index-only reads, and drizzle knows no INCLUDE. */
export const including = (last: AnyColumn, carried: readonly AnyColumn[]): SQL =>
  sql`${last}) include (${sql.join([...carried], sql`, `)}`;
