import { Readable } from 'node:stream';
import type { Sql } from 'postgres';

export type TakeRow = (row: Buffer) => void;

/**
 * The driver (postgres 3.4) gives the stream and the end of a COPY to the query, whose promise gets the first
 * only, and leaves the socket paused when rows wait in the stream at the end: here none waits.
 */
export function takeRows(sql: Sql, statement: string, take: TakeRow): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  let isRefused = false;
  const push = (row: Buffer | null): boolean => {
    try {
      if (row && !isRefused) take(row);
    } catch (error) {
      isRefused = true;
      reject(error);
    }
    return true;
  };
  const query = sql.unsafe(statement).simple();
  Object.assign(query, {
    resolve(told: unknown) {
      if (told instanceof Readable) Object.assign(told, { push }).on('error', reject);
      else resolve(told);
    },
    reject,
  });
  query.execute();
  return promise;
}
