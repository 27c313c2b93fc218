import type { PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import { LRUCache } from 'lru-cache';
import postgres from 'postgres';
import { presentOrigin } from '../../process/origin';
import { outcomeUnknown, presentDeadline, type WriteDeadline } from '../../process/write-deadline';
import type { Connection, StatementOptions } from './connection';
import type { Connector } from './connector';
import type { TakeRow } from './copied-rows';
import { type CopyStream, type Rows, sendRows } from './copy-stream';
import { isConnectionLost, isRefusal } from './failure';
import { Pool, type PoolOptions } from './pool';

const timesMin = 5;
const preparedMax = 200;
const rememberedMax = 500;
const textLengthMax = 20_000;

/**
 * The driver parses unprepared statements again each time, after a round trip for the types of their
 * parameters, which is half the time of a small query. A connection never drops what it has prepared, and
 * searches differ without end: so only repeated statements are prepared, and a limited number of them.
 */
class Repetition {
  readonly #times = new LRUCache<string, number>({ max: rememberedMax });
  readonly #prepared = new Set<string>();

  isPrepared(statement: string): boolean {
    if (this.#prepared.has(statement)) return true;
    if (statement.length > textLengthMax || this.#prepared.size === preparedMax) return false;
    const count = (this.#times.get(statement) ?? 0) + 1;
    this.#times.set(statement, count);
    if (count < timesMin) return false;
    this.#prepared.add(statement);
    this.#times.delete(statement);
    return true;
  }
}

function settingOfOrigin(): string {
  const origin = presentOrigin();
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

type RunStatement = (options: StatementOptions) => Promise<unknown>;

class Statement implements PromiseLike<unknown> {
  constructor(private readonly run: RunStatement) {}

  values(): Promise<unknown> {
    return this.run({ isRaw: true });
  }

  // biome-ignore lint/suspicious/noThenProperty: drizzle awaits what `unsafe` returns
  then<A, B>(done?: (value: unknown) => A | PromiseLike<A>, failed?: (error: unknown) => B | PromiseLike<B>) {
    return this.run({}).then(done, failed);
  }
}

export class DatabaseClient {
  readonly options: postgres.Sql['options'];
  readonly #pool: Pool;
  readonly #repetition = new Repetition();

  constructor(connector: Connector, options: PoolOptions) {
    this.options = connector.template.options;
    this.#pool = new Pool(connector, options);
  }

  unsafe(statement: string, parameters: unknown[] = []): Statement {
    return new Statement(async ({ isRaw }) => {
      presentDeadline()?.requireLeft();
      const prepare = parameters.length > 0 && this.#repetition.isPrepared(statement);
      const connection = await this.#pool.acquire();
      let failure: unknown;
      try {
        return await connection.run(statement, parameters, { isRaw, prepare });
      } catch (error) {
        failure = error;
        throw error;
      } finally {
        this.#pool.release(connection, failure);
      }
    });
  }

  async begin<T>(act: (tx: Transaction) => T | Promise<T>): Promise<T> {
    const deadline = presentDeadline();
    const connection = await this.#pool.acquire();
    const tx = new Transaction(connection, this.options, this.#repetition, () => this.#pool.answered());
    let failure: unknown;
    try {
      await connection.run(`begin; ${settingOfOrigin()}; ${settingOfDeadline(deadline)}`);
      const result = await connection.whileOpen(act(tx));
      deadline?.requireLeft();
      await tx.commit();
      if (deadline) deadline.hasStored = true;
      return result;
    } catch (error) {
      failure = error;
      await tx.rollback();
      throw deadline ? tx.failureOf(error, deadline) : error;
    } finally {
      this.#pool.release(connection, failure instanceof Error ? (failure.cause ?? failure) : failure);
    }
  }

  end(msMax: number): Promise<void> {
    return this.#pool.end(msMax);
  }
}

export class Transaction {
  static of(tx: Pick<PostgresJsDatabase, 'execute'>): Transaction {
    const { session } = (tx as unknown as { _: { session: unknown } })._;
    return (session as { client: Transaction }).client;
  }

  #savepoints = 0;
  #isOver = false;
  #isCommitting = false;
  #failure: unknown;

  constructor(
    private readonly connection: Connection,
    readonly options: postgres.Sql['options'],
    private readonly repetition: Repetition,
    private readonly onAnswer: () => void,
  ) {}

  unsafe(statement: string, parameters: unknown[] = []): Statement {
    return new Statement(({ isRaw }) => {
      const prepare = parameters.length > 0 && this.repetition.isPrepared(statement);
      return this.#run(statement, parameters, { isRaw, prepare });
    });
  }

  async savepoint<T>(act: (tx: Transaction) => T | Promise<T>): Promise<T> {
    const name = `s${this.#savepoints++}`;
    await this.#run(`savepoint ${name}`);
    try {
      return await act(this);
    } catch (error) {
      if (!this.connection.isClosed) await this.#run(`rollback to ${name}`);
      throw error;
    }
  }

  async copyRows(statement: string, rows: Rows): Promise<void> {
    await sendRows(await this.openCopy(statement), rows);
    this.onAnswer();
  }

  async takeRows(statement: string, take: TakeRow): Promise<void> {
    if (this.#isOver) throw new Error('The transaction is over.');
    await this.connection.takeRows(statement, take);
    this.onAnswer();
  }

  openCopy(statement: string): Promise<CopyStream> {
    if (this.#isOver) throw new Error('The transaction is over.');
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

  async rollback(): Promise<void> {
    this.#isOver = true;
    if (this.connection.isClosed) return;
    await this.connection.run('rollback').catch(() => this.connection.destroy());
  }

  /**
   * The driver does not report what the server said last before it ended the connection, so a write with a
   * deadline may be stored all the same.
   */
  failureOf(error: unknown, deadline: WriteDeadline): unknown {
    if (this.#isCommitting && !isRefusal(error)) return outcomeUnknown(error);
    return deadline.isOver && isConnectionLost(error) ? deadline.exceeded(error) : error;
  }

  async #run(statement: string, parameters: unknown[] = [], options: StatementOptions = {}) {
    if (this.#isOver) throw new Error('The transaction is over.');
    try {
      return await this.connection.run(statement, parameters, options);
    } catch (error) {
      if (error instanceof postgres.PostgresError) this.#failure ??= error;
      throw error;
    } finally {
      this.onAnswer();
    }
  }
}
