import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callerHeader, createCallerSigner } from '@consulting/kernel/http';
import { startPostgres } from '@consulting/local/postgres/postgres';
import { freePorts } from '@consulting/local/process/free-port';
import { startTestNats } from '@consulting/local/test-servers';
import postgres, { type Sql } from 'postgres';

const callerSecret = 'a secret that only this benchmark knows';
const sign = createCallerSigner(callerSecret);
const projectRoot = join(import.meta.dir, '..', '..');
const readyTimeoutMs = 30_000;

/** The mto service and the owner of its projects, each in a process of its own, on throw-away servers. */
export interface BenchSystem {
  sql: Sql;
  databaseUrl: string;
  natsUrl: string;
  mtoPid: number;
  databasePid: number;
  /** A request to mto as the gateway would send it: GET, or POST of a form. */
  ask(path: string, form?: FormData): Promise<Response>;
  /** GET of what mto answers in the codings that are accepted, with its bytes as they are sent. */
  askEncoded(path: string, accepted: string): Promise<Response>;
  /** POST of JSON to mto. */
  post(path: string, json: object): Promise<Response>;
  /** PUT of JSON to mto. */
  put(path: string, json: object): Promise<Response>;
  /** PATCH of JSON to mto. */
  patch(path: string, json: object): Promise<Response>;
  /** A further process of mto on the same servers: a request to it, and its end. */
  startMto(settings: Record<string, string>): Promise<{
    post(path: string, json: object): Promise<Response>;
    stop(): Promise<unknown>;
  }>;
  /** Creates a record in clients-projects and returns it. */
  create(path: string, record: object): Promise<Record<string, string>>;
  stop(): Promise<void>;
}

interface BenchSystemOptions {
  /** Runs Postgres with the settings of a system that keeps its data. */
  isLasting?: boolean;
  /** Further settings of the services. */
  settings?: Record<string, string>;
}

export async function openBenchSystem({
  isLasting = false,
  settings = {},
}: BenchSystemOptions = {}): Promise<BenchSystem> {
  const dataDir = mkdtempSync(join(tmpdir(), 'consulting-postgres-'));
  const database = await startPostgres({ dataDir, throwaway: !isLasting });
  const [nats, ports] = await Promise.all([startTestNats(), freePorts(2)]);
  const databaseUrl = database.url;
  const environment = { ...process.env, DATABASE_URL: databaseUrl, NATS_URL: nats.url, ...settings };
  const [owner, mto] = await Promise.all(
    ['clients-projects', 'mto'].map((service, at) => startService(service, environment, ports[at] ?? 0)),
  );
  if (!owner || !mto) throw new Error('The services did not start.');
  const sql = postgres(databaseUrl, { max: 2, onnotice: () => {} });
  return {
    sql,
    databaseUrl,
    natsUrl: nats.url,
    mtoPid: mto.process.pid,
    databasePid: database.pid,
    ask: (path, form) => (form ? sendForm(mto.url + path, form) : send(mto.url, path)),
    askEncoded: (path, accepted) => sendAccepting(mto.url + path, accepted),
    post: (path, json) => send(mto.url, path, json),
    put: (path, json) => send(mto.url, path, json, 'PUT'),
    patch: (path, json) => send(mto.url, path, json, 'PATCH'),
    startMto: async (own) => {
      const [port = 0] = await freePorts(1);
      const other = await startService('mto', { ...environment, ...own }, port);
      return {
        post: (path, json) => send(other.url, path, json),
        stop: async () => {
          other.process.kill('SIGTERM');
          await other.process.exited;
        },
      };
    },
    create: async (path, record) => {
      const response = await send(owner.url, path, record);
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
      return (await response.json()) as Record<string, string>;
    },
    async stop() {
      for (const { process } of [mto, owner]) process.kill('SIGTERM');
      await Promise.all([mto.process.exited, owner.process.exited, sql.end()]);
      await nats.stop();
      await database.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A service in a process of its own, ready. */
export async function startService(
  name: string,
  environment: Record<string, string | undefined>,
  port: number,
) {
  const url = `http://127.0.0.1:${port}`;
  const started = Bun.spawn([process.execPath, ...profiling(name), `services/${name}/index.ts`], {
    cwd: projectRoot,
    env: {
      ...environment,
      CALLER_SECRET: callerSecret,
      HOST: '127.0.0.1',
      PORT: String(port),
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const deadline = performance.now() + readyTimeoutMs;
  while (performance.now() < deadline && started.exitCode === null) {
    const response = await fetch(`${url}/ready`).catch(() => undefined);
    if (response?.ok) return { process: started, url };
    await Bun.sleep(50);
  }
  started.kill('SIGKILL');
  throw new Error(`${name} does not become ready.`);
}

/** With PROFILE_DIR set, mto, or the service that PROFILE_SERVICE names, leaves a CPU profile there when it ends. */
const profiling = (name: string) =>
  name === (process.env.PROFILE_SERVICE ?? 'mto') && process.env.PROFILE_DIR
    ? ['--cpu-prof', `--cpu-prof-dir=${process.env.PROFILE_DIR}`]
    : [];

const caller = { type: 'system', id: 'bench', name: 'bench', role: 'Contributor' } as const;

export const sendForm = async (url: string, body: FormData): Promise<Response> =>
  fetch(url, { method: 'POST', headers: { [callerHeader]: await sign(caller) }, body });

const sendAccepting = async (url: string, accepted: string): Promise<Response> =>
  fetch(url, {
    headers: { [callerHeader]: await sign(caller), 'accept-encoding': accepted },
    decompress: false,
  });

/** GET, or POST of JSON, as the gateway would send it. */
export async function send(base: string, path: string, json?: object, method = 'POST'): Promise<Response> {
  const headers = { [callerHeader]: await sign(caller), 'content-type': 'application/json' };
  return fetch(base + path, json ? { method, headers, body: JSON.stringify(json) } : { headers });
}
