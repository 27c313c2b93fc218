import type { Operator } from '@consulting/mto-engine';
import { type SQL, sql } from 'drizzle-orm';
import type { Operand } from './value';

// A flag is never empty.
export function flagHolds(flag: SQL, operator: Operator, [wanted]: readonly Operand[]): SQL {
  if (operator === 'isEmpty' || operator === 'isNotEmpty') return sql.raw(String(operator === 'isNotEmpty'));
  return (operator === 'equals') === (wanted === true) ? sql`(${flag})` : sql`not (${flag})`;
}
