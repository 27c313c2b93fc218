import { LRUCache } from 'lru-cache';

const timesMin = 5;
const preparedMax = 200;
const rememberedMax = 500;
const textLengthMax = 20_000;

/**
 * To parse a small query is half of its time. A connection never drops what it has prepared, and searches
 * differ without end: so only repeated statements are prepared, and a limited number of them.
 */
export class PreparedNames {
  readonly #times = new LRUCache<string, number>({ max: rememberedMax });
  readonly #names = new Map<string, string>();
  #count = 0;

  nameOf(statement: string): string | undefined {
    const known = this.#names.get(statement);
    if (known !== undefined || statement.length > textLengthMax || this.#names.size === preparedMax)
      return known;
    const times = (this.#times.get(statement) ?? 0) + 1;
    this.#times.set(statement, times);
    if (times < timesMin) return undefined;
    this.#times.delete(statement);
    const name = `s${this.#count++}`;
    this.#names.set(statement, name);
    return name;
  }

  forget(statement: string): void {
    this.#names.delete(statement);
  }
}
