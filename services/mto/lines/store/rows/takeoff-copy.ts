import type { Database } from '@consulting/kernel/postgres';
import { commonFields } from '@consulting/mto-engine';
import { eq, type SQL, sql } from 'drizzle-orm';
import { takeoffCopy } from '../tables/takeoff-copy-schema';
import { columnName } from '../tables/takeoff-line-columns';

export const valueColumns: readonly string[] = [
  ...commonFields.map(({ key }) => columnName(key)),
  'attributes',
  'pricing',
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

export async function removeCopies(tx: Database, isMeant: SQL): Promise<void> {
  const copies = await tx.execute<Copy>(sql`
    delete from takeoff_copy where ${isMeant} returning id, project_id as "projectId"`);
  await removeLinesOfCopies(tx, copies);
}

export const removeCopy = (tx: Database, id: string): Promise<void> => removeCopies(tx, sql`id = ${id}`);

interface Copy extends Record<string, unknown> {
  id: string;
  projectId: string;
}

async function removeLinesOfCopies(tx: Database, copies: readonly Copy[]): Promise<void> {
  for (const [projectId, own] of Map.groupBy(copies, (copy) => copy.projectId)) {
    const ids = own.map(({ id }) => id);
    await tx.execute(sql`
      delete from takeoff_copy_line where project_id = ${projectId} and copy_id = any(${sql.param(ids)}::uuid[])`);
  }
}

export const removeOldCopies = (tx: Database): Promise<void> =>
  removeCopies(tx, sql`is_of_import and taken_at < now() - interval '30 days'`);
