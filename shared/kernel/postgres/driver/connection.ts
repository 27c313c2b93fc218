import { Socket } from 'node:net';
import { basename, dirname, extname } from 'node:path';
import {
  Client,
  DatabaseError,
  type QueryArrayConfig,
  type QueryResult,
  type Submittable,
  TypeOverrides,
} from 'pg';
import { beginPart, type DatabaseAddress, Interruption, type Server, statementSpan } from '../../process';
import { CopyStream, RowReceiver, type TakeRow } from './copy-stream';
import { connectionEnded, isRefusal } from './failure';

export { escapeIdentifier } from 'pg';

export interface StatementOptions {
  name?: string;
  isRaw?: boolean;
}

export type Result<T> = T[] & { count: number; command: string };

export interface ConnectionEvents {
  onClose?(connection: Connection): void;
  onNotify?(channel: string): void;
}

const keepAliveMs = 10_000;
const closeMsMax = 1000;

/** Dates and times stay texts, which have microseconds; so do numbers that JavaScript cannot represent. */
const types = new TypeOverrides();
for (const oid of [1082, 1083, 1114, 1115, 1182, 1184, 1185, 1186, 1231, 1266])
  types.setTypeParser(oid, (text: string) => text);

const placeOf = (server: Server) =>
  'host' in server
    ? server
    : { host: dirname(server.path), port: Number(extname(basename(server.path)).slice(1)) };

export class Connection {
  readonly openedAt = performance.now();
  changedAt = this.openedAt;
  isBusy = false;
  isClosed = false;

  readonly #client: Client;
  readonly #socket = new Socket();
  readonly #end = new Interruption();
  #reason: unknown;

  constructor(
    readonly server: Server,
    private readonly address: DatabaseAddress,
    private readonly events: ConnectionEvents = {},
  ) {
    const { user, password, database, ssl, parameters } = address;
    this.#client = new Client({
      ...placeOf(server),
      user,
      password,
      database,
      options: parameters.options,
      ssl: ssl !== 'disable' && { rejectUnauthorized: ssl.startsWith('verify') },
      types,
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveMs,
      stream: () => this.#socket,
    });
    this.#client.on('error', (error) => this.#closed(error));
    this.#client.on('end', () => this.#closed());
    this.#client.on('notification', ({ channel }) => events.onNotify?.(channel));
  }

  async open(): Promise<void> {
    await this.#client.connect();
  }

  async run<T extends object>(
    text: string,
    values: readonly unknown[] = [],
    { name, isRaw }: StatementOptions = {},
  ): Promise<Result<T>> {
    const config = { name, text, values, ...(isRaw && { rowMode: 'array' }) } as QueryArrayConfig;
    const answer = await this.#during(text, this.#client.query(config) as Promise<unknown>);
    const { rows, rowCount, command } = lastOf(answer as QueryResult<T> | QueryResult<T>[]);
    return Object.assign(rows, { count: rowCount ?? 0, command });
  }

  copy(statement: string): CopyStream {
    const stream = new CopyStream(
      statement,
      () => this.#changed(true),
      (error) => this.#failureOf(error),
    );
    this.#submit(statement, stream.query, stream.settled).catch(() => {});
    return stream;
  }

  async takeRows(statement: string, take: TakeRow): Promise<void> {
    const receiver = new RowReceiver(statement, take);
    const failure = await this.#submit(statement, receiver, receiver.received);
    if (failure) throw failure.error;
  }

  whileOpen<T>(work: T | Promise<T>): Promise<T> {
    return this.#end.during(work);
  }

  close(): void {
    void this.#client.end();
    setTimeout(() => this.#socket.destroy(), closeMsMax).unref();
    this.#closed();
  }

  destroy(reason?: unknown): void {
    this.#closed(reason);
    this.#socket.destroy();
  }

  #submit<T>(statement: string, query: Submittable, settled: Promise<T>): Promise<T> {
    this.#client.query(query);
    return this.#during(statement, settled);
  }

  async #during<T>(statement: string, answer: Promise<T>): Promise<T> {
    const endSpan = beginPart(() => statementSpan(statement, this.server, this.address.database));
    this.#changed(true);
    try {
      const given = await answer;
      endSpan();
      return given;
    } catch (error) {
      endSpan(error);
      throw this.#failureOf(error);
    } finally {
      this.#changed(false);
    }
  }

  #changed(isBusy: boolean): void {
    this.isBusy = isBusy;
    this.changedAt = performance.now();
  }

  #failureOf(error: unknown): unknown {
    if (error instanceof DatabaseError) Object.assign(error, { name: 'PostgresError' });
    if (isRefusal(error)) return error;
    const isSaid = error instanceof DatabaseError || !this.isClosed;
    const failure = isSaid ? error : connectionEnded(this.#reason ?? error);
    this.destroy(failure);
    return failure;
  }

  #closed(reason?: unknown): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.#reason = reason;
    this.#end.raise(connectionEnded(reason));
    this.events.onClose?.(this);
  }
}

const lastOf = <T>(answer: T | T[]): T => (Array.isArray(answer) ? (answer.at(-1) as T) : answer);
