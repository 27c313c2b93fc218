import type { Sql, TransactionSql } from 'postgres';

/** What runs in a transaction or savepoint. */
export type Scope = (tx: TransactionSql) => unknown;

/** Opens a transaction or a savepoint, with options or a name before what runs in it. */
type Open = (first: string | Scope | undefined, scope?: Scope) => Promise<unknown>;

/** The client with `wrap` around what runs in each of its transactions, and in each savepoint of them. */
export function aroundEveryScope(client: Sql, wrap: (scope: Scope) => Scope): Sql {
  const around = (scope: Scope): Scope =>
    wrap((tx) => scope(Object.assign(tx, { savepoint: opening(tx.savepoint.bind(tx) as Open, undefined) })));

  const opening =
    (open: Open, unnamed: string | undefined): Open =>
    (first, second) =>
      open(typeof first === 'string' ? first : unnamed, around(second ?? (first as Scope)));

  return Object.assign(client, { begin: opening(client.begin.bind(client) as Open, '') });
}
