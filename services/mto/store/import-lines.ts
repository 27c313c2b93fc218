import type { ImportTransaction } from '@consulting/imports/store/transaction';
import type { Database } from '@consulting/kernel/store/connect';
import { isLockNotAvailable } from '@consulting/kernel/store/query';
import { beingChanged } from '@consulting/kernel/store/reference';
import { sql } from 'drizzle-orm';
import type { Discipline } from '../fields/discipline';
import type { LineRange } from './import-task';
import { countsInSums, shownColumns, sumColumns, valueColumns } from './takeoff-copy';

const importsOf = (serviceId: string) => `mto.import.${serviceId}`;

/**
 * Keeps imports that match or replace lines of the service waiting until the end of the transaction.
 * @throws DEPENDENCY_UNAVAILABLE while one is under way
 */
export async function holdImports(tx: Database, serviceId: string): Promise<void> {
  try {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${importsOf(serviceId)}, 0))`);
  } catch (error) {
    throw isLockNotAvailable(error) ? beingChanged('service', error) : error;
  }
}

/** Waits until no other import that matches or replaces lines of the service is under way, and keeps new ones waiting. */
export const serialiseImports = (transaction: ImportTransaction, serviceId: string) =>
  transaction.holdAlone(importsOf(serviceId));

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

interface ImportedInto {
  taskId: string;
  projectId: string;
  serviceId: string;
}

export class ImportCopy {
  constructor(
    private readonly transaction: ImportTransaction,
    private readonly into: ImportedInto,
    private readonly newLines: LineRange,
  ) {}

  keepRemoved(disciplines: readonly Discipline[]): Promise<void> {
    return this.#keep(false, valueColumns, 'takeoff_line line', [
      `line.service_id = $2::uuid and line.discipline = any(string_to_array($3, ','))
        and line.import_task_id is distinct from $1::uuid`,
      [this.into.serviceId, disciplines.join(',')],
    ]);
  }

  keepChanged(isAfter: boolean): Promise<void> {
    return this.#keep(
      isAfter,
      valueColumns,
      'import_change changed join takeoff_line line on line.id = changed.id',
      ['true', []],
    );
  }

  keepAdded(isWhole: boolean): Promise<void> {
    const { first, last } = this.newLines;
    return this.#keep(true, isWhole ? valueColumns : shownColumns, 'takeoff_line line', [
      'line.id between $2::uuid and $3::uuid and line.import_task_id = $1::uuid',
      [first, last],
    ]);
  }

  async close(): Promise<void> {
    const { taskId, projectId, serviceId } = this.into;
    await this.#run(
      `insert into takeoff_copy (id, project_id, service_id, is_of_import, others)
       select $1::uuid, $2::uuid, $3::uuid, true, coalesce(json_agg(others), '[]') from (
         select ${sumColumns} from takeoff_line line
         where service_id = $3::uuid and ${countsInSums} and import_task_id is distinct from $1::uuid
         group by discipline, wbs_code, unit_of_measure) others`,
      [taskId, projectId, serviceId],
    );
  }

  #keep(
    isAfter: boolean,
    columns: readonly string[],
    source: string,
    [condition, values]: [string, string[]],
  ): Promise<void> {
    const read = columns.map((column) => `line.${column}`).join(', ');
    return this.#run(
      `insert into takeoff_copy_line (copy_id, is_after, line_id, ${columns.join(', ')})
       select $1::uuid, ${isAfter}, line.id, ${read} from ${source} where ${condition}`,
      [this.into.taskId, ...values],
    );
  }

  async #run(statement: string, values: string[]): Promise<void> {
    await this.transaction.run(statement, values);
  }
}
