import type { Database } from '@consulting/kernel/store/connect';
import { eq, sql } from 'drizzle-orm';
import { commonFields } from '../fields/registry';
import { takeoffCopy } from './takeoff-copy-schema';
import { columnName } from './takeoff-line-columns';

export const valueColumns: readonly string[] = [
  ...commonFields.map(({ key }) => columnName(key)),
  'attributes',
];

export const sumColumns = `discipline, wbs_code as "wbsCode", unit_of_measure as "unitOfMeasure",
  count(*)::int as lines, sum(quantity)::text as quantity,
  coalesce(sum(total_man_hours), 0)::text as "totalManHours", coalesce(sum(total_cost), 0)::text as "totalCost"`;

export const countsInSums = `status is distinct from 'void' and scope_type is distinct from 'excluded'`;

export type TakeoffCopy = typeof takeoffCopy.$inferSelect;

export async function findCopy(db: Database, id: string): Promise<TakeoffCopy | undefined> {
  const [row] = await db.select().from(takeoffCopy).where(eq(takeoffCopy.id, id));
  return row;
}

export async function removeCopies(
  tx: Database,
  of: { id: string } | { serviceId: string } | { projectId: string },
): Promise<void> {
  const isMeant =
    'id' in of
      ? sql`id = ${of.id}`
      : 'serviceId' in of
        ? sql`service_id = ${of.serviceId}`
        : sql`project_id = ${of.projectId}`;
  await tx.execute(sql`
    with copy as (delete from takeoff_copy where ${isMeant} returning id)
    delete from takeoff_copy_line using copy where copy_id = copy.id`);
}

/** What an import changed is kept 30 days (resources.md 15.6). */
export async function removeOldCopies(db: Database): Promise<void> {
  await db.execute(sql`
    with copy as (
      delete from takeoff_copy where is_of_import and taken_at < now() - interval '30 days' returning id)
    delete from takeoff_copy_line using copy where copy_id = copy.id`);
}
