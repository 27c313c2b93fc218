import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import { DatabaseError } from 'pg';
import { dialect } from './database';

export function brokenUniqueConstraint(error: unknown): string | undefined {
  const refusal = refusalOf(error);
  return refusal?.code === '23505' ? refusal.constraint : undefined;
}

export const isLockNotAvailable = (error: unknown): boolean => refusalOf(error)?.code === '55P03';

const deadlockDetected = '40P01';
/**
 * It occurs only in a transaction over several servers, each of which sees the moment at which it was first
 * asked.
 */
const serializationFailure = '40001';

export const isConflict = (error: unknown): boolean =>
  [deadlockDetected, serializationFailure].includes(refusalOf(error)?.code ?? '');

export function refusalOf(error: unknown): DatabaseError | undefined {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return cause instanceof DatabaseError ? cause : undefined;
}

export const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&');

export const lowered = (value: AnyColumn | SQL | string): SQL => sql`lower(${value} collate pg_c_utf8)`;

export const sortedText = (value: AnyColumn | SQL): SQL => sql`(${lowered(value)} collate "C")`;

export function matchesText(columns: (AnyColumn | SQL)[], search: string): SQL {
  const pattern = lowered(`%${escapeLike(search)}%`);
  return sql`(${sql.join(
    columns.map((column) => sql`${lowered(column)} like ${pattern}`),
    sql` or `,
  )})`;
}

export const matchesWords = (columns: (AnyColumn | SQL)[], words: string): SQL =>
  sql.join(
    words.split(/\s/).map((word) => matchesText(columns, word)),
    sql` and `,
  );

export const equalsIgnoringCase = (column: AnyColumn | SQL, value: string): SQL =>
  sql`${lowered(column)} = ${lowered(value)}`;

export const whenGiven = <T>(value: T | null, filter: (value: T) => SQL): SQL | undefined =>
  value === null ? undefined : filter(value);

export function fixed(part: SQL): SQL {
  const { sql: text, params } = dialect.sqlToQuery(part);
  if (params.length > 0) throw new RangeError(`What is fixed has no parameters: ${text}`);
  return sql.raw(text);
}

const attemptsMax = 6;
const attemptsMsMax = 10_000;
const pauseMs = 10;

/**
 * Nothing was written of a transaction that the database ended for the sake of others. `run` must open its
 * own transaction, and do nothing outside of it that may not happen twice.
 */
export async function retryConflicts<T>(run: () => Promise<T>): Promise<T> {
  const end = performance.now() + attemptsMsMax;
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      const isLast = attempt === attemptsMax || performance.now() >= end;
      if (!isConflict(error) || isLast) throw error;
      await Bun.sleep(Math.random() * pauseMs * 2 ** attempt);
    }
  }
}
