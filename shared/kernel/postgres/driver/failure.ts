import { DatabaseError } from 'pg';

/**
 * A server that reports one of these answers no other statement on the connection, or none that writes:
 * connection exceptions, a primary that has become a standby, sessions and transactions that took too long,
 * too many connections, shutdowns and starts.
 */
const lostCode = /^(DATABASE_UNREACHABLE|08...|25006|25P03|25P04|53300|57P01|57P02|57P03|57P05)$/;

export class DatabaseUnreachable extends Error {
  override readonly name = 'DatabaseUnreachable';
  readonly code = 'DATABASE_UNREACHABLE';
}

export class PoolerFull extends DatabaseUnreachable {}

export const connectionEnded = (cause?: unknown) =>
  new DatabaseUnreachable('The connection to the database has ended.', { cause });

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '');

export const isConnectionLost = (error: unknown): boolean =>
  error instanceof Error && (lostCode.test(codeOf(error)) || isConnectionLost(error.cause));

export const isUnknownHost = (error: unknown): boolean =>
  error instanceof DatabaseUnreachable && codeOf(error.cause) === 'ENOTFOUND';

export const isRefusal = (error: unknown): error is DatabaseError =>
  error instanceof DatabaseError && error.severity !== 'FATAL' && error.severity !== 'PANIC';

export const isWrongPassword = (error: unknown): boolean => codeOf(error) === '28P01';

export const isReadOnlyServer = (error: unknown): boolean => codeOf(error) === '25006';

export const isServerFull = (error: unknown): boolean =>
  error instanceof Error &&
  (error instanceof PoolerFull ||
    codeOf(error) === '53300' ||
    error.message.startsWith('no more connections') ||
    isServerFull(error.cause));
