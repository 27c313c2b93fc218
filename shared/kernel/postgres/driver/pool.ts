import type { Connection } from './connection';
import type { Connector } from './connector';
import { DatabaseUnreachable, isReadOnlyServer, isServerFull } from './failure';

export interface PoolOptions {
  max: number;
  statementMsMax?: number;
  /** Connections are not closed for their age where a session owns something that is needed longer. */
  keepsSessions?: boolean;
}

type Waiter = PromiseWithResolvers<Connection> & { since: number };

const watchMs = 200;
const silentMsMax = 1000;
const busyMsMax = 10_000;
const idleMsMax = 60_000;
const lifeMsMax = 3_600_000;

/** On cores shared with other processes tests raise it: a database that is only slow is not to be taken for one that is away. */
export const patience = { probeMs: 1000 };

/**
 * A caller learns within some seconds that the database is away: when statements are not answered, a server
 * that takes no new connection either is given up, together with what it was asked.
 */
export class Pool {
  readonly #all = new Set<Connection>();
  #idle: Connection[] = [];
  readonly #waiters: Waiter[] = [];
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
    if (this.#isEnded || !this.#all.has(connection)) connection.close();
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

  #refuse(error: unknown, count = this.#waiters.length): void {
    for (const waiter of this.#waiters.splice(0, count)) waiter.reject(error);
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
      if (this.#isEnded || connection.isClosed) return connection.destroy();
      connection.once('end', () => {
        this.#all.delete(connection);
        this.#idle = this.#idle.filter((idle) => idle !== connection);
        this.#openMore();
      });
      this.#all.add(connection);
      this.#offer(connection);
      this.#openMore();
    } catch (error) {
      // Those who wait may still get a connection that others give back.
      if (this.#all.size === 0 && !isServerFull(error)) this.#refuse(error);
    }
  }

  async #watch(): Promise<void> {
    const now = performance.now();
    const { keepsSessions, statementMsMax = Number.POSITIVE_INFINITY } = this.options;
    const isSpent = (one: Connection) => now - one.answeredAt > idleMsMax || now - one.openedAt > lifeMsMax;
    if (!keepsSessions) for (const idle of this.#idle.filter(isSpent)) idle.close();
    const unanswered = [...this.#all].filter((one) => one.isBusy && now - one.askedAt > silentMsMax);
    for (const one of unanswered) if (now - one.askedAt > statementMsMax) one.destroy(silent());
    const late = this.#waiters.filter(({ since }) => now - since > busyMsMax);
    this.#refuse(new DatabaseUnreachable('All connections to the database are in use.'), late.length);
    this.#openMore();
    const lastAnswerAt = () => Math.max(this.#answeredAt, ...[...this.#all].map((one) => one.answeredAt));
    const isSilent = this.#waiters.length + unanswered.length > 0 && now - lastAnswerAt() > silentMsMax;
    if (!isSilent || this.#isProbing) return;
    this.#isProbing = true;
    const probe = this.connector.open(patience.probeMs).then((connection) => connection.close());
    const isThere = await probe.then(() => true, isServerFull);
    this.#isProbing = false;
    if (isThere || lastAnswerAt() > now) this.#answeredAt = performance.now();
    else {
      for (const one of [...unanswered, ...this.#idle]) one.destroy(silent());
      this.#refuse(silent());
    }
  }
}

const closed = () => new DatabaseUnreachable('The connections to the database are closed.');

const silent = () => new DatabaseUnreachable('The database does not answer.');
