import { type Decimal, decimal, round, toNumber } from '@consulting/kernel/money';
import { disciplines } from '../../fields/discipline';
import type { SumGroup } from '../../store/takeoff-copy-schema';

const percentPlaces = 2;

/** A figure before and after; the percentage is of the figure before, null where that is 0. */
export interface Growth {
  before: number;
  after: number;
  growth: number;
  growthPercent: number | null;
}

/** Exact difference, percentage in 2 decimals, half away from zero. */
export function growthOf(before: Decimal, after: Decimal): Growth {
  const growth = after.minus(before);
  const percent = before.eq(0) ? null : toNumber(round(growth.times(100).div(before.abs()), percentPlaces));
  return {
    before: toNumber(before),
    after: toNumber(after),
    growth: toNumber(growth),
    growthPercent: percent,
  };
}

export interface Side {
  before: readonly SumGroup[];
  after: readonly SumGroup[];
}

type Figure = 'lines' | 'quantity' | 'totalManHours' | 'totalCost';

const total = (groups: readonly SumGroup[], figure: Figure): Decimal =>
  groups.reduce((sum, group) => sum.plus(group[figure]), decimal(0));

const growthIn = ({ before, after }: Side, figure: Figure) =>
  growthOf(total(before, figure), total(after, figure));

export function growthBlock(side: Side) {
  return {
    lines: growthIn(side, 'lines'),
    quantities: splitBy(side, ({ unitOfMeasure }) => unitOfMeasure).map(([unitOfMeasure, part]) => ({
      unitOfMeasure,
      ...growthIn(part, 'quantity'),
    })),
    totalManHours: growthIn(side, 'totalManHours'),
    totalCost: growthIn(side, 'totalCost'),
  };
}

export function growthByDiscipline(side: Side) {
  const parts = new Map(splitBy(side, ({ discipline }) => discipline));
  return disciplines.flatMap((discipline) => {
    const part = parts.get(discipline);
    return part ? [{ discipline, ...growthBlock(part) }] : [];
  });
}

export const growthByWbs = (side: Side) =>
  splitBy(side, ({ wbsCode }) => wbsCode).map(([wbsCode, part]) => ({ wbsCode, ...growthBlock(part) }));

function splitBy(
  { before, after }: Side,
  keyOf: (group: SumGroup) => string | null,
): [key: string | null, part: Side][] {
  const keys = [...new Set([...before, ...after].map(keyOf))].sort(nullLast);
  const parts = new Map(keys.map((key) => [key, { before: [] as SumGroup[], after: [] as SumGroup[] }]));
  for (const group of before) parts.get(keyOf(group))?.before.push(group);
  for (const group of after) parts.get(keyOf(group))?.after.push(group);
  return [...parts];
}

function nullLast(one: string | null, other: string | null): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return one < other ? -1 : Number(one > other);
}
