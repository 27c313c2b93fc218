import type { ReservedSql, Sql } from 'postgres';
import { until } from './takeoff-system';

const gateClass = 4711;

/**
 * Stops imports at a row, for certain and as long as a test likes: the database takes no line of a gated item number while the
 * gate of that number is closed.
 */
export class Gate {
  #session: ReservedSql | null = null;
  #item = 0;

  private constructor(private readonly sql: Sql) {}

  /** Gates takeoff lines whose item number is a multiple of `step`. */
  static async build(sql: Sql, step: number): Promise<Gate> {
    await sql.unsafe(`
      create function mto.pass_gate() returns trigger language plpgsql as
        'begin perform pg_advisory_xact_lock_shared(${gateClass}, new.item_number::int); return new; end';
      create trigger pass_gate before insert on mto.takeoff_line for each row
        when (new.item_number % ${step} = 0) execute function mto.pass_gate();`);
    return new Gate(sql);
  }

  async close(item: number): Promise<void> {
    this.#session = await this.sql.reserve();
    this.#item = item;
    await this.#session`select pg_advisory_lock(${gateClass}, ${item})`;
  }

  /** Resolves when `count` imports wait at the gate. */
  async isReached(count = 1): Promise<void> {
    const waiting = () => this.sql`
      select from pg_locks where locktype = 'advisory' and classid = ${gateClass} and objid = ${this.#item} and not granted
        and database = (select oid from pg_database where datname = current_database())`;
    await until(async () => (await waiting()).length === count);
  }

  async open(): Promise<void> {
    const session = this.#session;
    this.#session = null;
    if (session === null) return;
    await session`select pg_advisory_unlock(${gateClass}, ${this.#item})`;
    session.release();
  }
}
