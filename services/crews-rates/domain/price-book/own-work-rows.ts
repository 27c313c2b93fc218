import type { getLineStatistics } from '@consulting/kernel/contracts/own-work';
import { inSlices } from '@consulting/kernel/process';
import { type Fault, invalid, type Static } from '@consulting/kernel/schema';
import { type Discipline, decimalsOf, findField, unitRatio } from '@consulting/takeoff-fields';
import type { PriceRowValues } from '../../store/price-row';
import type { Condition } from '../../store/tables/price-book';
import type { readOwnWork } from './own-work-fields';
import { valuesOfRow } from './price-row';
import { type BookOfRow, type PriceRowInput, settled } from './price-row-rules';

type Order = ReturnType<typeof readOwnWork> & { discipline: Discipline };
type Group = Static<(typeof getLineStatistics)['response']>['groups'][number];
type NewRow = Omit<PriceRowValues, 'bookId' | 'createdBy' | 'updatedBy'> & { id: string };

// @throws VALIDATION_ERROR where a figure is more than its field takes
export async function rowsOfGroups(
  order: Order,
  book: BookOfRow,
  groups: readonly Group[],
): Promise<NewRow[]> {
  const units = Map.groupBy(groups, ({ target, key }) => JSON.stringify([target, key]));
  return inSlices(groups, (group, at) => {
    const others = units.get(JSON.stringify([group.target, group.key])) ?? [];
    const faults: Fault[] = [];
    const row = settled(rowOf(order, group, others, String(at + 1)), book, faults);
    const [first] = faults;
    if (first) throw invalid([{ ...first, field: `targets[${order.targets.indexOf(group.target)}]` }]);
    return {
      ...valuesOfRow(row),
      rowCode: String(at + 1),
      id: Bun.randomUUIDv7(),
      statistics: spreadOf(group),
    };
  });
}

function rowOf(order: Order, group: Group, others: readonly Group[], rowCode: string) {
  const { target, unitOfMeasure, value } = group;
  const { discipline } = order;
  return {
    ...{ rowCode, description: null, discipline, target, driver: null, unitOfMeasure },
    conditions: [...conditionsOf(order, group), ...conditionOfUnit(order, group, others)],
    ...{ value: Number(value), points: null, sortOrder: null, remarks: null },
  } as PriceRowInput;
}

function conditionsOf({ discipline, groupBy, size }: Order, { key }: Group): Condition[] {
  const conditions = groupBy.map((field, at): Condition => {
    const value = key[at] ?? null;
    return value === null ? { field, isEmpty: true } : { field, equals: value };
  });
  if (!size) return conditions;
  const place = Number(key[groupBy.length]);
  if (size.bands === null) return [...conditions, { field: size.field, equals: place }];
  const [below, bound] = [size.bands[place - 1], size.bands[place]];
  const range: Condition = { field: size.field };
  if (below !== undefined) range.from = nextAbove(discipline, size.field, below);
  if (bound !== undefined) range.to = bound;
  return [...conditions, range];
}

// Bounds of a condition are included, so a band begins with the next number that the field can have.
function nextAbove(discipline: Discipline, key: string, bound: number): number {
  const field = findField(discipline, key);
  const decimals = field ? decimalsOf(field) : 0;
  const scale = 10 ** decimals;
  return Number(((Math.floor(Math.round(bound * 1e6) / (1e6 / scale)) + 1) / scale).toFixed(decimals));
}

// A row prices lines in other units of its dimension, too, so groups of such units are told apart by a condition.
function conditionOfUnit(
  { groupBy }: Order,
  { unitOfMeasure: unit }: Group,
  others: readonly Group[],
): Condition[] {
  if (unit === null || groupBy.includes('unitOfMeasure')) return [];
  const isShared = others.some(
    (other) =>
      other.unitOfMeasure !== null && other.unitOfMeasure !== unit && unitRatio(other.unitOfMeasure, unit),
  );
  return isShared ? [{ field: 'unitOfMeasure', equals: unit }] : [];
}

function spreadOf({ lines, projects, min, p10, p50, p90, max }: Group) {
  const figures = Object.entries({ min, p10, p50, p90, max });
  return { lines, projects, ...Object.fromEntries(figures.map(([key, figure]) => [key, Number(figure)])) };
}
