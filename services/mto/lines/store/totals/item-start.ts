import { type Database, whenGiven } from '@consulting/kernel/postgres';
import { and, type SQL, sql } from 'drizzle-orm';
import { type LineFilter, matching } from '../search/line-filter';
import { blockBits } from './summations';
import { outsideTotals } from './summed-value';
import { itemTable, versionTable } from './tables';
import { ofEpoch } from './version-totals';

export interface ItemStart {
  condition: SQL;
  offset: number;
  isOfNumbered: boolean;
}

export const withoutItemNumber = sql`takeoff_line.item_number is null`;

export async function findItemStart(db: Database, filter: LineFilter, skip: number): Promise<ItemStart> {
  const [row] = await db.execute<{ block: string | null; before: number }>(sql`
    select item_block::text as block, before::float8 as before from (
      select item_block, lines, sum(lines) over (order by item_block nulls last) - lines as before from (
        select item_block, sum(lines) as lines from (
          ${blocksOf(filter)}
        ) as part group by item_block having sum(lines) <> 0
      ) as block
    ) as place
    where before <= ${skip}::bigint and before + lines > ${skip}::bigint`);
  if (!row) return { condition: sql`false`, offset: 0, isOfNumbered: false };
  const { block, before } = row;
  const condition =
    block === null ? withoutItemNumber : sql`takeoff_line.item_number >= ${block}::bigint << ${blockBits}`;
  return { condition, offset: skip - before, isOfNumbered: block !== null };
}

function blocksOf(filter: LineFilter): SQL {
  const { projectId, serviceId, discipline, source } = filter;
  const isOfDiscipline = whenGiven(discipline, (one) => sql`discipline = ${one}`);
  const stored = (table: string, isOwned: SQL | undefined) =>
    sql`select item_block, lines from ${sql.identifier(table)} where ${and(isOwned, isOfDiscipline)}`;
  if (source?.version) return stored(versionTable(itemTable), ofEpoch(source.version));
  const isOfService = whenGiven(serviceId, (id) => sql`service_id = ${id}::uuid`);
  return sql`${stored(itemTable, and(sql`project_id = ${projectId}::uuid`, isOfService))}
    union all
    select item_number >> ${blockBits}, 1 from takeoff_line where ${matching(filter)} and ${outsideTotals}`;
}
