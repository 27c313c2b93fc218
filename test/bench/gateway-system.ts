import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '@consulting/local/postgres/postgres';
import { freePorts } from '@consulting/local/process/free-port';
import { startTestNats } from '@consulting/local/test-servers';
import { clientId, startIdentityProvider, tenantId } from '../support/identity-provider';

const callerSecret = 'a secret that only this benchmark knows';
const projectRoot = join(import.meta.dir, '..', '..');
const readyTimeoutMs = 30_000;
const path = '/v1/clients/7d1c1d5e-2b0f-4f6c-9f0e-5a2f6d7c8e90';

/** A gateway with enforcement on before identity and a service that costs nothing, each a process of its own. */
export interface BenchedGateway {
  /** Address of a record, at the service and at the gateway. */
  direct: string;
  gateway: string;
  gatewayUrl: string;
  /** The same record through what forwards and does nothing else. */
  bare: string;
  key: string;
  token: string;
  servicePort: number;
  freePort: number;
  /** The same gateway with two listeners of its port. */
  two: string;
  pids: { service: number; bare: number; gateway: number; two: number };
  newKey(): Promise<string>;
  stop(): Promise<void>;
}

type Environment = Record<string, string | undefined>;

export async function openBenchedGateway(more: Environment = {}): Promise<BenchedGateway> {
  const dataDir = mkdtempSync(join(tmpdir(), 'consulting-bench-'));
  const database = await startPostgres({ dataDir: join(dataDir, 'postgres'), throwaway: true });
  const [nats, provider, ports] = await Promise.all([startTestNats(), startIdentityProvider(), freePorts(6)]);
  const [gatewayPort = 0, servicePort = 0, identityPort = 0, barePort = 0, twoPort = 0, freePort = 0] = ports;
  const url = (port: number) => `http://127.0.0.1:${port}`;
  const service = url(servicePort);
  const environment: Environment = {
    ...process.env,
    BUN_CONFIG_MAX_HTTP_REQUESTS: '16384',
    DATABASE_URL: database.url,
    NATS_URL: nats.url,
    CALLER_SECRET: callerSecret,
    HOST: '127.0.0.1',
    IDP_AUTH_ENABLED: 'true',
    IDP_AUTHORITY: provider.authority,
    IDP_TENANT_ID: tenantId,
    IDP_CLIENT_ID: clientId,
    RATE_LIMIT_REQUESTS_PER_MINUTE: '1000000000',
    CLIENTS_PROJECTS_URL: service,
    CREWS_RATES_URL: service,
    MTO_URL: service,
    EQUIPMENT_WBS_URL: service,
    IDENTITY_URL: url(identityPort),
    ...more,
  };
  const processes = await Promise.all([
    start('test/bench/peers/fixed-service.ts', { ...environment, PORT: String(servicePort) }, service),
    start(
      'test/bench/peers/bare-forwarder.ts',
      { ...environment, PORT: String(barePort), SERVICE_URL: service },
      url(barePort),
    ),
    start('services/identity/index.ts', { ...environment, PORT: String(identityPort) }, url(identityPort)),
    start('gateway/index.ts', { ...environment, PORT: String(gatewayPort) }, url(gatewayPort)),
    start(
      'gateway/index.ts',
      { ...environment, PORT: String(twoPort), GATEWAY_LISTENERS: '2' },
      url(twoPort),
    ),
  ]);
  const [fixed, bare, , gateway, two] = processes;
  const command = [
    'services/identity/commands/api-key.ts',
    'create',
    '--name',
    'bench',
    '--role',
    'Contributor',
  ];
  const made = Bun.spawn([process.execPath, ...command], {
    cwd: projectRoot,
    env: environment,
    stderr: 'ignore',
  });
  const key = (await made.stdout.text()).trim();
  return {
    direct: service + path,
    gateway: url(gatewayPort) + path,
    gatewayUrl: url(gatewayPort),
    bare: url(barePort) + path,
    key,
    token: await provider.logIn(['Contributor']),
    servicePort,
    freePort,
    two: url(twoPort) + path,
    pids: { service: fixed.pid, bare: bare.pid, gateway: gateway.pid, two: two.pid },
    async newKey() {
      const headers = { 'x-api-key': key, 'content-type': 'application/json' };
      const body = JSON.stringify({ name: `bench ${crypto.randomUUID()}`, role: 'Reader' });
      const response = await fetch(`${url(gatewayPort)}/api/v1/api-keys`, { method: 'POST', headers, body });
      return ((await response.json()) as { key: string }).key;
    },
    async stop() {
      for (const one of processes) one.kill('SIGTERM');
      await Promise.all(processes.map((one) => one.exited));
      await provider.stop();
      await nats.stop();
      await database.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function start(program: string, environment: Environment, url: string) {
  const started = Bun.spawn([process.execPath, ...profiling(program), program], {
    cwd: projectRoot,
    env: { LOG_LEVEL: 'info', ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const deadline = performance.now() + readyTimeoutMs;
  while (performance.now() < deadline && started.exitCode === null) {
    const response = await fetch(`${url}/ready`).catch(() => undefined);
    if (response?.ok) return started;
    await Bun.sleep(50);
  }
  started.kill('SIGKILL');
  throw new Error(`${program} does not become ready.`);
}

/** With PROFILE_DIR set, the gateway leaves a CPU profile there when it ends. */
const profiling = (program: string) =>
  program.startsWith('gateway/') && process.env.PROFILE_DIR
    ? ['--cpu-prof', `--cpu-prof-dir=${process.env.PROFILE_DIR}`]
    : [];
