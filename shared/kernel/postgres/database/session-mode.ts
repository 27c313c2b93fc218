import type { Connection } from '../driver/connection';
import type { Connector } from '../driver/connector';

const roundsMax = 5;
const answerMsMax = 5000;

/**
 * Behind a pooler in transaction or statement mode a connection has no session of its own: settings and locks
 * would be those of others.
 * @throws Error with one sentence
 */
export async function requireSessions(one: Connection, connector: Connector): Promise<void> {
  const pid = await processOf(one);
  const other = await connector.open();
  const limit = setTimeout(() => other.destroy(), answerMsMax);
  try {
    if (await isShared(one, other, pid)) throw new Error(refusal);
  } finally {
    clearTimeout(limit);
    other.close();
  }
}

const refusal =
  'The database is behind a pooler in transaction or statement mode, which mixes the sessions of its clients: set pool_mode = session for this database, or give the address of the server itself.';

async function processOf(connection: Connection): Promise<number> {
  const [row] = await connection.run<{ pid: number }>(
    `select pg_backend_pid() as pid, set_config('consulting.session', 'taken', false)`,
  );
  return row?.pid ?? 0;
}

/**
 * While the second connection is in a transaction it has a server process for itself: a shared one is either
 * that of the first, or the first gets another one in turn.
 */
async function isShared(one: Connection, other: Connection, pid: number): Promise<boolean> {
  await processOf(other);
  for (let round = 0; round < roundsMax; round++) {
    // Statement mode refuses transactions, and ends the connection.
    const isBegun = await other.run('begin').then(
      () => true,
      () => false,
    );
    if (!isBegun || (await processOf(other)) === pid) return true;
    const own = await processOf(one);
    await other.run('rollback');
    if (own !== pid) return true;
  }
  return false;
}
