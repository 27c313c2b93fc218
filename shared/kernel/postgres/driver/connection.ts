import type { EventEmitter } from 'node:events';
import { Client, DatabaseError, Query, type QueryResult, type Submittable, TypeOverrides } from 'pg';
import { from } from 'pg-copy-streams';
import { type DatabaseAddress, Interruption, type Server, statementSpan, tracedPart } from '../../process';
import { CopyStream } from './copy-stream';
import { connectionEnded, isConnectionLost, isRefusal } from './failure';

export { escapeIdentifier } from 'pg';

export type Result<T> = T[] & { count: number; command: string };
export type TakeRow = (row: Buffer) => void;
export type Settings = Readonly<Record<string, string>>;

interface StatementOptions {
  name?: string;
  isRaw?: boolean;
  // They end with the statement.
  settings?: Settings;
}

const keepAliveMs = 10_000;
const closeMsMax = 1000;
const set = 'driver_set';
const preparingSet = `prepare ${set} (json) as select set_config(key, value, true) from json_each_text($1)`;

/** Dates and times stay texts, which have microseconds; so do numbers that JavaScript cannot represent. */
const types = new TypeOverrides();
for (const oid of [1082, 1083, 1114, 1115, 1182, 1184, 1185, 1186, 1231, 1266])
  types.setTypeParser(oid, (text: string) => text);

export class Connection extends Client {
  readonly openedAt = performance.now();
  askedAt = 0;
  answeredAt = 0;
  isClosed = false;
  #hasPreparedSet = false;
  readonly #end = new Interruption();

  constructor(
    readonly server: Server,
    { user, passwords: [password], database, ssl, parameters }: DatabaseAddress,
  ) {
    super({
      ...server,
      ...{ user, password, database, options: parameters.options, types },
      ssl: ssl !== 'disable' && { rejectUnauthorized: ssl.startsWith('verify') },
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveMs,
    });
    this.on('error', (error) => this.destroy(error)).on('end', () => this.destroy());
  }

  get isBusy(): boolean {
    return this.askedAt > this.answeredAt;
  }

  async run<T extends object>(
    text: string,
    values: readonly unknown[] = [],
    { name, isRaw, settings }: StatementOptions = {},
  ): Promise<Result<T>> {
    const modes = { rowMode: isRaw && 'array', queryMode: settings && 'extended' };
    const query = new Query({ name, text, values: [...values], ...modes });
    if (settings) await this.#setFirst(settings, query);
    const answer = await this.#ask<QueryResult<T> | QueryResult<T>[]>(text, query, 'end');
    const { rows, rowCount, command } = Array.isArray(answer) ? (answer.at(-1) as QueryResult<T>) : answer;
    return Object.assign(rows, { count: rowCount ?? 0, command });
  }

  copy(statement: string): CopyStream {
    const stream = from(statement).on('drain', () => (this.askedAt = performance.now()));
    return new CopyStream(stream, this.#ask(statement, stream, 'finish'));
  }

  /** An error of `take` is thrown after the last row, because a COPY cannot be stopped on the way. */
  async takeRows(statement: string, take: TakeRow): Promise<void> {
    let failure: { error: unknown } | undefined;
    const handleCopyData = ({ chunk }: { chunk: Buffer }) => {
      try {
        if (!failure) take(chunk);
      } catch (error) {
        failure = { error };
      }
    };
    await this.#ask(statement, Object.assign(new Query(statement), { handleCopyData }), 'end');
    if (failure) throw failure.error;
  }

  readonly whileOpen: Interruption['during'] = (work) => this.#end.during(work);

  close(): void {
    void this.end();
    this.destroy(undefined, closeMsMax);
  }

  destroy(reason?: Error, afterMs = 0): void {
    if (this.isClosed) return;
    this.isClosed = true;
    setTimeout(() => this.connection.stream.destroy(reason), afterMs).unref();
    this.#end.raise(connectionEnded(reason));
    this.emit('end');
  }

  async #ask<T>(statement: string, query: Submittable & EventEmitter, end: string): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    this.query(query.on(end, resolve).on('error', reject));
    this.askedAt = performance.now();
    const plan = () => statementSpan(statement, this.server, this.database);
    try {
      return await tracedPart(plan, () => promise);
    } catch (error) {
      if (error instanceof DatabaseError) Object.assign(error, { name: 'PostgresError' });
      if (isRefusal(error) && !isConnectionLost(error)) throw error;
      const failure = this.isClosed && !isConnectionLost(error) ? connectionEnded(error) : (error as Error);
      this.destroy(failure);
      throw failure;
    } finally {
      if (!this.isClosed) this.answeredAt = performance.now();
    }
  }

  // What is sent before one Sync is one transaction: the settings are gone after the statement, and no further answer is awaited.
  async #setFirst(settings: Settings, query: Query): Promise<void> {
    if (!this.#hasPreparedSet) await this.run(preparingSet);
    this.#hasPreparedSet = true;
    const submit = query.submit.bind(query);
    query.submit = (wire) => {
      wire.stream.cork();
      process.nextTick(() => wire.stream.uncork());
      wire.bind({ statement: set, values: [JSON.stringify(settings)] }, true);
      wire.describe({ type: 'P' }, true);
      wire.execute(null, true);
      return submit(wire);
    };
  }
}
