import { composeGateway } from '@consulting/gateway/compose';
import { gatewaySettings } from '@consulting/gateway/settings';
import { identity } from '@consulting/identity/service';
import { callerHeader, createCallerSigner } from '@consulting/kernel/http';
import { Lifecycle, type Logger, serviceLog } from '@consulting/kernel/process';
import type { ServiceDefinition } from '@consulting/kernel/service/service-definition';
import { urlVariable } from '@consulting/local/system/settings';
import postgres from 'postgres';
import type { Migrated } from './database';
import { until } from './project-system';
import { type Answer, readAnswer, startTestSystem } from './system';

const callerSecret = 'a secret that only gateway and services of the tests know';
const sign = createCallerSigner(callerSecret);

export interface Call {
  key?: string;
  token?: string;
  json?: unknown;
  form?: FormData;
  headers?: Record<string, string>;
}

export interface GatewayUnderTest {
  url: string;
  call(method: string, path: string, call?: Call): Promise<Answer>;
  stop(): Promise<void>;
}

/** A service that listens, and can be gone for a while. */
export interface Listening {
  url: string;
  leave(): Promise<void>;
  comeBack(): void;
}

type Definition = ServiceDefinition<never> & Migrated;

const nowhere = 'http://127.0.0.1:1';

/** identity and other services behind gateways with enforcement on, on real Postgres and NATS. */
export async function startGatewaySystem(more: unknown[] = [], environment: Record<string, string> = {}) {
  const definitions = [identity, ...more] as Definition[];
  const system = await startTestSystem(definitions);
  const natsUrl = environment.NATS_URL ?? system.natsUrl;
  const natsUrlFor = (user: string) => environment.NATS_URL ?? system.natsUrlFor(user);
  const services = new Map<string, Listening>();
  const others: Listening[] = [];
  const startOne = async (definition: Definition) => {
    const { fetch } = await system.start(definition, {
      ...environment,
      CALLER_SECRET: callerSecret,
      NATS_URL: natsUrlFor(definition.name),
    });
    return listen(fetch);
  };
  for (const definition of definitions) services.set(definition.name, await startOne(definition));
  const gateways: GatewayUnderTest[] = [];
  const sql = postgres(system.databaseUrl, { max: 2, onnotice: () => {} });
  return {
    services,
    sql,
    databaseUrl: system.databaseUrl,
    natsUrl,
    /** Another instance of a service, which a gateway has to be pointed at. */
    async startAnother(definition: unknown): Promise<Listening> {
      const another = await startOne(definition as Definition);
      others.push(another);
      return another;
    },
    async newKey(role: 'Reader' | 'Contributor', more: object = {}): Promise<{ id: string; key: string }> {
      const caller = await sign({ type: 'system', id: 'operator', name: 'operator', role: 'Contributor' });
      const response = await fetch(`${services.get('identity')?.url}/api/v1/api-keys`, {
        method: 'POST',
        headers: { [callerHeader]: caller, 'content-type': 'application/json' },
        body: JSON.stringify({ name: `${role} ${crypto.randomUUID()}`, role, ...more }),
      });
      return (await response.json()) as { id: string; key: string };
    },
    async openGateway(more: Record<string, string> = {}, log = serviceLog()): Promise<GatewayUnderTest> {
      const addresses = ['clients-projects', 'crews-rates', 'mto', 'equipment-wbs', 'identity'].map(
        (name) => [urlVariable(name), services.get(name)?.url ?? nowhere] as const,
      );
      const gateway = await openGateway(
        {
          CALLER_SECRET: callerSecret,
          NATS_URL: natsUrlFor('gateway'),
          ...Object.fromEntries(addresses),
          ...environment,
          ...more,
        },
        log,
      );
      gateways.push(gateway);
      return gateway;
    },
    async stop() {
      for (const gateway of gateways) await gateway.stop();
      for (const service of [...services.values(), ...others]) await service.leave();
      await sql.end();
      await system.stop();
    },
  };
}

export type GatewaySystem = Awaited<ReturnType<typeof startGatewaySystem>>;

function listen(fetch: (request: Request) => Promise<Response>): Listening {
  const serve = (port: number) => Bun.serve({ hostname: '127.0.0.1', port, fetch, idleTimeout: 120 });
  let server = serve(0);
  const port = server.port ?? 0;
  return {
    url: `http://127.0.0.1:${port}`,
    leave: () => server.stop(true),
    comeBack() {
      server = serve(port);
    },
  };
}

async function openGateway(environment: Record<string, string>, log: Logger): Promise<GatewayUnderTest> {
  const lifecycle = new Lifecycle(log);
  const fetchHandler = composeGateway(gatewaySettings(environment), log, lifecycle);
  const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: fetchHandler, idleTimeout: 120 });
  lifecycle.ready = true;
  const url = `http://127.0.0.1:${server.port}`;
  return {
    url,
    call: async (method, path, call) => readAnswer(await send(url, method, path, call)),
    async stop() {
      await server.stop(true);
      await lifecycle.stop();
    },
  };
}

function send(url: string, method: string, path: string, { key, token, json, form, headers }: Call = {}) {
  const sent = new Headers(headers);
  if (key !== undefined) sent.set('x-api-key', key);
  if (token !== undefined) sent.set('authorization', `Bearer ${token}`);
  if (json !== undefined) sent.set('content-type', 'application/json');
  return fetch(url + path, {
    method,
    headers: sent,
    body: form ?? (json === undefined ? undefined : JSON.stringify(json)),
    redirect: 'manual',
  });
}

/** Waits until a gateway answers a call with a status. */
export const untilStatus = (gateway: GatewayUnderTest, path: string, call: Call, status: number) =>
  until(async () => (await gateway.call('GET', path, call)).status === status);
