import { DomainError } from '@consulting/shared/errors';
import { brokenUniqueConstraint } from '@consulting/shared/store/query';

/**
 * Writes a record whose code must be free.
 * @throws CODE_EXISTS with the field that the set shows, when the write breaks `constraint`.
 */
export async function withFreeCode<T>(
  { constraint, record, code }: { constraint: string; record: string; code: string },
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (brokenUniqueConstraint(error) !== constraint) throw error;
    throw new DomainError('CODE_EXISTS', `A ${record} with the code ${code} exists already.`, {
      field: 'code',
    });
  }
}
