import { byDiscipline, type Discipline, disciplines, type Field, wordFields } from '@consulting/mto-engine';
import { type SQL, sql } from 'drizzle-orm';
import { sortedText } from '../tables/takeoff-line-columns';
import { textHolds } from './text-condition';
import { lineValue } from './value';

const separator = '\n';

const joined = (fields: readonly Field[]): SQL => sql.join(fields.map(lineValue), sql`, `);

const textsOf = byDiscipline((discipline: Discipline) => joined(wordFields.own[discipline]));

/** The searched texts of a line (extensions.md 11.1) are joined once for all words. */
export function holdsWords(words: readonly string[]): SQL {
  const cases = disciplines.map(
    (one) => sql`when ${sql.raw(`'${one}'`)} then concat_ws(${separator}, ${textsOf[one]})`,
  );
  const own = sql`case takeoff_line.discipline ${sql.join(cases, sql` `)} end`;
  const all = sql`concat_ws(${separator}, ${joined(wordFields.common)}, ${own})`;
  const holds = words.map((word) => textHolds('contains', sql`known_by`, [word]));
  return sql`(select ${sql.join(holds, sql` and `)} from (select ${sortedText(all)} as known_by offset 0) as known)`;
}
