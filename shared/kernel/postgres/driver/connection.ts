import { Socket } from 'node:net';
import { dirname } from 'node:path';
import {
  Client,
  DatabaseError,
  Query,
  type QueryConfig,
  type QueryResult,
  type Submittable,
  TypeOverrides,
} from 'pg';
import { from } from 'pg-copy-streams';
import { beginPart, type DatabaseAddress, Interruption, type Server, statementSpan } from '../../process';
import { CopyStream } from './copy-stream';
import { connectionEnded, isConnectionLost, isRefusal } from './failure';
import { limitedQuery } from './limited-query';

export { escapeIdentifier } from 'pg';

export type Result<T> = T[] & { count: number; command: string };
export type TakeRow = (row: Buffer) => void;

interface StatementOptions {
  name?: string;
  isRaw?: boolean;
  msMax?: number;
  // A statement whose settings end with this one.
  setting?: string | undefined;
}

const keepAliveMs = 10_000;
const closeMsMax = 1000;

/** Dates and times stay texts, which have microseconds; so do numbers that JavaScript cannot represent. */
const types = new TypeOverrides();
for (const oid of [1082, 1083, 1114, 1115, 1182, 1184, 1185, 1186, 1231, 1266])
  types.setTypeParser(oid, (text: string) => text);

const placeOf = (server: Server) =>
  'host' in server ? server : { host: dirname(server.path), port: Number(server.path.split('.').at(-1)) };

export class Connection extends Client {
  readonly openedAt = performance.now();
  askedAt = 0;
  answeredAt = 0;
  isClosed = false;
  readonly #socket: Socket;
  readonly #end = new Interruption();
  #reason: unknown;

  constructor(
    readonly server: Server,
    { user, database, ssl, parameters }: DatabaseAddress,
    password?: string,
  ) {
    const socket = new Socket();
    super({
      ...placeOf(server),
      ...{ user, password, database, options: parameters.options, types },
      ssl: ssl !== 'disable' && { rejectUnauthorized: ssl.startsWith('verify') },
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveMs,
      stream: () => socket,
    });
    this.#socket = socket;
    this.on('error', (error) => this.#closed(error)).on('end', () => this.#closed());
  }

  get isBusy(): boolean {
    return this.askedAt > this.answeredAt;
  }

  async run<T extends object>(
    text: string,
    values: readonly unknown[] = [],
    { name, isRaw, msMax, setting }: StatementOptions = {},
  ): Promise<Result<T>> {
    const config = { name, text, values: [...values], query_timeout: msMax, rowMode: isRaw && 'array' };
    const answer = await (setting === undefined
      ? this.#during<QueryResult<T> | QueryResult<T>[]>(text, this.query(config))
      : this.#runLimited<T>(setting, config));
    const { rows, rowCount, command } = Array.isArray(answer) ? (answer.at(-1) as QueryResult<T>) : answer;
    return Object.assign(rows, { count: rowCount ?? 0, command });
  }

  copy(statement: string): CopyStream {
    const stream = from(statement);
    const settled = new Promise((resolve, reject) => stream.once('finish', resolve).on('error', reject));
    const onWrite = () => {
      this.askedAt = performance.now();
    };
    return new CopyStream(stream, this.#submit(statement, stream, settled), onWrite);
  }

  /** An error of `take` is thrown after the last row, because a COPY cannot be stopped on the way. */
  async takeRows(statement: string, take: TakeRow): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const query = new Query(statement, (error?: Error | null) => (error ? reject(error) : resolve()));
    let failure: { error: unknown } | undefined;
    const handleCopyData = ({ chunk }: { chunk: Buffer }) => {
      try {
        if (!failure) take(chunk);
      } catch (error) {
        failure = { error };
      }
    };
    await this.#submit(statement, Object.assign(query, { handleCopyData }), promise);
    if (failure) throw failure.error;
  }

  whileOpen<T>(work: T | Promise<T>): Promise<T> {
    return this.#end.during(work);
  }

  close(): void {
    void this.end();
    setTimeout(() => this.#socket.destroy(), closeMsMax).unref();
    this.#closed();
  }

  destroy(reason?: unknown): void {
    this.#closed(reason);
    this.#socket.destroy();
  }

  #runLimited<T extends object>(setting: string, config: QueryConfig): Promise<QueryResult<T>> {
    const { promise, resolve, reject } = Promise.withResolvers<QueryResult<T>>();
    const query = limitedQuery(setting, { ...config, queryMode: 'extended' }, (error, result) =>
      error ? reject(error) : resolve(result as QueryResult<T>),
    );
    return this.#submit(config.text, query, promise);
  }

  #submit<T>(statement: string, query: Submittable, settled: Promise<T>): Promise<T> {
    this.query(query);
    return this.#during(statement, settled);
  }

  async #during<T>(statement: string, answer: Promise<T>): Promise<T> {
    const endSpan = beginPart(() => statementSpan(statement, this.server, this.database));
    this.askedAt = performance.now();
    try {
      const given = await answer;
      endSpan();
      return given;
    } catch (error) {
      endSpan(error);
      throw this.#failureOf(error);
    } finally {
      if (!this.isClosed) this.answeredAt = performance.now();
    }
  }

  #failureOf(error: unknown): unknown {
    if (error instanceof DatabaseError) Object.assign(error, { name: 'PostgresError' });
    if (isRefusal(error) && !isConnectionLost(error)) return error;
    const isOwn = error instanceof DatabaseError || !this.isClosed;
    const failure = isOwn ? error : connectionEnded(this.#reason ?? error);
    this.destroy(failure);
    return failure;
  }

  #closed(reason?: unknown): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.#reason = reason;
    this.#end.raise(connectionEnded(reason));
    this.emit('end');
  }
}
