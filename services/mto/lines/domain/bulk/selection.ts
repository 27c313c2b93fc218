import { allowLongStatements } from '@consulting/kernel/postgres';
import {
  DomainError,
  fault,
  isObject,
  named,
  notFound,
  type Reading,
  unread,
  uuid,
} from '@consulting/kernel/schema';
import { idsListed, type Selection } from '../../store/bulk/selected-lines';
import type { Ctx } from '../context';
import { criteriaSchema, readCriteria } from '../search/criteria';

const schema = named('LineSelection', {
  type: 'object',
  properties: {
    mode: { type: 'string', enum: ['ids', 'filters'], description: 'Which of the two keys selects.' },
    ids: {
      type: 'array',
      minItems: 1,
      items: { type: 'string', format: 'uuid' },
      description: 'Identifiers of lines; one that is unknown, or of another project or service, is 404.',
    },
    filters: {
      allOf: [criteriaSchema],
      description: 'What lines must meet; without a condition it is refused.',
    },
  },
  required: ['mode'],
  description: 'The lines of `ids`, or all lines of the project, or of its service, that meet `filters`.',
});

export const selectionField = unread(schema);

/** An empty filter would select the whole project (resources.md 15.4 and 17). @throws EMPTY_FILTER */
export function readSelection(
  value: unknown,
  { projectId, serviceId }: { projectId: string; serviceId: string | null },
  reading: Reading,
): Selection | null {
  if (!isObject(value)) {
    if (value === null) fault(reading, 'selection', 'REQUIRED', 'is required');
    else fault(reading, 'selection', 'TYPE', 'must be an object', { type: 'object' });
    return null;
  }
  const { mode } = value;
  if (mode !== 'ids' && mode !== 'filters') {
    fault(reading, 'selection.mode', mode === undefined ? 'REQUIRED' : 'ENUM', 'must be ids or filters', {
      allowed: ['ids', 'filters'],
    });
    return null;
  }
  for (const key of Object.keys(value))
    if (key !== 'mode' && key !== mode)
      fault(reading, `selection.${key}`, 'UNKNOWN_FIELD', `does not belong to a selection by ${mode}`);
  if (value[mode] === undefined || value[mode] === null) {
    fault(reading, `selection.${mode}`, 'REQUIRED', 'is required');
    return null;
  }
  return mode === 'ids'
    ? { projectId, serviceId, ids: readIds(value.ids, reading) }
    : { projectId, serviceId, criteria: readFilters(value.filters, reading) };
}

const id = uuid();

function readIds(value: unknown, reading: Reading): string[] {
  if (!Array.isArray(value))
    fault(reading, 'selection.ids', 'TYPE', 'must be an array of identifiers', { type: 'array' });
  else if (value.length === 0)
    fault(reading, 'selection.ids', 'REQUIRED', 'must have at least one identifier', { minItems: 1 });
  else {
    const ids = value.map((each, index) => id.kind.read(each, `selection.ids[${index}]`, reading));
    return [...new Set(ids.filter((each) => typeof each === 'string'))];
  }
  return [];
}

function readFilters(value: unknown, reading: Reading) {
  const faultsBefore = reading.faults.length;
  const criteria = readCriteria(value, 'selection.filters', null, reading);
  if (criteria.conditions.length === 0 && reading.faults.length === faultsBefore)
    throw new DomainError(
      'EMPTY_FILTER',
      'The filter has no condition, so it would select the whole project.',
    );
  return criteria;
}

class DryRun<T> extends Error {
  constructor(readonly result: T) {
    super('a dry run changes nothing');
  }
}

export async function inBulk<T>(ctx: Ctx, isDryRun: boolean, run: (inside: Ctx) => Promise<T>): Promise<T> {
  try {
    return await ctx.db.transaction(async (tx) => {
      await allowLongStatements(tx);
      const result = await run({ ...ctx, db: tx });
      if (isDryRun) throw new DryRun(result);
      return result;
    });
  } catch (error) {
    if (error instanceof DryRun) return error.result;
    throw error;
  }
}

export function requireCount(matched: number, expectedCount: number | null): void {
  if (expectedCount === null || expectedCount === matched) return;
  throw new DomainError('COUNT_MISMATCH', `The selection matches ${matched} lines, not ${expectedCount}.`, {
    count: matched,
    expectedCount,
  });
}

export function requireAll(unknownIds: readonly string[]): void {
  const [first] = unknownIds;
  if (first === undefined) return;
  const { code, message, facts } = notFound('takeoff line', first);
  const more = unknownIds.length > 1 ? ` Nor do ${unknownIds.length - 1} more.` : '';
  const { length: count } = unknownIds;
  throw new DomainError(code, message + more, { ...facts, ids: unknownIds.slice(0, idsListed), count });
}
