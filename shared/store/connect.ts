import { sql } from 'drizzle-orm';
import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import { withoutRollbackOnLoss } from './lost-connection';
import { preparingRepeated } from './prepared';

/** Queries of one service: the pool itself, or the transaction that a verb runs in. */
export type Database = Pick<
  PostgresJsDatabase,
  'select' | 'insert' | 'update' | 'delete' | 'execute' | 'transaction' | '$count'
>;

export interface Store {
  db: Database;
  /**
   * Connections for answering other services. A write holds its connection while it asks them: if their answers had to wait
   * for connections that such writes hold, all of them could wait for each other.
   */
  answers: Database;
  /** Calls `heard` after every commit that notified `channel`. */
  listen(channel: string, heard: () => void): Promise<void>;
  /** True when the database answers within a second. */
  isAlive(): Promise<boolean>;
  close(): Promise<void>;
}

export interface StoreOptions {
  url: string;
  /** Schema of the service, and the name of the role that may touch nothing else. */
  schema: string;
  connectionsMax?: number;
}

/** The longest that a statement waits for a lock. */
export const lockMsMax = 5000;

/**
 * Startup parameters that confine a connection to the schema and role of its service, and let the database notice within
 * half a minute that the process at the other end is gone, also in the middle of a statement.
 */
export const confinement = (schema: string) => ({
  role: schema,
  search_path: schema,
  client_connection_check_interval: 2000,
  tcp_keepalives_idle: 10,
  tcp_keepalives_interval: 5,
  tcp_keepalives_count: 3,
});

/**
 * Some thousands of wide records are read by several workers at once, which halves the time of a search; code is not
 * compiled for queries that are over before that pays. A prepared statement is planned for its parameters each time: projects
 * of a hundred lines and of a hundred thousand need different plans.
 */
const planning = {
  max_parallel_workers_per_gather: 3,
  parallel_setup_cost: 100,
  parallel_tuple_cost: 0.01,
  jit: 'off',
  plan_cache_mode: 'force_custom_plan',
};

const answersMax = 8;

/** Opens the pool of a service; connections are made when they are needed. */
export function connectStore({ url, schema, connectionsMax = 20 }: StoreOptions): Store {
  const connection = {
    ...confinement(schema),
    ...planning,
    statement_timeout: 60_000,
    lock_timeout: lockMsMax,
  };
  const open = (name: string, max: number) =>
    preparingRepeated(
      withoutRollbackOnLoss(
        postgres(url, { max, onnotice: () => {}, connection: { ...connection, application_name: name } }),
      ),
    );
  const client = open(schema, connectionsMax);
  const answering = open(`${schema}-answers`, answersMax);
  const db = drizzle(client, { casing: 'snake_case' });
  return {
    db,
    answers: drizzle(answering, { casing: 'snake_case' }),
    listen: async (channel, heard) => {
      await client.listen(channel, heard);
    },
    isAlive: () => Promise.race([answers(db), Bun.sleep(1000).then(() => false)]),
    close: async () => {
      await Promise.all([client.end({ timeout: 3 }), answering.end({ timeout: 3 })]);
    },
  };
}

/** How many connections all processes of the service hold to the database. */
export async function countConnections(db: Database, schema: string): Promise<number> {
  const [row] = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from pg_stat_activity
    where application_name in (${schema}, ${`${schema}-answers`}, ${`${schema}-import`})`);
  return row?.count ?? 0;
}

/** Connections of all clients of the database server, and how many it allows to those who are not its operators. */
export async function countServerConnections(db: Database): Promise<{ used: number; allowed: number }> {
  const [row] = await db.execute<{ used: number; allowed: number }>(sql`
    select (select sum(numbackends)::int from pg_stat_database) as used,
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - current_setting('reserved_connections')::int as allowed`);
  return row ?? { used: 0, allowed: 0 };
}

async function answers(db: Database): Promise<boolean> {
  try {
    await db.execute(sql`select 1`);
    return true;
  } catch {
    return false;
  }
}
