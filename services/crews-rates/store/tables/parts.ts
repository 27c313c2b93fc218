import { sql } from 'drizzle-orm';
import { text } from 'drizzle-orm/pg-core';

/** So that an index alone can answer comparisons ignoring case. */
export const loweredCopy = (column: string) =>
  text().generatedAlwaysAs(sql.raw(`lower("${column}" collate pg_c_utf8)`));
