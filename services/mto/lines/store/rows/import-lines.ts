import type { ImportTransaction } from '@consulting/imports/store/transaction';
import { beingChanged, type Database, isLockNotAvailable } from '@consulting/kernel/postgres';
import type { Discipline } from '@consulting/mto-engine';
import { sql } from 'drizzle-orm';
import { lockInOrder } from '../tables/line-locks';
import type { LineRange } from './import-task';
import { recordLineOperation } from './line-operation';
import { countsInSums, sumColumns } from './takeoff-copy';

const importsOf = (serviceId: string) => `mto.import.${serviceId}`;

/**
 * Imports that match or replace lines of the service wait until the end of the transaction. @throws DEPENDENCY_UNAVAILABLE while one is
 * under way
 */
export async function lockImports(tx: Database, serviceId: string): Promise<void> {
  try {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${importsOf(serviceId)}, 0))`);
  } catch (error) {
    throw isLockNotAvailable(error) ? beingChanged('service', error) : error;
  }
}

export const serialiseImports = (transaction: ImportTransaction, serviceId: string) =>
  transaction.lockAlone(importsOf(serviceId));

export async function removeOtherLines(
  transaction: ImportTransaction,
  { taskId, projectId, serviceId }: ImportedInto,
  disciplines: readonly Discipline[],
): Promise<number> {
  const isOther = sql`project_id = ${projectId} and service_id = ${serviceId}
    and discipline = any(string_to_array(${disciplines.join(',')}, ',')) and import_task_id is distinct from ${taskId}`;
  await lockInOrder(transaction, isOther);
  const { count } = await transaction.execute(sql`delete from takeoff_line where ${isOther}`);
  return count;
}

export async function countLinesOf(
  transaction: ImportTransaction,
  { projectId, serviceId }: Omit<ImportedInto, 'taskId'>,
  disciplines: readonly Discipline[],
): Promise<number> {
  const [row] = await transaction.execute<{ count: number }>(sql`
    select count(*)::int as count from takeoff_line
    where project_id = ${projectId} and service_id = ${serviceId} and discipline = any(string_to_array(${disciplines.join(',')}, ','))`);
  return row?.count ?? 0;
}

interface ImportedInto {
  taskId: string;
  projectId: string;
  serviceId: string;
}

export class ImportOperation {
  constructor(
    private readonly transaction: ImportTransaction,
    private readonly into: ImportedInto,
    private readonly newLines: LineRange,
  ) {}

  async begin(): Promise<void> {
    const { taskId, projectId, serviceId } = this.into;
    await this.transaction.settle();
    const owners = { projectId, serviceIds: [serviceId] };
    await recordLineOperation(this.transaction.tx, owners, { kind: 'import', taskId });
  }

  async keepCreated(by: string, count: number): Promise<void> {
    const { projectId, serviceId } = this.into;
    const { first, last } = this.newLines;
    await this.transaction.execute(sql`
      select history_created_range(${projectId}::uuid, ${serviceId}::uuid, ${by}::text, ${first}::uuid, ${last}::uuid,
        ${count}::int)`);
  }

  async close(): Promise<void> {
    const { taskId, projectId, serviceId } = this.into;
    await this.transaction.run(
      `insert into takeoff_copy (id, project_id, service_id, is_of_import, others)
       select $1::uuid, $2::uuid, $3::uuid, true, coalesce(json_agg(others), '[]') from (
         select ${sumColumns} from takeoff_line line
         where project_id = $2::uuid and service_id = $3::uuid and ${countsInSums} and import_task_id is distinct from $1::uuid
         group by discipline, wbs_code, unit_of_measure) others`,
      [taskId, projectId, serviceId],
    );
  }
}
