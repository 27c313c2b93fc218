import type { Sql } from 'postgres';
import { aroundEveryScope, type Scope } from './scopes';

const lostCodes = new Set([
  '25P03',
  'CONNECT_TIMEOUT',
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  '57P01',
  '57P02',
  '57P03',
]);

/** Whether the database could not be reached, or the connection ended while it worked. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (isConnectionLost(error.cause)) return true;
  return 'code' in error && lostCodes.has(String(error.code));
}

const never = new Promise<never>(() => {});

/**
 * Keeps transactions from rolling back over a connection that is gone: the driver (postgres 3.4) would put the rollback
 * before a later query of the pool, which then waits for ever. The transaction itself still fails, by the driver's own
 * notice that the connection closed.
 */
export const withoutRollbackOnLoss = (client: Sql): Sql => aroundEveryScope(client, guard);

const guard =
  (scope: Scope): Scope =>
  async (tx) => {
    try {
      return await scope(tx);
    } catch (error) {
      if (isConnectionLost(error)) return never;
      throw error;
    }
  };
