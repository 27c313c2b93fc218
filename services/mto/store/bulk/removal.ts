import type { Database } from '@consulting/kernel/store/connect';
import { sql } from 'drizzle-orm';
import { takeoffLine } from '../schema';
import { idsListed, type LineGroup, type Selection, selected } from './selection';

export async function removeSelected(
  tx: Database,
  selection: Selection,
  groups: readonly LineGroup[],
): Promise<{ deleted: number; serviceIds: string[]; ids: string[] }> {
  if (groups.length === 0) return { deleted: 0, serviceIds: [], ids: [] };
  const [removed] = await tx.execute<{ deleted: number; serviceIds: string[]; ids: string[] }>(sql`
    with removed as (delete from ${takeoffLine} where ${selected(selection, groups)} returning id, service_id)
    select (select count(*)::int from removed) as deleted,
      array(select service_id::text from removed group by service_id) as "serviceIds",
      array(select id::text from removed order by removed.id limit ${idsListed}) as ids`);
  return removed ?? { deleted: 0, serviceIds: [], ids: [] };
}
