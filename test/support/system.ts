import type { Verification } from '@consulting/kernel/commands/verify';
import { callerHeader, createCallerSigner, type DocumentPart } from '@consulting/kernel/http';
import { connectStore } from '@consulting/kernel/postgres';
import {
  type Caller,
  Lifecycle,
  readSettings,
  type Settings,
  serviceLog,
  serviceSettings,
  type Values,
} from '@consulting/kernel/process';
import {
  type CommonSettings,
  type ServiceDefinition,
  schemaOf,
} from '@consulting/kernel/service/service-definition';
import { connectService } from '@consulting/kernel/service/service-process';
import { startTestNats } from '@consulting/local/test-servers';
import { Conformance } from './conformance';
import { createTestDatabase, type Migrated } from './database';
import { throughProxy } from './validating-proxy';

/** Key of the callers that services of a test system believe. */
export const callerSecret = 'a secret that only the tests of this system know';
const sign = createCallerSigner(callerSecret);
const tester: Caller = { type: 'anonymous', id: 'tester', name: 'tester', role: 'Contributor' };

export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests read bodies of every shape
  body: any;
}

export interface RequestOptions {
  json?: unknown;
  /** A body as it is, with a content-type of the test's choice. */
  text?: string;
  form?: FormData;
  headers?: Record<string, string>;
}

/** One service, called directly as the gateway would call it. */
export interface ServiceUnderTest {
  request(method: string, path: string, options?: RequestOptions): Promise<Answer>;
  fetch(request: Request): Promise<Response>;
  stop(): Promise<void>;
}

export interface TestSystem {
  databaseUrl: string;
  /** For a test that stands in for any service. */
  natsUrl: string;
  natsUrlFor(user: string): string;
  start<S extends Settings>(
    service: ServiceDefinition<S>,
    environment?: Record<string, string>,
  ): Promise<ServiceUnderTest>;
  /** Fails where what a service keeps twice is not the same. */
  verify(): Promise<void>;
  stop(): Promise<void>;
}

/** A database and a NATS server of its own, and the services that a test file asks for, in this process. */
/** With `TAKEOFF_COLUMNS=always` every search is answered from columns, however few lines a project has. */
const columnSettings: Record<string, string> =
  process.env.TAKEOFF_COLUMNS === 'always' ? { MTO_COLUMNS_LINES_MIN: '0' } : {};

export async function startTestSystem(services: readonly Migrated[]): Promise<TestSystem> {
  const [database, nats] = await Promise.all([createTestDatabase(services), startTestNats()]);
  const running: ServiceUnderTest[] = [];
  const verified = new Map<string, Verification>();
  const verify = async () => {
    for (const [name, verification] of verified) await expectVerified(database.url, name, verification);
  };
  return {
    databaseUrl: database.url,
    natsUrl: nats.url,
    natsUrlFor: nats.urlFor,
    async start(service, environment = {}) {
      const started = await startService(service, {
        DATABASE_URL: database.url,
        NATS_URL: nats.urlFor(service.name),
        ...columnSettings,
        ...environment,
      });
      running.push(started);
      if (service.verification) verified.set(service.name, service.verification);
      return started;
    },
    verify,
    async stop() {
      for (const service of running.toReversed()) await service.stop();
      await nats.stop();
      await verify();
      await database.drop();
    },
  };
}

/** Whatever a test file has done, what a service keeps twice is the same in the end. */
async function expectVerified(url: string, name: string, verification: Verification): Promise<void> {
  const store = connectStore({ url, schema: schemaOf(name), connectionsMax: 1 });
  const differences = await verification(store.db).finally(store.close);
  if (differences.length > 0) throw new Error(differences.join('\n'));
}

async function startService<S extends Settings>(
  service: ServiceDefinition<S>,
  environment: Record<string, string>,
): Promise<ServiceUnderTest> {
  const given = { CALLER_SECRET: callerSecret, ...environment };
  const common = readSettings({ ...serviceSettings, ...service.settings }, given);
  const settings = { ...common, DATABASE_URL: environment.DATABASE_URL } as unknown as Values<S> &
    CommonSettings;
  const lifecycle = new Lifecycle(serviceLog());
  const app = await connectService(service, settings, serviceLog(), lifecycle);
  lifecycle.ready = true;
  const fetch = async (request: Request) => app.fetch(request);
  const sent = throughProxy(fetch);
  return {
    fetch,
    async request(method, path, options) {
      const answer = await send(sent, method, path, options);
      const type = answer.headers.get('content-type')?.split(';')[0] ?? '';
      (await conformanceOf(service.name, fetch)).check({
        method,
        path,
        sent: options?.json,
        type,
        ...answer,
      });
      return answer;
    },
    stop: () => lifecycle.stop(),
  };
}

const conformance = new Map<string, Promise<Conformance>>();

/** Every answer that a test gets is held against the API document of the service. */
function conformanceOf(name: string, fetch: ServiceUnderTest['fetch']): Promise<Conformance> {
  const known = conformance.get(name);
  if (known) return known;
  const read = fetch(new Request('http://localhost/openapi.json')).then(
    async (response) => new Conformance((await response.json()) as DocumentPart),
  );
  conformance.set(name, read);
  return read;
}

async function send(
  fetch: (request: Request) => Promise<Response>,
  method: string,
  path: string,
  { json, text, form, headers }: RequestOptions = {},
): Promise<Answer> {
  const sent = new Headers({ [callerHeader]: await sign(tester), ...headers });
  if (json !== undefined && !sent.has('content-type')) sent.set('content-type', 'application/json');
  const body = form ?? text ?? (json === undefined ? undefined : JSON.stringify(json));
  const response = await fetch(new Request(`http://localhost${path}`, { method, headers: sent, body }));
  return readAnswer(response);
}

export const readAnswer = async (response: Response): Promise<Answer> => ({
  status: response.status,
  headers: response.headers,
  body: await read(response),
});

async function firstOf({ body }: Response): Promise<ArrayBuffer> {
  const reader = body?.getReader();
  const first = await reader?.read();
  await reader?.cancel();
  return Uint8Array.from(first?.value ?? []).buffer;
}

async function read(response: Response): Promise<unknown> {
  const type = response.headers.get('content-type') ?? '';
  if (type.includes('json') && !type.includes('ndjson')) return response.json();
  // Events may go on without an end.
  if (type === 'text/event-stream') return firstOf(response);
  return type === '' ? null : response.arrayBuffer();
}
