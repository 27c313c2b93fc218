import { LRUCache } from 'lru-cache';

const timesMin = 5;
const preparedMax = 200;
const rememberedMax = 500;
const textLengthMax = 20_000;

/**
 * Which statements are worth preparing. The driver parses others anew each time, after a round trip of its own for the types
 * of their parameters, which is half the time of a small query. Searches differ without end, and a connection keeps what it
 * has prepared: so only what comes again, and only so much.
 */
export class Repetition {
  readonly #times = new LRUCache<string, number>({ max: rememberedMax });
  readonly #prepared = new Set<string>();

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
