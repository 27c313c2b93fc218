import { outcomeUnknown, type WriteDeadline } from '../../process';
import type { Connection, Result, TakeRow } from '../driver/connection';
import { type CopyStream, type Rows, sendRows } from '../driver/copy-stream';
import { isConnectionLost, isRefusal } from '../driver/failure';
import { endingLimits, isLimited, type Limits, limitsOf, settingLimits, type Visible } from './limits';
import type { PreparedNames } from './prepared';

export interface Session {
  run(statement: string, parameters?: unknown[], isRaw?: boolean): Promise<Result<object>>;
  begin<T>(act: (tx: Session) => Promise<T>, mode?: string): Promise<T>;
  limitedTo(visible: Visible): Session;
}

export interface TransactionSession extends Session {
  copyRows(statement: string, rows: Rows): Promise<void>;
  takeRows(statement: string, take: TakeRow): Promise<void>;
  openCopy(statement: string): CopyStream;
}

export class Transaction implements TransactionSession {
  #savepoints = 0;
  #isOver = false;
  #cause: unknown;
  #isCommitting = false;
  #failure: unknown;
  #last: Promise<unknown> = Promise.resolve();
  #applied: Limits | undefined;
  readonly limits = undefined;

  constructor(
    private readonly connection: Connection,
    readonly schema: string,
    private readonly prepared: PreparedNames,
    limits?: Limits,
  ) {
    this.#applied = limits;
  }

  limitedTo(visible: Visible): Session {
    return new LimitedTransaction(this, limitsOf(this.schema, visible));
  }

  run(
    statement: string,
    parameters: unknown[] = [],
    isRaw = false,
    limits?: Limits,
  ): Promise<Result<object>> {
    const name = parameters.length > 0 ? this.prepared.nameOf(statement, limits?.role) : undefined;
    return this.#inTurn(() => this.connection.run(statement, parameters, { name, isRaw }), limits);
  }

  begin<T>(act: (tx: Session) => Promise<T>): Promise<T> {
    return this.beginFor(this, act);
  }

  async beginFor<T>(
    session: TransactionSession & { limits: Limits | undefined },
    act: (tx: Session) => Promise<T>,
  ): Promise<T> {
    const name = `s${this.#savepoints++}`;
    await session.run(`savepoint ${name}`);
    const applied = session.limits;
    try {
      return await act(session);
    } catch (error) {
      if (!this.connection.isClosed) await this.#rollbackTo(name, applied);
      throw error;
    }
  }

  copyRows(statement: string, rows: Rows): Promise<void> {
    return this.#inTurn(() => sendRows(this.connection.copy(statement), rows));
  }

  takeRows(statement: string, take: TakeRow, limits?: Limits): Promise<void> {
    return this.#inTurn(() => this.connection.takeRows(statement, take), limits);
  }

  openCopy(statement: string): CopyStream {
    this.#requireOpen();
    // The connection runs one after the other; where the first fails, so does the second.
    this.#apply(undefined)?.catch(() => {});
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

  #rollbackTo(name: string, applied: Limits | undefined): Promise<unknown> {
    this.#requireOpen();
    const turn = this.#last.then(async () => {
      await this.connection.run(`rollback to ${name}`);
      // The settings are again those of the time of the savepoint.
      this.#applied = applied;
    });
    this.#last = turn.catch(() => {});
    return turn;
  }

  #apply(limits: Limits | undefined): Promise<unknown> | undefined {
    if (this.#applied === limits) return undefined;
    this.#applied = limits;
    return this.connection.run(limits ? settingLimits(limits) : endingLimits(this.schema));
  }

  async #inTurn<T>(act: () => Promise<T>, limits?: Limits): Promise<T> {
    this.#requireOpen();
    const turn = this.#last.then(async () => {
      await this.#apply(limits);
      return act();
    });
    this.#last = turn.catch(() => {});
    try {
      return await turn;
    } catch (error) {
      if (isRefusal(error)) this.#failure ??= error;
      throw error;
    }
  }
}

export class LimitedTransaction implements TransactionSession {
  constructor(
    private readonly whole: Transaction,
    readonly limits: Limits,
  ) {}

  limitedTo(): Session {
    throw new Error(isLimited);
  }

  run(statement: string, parameters: unknown[] = [], isRaw = false): Promise<Result<object>> {
    return this.whole.run(statement, parameters, isRaw, this.limits);
  }

  begin<T>(act: (tx: Session) => Promise<T>): Promise<T> {
    return this.whole.beginFor(this, act);
  }

  // Postgres refuses COPY into a table with row-level security, so the owner copies; who calls it has made sure that the
  // project is visible.
  copyRows(statement: string, rows: Rows): Promise<void> {
    return this.whole.copyRows(statement, rows);
  }

  takeRows(statement: string, take: TakeRow): Promise<void> {
    return this.whole.takeRows(statement, take, this.limits);
  }

  openCopy(statement: string): CopyStream {
    return this.whole.openCopy(statement);
  }
}
