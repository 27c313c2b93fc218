import { DatabaseError } from 'pg';

/** A server that reports one of these answers no other statement on the connection, or none that writes. */
const lostCodes = new Set([
  'DATABASE_UNREACHABLE',
  // read_only_sql_transaction: a primary that has become a standby
  '25006',
  // idle_in_transaction_session_timeout, transaction_timeout
  '25P03',
  '25P04',
  // too_many_connections, cannot_connect_now, shutdowns, idle_session_timeout
  '53300',
  '57P01',
  '57P02',
  '57P03',
  '57P05',
]);

const connectionExceptionClass = '08';

export class DatabaseUnreachable extends Error {
  override readonly name = 'DatabaseUnreachable';
  readonly code = 'DATABASE_UNREACHABLE';
}

export const connectionEnded = (cause?: unknown) =>
  new DatabaseUnreachable('The connection to the database has ended.', { cause });

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (lostCodes.has(codeOf(error)) || isConnectionLost(error.cause)) return true;
  return error instanceof DatabaseError && codeOf(error).startsWith(connectionExceptionClass);
}

export const isUnknownHost = (error: unknown): boolean =>
  error instanceof DatabaseUnreachable && codeOf(error.cause) === 'ENOTFOUND';

export const isRefusal = (error: unknown): error is DatabaseError =>
  error instanceof DatabaseError && error.severity !== 'FATAL' && error.severity !== 'PANIC';

export const isReadOnlyServer = (error: unknown): boolean => codeOf(error) === '25006';

export const isServerFull = (error: unknown): boolean =>
  error instanceof Error && [codeOf(error), codeOf(error.cause)].includes('53300');
