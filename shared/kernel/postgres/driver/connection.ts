import net from 'node:net';
import postgres, { type Sql } from 'postgres';
import type { DatabaseAddress, Server } from '../../process/database-address';
import { Interruption } from '../../process/interruption';
import { beginPart, isRecorded, type SpanPlan, traced } from '../../process/tracing';
import { shortened } from '../../schema/text';
import { teachArrays } from './arrays';
import { type TakeRow, takeRows } from './copied-rows';
import { CopyStream } from './copy-stream';
import { DatabaseUnreachable, isRefusal } from './failure';

export interface StatementOptions {
  prepare?: boolean;
  isRaw?: boolean;
}

export interface ConnectionEvents {
  onClose?(connection: Connection): void;
  onNotify?(channel: string): void;
}

const keepAliveMs = 10_000;
const closeMsMax = 1000;

/**
 * A client of the driver (postgres 3.4) has one connection here and is thrown away with it: the driver would
 * connect again with pauses of up to 20 seconds, during which every query waits, without the settings of the
 * session, and to the servers of an address in turn whether they take writes or not.
 */
export class Connection {
  readonly sql: Sql;
  readonly openedAt = performance.now();
  busySince: number | null = null;
  isClosed = false;

  #socket: net.Socket | undefined;
  readonly #pending = new Set<(error: unknown) => void>();
  readonly #end = new Interruption();

  constructor(
    readonly server: Server,
    template: Sql,
    private readonly events: ConnectionEvents = {},
  ) {
    // Its errors name the server.
    const place = 'path' in server ? server : { host: [server.host], port: [server.port] };
    const own = {
      ...place,
      socket: () => this.#connect(),
      onclose: () => this.#closed(),
      onnotify: (channel: string) => events.onNotify?.(channel),
    };
    // The driver takes parsed options as they are, and what it was taught with them.
    this.sql = postgres({ ...template.options, ...own } as unknown as postgres.Options<
      Record<string, never>
    >);
  }

  run<T extends object>(
    statement: string,
    parameters: readonly unknown[] = [],
    options: StatementOptions = {},
  ): Promise<postgres.RowList<T[]>> {
    if (!isRecorded()) return this.#run(statement, parameters, options);
    return traced(undefined, this.#spanOf(statement), () => this.#run(statement, parameters, options));
  }

  #spanOf(statement: string) {
    return () => statementSpan(statement, this.server, this.sql);
  }

  async #run<T extends object>(
    statement: string,
    parameters: readonly unknown[],
    { prepare = false, isRaw = false }: StatementOptions,
  ): Promise<postgres.RowList<T[]>> {
    const send = (): PromiseLike<unknown> => {
      const query = this.sql.unsafe(statement, parameters as never[], { prepare });
      return isRaw ? query.values() : query;
    };
    return (await this.#answered(send)) as postgres.RowList<T[]>;
  }

  takeRows(statement: string, take: TakeRow): Promise<unknown> {
    const send = () => this.#answered(() => takeRows(this.sql, statement, take));
    return isRecorded() ? traced(undefined, this.#spanOf(statement), send) : send();
  }

  async #answered<T>(send: () => PromiseLike<T>): Promise<T> {
    if (this.isClosed) throw ended();
    const answer = Promise.withResolvers<T>();
    this.#pending.add(answer.reject);
    this.busySince = performance.now();
    send().then(answer.resolve, answer.reject);
    try {
      return await answer.promise;
    } catch (error) {
      if (endsConnection(error)) this.destroy();
      throw error;
    } finally {
      this.#pending.delete(answer.reject);
      if (this.#pending.size === 0) this.busySince = null;
    }
  }

  whileOpen<T>(work: T | Promise<T>): Promise<T> {
    return this.#end.during(work);
  }

  copy(statement: string): Promise<CopyStream> {
    if (this.isClosed) throw ended();
    const endSpan = beginPart(this.#spanOf(statement));
    return CopyStream.open(this.sql, statement, {
      began: (fail) => this.#pending.add(fail),
      sent: () => {
        this.busySince = performance.now();
      },
      ended: (fail, refusal) => {
        this.#pending.delete(fail);
        this.busySince = null;
        endSpan(refusal);
      },
    });
  }

  close(): void {
    void this.sql.end({ timeout: 0 });
    setTimeout(() => this.#socket?.destroy(), closeMsMax).unref();
    this.#closed();
  }

  destroy(): void {
    this.#socket?.destroy();
    this.#closed();
  }

  /** The driver asks for a second socket when the server ends the first before it has answered anything. */
  #connect(): Promise<net.Socket> {
    if (this.isClosed || this.#socket) throw ended();
    const socket = withErrorListener(net.connect(this.server));
    this.#socket = socket;
    return connected(socket, this.server);
  }

  #closed(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    setImmediate(() => {
      for (const fail of this.#pending) fail(ended());
      this.#end.raise(ended());
    });
    this.events.onClose?.(this);
  }
}

const ended = () => new DatabaseUnreachable('The connection to the database has ended.');

const endsConnection = (error: unknown) => !isRefusal(error);

export function templateOf(address: DatabaseAddress): Sql {
  const template = postgres({
    host: 'localhost',
    database: address.database,
    username: address.user,
    password: address.password,
    ssl: address.ssl === 'disable' ? false : address.ssl,
    connection: address.parameters,
    max: 1,
    max_lifetime: null,
    onnotice: () => {},
    no_subscribe: true,
    fetch_types: false,
  } as postgres.Options<Record<string, never>>);
  teachArrays(template);
  return template;
}

/** The driver removes all listeners of a socket that ends; an error that follows would end the process. */
function withErrorListener(socket: net.Socket): net.Socket {
  const removeAll = socket.removeAllListeners.bind(socket);
  const keep = () => socket.on('error', () => {});
  socket.removeAllListeners = (event?: string | symbol) => {
    removeAll(event);
    return keep();
  };
  return keep();
}

function connected(socket: net.Socket, server: Server): Promise<net.Socket> {
  return new Promise((resolve, reject) => {
    const closed = () => reject(ended());
    socket.once('error', reject);
    socket.once('close', closed);
    socket.once('connect', () => {
      socket.off('error', reject);
      socket.off('close', closed);
      socket.setNoDelay(true);
      socket.setKeepAlive(true, keepAliveMs);
      // The driver verifies certificates against the host of the socket.
      resolve('path' in server ? socket : Object.assign(socket, server));
    });
  });
}

const statementLengthMax = 2000;

const firstWord = /^\s*(\w+)/;

function statementSpan(statement: string, server: Server, { options }: postgres.Sql): SpanPlan {
  const operation = firstWord.exec(statement)?.[1]?.toUpperCase() ?? 'STATEMENT';
  const namespace = String(options.database);
  return {
    name: `${operation} ${namespace}`,
    kind: 'client',
    attributes: {
      'db.system.name': 'postgresql',
      'db.namespace': namespace,
      'db.operation.name': operation,
      'db.query.text': shortened(statement.trim(), statementLengthMax),
      ...('path' in server ? {} : { 'server.address': server.host, 'server.port': server.port }),
    },
  };
}
