import type { Static } from '@sinclair/typebox';
import type { ReservedSQL } from 'bun';
import type { EventContract } from '../../contracts/contract';
import { lockName } from '../../store/reference';

interface RowWriter {
  write(rows: Uint8Array): Promise<void>;
  close(): Promise<void>;
  abort(reason: unknown): Promise<void>;
}

/** Rows are sent when they are this many bytes: about what a socket takes at once, so that the server never waits for us. */
export const flushedBytes = 64 * 1024;

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
   * As `holdReferences` of single writes: whoever removes or counts what refers to the records waits for this transaction.
   */
  async hold(kind: string, keys: readonly string[]): Promise<void> {
    await this.settle();
    for (const name of keys.map((key) => lockName('writers', kind, key)).sort())
      await this.session`
        select pg_advisory_xact_lock_shared(hashtextextended(current_schema() || '.' || ${name}, 0))`;
  }

  /** Waits until nobody else has the advisory lock, and keeps it until the end of the transaction. */
  async holdAlone(key: string): Promise<void> {
    await this.settle();
    await this.session`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`;
  }

  /** As `emit` of single writes: the events leave after the commit. */
  async emit<E extends EventContract>(
    { subject }: E,
    payloads: readonly Static<E['payload']>[],
  ): Promise<void> {
    await this.settle();
    await this.session`insert into outbox (subject, payload)
      select ${subject}, payload from jsonb_array_elements(${JSON.stringify(payloads)}::text::jsonb) as payload`;
    await this.session`select pg_notify(current_schema() || '.outbox', '')`;
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
