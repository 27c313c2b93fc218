import type { ImportTransaction } from '@consulting/imports/store/transaction';
import { sql } from 'drizzle-orm';
import type { Discipline } from '../fields/discipline';

/** Waits until no other import that matches or replaces lines of the service is under way, and keeps new ones waiting. */
export const serialiseImports = (transaction: ImportTransaction, serviceId: string) =>
  transaction.holdAlone(`mto.import.${serviceId}`);

/** Removes the lines of the service in the disciplines, but for those of this task; how many they were. */
export async function removeOtherLines(
  transaction: ImportTransaction,
  taskId: string,
  serviceId: string,
  disciplines: readonly Discipline[],
): Promise<number> {
  const { count } = await transaction.execute(sql`
    delete from takeoff_line where service_id = ${serviceId} and discipline = any(string_to_array(${disciplines.join(',')}, ','))
      and import_task_id is distinct from ${taskId}`);
  return count;
}

export async function countLinesOf(
  transaction: ImportTransaction,
  serviceId: string,
  disciplines: readonly Discipline[],
): Promise<number> {
  const [row] = await transaction.execute<{ count: number }>(sql`
    select count(*)::int as count from takeoff_line
    where service_id = ${serviceId} and discipline = any(string_to_array(${disciplines.join(',')}, ','))`);
  return row?.count ?? 0;
}
