import { join } from 'node:path';
import { callerHeader, createCallerSigner } from '@consulting/kernel/http';
import { freePorts } from '@consulting/local/process/free-port';
import { linesOf } from '@consulting/local/process/log';
import { urlVariable, withoutProxy } from '@consulting/local/system/settings';

const callerSecret = 'a secret that only the processes of this system know';
const projectRoot = join(import.meta.dir, '..', '..');
const names = ['clients-projects', 'crews-rates', 'mto', 'equipment-wbs', 'identity'] as const;
const readyMsMax = 60_000;

type ServiceName = (typeof names)[number];

/** Gets every line that a process writes to its log. */
type Hear = (process: string, line: string) => void;

/** One instance of a service or of the gateway, as a process of its own at an address that it keeps. */
class SystemProcess {
  #process: Bun.Subprocess | undefined;
  #reported: Promise<void> | undefined;

  constructor(
    readonly name: string,
    readonly port: number,
    private readonly environment: Record<string, string | undefined>,
    private readonly hear: Hear | undefined,
    private readonly preload: string | undefined,
  ) {}

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get pid(): number {
    if (!this.#process) throw new Error(`${this.name} does not run.`);
    return this.#process.pid;
  }

  /** Whether it does not run, which nobody need have asked for. */
  get hasEnded(): boolean {
    return this.#process?.exitCode !== null || this.#process.signalCode !== null;
  }

  /** Resolves when it takes requests. */
  async start(): Promise<void> {
    const folder = this.name === 'gateway' ? this.name : `services/${this.name}`;
    const before = this.preload === undefined ? [] : ['--preload', this.preload];
    const started = Bun.spawn([process.execPath, '--no-orphans', ...before, `${folder}/index.ts`], {
      cwd: projectRoot,
      env: { ...this.environment, PORT: String(this.port) },
      stdio: ['ignore', this.hear ? 'pipe' : 'ignore', 'inherit'],
    });
    this.#process = started;
    if (this.hear) this.#reported = this.#pass(started.stdout as ReadableStream<Uint8Array>, this.hear);
    const deadline = performance.now() + readyMsMax;
    while (!(await this.isReady())) {
      if (started.exitCode !== null) throw new Error(`${this.name} ended with ${started.exitCode}.`);
      if (performance.now() > deadline) throw new Error(`${this.name} does not become ready.`);
      await Bun.sleep(20);
    }
  }

  /** Asks it to stop, as an orchestrator does; resolves when it has ended. */
  async stop(): Promise<void> {
    this.#process?.kill('SIGTERM');
    await this.#process?.exited;
    await this.#reported;
    this.#process = undefined;
  }

  async kill(): Promise<void> {
    this.#process?.kill('SIGKILL');
    await this.#process?.exited;
    this.#process = undefined;
  }

  async #pass(output: ReadableStream<Uint8Array>, hear: Hear): Promise<void> {
    for await (const lines of linesOf(output)) for (const line of lines) hear(this.name, line);
  }

  async isReady(): Promise<boolean> {
    const response = await fetch(`${this.url}/ready`, { keepalive: false }).catch(() => undefined);
    return response?.ok ?? false;
  }
}

export interface ProcessSystemOptions {
  databaseUrl: string;
  /** Address of NATS for each process; servers of one cluster are comma-separated. */
  natsUrlFor(user: string): string;
  /** How many there are of each; one where none is given. */
  instances?: Partial<Record<ServiceName | 'gateway', number>>;
  environment?: Record<string, string>;
  hear?: Hear;
  /** A module that every process loads before its own program. */
  preload?: string;
}

export interface ProcessSystem {
  services: Record<ServiceName, SystemProcess[]>;
  gateways: SystemProcess[];
  newKey(): Promise<{ id: string; key: string }>;
  stop(): Promise<void>;
}

/** Several instances of every service behind several gateways, as on several machines; authentication on, limits off. */
export async function placeProcessSystem(options: ProcessSystemOptions): Promise<ProcessSystem> {
  const { databaseUrl, natsUrlFor, instances = {}, environment = {}, hear, preload } = options;
  const common = {
    ...withoutProxy(process.env),
    BUN_CONFIG_MAX_HTTP_REQUESTS: '16384',
    DATABASE_URL: databaseUrl,
    CALLER_SECRET: callerSecret,
    HOST: '127.0.0.1',
    LOG_LEVEL: 'error',
    RATE_LIMIT_REQUESTS_PER_MINUTE: '0',
    RATE_LIMIT_BULK_PER_MINUTE: '0',
    RATE_LIMIT_UPLOADS_PER_MINUTE: '0',
    ...environment,
  };
  const place = async (name: ServiceName | 'gateway', more = {}) =>
    (await freePorts(instances[name] ?? 1)).map(
      (port) =>
        new SystemProcess(name, port, { ...common, NATS_URL: natsUrlFor(name), ...more }, hear, preload),
    );
  const placed = await Promise.all(names.map(async (name) => [name, await place(name)] as const));
  const services = Object.fromEntries(placed) as Record<ServiceName, SystemProcess[]>;
  const addresses = placed.map(([name, those]) => [urlVariable(name), those.map(({ url }) => url).join()]);
  const gateways = await place('gateway', Object.fromEntries(addresses));
  return {
    services,
    gateways,
    newKey: () => newKey(services.identity[0]?.url ?? ''),
    async stop() {
      await Promise.all(gateways.map((gateway) => gateway.stop()));
      await Promise.all(Object.values(services).flatMap((those) => those.map((service) => service.stop())));
    },
  };
}

export async function startProcessSystem(options: ProcessSystemOptions): Promise<ProcessSystem> {
  const system = await placeProcessSystem(options);
  const all = [...Object.values(system.services).flat(), ...system.gateways];
  await Promise.all(all.map((one) => one.start()));
  return system;
}

const sign = createCallerSigner(callerSecret);

async function newKey(identityUrl: string): Promise<{ id: string; key: string }> {
  const caller = await sign({ type: 'system', id: 'operator', name: 'operator', role: 'Contributor' });
  const response = await fetch(`${identityUrl}/api/v1/api-keys`, {
    method: 'POST',
    headers: { [callerHeader]: caller, 'content-type': 'application/json' },
    body: JSON.stringify({ name: `test ${crypto.randomUUID()}`, role: 'Contributor' }),
  });
  if (!response.ok) throw new Error(`POST /api/v1/api-keys answered ${response.status}`);
  return (await response.json()) as { id: string; key: string };
}
