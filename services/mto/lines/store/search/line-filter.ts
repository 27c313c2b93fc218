import { whenGiven } from '@consulting/kernel/postgres';
import type { Discipline } from '@consulting/mto-engine';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { currentLines, type LineSource, line, wholeOf } from '../rows/line-source';
import { type Criteria, meets } from './matching';
import { holdsWords } from './words';

export interface LineFilter {
  projectId: string;
  serviceId: string | null;
  discipline: Discipline | null;
  criteria?: Criteria | null;
  words?: readonly string[];
  source?: LineSource;
}

export const sourceOf = ({ source = currentLines }: LineFilter): LineSource => source;

export const matching = ({ projectId, serviceId, discipline, criteria, words = [], source }: LineFilter) =>
  and(
    eq(line.projectId, projectId),
    whenGiven(serviceId, (id) => eq(line.serviceId, id)),
    whenGiven(discipline, (one) => eq(line.discipline, one)),
    criteria ? meets(criteria, { projectId, serviceId, source }) : undefined,
    words.length > 0 ? holdsWords(words) : undefined,
  );

export const takeoffOrder = sql`order by item_number, created_at, id`;

/** All parts of the item are in the order of the takeoff, so they only need to be merged. */
export function inOrder(filter: LineFilter): SQL {
  const [first, ...others] = sourceOf(filter);
  if (others.length === 0) return first;
  const ordered = (part: SQL) =>
    sql`(select * from ${part} where ${matching(filter)} ${takeoffOrder}) as takeoff_line`;
  return wholeOf([ordered(first), ...others.map(ordered)]);
}
