import { sql } from 'drizzle-orm';
import type { DatabaseAddress } from '../../process';
import { connectorOf, type Database, openDatabase } from '../database/connect';
import { SharedAnswer } from './shared-answer';

export interface LogPosition {
  bytes: number;
  timeline: number;
}

/** All that is committed has been flushed, unless the database is set not to wait for that. */
const committed = sql`
  select (case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn()
      else pg_current_wal_flush_lsn() end - '0/0')::float8 as bytes,
    ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int as timeline`;

const replayed = sql`
  select case when pg_is_in_recovery() then (pg_last_wal_replay_lsn() - '0/0')::float8 end as bytes`;

const reached = sql`
  select greatest(timeline_id, min_recovery_end_timeline) as timeline from pg_control_checkpoint(), pg_control_recovery()`;

const answerMsMax = 1000;

const openPosition = (address: string | DatabaseAddress, schema: string) =>
  openDatabase(connectorOf(address, schema, `${schema}-position`, {}), {
    max: 1,
    statementMsMax: answerMsMax,
  });

export interface PrimaryPosition {
  now(): Promise<LogPosition>;
  end(msMax: number): Promise<void>;
}

export function primaryPosition(url: string, schema: string): PrimaryPosition {
  const { db, end } = openPosition(url, schema);
  const shared = new SharedAnswer(async () => {
    const [position] = await db.execute<{ bytes: number; timeline: number }>(committed);
    if (!position) throw new RangeError('The database does not say where its log is.');
    return position;
  });
  return { now: () => shared.get(), end };
}

export class StandbyPosition {
  readonly #shared: SharedAnswer<number>;
  readonly #db: Database;
  readonly end: (msMax: number) => Promise<void>;
  #timeline = 0;

  constructor(address: DatabaseAddress, schema: string) {
    const { db, end } = openPosition(address, schema);
    this.#db = db;
    this.end = end;
    this.#shared = new SharedAnswer(() => this.#replayed());
  }

  async on(timeline: number): Promise<number> {
    const bytes = await this.#shared.get();
    if (this.#timeline !== timeline) this.#timeline = await this.#reached();
    return this.#timeline === timeline ? bytes : 0;
  }

  async #replayed(): Promise<number> {
    try {
      const [position] = await this.#db.execute<{ bytes: number | null }>(replayed);
      return position?.bytes ?? 0;
    } catch (error) {
      // Another server may stand at the address then.
      this.#timeline = 0;
      throw error;
    }
  }

  async #reached(): Promise<number> {
    const [found] = await this.#db.execute<{ timeline: number }>(reached);
    return found?.timeline ?? 0;
  }
}
