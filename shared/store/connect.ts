import { sql } from 'drizzle-orm';
import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import { withoutRollbackOnLoss } from './lost-connection';

/** Queries of one service: the pool itself, or the transaction that a verb runs in. */
export type Database = Pick<
  PostgresJsDatabase,
  'select' | 'insert' | 'update' | 'delete' | 'execute' | 'transaction' | '$count'
>;

export interface Store {
  db: Database;
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

/** Startup parameters that confine a connection to the schema and role of its service. */
export const confinement = (schema: string) => ({ role: schema, search_path: schema });

/** Opens the pool of a service; connections are made when they are needed. */
export function connectStore({ url, schema, connectionsMax = 20 }: StoreOptions): Store {
  const client = withoutRollbackOnLoss(
    postgres(url, {
      max: connectionsMax,
      onnotice: () => {},
      connection: { ...confinement(schema), application_name: schema, statement_timeout: 60_000 },
    }),
  );
  const db = drizzle(client, { casing: 'snake_case' });
  return {
    db,
    listen: async (channel, heard) => {
      await client.listen(channel, heard);
    },
    isAlive: () => Promise.race([answers(db), Bun.sleep(1000).then(() => false)]),
    close: () => client.end({ timeout: 3 }),
  };
}

async function answers(db: Database): Promise<boolean> {
  try {
    await db.execute(sql`select 1`);
    return true;
  } catch {
    return false;
  }
}
