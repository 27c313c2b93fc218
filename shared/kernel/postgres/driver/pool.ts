import type { Connection } from './connection';
import type { Connector } from './connector';
import { DatabaseUnreachable, isPoolerFull, isReadOnlyServer, isServerFull } from './failure';

export interface PoolOptions {
  max: number;
  statementMsMax?: number;
  /** Connections are not closed for their age where a session owns something that is needed longer. */
  keepsSessions?: boolean;
}

interface Waiter extends PromiseWithResolvers<Connection> {
  since: number;
}

const watchMs = 200;
const silentMsMax = 1000;
const busyMsMax = 10_000;
const idleMsMax = 60_000;
const lifeMsMax = 3_600_000;
export const probeMsUsual = 1000;
let probeMs = probeMsUsual;

/** A database that is only slow, as on cores shared with other processes, must not be taken for one that is away. */
export function expectSlowDatabase(milliseconds: number): void {
  probeMs = milliseconds;
}

/**
 * A caller learns within some seconds that the database is away: when statements are not answered, a server
 * that takes no new connection either is given up, together with what it was asked.
 */
export class Pool {
  readonly #all = new Set<Connection>();
  #idle: Connection[] = [];
  #waiters: Waiter[] = [];
  #opening = 0;
  #answeredAt = performance.now();
  #isProbing = false;
  #isEnded = false;
  readonly #watching = setInterval(() => void this.#watch(), watchMs).unref();

  constructor(
    private readonly connector: Connector,
    private readonly options: PoolOptions,
  ) {}

  async acquire(): Promise<Connection> {
    if (this.#isEnded) throw closed();
    const idle = this.#idle.pop();
    if (idle) return idle;
    const waiter = { ...Promise.withResolvers<Connection>(), since: performance.now() };
    this.#waiters.push(waiter);
    this.#openMore();
    return waiter.promise;
  }

  release(connection: Connection, error?: unknown): void {
    if (isReadOnlyServer(error)) {
      for (const idle of this.#idle) idle.close();
      this.#all.clear();
    }
    const isOld = !this.options.keepsSessions && performance.now() - connection.openedAt > lifeMsMax;
    if (this.#isEnded || isOld || !this.#all.has(connection)) connection.close();
    else this.#offer(connection);
  }

  async end(msMax: number): Promise<void> {
    this.#isEnded = true;
    clearInterval(this.#watching);
    this.#refuse(closed());
    for (const idle of this.#idle) idle.close();
    const deadline = performance.now() + msMax;
    while (this.#all.size > 0 && performance.now() < deadline) await Bun.sleep(10);
    for (const connection of this.#all) connection.close();
  }

  #offer(connection: Connection): void {
    const waiter = this.#waiters.shift();
    if (waiter) waiter.resolve(connection);
    else this.#idle.push(connection);
  }

  // Until the database has answered once, one connection asks it: many would keep a starved one from answering.
  #openMore(): void {
    const most = this.#all.size === 0 ? 1 : this.options.max - this.#all.size;
    while (this.#opening < Math.min(this.#waiters.length, most)) void this.#open();
  }

  async #open(): Promise<void> {
    this.#opening += 1;
    try {
      const connection = await this.connector.open().finally(() => (this.#opening -= 1));
      connection.once('end', () => this.#lost(connection));
      if (this.#isEnded || connection.isClosed) return connection.destroy();
      this.#all.add(connection);
      this.#offer(connection);
      this.#openMore();
    } catch (error) {
      // Those who wait may still get a connection that others give back.
      if (this.#all.size === 0 && !isPoolerFull(error)) this.#refuse(error);
    }
  }

  #lost(connection: Connection): void {
    this.#all.delete(connection);
    this.#idle = this.#idle.filter((idle) => idle !== connection);
    this.#openMore();
  }

  #refuse(error: unknown, since = Number.POSITIVE_INFINITY): void {
    const late = this.#waiters.findIndex((waiter) => waiter.since >= since);
    const refused = this.#waiters.splice(0, late < 0 ? this.#waiters.length : late);
    for (const waiter of refused) waiter.reject(error);
  }

  async #watch(): Promise<void> {
    const now = performance.now();
    const { keepsSessions, statementMsMax = Number.POSITIVE_INFINITY } = this.options;
    for (const idle of this.#idle) if (!keepsSessions && now - idle.answeredAt > idleMsMax) idle.close();
    const unanswered = [...this.#all].filter((one) => one.isBusy && now - one.askedAt > silentMsMax);
    for (const one of unanswered) if (now - one.askedAt > statementMsMax) one.destroy(silent());
    this.#refuse(new DatabaseUnreachable('All connections to the database are in use.'), now - busyMsMax);
    this.#openMore();
    const isSilent = this.#waiters.length + unanswered.length > 0 && now - this.#lastAnswerAt > silentMsMax;
    if (!isSilent || this.#isProbing) return;
    this.#isProbing = true;
    const isAnswering = (await this.#probe()) || this.#lastAnswerAt > now;
    this.#isProbing = false;
    if (isAnswering) this.#answeredAt = performance.now();
    else {
      for (const one of [...unanswered, ...this.#idle]) one.destroy(silent());
      this.#refuse(silent());
    }
  }

  get #lastAnswerAt(): number {
    return Math.max(this.#answeredAt, ...[...this.#all].map(({ answeredAt }) => answeredAt));
  }

  #probe(): Promise<boolean> {
    return this.connector.open(probeMs).then((connection) => {
      connection.close();
      return true;
    }, isServerFull);
  }
}

const closed = () => new DatabaseUnreachable('The connections to the database are closed.');

const silent = () => new DatabaseUnreachable('The database does not answer.');
