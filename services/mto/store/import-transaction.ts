import type { ReservedSQL } from 'bun';
import type { Discipline } from '../fields/discipline';
import type { Reference } from './takeoff-line-lock';

interface RowWriter {
  write(rows: Uint8Array): Promise<void>;
  close(): Promise<void>;
  abort(reason: unknown): Promise<void>;
}

/** The one transaction of an import: rows by COPY, and what else must commit or vanish with them. */
export class ImportTransaction {
  #copy: { statement: string; writer: RowWriter } | null = null;
  #writing: Promise<void> = Promise.resolve();

  constructor(readonly session: ReservedSQL) {}

  static async begin(session: ReservedSQL): Promise<ImportTransaction> {
    await session`begin`;
    return new ImportTransaction(session);
  }

  /**
   * Sends rows; resolves when the rows sent before are on their way, so that reading and storing overlap. One COPY takes the
   * rows for the same columns one after the other. A row that the server refuses fails one of the next calls.
   */
  async copy(table: string, columns: readonly string[], rows: Uint8Array): Promise<void> {
    const statement = `copy ${table} (${columns.join(', ')}) from stdin`;
    await this.#writing;
    if (this.#copy?.statement !== statement) await this.settle();
    this.#copy ??= { statement, writer: this.session.unsafe(statement).writable().getWriter() };
    this.#writing = this.#copy.writer.write(rows);
    this.#writing.catch(() => {});
  }

  /** Rows of task, position, sheet, cells as JSON and reasons. */
  copyFailedRows(rows: Uint8Array): Promise<void> {
    return this.copy('import_failed_row', ['task_id', 'position', 'sheet', 'cells', 'reasons'], rows);
  }

  /** Resolves when every row is stored, and other statements may be sent. */
  async settle(): Promise<void> {
    const copy = this.#copy;
    this.#copy = null;
    try {
      await this.#writing;
      await copy?.writer.close();
    } catch (error) {
      await copy?.writer.abort(error).catch(() => {});
      throw error;
    }
  }

  /**
   * As `holdReferences` of single writes: whoever removes or counts the lines of the reference waits for this transaction.
   */
  async hold(kind: Reference, ids: readonly string[]): Promise<void> {
    await this.settle();
    for (const id of [...ids].sort())
      await this.session`select pg_advisory_xact_lock_shared(hashtextextended(${`mto.${kind}.${id}`}, 0))`;
  }

  /** Waits until no other import that matches or replaces lines of the service is under way, and keeps new ones waiting. */
  async serialise(serviceId: string): Promise<void> {
    await this.settle();
    await this.session`select pg_advisory_xact_lock(hashtextextended(${`mto.import.${serviceId}`}, 0))`;
  }

  /** Removes the lines of the service in the disciplines, but for those of this task; how many they were. */
  async removeOthers(taskId: string, serviceId: string, disciplines: readonly Discipline[]): Promise<number> {
    await this.settle();
    const { count } = await this.session`
      delete from takeoff_line where service_id = ${serviceId} and discipline = any(string_to_array(${disciplines.join(',')}, ','))
        and import_task_id is distinct from ${taskId}`;
    return count;
  }

  async countLines(serviceId: string, disciplines: readonly Discipline[]): Promise<number> {
    await this.settle();
    const [row] = await this.session<{ count: number }[]>`
      select count(*)::int as count from takeoff_line
      where service_id = ${serviceId} and discipline = any(string_to_array(${disciplines.join(',')}, ','))`;
    return row?.count ?? 0;
  }

  async commit(): Promise<void> {
    await this.settle();
    await this.session`commit`;
  }

  /** Forgets everything; a session that is lost has forgotten already. */
  async rollback(): Promise<void> {
    await this.#copy?.writer.abort(new Error('the import is given up')).catch(() => {});
    await this.session`rollback`;
  }
}
