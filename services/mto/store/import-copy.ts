import type { ImportTransaction } from '@consulting/imports/store/transaction';
import type { Discipline } from '../fields/discipline';
import type { LineRange } from './import-task';
import { countsInSums, shownColumns, sumColumns, valueColumns } from './takeoff-copy-columns';

/** Whose lines an import changes. */
export interface ImportedInto {
  taskId: string;
  projectId: string;
  serviceId: string;
}

/**
 * Keeps the lines that an import changes, before and after, and what the others add up to (resources.md 15.6); within the
 * transaction of the import. New lines that no earlier one can turn out to be are kept with their figures only.
 */
export class ImportCopy {
  constructor(
    private readonly transaction: ImportTransaction,
    private readonly into: ImportedInto,
    private readonly newLines: LineRange,
  ) {}

  /** The lines that are about to be removed: those of the service in the disciplines, but for new ones. */
  keepRemoved(disciplines: readonly Discipline[]): Promise<void> {
    return this.#keep(false, valueColumns, 'takeoff_line line', [
      `line.service_id = $2::uuid and line.discipline = any(string_to_array($3, ','))
        and line.import_task_id is distinct from $1::uuid`,
      [this.into.serviceId, disciplines.join(',')],
    ]);
  }

  /** The lines that the rows of `import_change` are for. */
  keepChanged(isAfter: boolean): Promise<void> {
    return this.#keep(
      isAfter,
      valueColumns,
      'import_change changed join takeoff_line line on line.id = changed.id',
      ['true', []],
    );
  }

  /** The lines that the import has added; `isWhole` where an earlier line may be found in them by its item number. */
  keepAdded(isWhole: boolean): Promise<void> {
    const { first, last } = this.newLines;
    return this.#keep(true, isWhole ? valueColumns : shownColumns, 'takeoff_line line', [
      'line.id between $2::uuid and $3::uuid and line.import_task_id = $1::uuid',
      [first, last],
    ]);
  }

  /** Names the copy, and sums up what is not in it. */
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
