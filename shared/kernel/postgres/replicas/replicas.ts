import type { DatabaseError } from 'pg';
import { type Logger, parseDatabaseAddress, type Telemetry } from '../../process';
import type { Database } from '../database/connect';
import { refusalOf } from '../database/query';
import { isConnectionLost } from '../driver/failure';
import { primaryPosition } from './log-position';
import { type ReadServer, Replica, ReplicaBehind } from './replica';

const primaryName = 'primary';

export interface ReplicaOptions {
  /** Login, database and encryption default to those of the primary; undefined means no replicas. */
  url: string | undefined;
  primaryUrl: string;
  primary: Database;
  schema: string;
  log: Logger;
}

/**
 * A replica answers only when its position in the log includes all that was committed before the read began;
 * otherwise the primary answers.
 */
export class Replicas {
  static connect({ url, primaryUrl, primary, schema, log }: ReplicaOptions): Replicas {
    if (url === undefined) return new Replicas(primary, [], async () => {});
    const address = parseDatabaseAddress(url, parseDatabaseAddress(primaryUrl));
    const position = primaryPosition(primaryUrl, schema);
    const replicas = address.servers.map(
      (server) => new Replica({ ...address, servers: [server], attribute: 'standby' }, schema, position, log),
    );
    const end = async () => {
      await Promise.all([...replicas.map((replica) => replica.end()), position.end(endMsMax)]);
    };
    return new Replicas(primary, replicas, end);
  }

  readonly #primary: ReadServer;
  readonly #answered = { primary: 0, replica: 0 };
  #turn = 0;

  private constructor(
    primary: Database,
    private readonly replicas: readonly Replica[],
    readonly end: () => Promise<void>,
  ) {
    this.#primary = { name: primaryName, isReplica: false, read: (read) => read(primary) };
  }

  async run<T>(read: (server: ReadServer) => Promise<T>): Promise<T> {
    const replica = this.#leastBusy();
    if (replica) {
      replica.running += 1;
      try {
        const found = await read(replica);
        this.#answered.replica += 1;
        return found;
      } catch (error) {
        if (!isOfReplica(error)) throw error;
        if (!isConflict(error)) replica.leaveOut(error);
      } finally {
        replica.running -= 1;
      }
    }
    this.#answered.primary += 1;
    return read(this.#primary);
  }

  watch(telemetry: Telemetry): void {
    if (this.replicas.length === 0) return;
    telemetry.countBy(
      'database_reads_total',
      'server',
      'Reads that a replica may answer, by who did.',
      () => this.#answered,
    );
    telemetry.watchBy(
      'replica_lag_bytes',
      'replica',
      'How far a replica is behind the log of the primary.',
      () => this.#lagBytes(),
    );
  }

  async #lagBytes(): Promise<Record<string, number>> {
    const lags = await Promise.all(
      this.replicas.map(
        async (replica) => [replica.name, await replica.lagBytes().catch(() => null)] as const,
      ),
    );
    return Object.fromEntries(lags.filter((lag): lag is [string, number] => lag[1] !== null));
  }

  #leastBusy(): Replica | undefined {
    this.#turn += 1;
    const usable = this.replicas.filter(({ isUsable }) => isUsable);
    const inTurn = usable.map((_, at) => usable[(at + this.#turn) % usable.length] as Replica);
    return inTurn.toSorted((one, other) => one.running - other.running)[0];
  }
}

const endMsMax = 3000;
const queryCanceled = '57014';
const dataException = '22';

export function isOfReplica(error: unknown): boolean {
  if (error instanceof ReplicaBehind || isConnectionLost(error)) return true;
  const code = refusalOf(error)?.code;
  return code !== undefined && code !== queryCanceled && !code.startsWith(dataException);
}

const isConflict = (error: unknown): boolean =>
  refusalOf(error)?.code === '40001' && !isFatal(refusalOf(error));

const isFatal = (refusal: DatabaseError | undefined): boolean => refusal?.severity === 'FATAL';
