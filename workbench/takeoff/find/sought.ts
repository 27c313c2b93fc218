import { type Condition, combined, type Filters } from '@consulting/takeoff-lines';
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

// Case is ignored, as the API does.
export const meets = (value: unknown, { operator, value: sought }: Condition): boolean =>
  operator === 'equals'
    ? value === sought
    : String(value ?? '')
        .toLowerCase()
        .includes(String(sought).toLowerCase());

// Those of the view and what is looked for together; null where they have too many levels.
export const within = (filters: Filters | null, sought: Filters): Filters | null =>
  filters ? combined(filters, sought) : sought;

export const anyOf = (conditions: Condition[]): Filters => ({ logicalOperator: 'OR', conditions });
