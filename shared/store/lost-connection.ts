import type { Sql, TransactionSql } from 'postgres';

type Scope = (tx: TransactionSql) => unknown;

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
export function withoutRollbackOnLoss(client: Sql): Sql {
  const begin = client.begin.bind(client) as (options: string, scope: Scope) => Promise<unknown>;
  const guarded = (first: string | Scope, second?: Scope) =>
    typeof first === 'string' ? begin(first, guard(second as Scope)) : begin('', guard(first));
  return Object.assign(client, { begin: guarded });
}

const guard =
  (scope: Scope): Scope =>
  async (tx) => {
    const savepoint = tx.savepoint.bind(tx) as (name: string | undefined, scope: Scope) => Promise<unknown>;
    const nested = (first: string | Scope, second?: Scope) =>
      typeof first === 'string'
        ? savepoint(first, guard(second as Scope))
        : savepoint(undefined, guard(first));
    try {
      return await scope(Object.assign(tx, { savepoint: nested }) as TransactionSql);
    } catch (error) {
      if (isConnectionLost(error)) return never;
      throw error;
    }
  };
