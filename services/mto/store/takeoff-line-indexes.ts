import { lowered } from '@consulting/kernel/store/query';
import { type AnyColumn, type SQL, sql } from 'drizzle-orm';

export const sortedText = (value: AnyColumn | SQL): SQL => sql`(${lowered(value)} collate "C")`;

/** The last key column of an index that carries further columns for index-only reads; drizzle knows no INCLUDE. */
export const including = (last: AnyColumn, carried: readonly AnyColumn[]): SQL =>
  sql`${last}) include (${sql.join([...carried], sql`, `)}`;
