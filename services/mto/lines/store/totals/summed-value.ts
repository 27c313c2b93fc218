import { disciplines, fieldsNamed, ownFields } from '@consulting/mto-engine';
import { type SQL, sql } from 'drizzle-orm';
import { type IndicatorKey, indicatorKeys } from '../rows/figures';
import { lineValue } from '../search/value';
import { columnName } from '../tables/takeoff-line-columns';

export const outsideTotals = sql`not takeoff_line.in_totals`;

export function indicatorValue(key: IndicatorKey): SQL {
  const [field] = fieldsNamed(key);
  if (!field) throw new RangeError(`${key} is not a field`);
  const owners = disciplines.filter((one) => ownFields[one].some((field) => field.key === key));
  const list = sql.raw(owners.map((one) => `'${one}'`).join(', '));
  return sql`case when takeoff_line.discipline in (${list}) then ${lineValue(field)} end`;
}

export const summedValue = (key: string): SQL =>
  isIndicator(key) ? indicatorValue(key) : sql`takeoff_line.${sql.identifier(columnName(key))}`;

const isIndicator = (key: string): key is IndicatorKey => (indicatorKeys as readonly string[]).includes(key);
