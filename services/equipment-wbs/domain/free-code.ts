import { DomainError } from '@consulting/shared/errors';
import { brokenUniqueConstraint } from '@consulting/shared/store/query';

/** A code that must be free: the constraint that says so, and the field that shows it. */
interface UniqueCode {
  constraint: string;
  record: string;
  field: string;
  code: string;
}

/** Writes a record whose code must be free. @throws CODE_EXISTS when the write breaks the constraint */
export async function withFreeCode<T>(
  { constraint, record, field, code }: UniqueCode,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (brokenUniqueConstraint(error) !== constraint) throw error;
    throw new DomainError('CODE_EXISTS', `Another ${record} has the ${field} ${code}.`, { field });
  }
}
