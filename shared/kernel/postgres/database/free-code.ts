import { DomainError } from '../../schema';
import { brokenUniqueConstraint } from './query';

interface UniqueCode {
  constraint: string;
  record: string;
  code: string;
  field?: string;
}

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
