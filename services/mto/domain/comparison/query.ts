import { invalid } from '@consulting/kernel/errors';
import type { Values } from '@consulting/kernel/fields/field';
import { isUuid, text, uuid } from '@consulting/kernel/fields/kinds';
import { paging, QueryInput } from '@consulting/kernel/fields/query';

const identifierLength = 36;

export const comparisonQuery = new QueryInput({
  from: text(identifierLength).describe('An estimation version, or `current` for the lines as they are.'),
  to: text(identifierLength).describe('An estimation version of the same service, or `current`.'),
  taskId: uuid().describe('Alone: the lines before and after this import.'),
  ...paging,
});

type ComparisonQuery = Values<(typeof comparisonQuery)['fields']>;

export const current = 'current';

export type Compared = { from: string; to: string } | { taskId: string };

export function comparedBy({ from, to, taskId }: ComparisonQuery): Compared {
  if (taskId !== null) {
    const others = Object.entries({ from, to }).filter(([, value]) => value !== null);
    const message = 'cannot be given with taskId';
    if (others.length > 0) throw invalid(others.map(([field]) => ({ field, code: 'FORMAT', message })));
    return { taskId };
  }
  const faults = Object.entries({ from, to }).flatMap(([field, value]) => {
    if (value === null) return { field, code: 'REQUIRED' as const, message: 'is required' };
    if (value === current || isUuid(value)) return [];
    return { field, code: 'FORMAT' as const, message: 'must be a UUID or current' };
  });
  if (faults.length === 0 && from === current && to === current)
    faults.push({ field: 'from', code: 'FORMAT', message: 'must be a version when to is current' });
  if (faults.length > 0) throw invalid(faults);
  return { from: String(from).toLowerCase(), to: String(to).toLowerCase() };
}
