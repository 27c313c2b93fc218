import { escapeLike } from '@consulting/kernel/postgres';
import type { Operator } from '@consulting/mto-engine';
import { type SQL, sql } from 'drizzle-orm';
import { sortedText } from '../tables/takeoff-line-columns';

/** Both sides are lower-cased in the same way, and `%`, `_` and `\` have no special meaning. */
export function textHolds(operator: Operator, value: SQL, texts: readonly string[]): SQL {
  const [first = ''] = texts;
  switch (operator) {
    case 'equals':
      return sql`${value} = ${lowered(first)}`;
    case 'notEquals':
      return sql`${value} is distinct from ${lowered(first)}`;
    case 'in':
      return sql`${value} = any(${loweredAll(texts)})`;
    case 'notIn':
      return sql`(${value} = any(${loweredAll(texts)})) is not true`;
    case 'contains':
      return containsAny(value, texts);
    case 'notContains':
      return sql`(${containsAny(value, texts)}) is not true`;
    case 'startsWith':
      return sql`${value} like ${lowered(`${escapeLike(first)}%`)}`;
    case 'endsWith':
      return sql`${value} like ${lowered(`%${escapeLike(first)}`)}`;
    default:
      throw new RangeError(`${operator} does not apply to text`);
  }
}

/** With at least this many parts, one pass for all of them takes less time than one pass for each. */
const partsOfOnePassMin = 6;
const patternLengthMax = 600;

function containsAny(value: SQL, parts: readonly string[]): SQL {
  const one = (part: string) => sql`${value} like ${lowered(`%${escapeLike(part)}%`)}`;
  const exact = sql.join(parts.map(one), sql` or `);
  if (parts.length < partsOfOnePassMin) return parts.length === 1 ? exact : sql`(${exact})`;
  const lengthMax = Math.floor(patternLengthMax / parts.length);
  const beginnings = parts.map((part) => [...part].slice(0, lengthMax).join(''));
  const found = sql`${value} ~ ${lowered(beginnings.map(escapePattern).join('|'))}`;
  const isWhole = beginnings.every((beginning, at) => beginning === parts[at]);
  return isWhole ? found : sql`(${found} and (${exact}))`;
}

const escapePattern = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

const lowered = (text: string): SQL => sortedText(sql`${text}::text`);

const privateUse = { first: 0xe000, last: 0x10ffff };

/** The planner must know the texts when it plans, so they are sent as one literal, separated by a character that none of them has. */
function loweredAll(texts: readonly string[]): SQL {
  const usual = String.fromCodePoint(privateUse.first);
  const joined = texts.join(usual);
  const isApart = !texts.some((text) => text.includes(usual));
  const separator = isApart ? usual : unusedIn(joined);
  return sql`string_to_array(${lowered(isApart ? joined : texts.join(separator))}, ${separator})`;
}

function unusedIn(text: string): string {
  const used = new Set(text);
  let code = privateUse.first;
  while (used.has(String.fromCodePoint(code)) && code < privateUse.last) code += 1;
  return String.fromCodePoint(code);
}
