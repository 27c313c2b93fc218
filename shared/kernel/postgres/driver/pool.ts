import type { Connection } from './connection';
import type { Connector } from './connector';
import { DatabaseUnreachable, isReadOnlyServer, isServerFull } from './failure';

export interface PoolOptions {
  max: number;
  statementMsMax?: number;
  /** Connections are not closed for their age where a session owns something that is needed longer. */
  keepsSessions?: boolean;
}

interface Waiter {
  resolve(connection: Connection): void;
  reject(error: unknown): void;
  since: number;
  timer: ReturnType<typeof setTimeout>;
}

const retryMs = 300;
const silentMsMax = 300;
export const probePausesUsual = 5;
let probePauses = probePausesUsual;
const probePauseMs = 100;
const probeAfterMs = 1000;
const watchMs = 200;
const silentTicksMax = 15;
const busyMsMax = 10_000;
const idleMsMax = 60_000;
const lifeMsMax = 3_600_000;

/**
 * A database that is only slow, as on cores shared with other processes, must not be taken for one that is
 * away.
 */
export function expectSlowDatabase(pauses: number): void {
  probePauses = pauses;
}

/**
 * A caller learns within a second that the database is away. Connections to a server that does not answer any
 * more are given up together with their statements.
 */
export class Pool {
  readonly #all = new Set<Connection>();
  #idle: { connection: Connection; since: number }[] = [];
  #waiters: Waiter[] = [];
  #opening = 0;
  #retryAt = 0;
  #answeredAt = performance.now();
  #probe: Promise<boolean> | null = null;
  #silentTicks = 0;
  #isSuspect = false;
  #isEnded = false;
  #watching: ReturnType<typeof setInterval> | null = null;

  constructor(
    private readonly connector: Connector,
    private readonly options: PoolOptions,
  ) {}

  async acquire(): Promise<Connection> {
    if (this.#isEnded) throw new DatabaseUnreachable('The connections to the database are closed.');
    if ((this.#isSuspect || this.#isSilent()) && !(await this.#answersProbe())) throw silent();
    const idle = this.#idle.pop();
    if (idle) return this.#handOut(idle.connection);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#lookAfter(waiter), silentMsMax);
      const waiter: Waiter = { resolve, reject, since: performance.now(), timer };
      this.#waiters.push(waiter);
      this.#openMore();
    });
  }

  release(connection: Connection, error?: unknown): void {
    if (!connection.isClosed) this.#answeredAt = performance.now();
    if (isReadOnlyServer(error)) this.#leaveServer();
    const isUsable = !connection.isClosed && this.#all.has(connection) && !this.#isEnded;
    const isOld = !this.options.keepsSessions && performance.now() - connection.openedAt > lifeMsMax;
    if (!isUsable || isOld) return this.#discard(connection);
    this.#offer(connection);
  }

  answered(): void {
    this.#answeredAt = performance.now();
  }

  async end(msMax: number): Promise<void> {
    this.#isEnded = true;
    this.#rejectWaiters(new DatabaseUnreachable('The connections to the database are closed.'));
    for (const { connection } of this.#idle) this.#discard(connection);
    const deadline = performance.now() + msMax;
    while (this.#all.size > 0 && performance.now() < deadline) await Bun.sleep(10);
    for (const connection of this.#all) this.#discard(connection);
    if (this.#watching) clearInterval(this.#watching);
  }

  #handOut(connection: Connection): Connection {
    this.#watching ??= setInterval(() => this.#watch(), watchMs);
    return connection;
  }

  #offer(connection: Connection): void {
    const waiter = this.#waiters.shift();
    if (!waiter) {
      this.#idle.push({ connection, since: performance.now() });
      return;
    }
    clearTimeout(waiter.timer);
    waiter.resolve(this.#handOut(connection));
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
      const connection = await this.connector.open({ onClose: (closed) => this.#lost(closed) });
      this.#opening -= 1;
      this.#answeredAt = performance.now();
      if (this.#isEnded || connection.isClosed) return connection.destroy();
      this.#all.add(connection);
      this.#offer(connection);
    } catch (error) {
      this.#opening -= 1;
      this.#retryAt = performance.now() + retryMs;
      // The connections that there are may still be given back to those who wait.
      if (this.#all.size === 0) this.#rejectWaiters(error);
    }
  }

  #lost(connection: Connection): void {
    if (!this.#all.delete(connection)) return;
    this.#idle = this.#idle.filter((idle) => idle.connection !== connection);
    this.#openMore();
  }

  #discard(connection: Connection): void {
    connection.close();
    this.#lost(connection);
  }

  #leaveServer(): void {
    for (const { connection } of this.#idle) this.#discard(connection);
    this.#all.clear();
  }

  #rejectWaiters(error: unknown): void {
    const waiters = this.#waiters;
    this.#waiters = [];
    for (const { reject, timer } of waiters) {
      clearTimeout(timer);
      reject(error);
    }
  }

  async #lookAfter(waiter: Waiter): Promise<void> {
    const isLate = performance.now() - waiter.since > busyMsMax;
    const isAlive = performance.now() - this.#answeredAt < silentMsMax || (await this.#answersProbe());
    if (!this.#waiters.includes(waiter)) return;
    if (isAlive && !isLate) {
      this.#openMore();
      waiter.timer = setTimeout(() => this.#lookAfter(waiter), silentMsMax);
      return;
    }
    this.#waiters = this.#waiters.filter((one) => one !== waiter);
    waiter.reject(
      isAlive ? new DatabaseUnreachable('All connections to the database are in use.') : silent(),
    );
  }

  #isSilent(): boolean {
    const now = performance.now();
    if (now - this.#answeredAt < silentMsMax) return false;
    for (const { busySince } of this.#all)
      if (busySince !== null && now - busySince > silentMsMax) return true;
    return false;
  }

  async #answersProbe(): Promise<boolean> {
    this.#probe ??= this.#startProbe();
    const asked = performance.now();
    // Several short pauses: after a long computation in this thread a single one would end before the answer is read.
    for (let pause = 0; pause < probePauses; pause++) {
      const isAnswered = await Promise.race([this.#probe, Bun.sleep(probePauseMs)]);
      this.#isSuspect = this.#answeredAt <= asked;
      if (isAnswered !== undefined || !this.#isSuspect) return !this.#isSuspect;
    }
    return false;
  }

  async #startProbe(): Promise<boolean> {
    try {
      const connection = await this.connector.open();
      connection.close();
      this.#answeredAt = performance.now();
      return true;
    } catch (error) {
      if (!isServerFull(error)) return false;
      this.#answeredAt = performance.now();
      return true;
    } finally {
      this.#probe = null;
    }
  }

  #watch(): void {
    const now = performance.now();
    for (const { connection, since } of this.#idle)
      if (!this.options.keepsSessions && now - since > idleMsMax) this.#discard(connection);
    const isSilent = this.#isSilent() && now - this.#answeredAt > probeAfterMs;
    if (isSilent) this.#probe ??= this.#startProbe();
    this.#silentTicks = isSilent ? this.#silentTicks + 1 : 0;
    for (const connection of this.#all) {
      const waits = connection.busySince === null ? 0 : now - connection.busySince;
      const isDead = this.#silentTicks > silentTicksMax && waits > probeAfterMs;
      if (isDead || waits > (this.options.statementMsMax ?? Number.POSITIVE_INFINITY)) connection.destroy();
    }
    if (this.#all.size > 0 || !this.#watching) return;
    clearInterval(this.#watching);
    this.#watching = null;
  }
}

const silent = () => new DatabaseUnreachable('The database does not answer.');
