import type { Database } from '@consulting/kernel/store/connect';
import { and, type SQL, sql } from 'drizzle-orm';
import type { Discipline } from '../../fields/discipline';
import { type LineFilter, matching, sourceOf } from '../takeoff-line';
import { haveLines, totalsFor } from './totals';

/** How many lines match, and meet a further condition where there is one. */
export async function countLines(db: Database, filter: LineFilter, condition?: SQL): Promise<number> {
  const totals = condition ? undefined : totalsFor(filter, [], []);
  const counts = totals
    ? [sql`(select coalesce(sum(lines), 0) from ${totals} where ${matching(filter)})`]
    : sourceOf(filter).map(
        (part) => sql`(select count(*) from ${part} where ${and(matching(filter), condition)})`,
      );
  const [row] = await db.execute<{ count: number }>(
    sql`select (${sql.join(counts, sql` + `)})::int as count`,
  );
  return row?.count ?? 0;
}

/** How many lines each discipline of a project has, those that do not count included. */
export async function countByDiscipline(db: Database, projectId: string) {
  const totals = totalsFor({ projectId, serviceId: null, discipline: null }, ['discipline'], []);
  const rows = await db.execute<{ discipline: Discipline; itemCount: number }>(sql`
    select discipline, sum(lines)::int as "itemCount" from ${totals} group by discipline having ${haveLines}`);
  return [...rows];
}
