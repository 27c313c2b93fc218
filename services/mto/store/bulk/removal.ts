import type { Database } from '@consulting/shared/store/connect';
import { sql } from 'drizzle-orm';
import { takeoffLine } from '../schema';
import { idsListed, type SelectedGroup, type Selection, selected } from './selection';

/** Removes the selected lines of the groups: how many they were, and the first of their identifiers. */
export async function removeSelected(
  tx: Database,
  selection: Selection,
  groups: readonly SelectedGroup[],
): Promise<{ deleted: number; ids: string[] }> {
  const [removed] = await tx.execute<{ deleted: number; ids: string[] }>(sql`
    with removed as (delete from ${takeoffLine} where ${selected(selection, groups)} returning id)
    select count(*)::int as deleted, array(select id from removed order by id limit ${idsListed}) as ids from removed`);
  return removed ?? { deleted: 0, ids: [] };
}
