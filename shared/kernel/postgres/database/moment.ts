import { sql } from 'drizzle-orm';
import type { Database } from './connect';
import { isInTransaction } from './database';

type Read<T> = (tx: Database) => Promise<T>;

const options = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const;

/** Each session of `beside` takes a connection, so few reads should run at once. */
export function atOneMoment<T>(
  db: Database,
  read: (tx: Database, separate: <Other>(other: Read<Other>) => Promise<Other>) => Promise<T>,
): Promise<T> {
  // A transaction that has begun, as that of a request with an idempotency key, has one session: reads follow each other in it.
  if (isInTransaction(db)) return read(db, (other) => settledLater(other(db)));
  return db.transaction(async (tx) => {
    const [moment] = await tx.execute<{ id: string }>(sql`select pg_export_snapshot() as id`);
    const others: Promise<unknown>[] = [];
    const separate = <Other>(other: Read<Other>): Promise<Other> => {
      const answer = db.transaction(async (session) => {
        // The words of a statement alone may name it; it comes from the database itself.
        await session.execute(sql.raw(`set transaction snapshot '${moment?.id}'`));
        return other(session);
      }, options);
      others.push(settledLater(answer));
      return answer;
    };
    try {
      return await read(tx, separate);
    } finally {
      await Promise.allSettled(others);
    }
  }, options);
}

function settledLater<T>(answer: Promise<T>): Promise<T> {
  answer.catch(() => undefined);
  return answer;
}
