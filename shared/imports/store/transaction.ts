import {
  type CopyStream,
  type Database,
  emitAll,
  importPatience,
  lockReferences,
  openCopy,
  transactionOf,
} from '@consulting/kernel/postgres';
import type { EventContract, Static } from '@consulting/kernel/schema';
import { type SQL, sql } from 'drizzle-orm';

/** A socket takes about this many bytes at once, so that the server never waits for us. */
export const flushedBytes = 64 * 1024;

type Result<T> = T[] & { count: number };

export class ImportTransaction {
  #copy: { key: string; stream: CopyStream } | null = null;
  #writing: Promise<void> = Promise.resolve();

  constructor(readonly tx: Database) {}

  /**
   * It resolves when the rows sent before are on their way, so that reading and storing overlap. A row that
   * the server refuses fails one of the next calls.
   */
  async copy(table: string, columns: readonly string[], rows: Uint8Array): Promise<void> {
    const key = `${table} ${columns.join()}`;
    await this.#writing;
    if (this.#copy?.key !== key) await this.settle();
    this.#copy ??= { key, stream: openCopy(this.tx, table, columns) };
    this.#writing = this.#copy.stream.write(rows);
    this.#writing.catch(() => {});
  }

  copyFailedRows(rows: Uint8Array): Promise<void> {
    return this.copy('import_failed_row', ['task_id', 'position', 'sheet', 'cells', 'reasons'], rows);
  }

  async settle(): Promise<void> {
    const copy = this.#copy;
    this.#copy = null;
    try {
      await this.#writing;
    } catch (error) {
      await copy?.stream.abort(error);
      throw error;
    }
    await copy?.stream.end();
  }

  async abort(reason: unknown): Promise<void> {
    await this.#copy?.stream.abort(reason);
  }

  async run<T extends object>(statement: string, values: (string | number)[] = []): Promise<Result<T>> {
    await this.settle();
    return (await transactionOf(this.tx).run(statement, values)) as unknown as Result<T>;
  }

  async execute<T extends Record<string, unknown>>(statement: SQL): Promise<Result<T>> {
    await this.settle();
    return (await this.tx.execute(statement)) as unknown as Result<T>;
  }

  async lock(kind: string, keys: readonly string[]): Promise<void> {
    await this.settle();
    await lockReferences(this.tx, kind, keys, importPatience);
  }

  async lockAlone(key: string): Promise<void> {
    await this.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
  }

  async emit<E extends EventContract>(event: E, payloads: readonly Static<E['payload']>[]): Promise<void> {
    await this.settle();
    await emitAll(this.tx, event, payloads);
  }
}
