import { readFileSync } from 'node:fs';
import { withoutTrailingSlashes } from '../schema';
import { parseDatabaseAddress } from './database-address';

export interface Setting<T> {
  parse(text: string | undefined, name: string): T;
}

export class SettingError extends Error {}

export type Settings = Record<string, Setting<unknown>>;
export type Values<S extends Settings> = { [K in keyof S]: S[K] extends Setting<infer T> ? T : never };

export const setting = {
  text: (fallback?: string): Setting<string> => ({
    parse: (text, name) => text ?? fallback ?? missing(name),
  }),
  optionalText: (): Setting<string | undefined> => ({ parse: (text) => text }),
  integer: (fallback: number, min: number, max: number): Setting<number> => ({
    parse: (text, name) => {
      if (text === undefined) return fallback;
      const value = Number(text);
      if (!/^\d+$/.test(text) || value < min || value > max) {
        throw new SettingError(`${name} must be a whole number from ${min} to ${max}, not "${text}".`);
      }
      return value;
    },
  }),
  flag: (fallback: boolean): Setting<boolean> => ({
    parse: (text, name) => {
      if (text === undefined) return fallback;
      if (text === 'true' || text === 'false') return text === 'true';
      throw new SettingError(`${name} must be true or false, not "${text}".`);
    },
  }),
  oneOf: <const T extends string>(values: readonly T[], fallback: T): Setting<T> => ({
    parse: (text, name) => {
      if (text === undefined) return fallback;
      const value = values.find((candidate) => candidate === text);
      if (value === undefined)
        throw new SettingError(`${name} must be one of ${values.join(', ')}, not "${text}".`);
      return value;
    },
  }),
  secret: (bytesMin: number): Setting<string> => ({
    parse: (text, name) => {
      if (text === undefined) return missing(name);
      if (text.split(',').some((one) => Buffer.byteLength(one.trim()) < bytesMin))
        throw new SettingError(`${name} must be at least ${bytesMin} bytes long.`);
      return text;
    },
  }),
  address: (fallback: string): Setting<string> => ({
    parse: (text = fallback, name) => webAddress(text, name, fallback),
  }),
  optionalAddress: (example: string): Setting<string | undefined> => ({
    parse: (text, name) => (text === undefined ? undefined : webAddress(text, name, example)),
  }),
  /** A fault does not repeat the address, because a password may be in it. */
  natsAddress: (): Setting<string> => ({
    parse: (text, name) => {
      if (text === undefined) return missing(name);
      try {
        parseNatsUrl(text);
      } catch {
        throw new SettingError(`${name} must be an address such as nats://user:password@host:4222.`);
      }
      return text;
    },
  }),
  optionalDatabase: (): Setting<string | undefined> => ({
    parse: (text, name) => (text === undefined ? undefined : databaseAddress(text, name)),
  }),
  list: (): Setting<string[]> => ({
    parse: (text) =>
      (text ?? '')
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== ''),
  }),
};

function webAddress(text: string, name: string, example: string): string {
  const { protocol } = URL.canParse(text) ? new URL(text) : { protocol: '' };
  if (protocol === 'https:' || protocol === 'http:') return withoutTrailingSlashes(text);
  throw new SettingError(`${name} must be an address such as ${example}, not "${text}".`);
}

function missing(name: string): never {
  throw new SettingError(`${name} is not set.`);
}

export interface SettingRule<S extends Settings> {
  of: readonly (keyof S)[];
  fault(values: Values<S>): string | null;
}

/** @throws SettingError whose message lists every wrong setting and every broken rule, one sentence each */
export function readSettings<S extends Settings>(
  settings: S,
  environment: Record<string, string | undefined>,
  rules: readonly SettingRule<S>[] = [],
): Values<S> {
  const values: Record<string, unknown> = {};
  const wrong: string[] = [];
  for (const [name, one] of Object.entries(settings)) {
    try {
      values[name] = one.parse(textOf(environment, name), name);
    } catch (error) {
      if (!(error instanceof SettingError)) throw error;
      wrong.push(error.message);
    }
  }
  for (const { of, fault } of rules) {
    if (!of.every((name) => name in values)) continue;
    const sentence = fault(values as Values<S>);
    if (sentence !== null) wrong.push(sentence);
  }
  if (wrong.length > 0) throw new SettingError(wrong.join('\n'));
  return values as Values<S>;
}

export function textOf(environment: Record<string, string | undefined>, name: string): string | undefined {
  const text = environment[name]?.trim();
  const file = environment[`${name}_FILE`]?.trim();
  if (text || !file) return text || undefined;
  try {
    return readFileSync(file, 'utf8').trim() || undefined;
  } catch {
    throw new SettingError(`${name}_FILE names "${file}", which cannot be read.`);
  }
}

export const processSettings = {
  HOST: setting.text('0.0.0.0'),
  PORT: setting.integer(3000, 0, 65535),
  METRICS_PORT: setting.integer(0, 0, 65535),
  LOG_LEVEL: setting.oneOf(['debug', 'info', 'warn', 'error'], 'info'),
  CALLER_SECRET: setting.secret(32),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting.optionalAddress('http://host:4318'),
};

export const serviceSettings = {
  ...processSettings,
  NATS_URL: setting.natsAddress(),
  HISTORY_DAYS: setting.integer(400, 0, 36_500),
  BODY_BYTES_MAX: setting.integer(1024 * 1024, 1024, 1024 * 1024 * 1024),
  BULK_BODY_BYTES_MAX: setting.integer(64 * 1024 * 1024, 1024, 1024 * 1024 * 1024),
  UPLOAD_BYTES_MAX: setting.integer(100 * 1024 * 1024, 1024, 1024 * 1024 * 1024),
};

export const databaseVariable = (service: string) =>
  `${service.toUpperCase().replaceAll('-', '_')}_DATABASE_URL`;

export const databaseSetting = (service: string): Setting<string> => ({
  parse: (text) => {
    const url = textOf(process.env, databaseVariable(service)) ?? text;
    if (!url) throw new SettingError(`DATABASE_URL (or ${databaseVariable(service)}) is not set.`);
    return databaseAddress(url, `DATABASE_URL (or ${databaseVariable(service)})`);
  },
});

function databaseAddress(text: string, name: string): string {
  try {
    parseDatabaseAddress(text);
  } catch (error) {
    throw new SettingError(`${name} ${(error as Error).message}.`);
  }
  return text;
}

export interface NatsAddress {
  servers: string[];
  authenticator?: () => { user: string; pass: string };
  ignoreAuthErrorAbort: true;
  tls?: Record<string, never>;
  inboxPrefix: string;
}

/** During a rotation the address has several passwords, separated by commas. */
export function parseNatsUrl(text: string): NatsAddress {
  const [, protocol = 'nats://', login = '', hosts = ''] =
    /^([a-z]+:\/\/)?(?:([^@/]*)@)?(.*)$/.exec(text) ?? [];
  const urls = hosts.split(',').map((one) => new URL(one.includes('://') ? one : protocol + one));
  const servers = urls.map(({ host }) => host);
  const [name = '', passwords = ''] = login.split(/:(.*)/s);
  const user = decodeURIComponent(name);
  return {
    servers,
    // A server that was started with a wrong password is tried again until somebody corrects it.
    ignoreAuthErrorAbort: true,
    ...(protocol === 'tls://' && { tls: {} }),
    ...(user !== '' && { authenticator: loginOf(user, passwords, servers.length) }),
    inboxPrefix: user === '' ? '_INBOX' : `_INBOX_${user}`,
  };
}

/** Each attempt takes the next password, and each round of the servers begins with another one. */
function loginOf(user: string, given: string, servers: number) {
  const passwords = given.split(',').map(decodeURIComponent);
  let attempt = 0;
  return () => {
    const at = (attempt % servers) + Math.floor(attempt / servers);
    attempt += 1;
    return { user, pass: passwords[at % passwords.length] ?? '' };
  };
}
