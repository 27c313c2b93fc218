import type { Database } from '@consulting/shared/store/connect';
import { sql } from 'drizzle-orm';
import { takeoffLine } from '../schema';
import { idsListed, type Selection, selected } from './selection';

/** Removes the selected lines: how many they were, their services, and the first of their identifiers. */
export async function removeSelected(tx: Database, selection: Selection) {
  const [removed] = await tx.execute<{ deleted: number; serviceIds: string[]; ids: string[] }>(sql`
    with removed as (delete from ${takeoffLine} where ${selected(selection)} returning id, service_id)
    select count(*)::int as deleted,
      coalesce(array_agg(distinct service_id), '{}') as "serviceIds",
      array(select id from removed order by id limit ${idsListed}) as ids
    from removed`);
  return removed ?? { deleted: 0, serviceIds: [], ids: [] };
}
