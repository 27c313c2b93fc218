import { sql } from 'drizzle-orm';
import { text } from 'drizzle-orm/pg-core';

/** A stored copy of a text column in the form in which it is compared, so that an index alone can answer. */
export const loweredCopy = (column: string) =>
  text().generatedAlwaysAs(sql.raw(`lower("${column}" collate pg_c_utf8)`));
