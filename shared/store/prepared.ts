import { LRUCache } from 'lru-cache';
import type { Sql } from 'postgres';
import { aroundEveryScope } from './scopes';

const timesMin = 5;
const preparedMax = 200;
const rememberedMax = 500;
const textLengthMax = 20_000;

/** Searches differ without end, and a connection keeps what it has prepared: so only what comes again, and only so much. */
class Repetition {
  readonly #times = new LRUCache<string, number>({ max: rememberedMax });
  readonly #prepared = new Set<string>();

  /** Counts one more use of the statement and tells whether it is to be prepared. */
  isPrepared(statement: string): boolean {
    if (this.#prepared.has(statement)) return true;
    if (statement.length > textLengthMax || this.#prepared.size === preparedMax) return false;
    const count = (this.#times.get(statement) ?? 0) + 1;
    this.#times.set(statement, count);
    if (count < timesMin) return false;
    this.#prepared.add(statement);
    this.#times.delete(statement);
    return true;
  }
}

type Unsafe = Sql['unsafe'];

/**
 * The client with statements prepared that come again and again. Others are parsed anew each time, after a round trip of their
 * own for the types of their parameters, which is half the time of a small query.
 */
export function preparingRepeated(client: Sql): Sql {
  const repetition = new Repetition();

  function preparing(unsafe: Unsafe): Unsafe {
    const run: Unsafe = (statement, parameters, options) => {
      const isPrepared = Boolean(parameters?.length) && repetition.isPrepared(statement);
      return unsafe(statement, parameters, isPrepared ? { ...options, prepare: true } : options);
    };
    return run;
  }

  const prepared = Object.assign(client, { unsafe: preparing(client.unsafe.bind(client)) });
  return aroundEveryScope(
    prepared,
    (scope) => (tx) => scope(Object.assign(tx, { unsafe: preparing(tx.unsafe.bind(tx)) })),
  );
}
