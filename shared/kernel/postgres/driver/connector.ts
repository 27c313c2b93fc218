import { DatabaseError, escapeLiteral } from 'pg';
import {
  type DatabaseAddress,
  parseDatabaseAddress,
  type Server,
  type SessionAttribute,
  serverName,
} from '../../process';
import { Connection, type ConnectionEvents } from './connection';
import { DatabaseUnreachable, isConnectionLost, isUnknownHost } from './failure';

export type SessionSettings = Record<string, string | number | { expression: string }>;

const connectMsUsual = 3000;

interface ServerState {
  isReadOnly: boolean;
  isStandby: boolean;
}

const fits: Record<Exclude<SessionAttribute, 'prefer-standby'>, (state: ServerState) => boolean> = {
  any: () => true,
  'read-write': ({ isReadOnly }) => !isReadOnly,
  'read-only': ({ isReadOnly }) => isReadOnly,
  primary: ({ isStandby }) => !isStandby,
  standby: ({ isStandby }) => isStandby,
};

/** The package connects to one server: here all of an address are tried at once, and the first that fits is taken. */
export class Connector {
  readonly address: DatabaseAddress;

  constructor(
    address: string | DatabaseAddress,
    private readonly settings: SessionSettings = {},
  ) {
    this.address = typeof address === 'string' ? parseDatabaseAddress(address) : address;
  }

  async open(events: ConnectionEvents = {}, msMax = connectMsUsual): Promise<Connection> {
    const { attribute } = this.address;
    if (attribute !== 'prefer-standby') return this.#openFirst(attribute, events, msMax);
    return this.#openFirst('standby', events, msMax).catch(() => this.#openFirst('any', events, msMax));
  }

  async #openFirst(
    attribute: keyof typeof fits,
    events: ConnectionEvents,
    msMax: number,
  ): Promise<Connection> {
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
    attribute: keyof typeof fits,
    events: ConnectionEvents,
    msMax: number,
    ssl = this.address.ssl,
  ): Promise<Connection> {
    const connection = new Connection(server, { ...this.address, ssl }, events);
    const late = new DatabaseUnreachable(`${serverName(server)} does not answer in time.`);
    // Answers that arrived during a long computation are read first.
    const limit = setTimeout(() => setImmediate(() => isOpen || connection.destroy(late)), msMax);
    let isOpen = false;
    try {
      await connection.open();
      const [state] = await connection.run<ServerState>(this.#opening());
      isOpen = true;
      if (state && fits[attribute](state)) return connection;
      throw new DatabaseUnreachable(`${serverName(server)} is not ${attribute}, which the address asks for.`);
    } catch (error) {
      connection.destroy();
      if (isWithoutSsl(error) && (ssl === 'allow' || ssl === 'prefer'))
        return this.#openAt(server, attribute, events, msMax, 'disable');
      throw unreachable(server, error);
    } finally {
      clearTimeout(limit);
    }
  }

  /** Poolers refuse the parameters of a start that they do not know, so a statement sets the session. */
  #opening(): string {
    const { options: _, ...parameters } = this.address.parameters;
    const settings = Object.entries({ ...parameters, ...this.settings }).map(
      ([name, value]) => `set_config(${escapeLiteral(name)}, ${expressionOf(value)}, false)`,
    );
    const state = [
      `current_setting('transaction_read_only')::bool as "isReadOnly"`,
      `pg_is_in_recovery() as "isStandby"`,
    ];
    return `select ${[...state, ...settings].join(', ')}`;
  }
}

const expressionOf = (value: SessionSettings[string]) =>
  typeof value === 'object' ? value.expression : escapeLiteral(String(value));

const isWithoutSsl = (error: unknown) =>
  error instanceof Error && error.message === 'The server does not support SSL connections';

function unreachable(server: Server, error: unknown): unknown {
  if (error instanceof DatabaseUnreachable) return error;
  if (error instanceof DatabaseError && !isConnectionLost(error)) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new DatabaseUnreachable(`The database at ${serverName(server)} cannot be reached: ${reason}`, {
    cause: error,
  });
}

/** A refusal of a server explains more than one that cannot be reached, and that more than an unknown name. */
const mostTelling = (errors: readonly Error[]): unknown =>
  errors.find((error) => error instanceof DatabaseError) ??
  errors.find((error) => error.cause !== undefined && !isUnknownHost(error)) ??
  errors.find((error) => !isUnknownHost(error)) ??
  errors[0];
