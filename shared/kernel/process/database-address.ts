const sessionAttributes = ['any', 'read-write', 'read-only', 'primary', 'standby', 'prefer-standby'] as const;
export type SessionAttribute = (typeof sessionAttributes)[number];

const sslModes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const;

// A host that begins with a slash is the folder of a socket.
export type Server = { host: string; port: number };

export interface DatabaseAddress {
  servers: readonly Server[];
  user: string | undefined;
  // During a rotation there are several, of which one is right.
  passwords: readonly string[];
  database: string | undefined;
  attribute: SessionAttribute;
  ssl: (typeof sslModes)[number];
  parameters: Record<string, string>;
}

/**
 * Several servers without `target_session_attrs` mean the one that takes writes; login, database and
 * encryption default to those of `others`.
 * @throws Error with one sentence, which does not repeat the address, because a password may be in it
 */
export function parseDatabaseAddress(text: string, others?: DatabaseAddress): DatabaseAddress {
  const found = /^postgres(?:ql)?:\/\/([^/?#]*)(?:\/([^?#]*))?(?:\?([^#]*))?$/.exec(text);
  if (!found) throw new Error('is not of the form postgres://user:password@host:port/database');
  const [, authority = '', path = '', query = ''] = found;
  const hostsAt = authority.lastIndexOf('@') + 1;
  const [name, passwords] = splitOnce(authority.slice(0, Math.max(0, hostsAt - 1)), ':');
  const { target_session_attrs, sslmode, ...rest } = Object.fromEntries(new URLSearchParams(query));
  const { host = authority.slice(hostsAt), port = '', ...parameters } = rest;
  const servers = serversOf(host, port.split(','));
  const login = parameters.user || decoded(name) || undefined;
  const given = parameters.password ? [parameters.password] : passwordsIn(passwords);
  return {
    servers,
    user: login ?? others?.user,
    passwords: given.length === 0 && login === undefined ? (others?.passwords ?? []) : given,
    database: parameters.dbname || decoded(path) || others?.database,
    attribute: oneOf(
      'target_session_attrs',
      sessionAttributes,
      target_session_attrs ?? (servers.length > 1 ? 'read-write' : 'any'),
    ),
    ssl: oneOf('sslmode', sslModes, sslmode ?? others?.ssl ?? 'disable'),
    parameters: without(parameters, ['user', 'password', 'dbname', 'connect_timeout']),
  };
}

export const serverName = (server: Server): string =>
  server.host.startsWith('/') ? `${server.host}/.s.PGSQL.${server.port}` : `${server.host}:${server.port}`;

const defaultPort = 5432;

function serversOf(hosts: string, ports: readonly string[]): Server[] {
  return hosts.split(',').map((given, at) => {
    const [, name = '', ownPort] = /^(\[[^\]]*\]|[^:]*)(?::(\d*))?$/.exec(given.trim()) ?? [];
    const host = decoded(name.replace(/^\[|\]$/g, '')) || 'localhost';
    const port = Number(ownPort || ports[at] || ports[0] || defaultPort);
    if (given.trim() !== '' && name === '' && ownPort === undefined)
      throw new Error(`has an invalid host: ${given}`);
    if (port < 1 || port > 65_535) throw new Error(`has an invalid port: ${port}`);
    return { host, port };
  });
}

function oneOf<T extends string>(name: string, values: readonly T[], given: string): T {
  const value = values.find((candidate) => candidate === given);
  if (value === undefined) throw new Error(`has ${name}=${given}; it is one of ${values.join(', ')}`);
  return value;
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

// Addresses of former releases have one password, in which a comma is a comma.
const passwordsIn = (text: string): string[] =>
  text === '' ? [] : [...new Set([...text.split(','), text])].map(decoded);

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Error('has a % that does not begin a percent-encoded character');
  }
}

const without = (record: Record<string, string>, keys: readonly string[]) =>
  Object.fromEntries(Object.entries(record).filter(([key]) => !keys.includes(key)));
