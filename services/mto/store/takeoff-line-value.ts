import { type SQL, sql } from 'drizzle-orm';
import type { Field } from '../fields/field';
import { isColumn } from '../fields/registry';
import { searchValue } from './search/value';

export function lineValue(field: Field): SQL {
  const { key, type } = field;
  const value = searchValue({ key, type, isColumn: isColumn(field) });
  return type === 'date' ? sql`${value}::text` : value;
}
