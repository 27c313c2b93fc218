import { type Field, isColumn, type SearchField } from '@consulting/mto-engine';
import { type SQL, sql } from 'drizzle-orm';
import { columnName, isIdentifier, sortedText } from '../tables/takeoff-line-columns';

export type Operand = string | number | boolean;

/**
 * The value is null when the line has none. Dates in `attributes` are text, which sorts as they do. Names come from the registry only, so
 * no part of a request becomes part of a statement.
 */
export function searchValue(
  { key, type, isColumn }: Omit<SearchField, 'choices'>,
  attributes = 'attributes',
): SQL {
  if (isColumn) {
    const column = sql`takeoff_line.${sql.identifier(columnName(key))}`;
    return isIdentifier(key) ? sql`${column}::text` : column;
  }
  switch (type) {
    case 'number':
    case 'integer':
      return sql.raw(`(${attributes} -> '${key}')::numeric`);
    case 'boolean':
      return sql.raw(`(${attributes} -> '${key}')::boolean`);
    default:
      return sql.raw(`(${attributes} ->> '${key}')`);
  }
}

/** Text is lower-cased one code point at a time; times are compared as they are returned. */
export function comparableValue(field: SearchField, attributes?: string): SQL {
  const value = searchValue(field, attributes);
  if (field.type === 'text') return sortedText(value);
  if (field.type === 'time') return sql`date_trunc('milliseconds', ${value})`;
  return field.type === 'date' && !field.isColumn ? sql`(${value} collate "C")` : value;
}

export function sortedValue(field: SearchField): SQL {
  if (field.type !== 'enum') return comparableValue(field);
  return sql`array_position(${sql.param(field.choices)}::text[], ${searchValue(field)})`;
}

/** An index on a column is used only for comparisons with its own type. */
export function operandCast({ type, isColumn }: SearchField, operands: readonly Operand[]): SQL {
  switch (type) {
    case 'number':
      return sql`::numeric`;
    case 'integer':
      return isColumn && operands.every(Number.isSafeInteger) ? sql`::bigint` : sql`::numeric`;
    case 'boolean':
      return sql`::boolean`;
    case 'time':
      return sql`::timestamptz`;
    case 'identifier':
      return sql`::uuid`;
    case 'date':
      return isColumn ? sql`::date` : sql`::text`;
    default:
      return sql`::text`;
  }
}

export const sortedCast = (field: SearchField): SQL =>
  field.type === 'enum' ? sql`::int` : operandCast(field, []);

export function lineValue(field: Field): SQL {
  const { key, type } = field;
  return searchValue({ key, type, isColumn: isColumn(field) });
}
