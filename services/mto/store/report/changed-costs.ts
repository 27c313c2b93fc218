import type { Database } from '@consulting/kernel/store/connect';
import { sql } from 'drizzle-orm';
import { compareSets, countDifferences, type Difference, type LineSets } from '../comparison';

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

/** The lines that differ between two sets, those first whose cost changed most, and how many there are. */
export async function changedCosts(tx: Database, sets: LineSets, limit: number) {
  await compareSets(tx, sets);
  const lines = await tx.execute<ChangedCost & Record<string, unknown>>(sql`
    select difference, item_number::text as "itemNumber", tag, discipline, description, wbs_code as "wbsCode", before, after
    from (select *, coalesce(before_figures ->> 'totalCost', '0') as before,
        coalesce(after_figures ->> 'totalCost', '0') as after from compared_line) as line
    where before::numeric <> after::numeric
    order by abs(after::numeric - before::numeric) desc, item_number, coalesce(after_id, before_id) limit ${limit}`);
  const counts = await countDifferences(tx);
  await tx.execute(sql`select set_config('enable_nestloop', 'on', true)`);
  return { lines: [...lines], counts };
}
