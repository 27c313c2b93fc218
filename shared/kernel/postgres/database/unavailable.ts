import { sql } from 'drizzle-orm';
import { DomainError, unavailable } from '../../schema';
import { isConnectionLost } from '../driver/failure';
import { type Database, longStatementMsMax } from './connect';
import { isConflict, isLockNotAvailable, refusalOf } from './query';

export async function allowLongStatements(tx: Database): Promise<void> {
  await tx.execute(sql`select set_config('statement_timeout', ${String(longStatementMsMax)}, true)`);
}

const queryCanceled = '57014';
const retryAfterSeconds = 10;

export function databaseUnavailable(error: unknown): DomainError | undefined {
  if (error instanceof DomainError) return undefined;
  if (isConnectionLost(error) || isLockNotAvailable(error)) return unavailable('database', error);
  if (isConflict(error)) {
    const detail = 'Others are writing the same records; nothing was changed, try again shortly.';
    const facts = { dependency: 'database', retryAfterSeconds: 1 };
    return new DomainError('DEPENDENCY_UNAVAILABLE', detail, facts, { cause: error });
  }
  if (refusalOf(error)?.code !== queryCanceled) return undefined;
  const detail = 'The database takes too long over this request; ask for less at once, or try again later.';
  return new DomainError(
    'DEPENDENCY_UNAVAILABLE',
    detail,
    { dependency: 'database', retryAfterSeconds },
    { cause: error },
  );
}
