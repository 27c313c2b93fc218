import type { Database } from '@consulting/kernel/postgres';
import type { Discipline } from '@consulting/mto-engine';
import { and, type SQL, sql } from 'drizzle-orm';
import { wholeOf } from '../rows/line-source';
import { type LineFilter, matching, sourceOf } from '../search/line-filter';
import { haveLines, totalsFor } from './totals';

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

export interface DisciplineCount {
  discipline: Discipline;
  itemCount: number;
}

export function countsByDiscipline(filter: LineFilter): SQL {
  const totals = totalsFor(filter, ['discipline'], []);
  const [count, having] = totals ? [sql`sum(lines)`, sql`having ${haveLines}`] : [sql`count(*)`, sql``];
  return sql`select discipline, ${count}::int as "itemCount" from ${totals ?? wholeOf(sourceOf(filter))}
    where ${matching(filter)} group by discipline ${having}`;
}

export async function countByDiscipline(db: Database, projectId: string): Promise<DisciplineCount[]> {
  const filter = { projectId, serviceId: null, discipline: null };
  return [...(await db.execute<DisciplineCount & Record<string, unknown>>(countsByDiscipline(filter)))];
}
