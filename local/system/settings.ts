import { resolve } from 'node:path';
import { StartError } from '../process/server';

export type Environment = Record<string, string | undefined>;

export type SystemSettings = {
  host: string;
  port: number;
  /** 0 means that there is none; those behind the process in front then have free ones. */
  metricsPort: number;
  dataDir: string;
  databaseUrl: string | undefined;
  natsUrl: string | undefined;
};

/** @throws StartError when PORT or METRICS_PORT is no port */
export function systemSettings(environment: Environment, portDefault: number): SystemSettings {
  const text = (name: string) => environment[name]?.trim() || undefined;
  const portOf = (name: string, fallback: number) => {
    const port = Number(text(name) ?? fallback);
    if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
    throw new StartError(`${name} is ${environment[name]}: give a whole number from 0 to 65535.`);
  };
  return {
    host: text('HOST') ?? '127.0.0.1',
    port: portOf('PORT', portDefault),
    metricsPort: portOf('METRICS_PORT', 0),
    dataDir: resolve(text('DATA_DIR') ?? '.data'),
    databaseUrl: text('DATABASE_URL'),
    natsUrl: text('NATS_URL'),
  };
}

const everyAddress: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

export function urlOf(host: string, port: number): string {
  const name = everyAddress[host] ?? host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

export function urlVariable(service: string): string {
  return `${service.toUpperCase().replaceAll('-', '_')}_URL`;
}

export function withoutProxy(environment: Environment): Environment {
  const given = environment.NO_PROXY || environment.no_proxy;
  const value = [given, '127.0.0.1', 'localhost', '::1'].filter(Boolean).join(',');
  return { ...environment, NO_PROXY: value, no_proxy: value };
}

/** Bun sends 256 requests at once unless it starts with this, too few for a gateway with open streams. */
const requestsAtOnceMax = '16384';

export function sharedEnvironment(environment: Environment, callerSecret: () => string): Environment {
  return {
    BUN_CONFIG_MAX_HTTP_REQUESTS: requestsAtOnceMax,
    ...withoutProxy(environment),
    CALLER_SECRET: environment.CALLER_SECRET?.trim() || callerSecret(),
    IDP_AUTH_ENABLED: environment.IDP_AUTH_ENABLED?.trim() || 'false',
  };
}
