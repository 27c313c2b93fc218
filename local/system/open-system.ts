import { join } from 'node:path';
import { freePorts, requireFreePort } from '../process/free-port';
import { openLogFile } from '../process/log';
import { isService, type SystemProcess } from '../process/processes';
import { type RunningServer, StartError } from '../process/server';
import { serviceProgram } from '../process/service-process';
import { type Reports, type Supervised, supervise } from '../process/supervisor';
import { openRunFolder, type RunFolder } from './run-folder';
import { type Servers, startServers } from './servers';
import { type Environment, type SystemSettings, sharedEnvironment, urlOf, urlVariable } from './settings';

export type SystemOptions = {
  processes: SystemProcess[];
  settings: SystemSettings;
  cwd: string;
  environment: Environment;
  output: Output;
};

export type System = {
  ready: Promise<string>;
  stop(): Promise<void>;
};

type Placed = SystemProcess & { host: string; port: number; metricsPort: number };

/** With a second for NATS and three and a half for Postgres everything ends within ten seconds. */
const stopTimeoutMs = { front: 2_000, behind: 3_000 };
const openDoor = 'Authentication is off: set IDP_AUTH_ENABLED=true to require a token or an API key.';

async function place({ processes, settings }: SystemOptions): Promise<Placed[]> {
  const ports = await freePorts(2 * processes.length);
  return processes.map((process, index) => {
    const [port = 0, free = 0] = ports.slice(2 * index);
    const metricsPort = settings.metricsPort && free;
    if (!process.isFront) return { ...process, host: '127.0.0.1', port, metricsPort };
    const { host, metricsPort: given } = settings;
    return { ...process, host, port: settings.port || port, metricsPort: given };
  });
}

const portsOf = ({ name, port, metricsPort }: Placed): [string, number][] =>
  metricsPort > 0
    ? [
        [name, port],
        [`${name}-metrics`, metricsPort],
      ]
    : [[name, port]];

function supervisor(
  options: SystemOptions,
  placed: Placed[],
  shared: Environment,
  servers: Servers,
  run: RunFolder,
  reports: Reports,
) {
  const behind = placed.filter(({ isFront }) => !isFront);
  const urls = Object.fromEntries(
    behind.map(({ name, host, port }) => [urlVariable(name), urlOf(host, port)]),
  );
  return ({ name, argv, host, port, metricsPort, isFront, showsLog }: Placed): Supervised => {
    const place = { HOST: host, PORT: String(port), METRICS_PORT: String(metricsPort) };
    const own = { ...servers.environmentOf(name), ...place };
    const environment = { ...(isFront ? urls : {}), ...shared, ...own };
    const program = serviceProgram({
      name,
      argv,
      cwd: options.cwd,
      environment,
      url: urlOf(host, port),
      log: openLogFile(join(run.path, `${name}.log`)),
      show: options.output.warn,
      showsAll: showsLog,
      stopTimeoutMs: isFront ? stopTimeoutMs.front : stopTimeoutMs.behind,
    });
    return supervise(program, reports);
  };
}

export function openSystem(options: SystemOptions): System {
  const { settings, environment, output } = options;
  const stages: Supervised[][] = [];
  let run: RunFolder | undefined;
  let servers: Servers | undefined;
  let stopping: Promise<void> | undefined;

  async function add(start: () => Supervised[]): Promise<RunningServer[]> {
    if (stopping) throw new StartError('The start was aborted.');
    const stage = start();
    stages.push(stage);
    return Promise.all(stage.map(({ ready }) => ready));
  }

  async function start(): Promise<string> {
    const { host, port, metricsPort } = settings;
    if (port > 0) await requireFreePort(host, port);
    if (metricsPort > 0) await requireFreePort(host, metricsPort, 'METRICS_PORT');
    const folder = openRunFolder(settings.dataDir);
    run = folder;
    if (!environment.IDP_AUTH_ENABLED?.trim()) output.warn(openDoor);
    const reports = reportsTo(output, folder);
    const services = options.processes.map(({ name }) => name).filter(isService);
    const reached = await startServers({ settings, environment, services, folder, reports, add });
    servers = reached;
    const placed = await place(options);
    folder.writePorts({
      ...reached.ports,
      ...Object.fromEntries(placed.flatMap(portsOf)),
    });
    const shared = sharedEnvironment(environment, folder.callerSecret);
    const superviseOne = supervisor(options, placed, shared, reached, folder, reports);
    const behind = add(() => placed.filter(({ isFront }) => !isFront).map(superviseOne));
    const front = add(() => placed.filter(({ isFront }) => isFront).map(superviseOne));
    const [[first]] = await Promise.all([front, behind]);
    return first?.url ?? '';
  }

  async function stopInOrder(): Promise<void> {
    for (const stage of stages.toReversed()) await Promise.all(stage.map((supervised) => supervised.stop()));
    await servers?.stop();
    run?.release();
  }

  return {
    ready: start(),
    stop() {
      stopping ??= stopInOrder();
      return stopping;
    },
  };
}

type Output = {
  print(line: string): void;
  warn(line: string): void;
};

function withoutCredentials(url: string): string {
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}`;
}

function reportsTo({ print, warn }: Output, folder: RunFolder): Reports {
  return {
    onReady(name, { pid, url }, startCount) {
      folder.writePid(name, pid);
      if (startCount === 1) print(`${name} ready ${withoutCredentials(url)}`);
      else warn(`${name} is ready again.`);
    },
    onEnded(name, words, pauseMs) {
      folder.removePid(name);
      warn(`${name} starts again${pauseMs > 0 ? ` in ${pauseMs / 1000} s` : ''}: ${words}`);
    },
    onStopped: (name) => folder.removePid(name),
  };
}
