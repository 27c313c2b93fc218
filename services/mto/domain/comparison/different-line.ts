import { decimal, toNumber } from '@consulting/kernel/money';
import { type Discipline, isDiscipline } from '../../fields/discipline';
import { type Field, isNumeric } from '../../fields/field';
import { fieldsOf } from '../../fields/registry';
import type { ComparedValues } from '../../store/compared-values';
import type { DifferentLine } from '../../store/comparison';
import { growthOf } from './growth';

type Json = string | number | boolean | null;

const nameOf = ({ discipline, itemNumber, tag, description, unitOfMeasure, wbsCode }: DifferentLine) => ({
  discipline,
  itemNumber,
  tag,
  description,
  unitOfMeasure,
  wbsCode,
});

export function presentSingle(line: DifferentLine) {
  const figures = line.after ?? line.before;
  return {
    mtoId: line.afterId ?? line.beforeId,
    ...nameOf(line),
    quantity: toNumber(figures?.quantity ?? '0'),
    totalManHours: toNumber(figures?.totalManHours ?? '0'),
    totalCost: toNumber(figures?.totalCost ?? '0'),
  };
}

const growthIn = ({ before, after }: DifferentLine, figure: 'quantity' | 'totalManHours' | 'totalCost') =>
  growthOf(decimal(before?.[figure] ?? 0), decimal(after?.[figure] ?? 0));

export function presentChanged(line: DifferentLine, before: ComparedValues = {}, after: ComparedValues = {}) {
  const { beforeId, afterId, discipline } = line;
  return {
    mtoId: afterId,
    ...(beforeId === afterId ? {} : { previousMtoId: beforeId }),
    ...nameOf(line),
    quantity: growthIn(line, 'quantity'),
    totalManHours: growthIn(line, 'totalManHours'),
    totalCost: growthIn(line, 'totalCost'),
    fields: isDiscipline(discipline) ? changedFields(discipline, before, after) : {},
  };
}

function changedFields(discipline: Discipline, before: ComparedValues, after: ComparedValues) {
  const changed = fieldsOf(discipline).flatMap((field) => {
    const [was, is] = [jsonOf(field, before), jsonOf(field, after)];
    return was === is ? [] : [[field.key, { before: was, after: is }] as const];
  });
  return Object.fromEntries(changed);
}

function jsonOf(field: Field, values: ComparedValues): Json {
  const value = values[field.key] ?? null;
  if (value === null) return null;
  if (isNumeric(field)) return toNumber(String(value));
  return field.type === 'boolean' ? String(value) === 'true' : String(value);
}
