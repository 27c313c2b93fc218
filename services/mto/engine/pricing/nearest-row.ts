import { isPerUnit, positionOf } from '@consulting/takeoff-fields';
import type { Cell, Line } from '../fields/line';
import { comparableOf, type PriceCondition } from './condition';
import { type PriceTable, ratioOfUnits, unitAt } from './price-table';
import type { RankedRow } from './ranked-row';

export interface Failing {
  field: string;
  wanted: unknown;
  is: Cell;
  reason: 'CONDITION' | 'DRIVER' | 'UNIT';
}

export interface NearestRow {
  row: RankedRow;
  failing: readonly Failing[];
}

// The row that fails least; of several the best.
export function nearestRow(table: PriceTable, line: Line): NearestRow | null {
  let nearest: NearestRow | null = null;
  for (const row of table.rows) {
    const failing = failingOf(table, row, line, nearest?.failing.length ?? Number.POSITIVE_INFINITY);
    if (failing !== null) nearest = { row, failing };
  }
  return nearest;
}

// Null where as many fail as of a better row.
function failingOf(
  { discipline, field: target }: PriceTable,
  { row, tests }: RankedRow,
  line: Line,
  fewest: number,
): Failing[] | null {
  const failing: Failing[] = [];
  if (row.driver !== null) {
    const is = line[positionOf(discipline, row.driver)] ?? null;
    const wanted = { isEmpty: false };
    if (is === null) failing.push({ field: row.driver, wanted, is, reason: 'DRIVER' });
  }
  const unit = line[unitAt] ?? null;
  if (isPerUnit(target) && ratioOfUnits(row.unitOfMeasure, unit) === undefined)
    failing.push({ field: 'unitOfMeasure', wanted: row.unitOfMeasure, is: unit, reason: 'UNIT' });
  for (const { condition, field, position, holds } of tests) {
    if (failing.length >= fewest) return null;
    const is = line[position] ?? null;
    if (!holds(comparableOf(field, is)))
      failing.push({ field: condition.field, wanted: wantedBy(condition), is, reason: 'CONDITION' });
  }
  return failing.length < fewest ? failing : null;
}

function wantedBy({ field: _, ...condition }: PriceCondition): unknown {
  return condition.equals ?? condition;
}
