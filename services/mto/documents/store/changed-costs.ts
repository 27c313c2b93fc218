import type { Database } from '@consulting/kernel/postgres';
import {
  comparedLines,
  type Difference,
  type DifferenceCounts,
  differenceCounts,
  type LineSets,
  withoutNestedLoops,
} from '@consulting/mto-lines';
import { sql } from 'drizzle-orm';

interface ChangedCost {
  difference: Difference;
  itemNumber: string | null;
  tag: string | null;
  discipline: string;
  description: string | null;
  wbsCode: string | null;
  before: string;
  after: string;
}

export async function changedCosts(tx: Database, sets: LineSets, limit: number) {
  await withoutNestedLoops(tx, true);
  const [found] = await tx.execute<{ lines: ChangedCost[]; counts: DifferenceCounts }>(sql`
    with ${comparedLines(sets)} select ${differenceCounts} as counts, (
      select coalesce(json_agg(line), '[]') from (
        select difference, item_number::text as "itemNumber", tag, discipline, description, wbs_code as "wbsCode", before, after
        from (select *, coalesce(before_figures ->> 'totalCost', '0') as before,
            coalesce(after_figures ->> 'totalCost', '0') as after from compared_line) as line
        where before::numeric <> after::numeric
        order by abs(after::numeric - before::numeric) desc, item_number, coalesce(after_id, before_id)
        limit ${limit}) as line) as lines`);
  await withoutNestedLoops(tx, false);
  if (!found) throw new RangeError('A comparison has no answer.');
  return found;
}
