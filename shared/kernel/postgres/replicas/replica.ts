import { type DatabaseAddress, errorText, type Logger, serverName } from '../../process';
import { type Database, openRequests } from '../database/connect';
import { type PrimaryPosition, StandbyPosition } from './log-position';

export interface ReadServer {
  name: string;
  isReplica: boolean;
  read<T>(read: (db: Database) => Promise<T>): Promise<T>;
}

const lagMsMax = 20;
const lookAgainMs = 2;
const answerMsMax = 300;
const checkAgainMs = 500;
const endMsMax = 3000;

export class ReplicaBehind extends Error {
  override readonly name = 'ReplicaBehind';
}

export class Replica implements ReadServer {
  readonly isReplica = true;
  readonly name: string;
  running = 0;
  isUsable = false;

  readonly #db: Database;
  readonly #endReads: (msMax: number) => Promise<void>;
  readonly #position: StandbyPosition;
  #isEnded = false;
  #complaint = '';

  constructor(
    address: DatabaseAddress,
    schema: string,
    private readonly primary: PrimaryPosition,
    private readonly log: Logger,
  ) {
    this.name = address.servers.map(serverName).join();
    const { db, end } = openRequests(address, schema, schema);
    this.#db = db;
    this.#endReads = end;
    this.#position = new StandbyPosition(address, schema);
    void this.#becomeUsable();
  }

  async read<T>(read: (db: Database) => Promise<T>): Promise<T> {
    await this.#requireCurrent();
    return read(this.#db);
  }

  async lagBytes(): Promise<number> {
    const { bytes, timeline } = await this.primary.now();
    return Math.max(0, bytes - (await this.#position.on(timeline)));
  }

  leaveOut(reason: unknown): void {
    if (!(reason instanceof ReplicaBehind)) this.#complain(reason);
    if (!this.isUsable) return;
    this.isUsable = false;
    void this.#becomeUsable();
  }

  async end(): Promise<void> {
    this.#isEnded = true;
    await Promise.all([this.#endReads(endMsMax), this.#position.end(endMsMax)]);
  }

  async #becomeUsable(): Promise<void> {
    while (!this.#isEnded && !this.isUsable) {
      try {
        await this.#requireCurrent();
        this.isUsable = true;
        this.#complaint = '';
      } catch (error) {
        if (!(error instanceof ReplicaBehind) && !this.#isEnded) this.#complain(error);
        await Bun.sleep(checkAgainMs);
      }
    }
  }

  async #requireCurrent(): Promise<void> {
    const late = Promise.withResolvers<never>();
    const silent = new ReplicaBehind(`${this.name} does not say in time how far it is.`);
    const limit = setTimeout(() => late.reject(silent), answerMsMax);
    try {
      await Promise.race([this.#catchUp(), late.promise]);
    } finally {
      clearTimeout(limit);
    }
  }

  async #catchUp(): Promise<void> {
    const { bytes, timeline } = await this.primary.now();
    const until = performance.now() + lagMsMax;
    while ((await this.#position.on(timeline)) < bytes) {
      if (performance.now() > until) throw new ReplicaBehind(`${this.name} is behind the primary.`);
      await Bun.sleep(lookAgainMs);
    }
  }

  #complain(error: unknown): void {
    const complaint = errorText(error);
    if (complaint !== this.#complaint)
      this.log.warn('a replica is not read from', { replica: this.name, error });
    this.#complaint = complaint;
  }
}
