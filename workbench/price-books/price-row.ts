import type { components } from '@consulting/client/api';
import { useLanguage, useMessages } from '@consulting/design/language';
import { type Discipline, type Field, useFields } from '@consulting/foundation/api';
import {
  type Condition,
  conditionOf,
  filterFields,
  isNumeric,
  type Operator,
  sentenceOf,
} from '@consulting/takeoff-lines';
import { useMemo } from 'react';

type Schemas = components['schemas'];

export type PriceBook = Schemas['PriceBook'];
export type PriceRow = Schemas['PriceRow'];
export type Quarter = Schemas['Quarter'];
export type PricePoints = Schemas['PricePoints'];
export type PriceCondition = Schemas['PriceCondition'];

export type Comparison = 'equals' | 'in' | 'between' | 'startsWith' | 'contains' | 'isEmpty';

const notPriced = [
  ...['projectId', 'serviceId', 'discipline', 'itemNumber'],
  ...['quantity', 'unitOfMeasure', 'status', 'scopeType', 'subcontractorId'],
];

export const isPerUnit = ({ unit }: Pick<Field, 'unit'>) => unit?.endsWith('/uom') ?? false;

const isTarget = ({ key, type, computed }: Field) =>
  !computed && !notPriced.includes(key) && (isNumeric({ type }) || type === 'text' || type === 'enum');

// A key that several disciplines share stands for the field of the first of them.
export function usePriceFields(discipline: Discipline | null) {
  const { data } = useFields(discipline);
  return useMemo(() => {
    const all = [...new Map((data ?? []).toReversed().map((field) => [field.key, field])).values()].reverse();
    return { all, targets: all.filter(isTarget), numbers: all.filter(isNumeric) };
  }, [data]);
}

export const comparisonsOf = (field: Field): Comparison[] => {
  if (field.type === 'text') return ['equals', 'in', 'startsWith', 'contains', 'isEmpty'];
  if (field.type === 'boolean') return ['equals', 'isEmpty'];
  return field.type === 'enum' ? ['equals', 'in', 'isEmpty'] : ['equals', 'in', 'between', 'isEmpty'];
};

export function comparisonOf(condition: PriceCondition): Comparison {
  if ('from' in condition || 'to' in condition) return 'between';
  const { field: _, ...says } = condition;
  return (Object.keys(says)[0] as Comparison | undefined) ?? 'equals';
}

// What a condition is in a filter of lines, whose words it has.
function criterionOf(condition: PriceCondition): Condition {
  const { field, from, to } = condition;
  const comparison = comparisonOf(condition);
  if (comparison === 'isEmpty') return conditionOf(field, 'isEmpty', []);
  if (comparison !== 'between')
    return { field, operator: comparison, value: condition[comparison] } as Condition;
  if (from !== undefined && to !== undefined) return conditionOf(field, 'between', [from, to]);
  const operator: Operator = from === undefined ? 'lessThanOrEqual' : 'greaterThanOrEqual';
  return conditionOf(field, operator, [from ?? to ?? '']);
}

export function useConditionWords(fields: readonly Field[]) {
  const { messages, formats, locale } = useLanguage();
  const known = useMemo(() => filterFields(fields, messages), [fields, messages]);
  const speech = { words: messages.takeoffTools.filter, formats, locale };
  return (conditions: readonly PriceCondition[]): string =>
    sentenceOf({ conditions: conditions.map(criterionOf) }, known, speech);
}

export const pointsText = (points: readonly (readonly number[])[]) =>
  points.map((pair) => pair.join(': ')).join('; ');

export const pointsOf = (text: string) =>
  text
    .split(';')
    .filter((pair) => pair.trim() !== '')
    .map((pair) => pair.split(':').map((part) => Number(part.trim().replace(',', '.') || Number.NaN)));

export function useRowWords(fields: readonly Field[]) {
  const { priceRows: words } = useMessages().libraries;
  const { formats } = useLanguage();
  const fieldOf = (key: string) => fields.find((field) => field.key === key);
  const labelOf = (key: string) => fieldOf(key)?.label ?? key;
  const figureOf = ({ value, points, target }: PriceRow): string => {
    if (points) return words.byField({ field: labelOf(points.field), points: pointsText(points.points) });
    if (typeof value === 'number') return formats.number(value);
    return fieldOf(target)?.enum?.find((choice) => choice.value === value)?.label ?? value ?? '';
  };
  const valueOf = (row: PriceRow): string => {
    const value = figureOf(row);
    if (row.driver !== null) return words.times({ value, driver: labelOf(row.driver) });
    return row.unitOfMeasure === null ? value : words.per({ value, unit: row.unitOfMeasure });
  };
  return { labelOf, valueOf };
}
