import postgres from 'postgres';

const lostCodes = new Set([
  'CONNECT_TIMEOUT',
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  'DATABASE_UNREACHABLE',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EAI_AGAIN',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ERR_SOCKET_CLOSED',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
  'ETIMEDOUT',
  // read_only_sql_transaction: a primary that has become a standby
  '25006',
  // idle_in_transaction_session_timeout
  '25P03',
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

export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (isConnectionLost(error.cause)) return true;
  const code = codeOf(error);
  return (
    lostCodes.has(code) ||
    (error instanceof postgres.PostgresError && code.startsWith(connectionExceptionClass))
  );
}

export const isUnknownHost = (error: unknown): boolean =>
  error instanceof DatabaseUnreachable && error.cause instanceof Error && codeOf(error.cause) === 'ENOTFOUND';
export const isRefusal = (error: unknown): boolean =>
  error instanceof postgres.PostgresError && error.severity !== 'FATAL' && error.severity !== 'PANIC';

export const isReadOnlyServer = (error: unknown): boolean =>
  error instanceof postgres.PostgresError && error.code === '25006';

export const isServerFull = (error: unknown): boolean => error instanceof Error && codeOf(error) === '53300';

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : '');
