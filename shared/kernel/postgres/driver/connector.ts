import { DatabaseError, escapeLiteral } from 'pg';
import type { DatabaseAddress, Server } from '../../process';
import { errorText, parseDatabaseAddress, serverName } from '../../process';
import { Connection } from './connection';
import { DatabaseUnreachable, isConnectionLost, isUnknownHost, isWrongPassword, PoolerFull } from './failure';

export type SessionSettings = Record<string, string | number | { expression: string }>;

const withoutSsl = 'The server does not support SSL connections';

const conditions = {
  any: 'true',
  'read-write': `current_setting('transaction_read_only') = 'off'`,
  'read-only': `current_setting('transaction_read_only') = 'on'`,
  primary: 'not pg_is_in_recovery()',
  standby: 'pg_is_in_recovery()',
};

type Role = keyof typeof conditions;

/** The package connects to one server: here all of an address are tried at once, and the first that fits is taken. */
export class Connector {
  readonly address: DatabaseAddress;

  constructor(
    address: string | DatabaseAddress,
    private readonly settings: SessionSettings = {},
    readonly schema = '',
  ) {
    this.address = typeof address === 'string' ? parseDatabaseAddress(address) : address;
  }

  async open(msMax = 3000): Promise<Connection> {
    const { attribute } = this.address;
    if (attribute !== 'prefer-standby') return this.#openFirst(attribute, msMax);
    return this.#openFirst('standby', msMax).catch(() => this.#openFirst('any', msMax));
  }

  async #openFirst(role: Role, msMax: number): Promise<Connection> {
    const attempts = this.address.servers.map((server) => this.#openAt(server, role, msMax));
    try {
      const first = await Promise.any(attempts);
      for (const one of attempts) one.then((other) => other !== first && other.destroy()).catch(() => {});
      return first;
    } catch (error) {
      const { errors } = error as AggregateError;
      // A refusal of a server explains more than one that cannot be reached, and that more than an unknown name.
      const ofServers = errors.filter((one) => !isUnknownHost(one));
      throw ofServers.find((one) => one instanceof DatabaseError) ?? ofServers[0] ?? errors[0];
    }
  }

  async #openAt(server: Server, role: Role, msMax: number, address = this.address): Promise<Connection> {
    const connection = new Connection(server, address);
    const giveUp = () => {
      const Late = connection.isBusy ? PoolerFull : DatabaseUnreachable;
      if (connection.answeredAt === 0) connection.destroy(new Late('It does not answer in time.'));
    };
    // Answers that arrived during a long computation are read first.
    const limit = setTimeout(() => setImmediate(giveUp), msMax);
    try {
      await connection.connect();
      const [state] = await connection.run<{ fits: boolean }>(this.#openingOf(conditions[role]));
      if (state?.fits) return connection;
      throw new DatabaseUnreachable(`It is not ${role}, which the address asks for.`);
    } catch (error) {
      connection.destroy();
      if (/^(allow|prefer)$/.test(address.ssl) && errorText(error) === withoutSsl)
        return this.#openAt(server, role, msMax, { ...address, ssl: 'disable' });
      if (isWrongPassword(error) && address.passwords.length > 1)
        return this.#openAt(server, role, msMax, { ...address, passwords: address.passwords.slice(1) });
      if (error instanceof DatabaseError && !isConnectionLost(error)) throw error;
      const sentence = `The database at ${serverName(server)} cannot be reached: ${errorText(error)}`;
      throw new DatabaseUnreachable(sentence, { cause: error });
    } finally {
      clearTimeout(limit);
    }
  }

  /** Poolers refuse the parameters of a start that they do not know, so a statement sets the session. */
  #openingOf(condition: string): string {
    const { options: _, ...parameters } = this.address.parameters;
    const settings = Object.entries({ ...parameters, ...this.settings }).map(([name, value]) => {
      const expression = typeof value === 'object' ? value.expression : escapeLiteral(String(value));
      return `set_config(${escapeLiteral(name)}, ${expression}, false)`;
    });
    return `select ${[`${condition} as fits`, ...settings].join(', ')}`;
  }
}
