import { currentDeadline, currentOrigin, outcomeUnknown, type WriteDeadline } from '../../process';
import type { Connection, Result } from '../driver/connection';
import { type CopyStream, type Rows, sendRows, type TakeRow } from '../driver/copy-stream';
import { isConnectionLost, isRefusal } from '../driver/failure';
import { PreparedNames } from './prepared';

export interface Connections {
  acquire(): Promise<Connection>;
  release(connection: Connection, error?: unknown): void;
  answered(): void;
}

export interface Session {
  run(statement: string, parameters?: unknown[], isRaw?: boolean): Promise<Result<object>>;
  begin<T>(act: (tx: Transaction) => Promise<T>, mode?: string): Promise<T>;
}

function settingOfOrigin(): string {
  const origin = currentOrigin();
  if (origin === undefined) return '';
  const operation = JSON.stringify({ ...origin, operationId: Bun.randomUUIDv7() });
  return `set local history.origin = '${operation.replaceAll("'", "''")}'`;
}

/**
 * The database itself ends the transaction in time, because a process that is frozen, or waits, could not.
 */
function settingOfDeadline(deadline: WriteDeadline | undefined): string {
  const leftMs = deadline?.requireLeft() ?? Number.POSITIVE_INFINITY;
  return Number.isFinite(leftMs) ? `set local transaction_timeout = ${leftMs}` : '';
}

const isOutdated = (error: unknown) => isRefusal(error) && error.routine === 'RevalidateCachedQuery';

export class ConnectionSession implements Session {
  readonly #prepared = new PreparedNames();

  constructor(private readonly connections: Connections) {}

  run(statement: string, parameters: unknown[] = [], isRaw = false): Promise<Result<object>> {
    currentDeadline()?.requireLeft();
    const name = parameters.length > 0 ? this.#prepared.nameOf(statement) : undefined;
    return this.#with(async (connection) => {
      try {
        return await connection.run(statement, parameters, { name, isRaw });
      } catch (error) {
        if (!isOutdated(error)) throw error;
        this.#prepared.forget(statement);
        return connection.run(statement, parameters, { isRaw });
      }
    });
  }

  begin<T>(act: (tx: Transaction) => Promise<T>, mode = ''): Promise<T> {
    const deadline = currentDeadline();
    return this.#with(async (connection) => {
      const tx = new Transaction(connection, this.#prepared, () => this.connections.answered());
      try {
        await connection.run(`begin ${mode}; ${settingOfOrigin()}; ${settingOfDeadline(deadline)}`);
        const result = await connection.whileOpen(act(tx));
        deadline?.requireLeft();
        await tx.commit();
        if (deadline) deadline.hasStored = true;
        return result;
      } catch (error) {
        await tx.rollback(error);
        throw deadline ? tx.failureOf(error, deadline) : error;
      }
    });
  }

  async #with<T>(act: (connection: Connection) => Promise<T>): Promise<T> {
    const connection = await this.connections.acquire();
    let failure: unknown;
    try {
      return await act(connection);
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      this.connections.release(connection, failure instanceof Error ? (failure.cause ?? failure) : failure);
    }
  }
}

export class Transaction implements Session {
  #savepoints = 0;
  #isOver = false;
  #cause: unknown;
  #isCommitting = false;
  #failure: unknown;
  #last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly connection: Connection,
    private readonly prepared: PreparedNames,
    private readonly onAnswer: () => void,
  ) {}

  run(statement: string, parameters: unknown[] = [], isRaw = false): Promise<Result<object>> {
    const name = parameters.length > 0 ? this.prepared.nameOf(statement) : undefined;
    return this.#inTurn(() => this.connection.run(statement, parameters, { name, isRaw }));
  }

  async begin<T>(act: (tx: Transaction) => Promise<T>): Promise<T> {
    const name = `s${this.#savepoints++}`;
    await this.run(`savepoint ${name}`);
    try {
      return await act(this);
    } catch (error) {
      if (!this.connection.isClosed) await this.run(`rollback to ${name}`);
      throw error;
    }
  }

  copyRows(statement: string, rows: Rows): Promise<void> {
    return this.#inTurn(() => sendRows(this.connection.copy(statement), rows));
  }

  takeRows(statement: string, take: TakeRow): Promise<void> {
    return this.#inTurn(() => this.connection.takeRows(statement, take));
  }

  openCopy(statement: string): CopyStream {
    this.#requireOpen();
    return this.connection.copy(statement);
  }

  /** @throws the first refusal in the transaction, which the database has undone even when `act` caught it */
  async commit(): Promise<void> {
    this.#isOver = true;
    this.#isCommitting = !this.connection.isClosed;
    const { command } = await this.connection.run('commit');
    this.#isCommitting = false;
    if (command !== 'COMMIT') throw this.#failure ?? new Error('The database rolled the transaction back.');
  }

  async rollback(cause: unknown): Promise<void> {
    this.#isOver = true;
    this.#cause = cause;
    if (this.connection.isClosed) return;
    await this.connection.run('rollback').catch(() => this.connection.destroy());
  }

  failureOf(error: unknown, deadline: WriteDeadline): unknown {
    if (this.#isCommitting && !isRefusal(error)) return outcomeUnknown(error);
    return deadline.isOver && isConnectionLost(error) ? deadline.exceeded(error) : error;
  }

  #requireOpen(): void {
    if (this.#isOver) throw new Error('The transaction is over.', { cause: this.#cause });
  }

  async #inTurn<T>(act: () => Promise<T>): Promise<T> {
    this.#requireOpen();
    const turn = this.#last.then(act);
    this.#last = turn.catch(() => {});
    try {
      return await turn;
    } catch (error) {
      if (isRefusal(error)) this.#failure ??= error;
      throw error;
    } finally {
      this.onAnswer();
    }
  }
}
