import { type Decimal, decimal, round, toNumber } from '@consulting/kernel/schema';
import {
  type Discipline,
  disciplines,
  type Field,
  fieldsOf,
  isDiscipline,
  isNumeric,
  pricesChanged,
} from '@consulting/mto-engine';
import type { ComparedValues, DifferentLine } from '../../store/reads/comparison';
import type { SumGroup } from '../../store/tables/takeoff-copy-schema';

const percentPlaces = 2;

/**
 * The percentage is of the figure before, in 2 decimals, half away from zero; it is null where that figure is
 * 0.
 */
export interface Growth {
  before: number;
  after: number;
  growth: number;
  growthPercent: number | null;
}

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

interface Side {
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

type Json = string | number | boolean | null;

const nameOf = ({ discipline, itemNumber, tag, description, unitOfMeasure, wbsCode }: DifferentLine) => ({
  discipline,
  itemNumber,
  tag,
  description,
  unitOfMeasure,
  wbsCode,
});

export function serialiseSingle(line: DifferentLine) {
  const figures = line.after ?? line.before;
  return {
    mtoId: line.afterId ?? line.beforeId,
    ...nameOf(line),
    quantity: toNumber(figures?.quantity ?? '0'),
    totalManHours: toNumber(figures?.totalManHours ?? '0'),
    totalCost: toNumber(figures?.totalCost ?? '0'),
    difference: toNumber(line.difference),
  };
}

const growthOfLine = ({ before, after }: DifferentLine, figure: 'quantity' | 'totalManHours' | 'totalCost') =>
  growthOf(decimal(before?.[figure] ?? 0), decimal(after?.[figure] ?? 0));

const noValues: ComparedValues = { values: {}, pricing: null };

export function serialiseChanged(
  line: DifferentLine,
  before: ComparedValues = noValues,
  after: ComparedValues = noValues,
) {
  const { beforeId, afterId, discipline } = line;
  return {
    mtoId: afterId,
    ...(beforeId === afterId ? {} : { previousMtoId: beforeId }),
    ...nameOf(line),
    quantity: growthOfLine(line, 'quantity'),
    totalManHours: growthOfLine(line, 'totalManHours'),
    totalCost: growthOfLine(line, 'totalCost'),
    difference: toNumber(line.difference),
    fields: isDiscipline(discipline) ? changedFields(discipline, before, after) : {},
  };
}

function changedFields(discipline: Discipline, before: ComparedValues, after: ComparedValues) {
  const changed = fieldsOf(discipline).flatMap((field) => {
    const [was, is] = [jsonOf(field, before.values), jsonOf(field, after.values)];
    return was === is ? [] : [[field.key, { before: was, after: is }] as const];
  });
  const pricing = pricesChanged(before.pricing, after.pricing);
  return { ...Object.fromEntries(changed), ...(pricing && { pricing }) };
}

function jsonOf(field: Field, values: ComparedValues['values']): Json {
  const value = values[field.key] ?? null;
  if (value === null) return null;
  if (isNumeric(field)) return toNumber(String(value));
  return field.type === 'boolean' ? String(value) === 'true' : String(value);
}
