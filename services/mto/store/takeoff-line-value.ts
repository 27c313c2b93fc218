import { type SQL, sql } from 'drizzle-orm';
import { columnType, type Field } from '../fields/field';
import { isColumn } from '../fields/registry';
import { takeoffLine } from './schema';
import { columnName, isIdentifier } from './takeoff-line-columns';

const casts = {
  text: '',
  numeric: '::numeric',
  integer: '::numeric',
  boolean: '::boolean',
  date: '',
} as const;

/**
 * The value of a field of the registry in SQL, whether it is a column or in `attributes`: text, numeric, boolean, and dates as text,
 * which sorts as they do. Null when the line has none. Names come from the registry only.
 */
export function lineValue(field: Field): SQL {
  const { key } = field;
  if (!isColumn(field)) return sql.raw(`(attributes ->> '${key}')${casts[columnType(field)]}`);
  const column = sql`${takeoffLine}.${sql.identifier(columnName(key))}`;
  return isIdentifier(key) || columnType(field) === 'date' ? sql`${column}::text` : column;
}
