import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import postgres from 'postgres';

/** The constraint that a write broke, when the error is a unique violation (SQLSTATE 23505). */
export function brokenUniqueConstraint(error: unknown): string | undefined {
  const refusal = refusalOf(error);
  return refusal?.code === '23505' ? refusal.constraint_name : undefined;
}

/** Whether the wait for a lock was given up (SQLSTATE 55P03). */
export const isLockNotAvailable = (error: unknown): boolean => refusalOf(error)?.code === '55P03';

/** Whether the database ended the work so that others could go on (SQLSTATE 40P01). */
export const isDeadlock = (error: unknown): boolean => refusalOf(error)?.code === '40P01';

/** What the database refused, with its SQLSTATE in `code`; undefined for any other error. */
export function refusalOf(error: unknown): postgres.PostgresError | undefined {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return cause instanceof postgres.PostgresError ? cause : undefined;
}

/** Escapes `%`, `_` and `\` so that LIKE matches text literally. */
export const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&');

/** Text in the form in which codes and filters are compared: case ignored, the same in every database. */
export const lowered = (value: AnyColumn | SQL | string): SQL => sql`lower(${value} collate pg_c_utf8)`;

/** Case-insensitive substring match on any of the columns (resources.md 1, rule 9). */
export function matchesText(columns: (AnyColumn | SQL)[], search: string): SQL {
  const pattern = lowered(`%${escapeLike(search)}%`);
  return sql`(${sql.join(
    columns.map((column) => sql`${lowered(column)} like ${pattern}`),
    sql` or `,
  )})`;
}

/** Comparison of codes and filters: equal when case is ignored. */
export const equalsIgnoringCase = (column: AnyColumn | SQL, value: string): SQL =>
  sql`${lowered(column)} = ${lowered(value)}`;

/** A filter that is absent filters nothing. */
export const whenGiven = <T>(value: T | null, filter: (value: T) => SQL): SQL | undefined =>
  value === null ? undefined : filter(value);
