import { sql } from 'drizzle-orm';
import type { DatabaseAddress } from '../../process';
import { Connector, type SessionSettings } from '../driver/connector';
import { listen } from '../driver/listener';
import { Pool, type PoolOptions } from '../driver/pool';
import { type Database, databaseOver } from './database';
import { ownerOrLogin } from './limits';
import { openPatiently, patiently, patientOpenMsMax } from './patience';
import { ConnectionSession } from './session';

export type { Database } from './database';

export interface Store {
  db: Database;
  /**
   * A write occupies its connection while it asks other services. If their answers needed the same
   * connections, all writes could wait for each other.
   */
  answers: Database;
  listen(channel: string, heard: () => void): Promise<void>;
  isAlive(): Promise<boolean>;
  close(): Promise<void>;
}

export interface StoreOptions {
  url: string;
  schema: string;
  connectionsMax?: number;
  isHistoryOff?: boolean;
}

export const lockMsMax = 5000;

const statementMsMax = 15_000;
const answerStatementMsMax = 60_000;
const idleInTransactionMsMax = 30_000;

const confinement = (schema: string) => ({
  role: { expression: ownerOrLogin(schema) },
  search_path: schema,
  client_connection_check_interval: 2000,
  tcp_keepalives_idle: 10,
  tcp_keepalives_interval: 5,
  tcp_keepalives_count: 3,
});

/**
 * Parallel workers halve the time of a search over thousands of wide records, and code is not compiled for
 * queries that are over before that pays. Prepared statements are planned again each time, since projects of
 * a hundred lines and of a hundred thousand need different plans.
 */
const planning = {
  max_parallel_workers_per_gather: 3,
  parallel_setup_cost: 100,
  parallel_tuple_cost: 0.01,
  jit: 'off',
  plan_cache_mode: 'force_custom_plan',
};

export const historySetting = (isOff: boolean) => ({ 'history.is_off': String(isOff) });

const connectionsUsual = 20;
const answersMax = 8;
export const longStatementMsMax = 600_000;
const abandonedMsMax = longStatementMsMax + 2000;
const endMsMax = 3000;

export async function connectStorePatiently(options: StoreOptions): Promise<Store> {
  const connection = await openPatiently(connectorOf(options.url, options.schema, options.schema, {}));
  connection.close();
  return connectStore(options);
}

export function connectStore({
  url,
  schema,
  connectionsMax = connectionsUsual,
  isHistoryOff = false,
}: StoreOptions): Store {
  const main = openRequests(url, schema, schema, { max: connectionsMax, isHistoryOff });
  const answering = openRequests(url, schema, `${schema}-answers`, {
    max: answersMax,
    statementMs: answerStatementMsMax,
    isHistoryOff,
  });
  const listeners: (() => void)[] = [];
  return {
    db: main.db,
    answers: answering.db,
    listen: async (channel, heard) => {
      const connector = connectorOf(url, schema, `${schema}-listen`, {});
      listeners.push(await patiently(() => listen(connector, channel, heard, patientOpenMsMax)));
    },
    isAlive: () => Promise.race([answers(main.db), Bun.sleep(1000).then(() => false)]),
    close: async () => {
      for (const end of listeners) end();
      await Promise.all([main.end(endMsMax), answering.end(endMsMax)]);
    },
  };
}

export function openRequests(
  address: string | DatabaseAddress,
  schema: string,
  name: string,
  { max = connectionsUsual, statementMs = statementMsMax, isHistoryOff = false }: RequestConnections = {},
) {
  const settings = {
    ...planning,
    ...historySetting(isHistoryOff),
    lock_timeout: lockMsMax,
    idle_in_transaction_session_timeout: idleInTransactionMsMax,
    statement_timeout: statementMs,
  };
  return openDatabase(connectorOf(address, schema, name, settings), { max, statementMsMax: abandonedMsMax });
}

interface RequestConnections {
  max?: number;
  statementMs?: number;
  isHistoryOff?: boolean;
}

export const connectorOf = (
  address: string | DatabaseAddress,
  schema: string,
  name: string,
  settings: SessionSettings,
) => new Connector(address, { ...confinement(schema), ...settings, application_name: name }, schema);

export function openDatabase(connector: Connector, options: PoolOptions) {
  const pool = new Pool(connector, options);
  return {
    db: databaseOver(new ConnectionSession(pool, connector.schema)),
    end: (msMax: number) => pool.end(msMax),
  };
}

/** All statements are of one session, and fail when its connection is lost. */
export async function openSession(connector: Connector, openMsMax?: number) {
  const connection = await connector.open(openMsMax);
  const connections = { acquire: async () => connection, release: () => {} };
  return { db: databaseOver(new ConnectionSession(connections, connector.schema)), connection };
}

export async function countConnections(db: Database, schema: string): Promise<number> {
  const [row] = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and application_name = any(array[${schema}, ${`${schema}-answers`},
      ${`${schema}-listen`}, ${`${schema}-import`}, ${`${schema}-position`}, ${`${schema}-columns`}])`);
  return row?.count ?? 0;
}

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
