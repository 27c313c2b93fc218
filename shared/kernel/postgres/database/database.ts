import type { SQL } from 'drizzle-orm';
import { PgDialect, type PgTransactionConfig } from 'drizzle-orm/pg-core';
import { PgRemoteDatabase, PgRemoteSession } from 'drizzle-orm/pg-proxy';
import type { Result } from '../driver/connection';
import type { Visible } from './limits';
import type { Session, TransactionSession } from './transaction';

type Builders = Pick<PgRemoteDatabase, 'select' | 'insert' | 'update' | 'delete' | '$count'>;

export interface Database extends Builders {
  execute<T extends object = Record<string, unknown>>(query: SQL | string): Promise<Result<T>>;
  transaction<T>(act: (tx: Database) => Promise<T>, options?: TransactionOptions): Promise<T>;
}

type TransactionOptions = Pick<PgTransactionConfig, 'isolationLevel' | 'accessMode'>;

export const dialect = new PgDialect({ casing: 'snake_case' });

const transactions = new WeakMap<Database, TransactionSession>();
const sessions = new WeakMap<Database, Session>();

export const isInTransaction = (db: Database): boolean => transactions.has(db);

/** @throws when it is not the database of a transaction */
export function transactionOf(tx: Database): TransactionSession {
  const transaction = transactions.get(tx);
  if (!transaction) throw new Error('There is no transaction.');
  return transaction;
}

const isTransaction = (session: Session): session is TransactionSession => 'openCopy' in session;

/**
 * Every statement and transaction of the answer runs as the role that sees these clients and projects alone, even where one of
 * an open transaction does. `projectIds` includes the projects of the clients.
 */
export function limitedTo(db: Database, visible: Visible): Database {
  const session = sessions.get(db);
  if (!session) throw new Error('This is no database that was opened here.');
  return databaseOver(session.limitedTo(visible));
}

export function databaseOver(session: Session): Database {
  const remote = new PgRemoteSession(
    async (statement, parameters, method) => ({
      rows: await session.run(statement, parameters, method === 'all'),
    }),
    dialect,
    undefined,
  );
  const transaction: Database['transaction'] = (act, { isolationLevel, accessMode } = {}) => {
    const level = isolationLevel ? `isolation level ${isolationLevel}` : '';
    return session.begin((tx) => act(databaseOver(tx)), `${level} ${accessMode ?? ''}`);
  };
  const database = Object.assign(new PgRemoteDatabase(dialect, remote, undefined), { transaction });
  const made = database as unknown as Database;
  sessions.set(made, session);
  if (isTransaction(session)) transactions.set(made, session);
  return made;
}
