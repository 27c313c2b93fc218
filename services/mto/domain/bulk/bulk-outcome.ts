import { DomainError, notFound } from '@consulting/kernel/errors';
import { allowLongStatements } from '@consulting/kernel/store/unavailable';
import type { Ctx } from '../../context';
import { idsListed } from '../../store/bulk/selection';

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

/** @throws COUNT_MISMATCH when another number of lines was expected */
export function requireCount(matched: number, expectedCount: number | null): void {
  if (expectedCount === null || expectedCount === matched) return;
  throw new DomainError('COUNT_MISMATCH', `The selection matches ${matched} lines, not ${expectedCount}.`, {
    count: matched,
    expectedCount,
  });
}

/** @throws NOT_FOUND with the first of them and how many there are */
export function requireAll(unknownIds: readonly string[]): void {
  const [first] = unknownIds;
  if (first === undefined) return;
  const { code, message, facts } = notFound('takeoff line', first);
  const more = unknownIds.length > 1 ? ` Nor do ${unknownIds.length - 1} more.` : '';
  const { length: count } = unknownIds;
  throw new DomainError(code, message + more, { ...facts, ids: unknownIds.slice(0, idsListed), count });
}
