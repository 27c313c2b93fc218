import type { Condition, Filters } from '@consulting/takeoff-lines';
import type { CellText } from '../lines/cell-text';
import type { Column } from '../lines/columns';

const conditionsMax = 40;

export function conditionsFor(columns: readonly Column[], text: string, cellText: CellText): Condition[] {
  const number = text.trim() === '' ? null : cellText.readNumber(text);
  return columns
    .flatMap(({ key, type, isNumber }): Condition[] => {
      if (type === 'text') return [{ field: key, operator: 'contains', value: text }];
      return isNumber && typeof number === 'number'
        ? [{ field: key, operator: 'equals', value: number }]
        : [];
    })
    .slice(0, conditionsMax);
}

export const anyOf = (conditions: Condition[]): Filters => ({ logicalOperator: 'OR', conditions });
