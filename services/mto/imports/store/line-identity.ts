import { fieldText } from '@consulting/mto-lines';
import { type SQL, sql } from 'drizzle-orm';

export const keySeparator = '\u001f';

/** The values of several fields as one text, null when all of them are empty. */
export function identityOf(keys: readonly string[]): SQL {
  const texts = keys.map(fieldText);
  const whole = sql.join(
    texts.map((text) => sql`coalesce(${text}, '')`),
    sql` || chr(31) || `,
  );
  return sql`case when coalesce(${sql.join(texts, sql`, `)}) is not null then ${whole} end`;
}
