import postgres, { type Sql } from 'postgres';
import {
  type DatabaseAddress,
  parseDatabaseAddress,
  type Server,
  type SessionAttribute,
  serverName,
} from '../../process/database-address';
import { Connection, type ConnectionEvents, templateOf } from './connection';
import { DatabaseUnreachable, isConnectionLost, isUnknownHost } from './failure';

export type SessionSettings = Record<string, string | number | { expression: string }>;

const connectMsUsual = 3000;
const invalidAuthorization = '28';

interface ServerState extends Record<string, unknown> {
  isReadOnly: boolean;
  isStandby: boolean;
}

export class Connector {
  readonly address: DatabaseAddress;
  readonly template: Sql;

  constructor(
    address: string | DatabaseAddress,
    private readonly settings: SessionSettings = {},
  ) {
    this.address = typeof address === 'string' ? parseDatabaseAddress(address) : address;
    this.template = templateOf(this.address);
  }

  async open(events: ConnectionEvents = {}, msMax = connectMsUsual): Promise<Connection> {
    const { attribute } = this.address;
    if (attribute !== 'prefer-standby') return this.#openOne(attribute, events, msMax);
    return this.#openOne('standby', events, msMax).catch(() => this.#openOne('any', events, msMax));
  }

  async #openOne(attribute: SessionAttribute, events: ConnectionEvents, msMax: number): Promise<Connection> {
    const attempts = this.address.servers.map((server) => this.#openAt(server, attribute, events, msMax));
    try {
      const first = await Promise.any(attempts);
      for (const attempt of attempts)
        attempt.then(
          (other) => other !== first && other.destroy(),
          () => {},
        );
      return first;
    } catch (error) {
      throw mostTelling((error as AggregateError).errors);
    }
  }

  async #openAt(
    server: Server,
    attribute: SessionAttribute,
    events: ConnectionEvents,
    msMax: number,
  ): Promise<Connection> {
    const connection = new Connection(server, this.template, events);
    const limit = setTimeout(() => connection.destroy(), msMax);
    try {
      const [state] = await connection.run<ServerState>(this.#opening());
      if (state && fits(attribute, state)) return connection;
      throw new DatabaseUnreachable(`${serverName(server)} is not ${attribute}, which the address asks for.`);
    } catch (error) {
      connection.destroy();
      throw isAnswer(error) ? error : unreachable(server, error);
    } finally {
      clearTimeout(limit);
    }
  }

  /** Poolers refuse the parameters of a start that they do not know, so a statement sets the session. */
  #opening(): string {
    const settings = Object.entries(this.settings).map(
      ([name, value]) => `set_config(${quoted(name)}, ${expressionOf(value)}, false)`,
    );
    const state = [
      `current_setting('transaction_read_only')::bool as "isReadOnly"`,
      `pg_is_in_recovery() as "isStandby"`,
    ];
    return `select ${[...state, ...settings].join(', ')}`;
  }
}

export const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

const expressionOf = (value: SessionSettings[string]) =>
  typeof value === 'object' ? value.expression : quoted(String(value));

function fits(attribute: SessionAttribute, { isReadOnly, isStandby }: ServerState): boolean {
  if (attribute === 'read-write') return !isReadOnly;
  if (attribute === 'read-only') return isReadOnly;
  if (attribute === 'primary') return !isStandby;
  if (attribute === 'standby') return isStandby;
  return true;
}

const isAnswer = (error: unknown) => error instanceof postgres.PostgresError && !isConnectionLost(error);

function unreachable(server: Server, error: unknown): Error {
  if (error instanceof DatabaseUnreachable) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new DatabaseUnreachable(`The database at ${serverName(server)} cannot be reached: ${reason}`, {
    cause: error,
  });
}

function mostTelling(errors: readonly unknown[]): unknown {
  const rank = (error: unknown) => {
    if (error instanceof postgres.PostgresError) return error.code.startsWith(invalidAuthorization) ? 0 : 1;
    if (isUnknownHost(error)) return 4;
    return error instanceof DatabaseUnreachable && error.cause !== undefined ? 2 : 3;
  };
  return errors.toSorted((one, other) => rank(one) - rank(other))[0];
}
