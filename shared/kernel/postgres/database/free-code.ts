import { DomainError } from '../../schema/errors';
import { brokenUniqueConstraint } from './query';

interface UniqueCode {
  constraint: string;
  record: string;
  code: string;
  field?: string;
}

/** Writes a record whose code must be free. @throws CODE_EXISTS when the write breaks the constraint */
export async function withFreeCode<T>(
  { constraint, record, code, field = 'code' }: UniqueCode,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (brokenUniqueConstraint(error) !== constraint) throw error;
    throw new DomainError('CODE_EXISTS', `Another ${record} has the ${field} ${code}.`, { field });
  }
}
