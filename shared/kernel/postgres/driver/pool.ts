import type { Connection } from './connection';
import type { Connector } from './connector';
import { DatabaseUnreachable, isReadOnlyServer, isServerFull } from './failure';

export interface PoolOptions {
  max: number;
  statementMsMax?: number;
  /** Connections are not closed for their age where a session owns something that is needed longer. */
  keepsSessions?: boolean;
}

interface Waiter extends PromiseWithResolvers<Connection> {
  since: number;
}

const retryMs = 300;
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
  #retryAt = 0;
  #answeredAt = performance.now();
  #isAway = false;
  #isEnded = false;
  #probe: Promise<boolean> | null = null;
  readonly #watching = setInterval(() => void this.#watch(), watchMs).unref();

  constructor(
    private readonly connector: Connector,
    private readonly options: PoolOptions,
  ) {}

  async acquire(): Promise<Connection> {
    if (this.#isEnded) throw closed();
    if (this.#isAway && !(await this.#isAnswering())) throw silent();
    const idle = this.#idle.pop();
    if (idle) return idle;
    const waiter = { ...Promise.withResolvers<Connection>(), since: performance.now() };
    this.#waiters.push(waiter);
    this.#openMore();
    return waiter.promise;
  }

  release(connection: Connection, error?: unknown): void {
    if (isReadOnlyServer(error)) {
      for (const idle of this.#idle) this.#discard(idle);
      this.#all.clear();
    }
    if (!connection.isClosed) this.answered();
    const isOld = !this.options.keepsSessions && performance.now() - connection.openedAt > lifeMsMax;
    if (this.#isEnded || isOld || connection.isClosed || !this.#all.has(connection))
      this.#discard(connection);
    else this.#offer(connection);
  }

  answered(): void {
    this.#answeredAt = performance.now();
    this.#isAway = false;
  }

  async end(msMax: number): Promise<void> {
    this.#isEnded = true;
    clearInterval(this.#watching);
    this.#refuse(closed());
    for (const idle of this.#idle) this.#discard(idle);
    const deadline = performance.now() + msMax;
    while (this.#all.size > 0 && performance.now() < deadline) await Bun.sleep(10);
    for (const connection of this.#all) this.#discard(connection);
  }

  #offer(connection: Connection): void {
    const waiter = this.#waiters.shift();
    if (waiter) waiter.resolve(connection);
    else this.#idle.push(connection);
  }

  #openMore(): void {
    while (this.#opening < this.#waiters.length && this.#all.size + this.#opening < this.options.max) {
      this.#opening += 1;
      void this.#open();
    }
  }

  async #open(): Promise<void> {
    const pause = this.#retryAt - performance.now();
    if (pause > 0) await Bun.sleep(pause);
    try {
      const connection = await this.connector.open({ onClose: (lost) => this.#lost(lost) });
      this.#opening -= 1;
      this.answered();
      if (this.#isEnded || connection.isClosed) return connection.destroy();
      this.#all.add(connection);
      this.#offer(connection);
    } catch (error) {
      this.#opening -= 1;
      this.#retryAt = performance.now() + retryMs;
      // The connections that there are may still be given back to those who wait.
      if (this.#all.size === 0) this.#refuse(error);
    }
  }

  #lost(connection: Connection): void {
    if (!this.#all.delete(connection)) return;
    this.#idle = this.#idle.filter((idle) => idle !== connection);
    this.#openMore();
  }

  #discard(connection: Connection): void {
    if (!connection.isClosed) connection.close();
  }

  #refuse(error: unknown, waiters = this.#waiters): void {
    this.#waiters = this.#waiters.filter((waiter) => !waiters.includes(waiter));
    for (const waiter of waiters) waiter.reject(error);
  }

  async #watch(): Promise<void> {
    const now = performance.now();
    const { keepsSessions, statementMsMax = Number.POSITIVE_INFINITY } = this.options;
    const isSince = ({ changedAt }: Connection, msMax: number) => now - changedAt > msMax;
    if (!keepsSessions) for (const idle of this.#idle) if (isSince(idle, idleMsMax)) this.#discard(idle);
    for (const one of this.#all) if (one.isBusy && isSince(one, statementMsMax)) one.destroy(silent());
    this.#refuse(
      new DatabaseUnreachable('All connections to the database are in use.'),
      this.#waiters.filter(({ since }) => now - since > busyMsMax),
    );
    this.#openMore();
    const unanswered = [...this.#all].filter((one) => one.isBusy && isSince(one, silentMsMax));
    const isSilent = this.#waiters.length + unanswered.length > 0 && now - this.#answeredAt > silentMsMax;
    if (!isSilent || this.#probe || (await this.#isAnswering())) return;
    for (const one of unanswered) one.destroy(silent());
    this.#refuse(silent());
  }

  async #isAnswering(): Promise<boolean> {
    const asked = performance.now();
    this.#probe ??= this.connector.open({}, probeMs).then((connection) => {
      connection.close();
      return true;
    }, isServerFull);
    const isAnswered = (await this.#probe) || this.#answeredAt > asked;
    this.#probe = null;
    if (isAnswered) this.answered();
    this.#isAway = !isAnswered;
    return isAnswered;
  }
}

const closed = () => new DatabaseUnreachable('The connections to the database are closed.');

const silent = () => new DatabaseUnreachable('The database does not answer.');
