import { LRUCache } from 'lru-cache';

const timesMin = 5;
const preparedMax = 200;
const rememberedMax = 500;
const textLengthMax = 20_000;

/**
 * To parse a small query is half of its time. A connection never drops what it has prepared, and searches
 * differ without end: so only repeated statements are prepared, and a limited number of them. Each role has its
 * own, because row-level security makes Postgres plan a statement again whenever its role is another.
 */
export class PreparedNames {
  readonly #times = new LRUCache<string, number>({ max: rememberedMax });
  readonly #names = new Map<string, string>();
  #count = 0;

  nameOf(statement: string, role = ''): string | undefined {
    const key = role + statement;
    const known = this.#names.get(key);
    if (known !== undefined || statement.length > textLengthMax || this.#names.size === preparedMax)
      return known;
    const times = (this.#times.get(key) ?? 0) + 1;
    this.#times.set(key, times);
    if (times < timesMin) return undefined;
    this.#times.delete(key);
    const name = `s${this.#count++}`;
    this.#names.set(key, name);
    return name;
  }

  forget(statement: string, role = ''): void {
    this.#names.delete(role + statement);
  }
}
