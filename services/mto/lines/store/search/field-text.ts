import { findSearchField } from '@consulting/mto-engine';
import { type SQL, sql } from 'drizzle-orm';
import { searchValue } from './value';

/**
 * The value of a field as text, in the one form that equal values have.
 * @throws RangeError on a key that no discipline has
 */
export function fieldText(key: string): SQL {
  const field = findSearchField(key, null);
  if (field === undefined) throw new RangeError(`there is no field ${key}`);
  const value = searchValue(field);
  const isNumber = field.type === 'number' || field.type === 'integer';
  return isNumber ? sql`trim_scale(${value}::numeric)::text` : sql`${value}::text`;
}
