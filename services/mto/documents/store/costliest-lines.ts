import type { Database } from '@consulting/kernel/postgres';
import { type LineFilter, matching, sourceOf, wholeOf } from '@consulting/mto-lines';
import { sql } from 'drizzle-orm';

interface CostliestLine {
  itemNumber: number | null;
  tag: string | null;
  discipline: string;
  description: string | null;
  wbsCode: string | null;
  quantity: string | null;
  unitOfMeasure: string | null;
  totalManHours: string;
  totalCost: string;
}

export async function costliestLines(db: Database, filter: LineFilter, limit: number) {
  const rows = await db.execute<Record<keyof CostliestLine, string | null>>(sql`
    select item_number::text as "itemNumber", tag, discipline, description, wbs_code as "wbsCode", quantity::text,
      unit_of_measure as "unitOfMeasure", coalesce(total_man_hours, 0)::text as "totalManHours",
      total_cost::text as "totalCost"
    from ${wholeOf(sourceOf(filter))} where ${matching(filter)} and total_cost is not null
    order by total_cost desc, item_number, id limit ${limit}`);
  return rows.map(
    ({ itemNumber, discipline, totalManHours, totalCost, ...line }): CostliestLine => ({
      ...line,
      itemNumber: itemNumber === null ? null : Number(itemNumber),
      discipline: discipline ?? '',
      totalManHours: totalManHours ?? '0',
      totalCost: totalCost ?? '0',
    }),
  );
}
