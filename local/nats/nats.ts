import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { makeStreamAt } from '@consulting/kernel/nats';
import { stopLeftover } from '../process/leftover';
import { exitDescription, type RunningServer, StartError, stopProcess } from '../process/server';
import { systemPath } from '../process/system-environment';
import { watchOver } from '../process/watchdog';
import { findNatsServer, versionOf } from './find-server';
import { type ClusterPlace, serverSettings } from './settings';
import type { NatsUsers } from './users';

type NatsOptions = {
  storeDir: string;
  users: NatsUsers;
  port?: number;
  cluster?: ClusterPlace;
  throwaway?: boolean;
  logFile?: string;
};

const startTimeoutMs = 120_000;

function reasonIn(logFile: string, fromByte: number): string {
  const lines = readFileSync(logFile).subarray(fromByte).toString('utf8').trim().split('\n');
  const telling = lines.filter((line) => /\[(FTL|ERR)\]/.test(line));
  return (telling.at(-1) ?? lines.at(-1) ?? '').replace(/^.*\[(FTL|ERR)\] /, '');
}

function urlIn(portsFile: string): string | undefined {
  if (!existsSync(portsFile)) return undefined;
  try {
    return JSON.parse(readFileSync(portsFile, 'utf8')).nats?.[0];
  } catch {
    return undefined;
  }
}

async function untilReady(child: Bun.Subprocess, storeDir: string): Promise<string | undefined> {
  const portsFile = join(storeDir, `nats-server_${child.pid}.ports`);
  const deadline = performance.now() + startTimeoutMs;
  while (child.exitCode === null && child.signalCode === null && performance.now() < deadline) {
    const url = urlIn(portsFile);
    if (url) return url;
    await Bun.sleep(2);
  }
  return undefined;
}

async function prepareStoreFolder(storeDir: string, settingsFile: string, pidFile: string): Promise<void> {
  mkdirSync(storeDir, { recursive: true, mode: 0o700 });
  await stopLeftover({ pidFile, mark: settingsFile, signals: ['SIGTERM', 'SIGKILL'], graceMs: 3_000 });
  for (const name of readdirSync(storeDir)) {
    if (name.endsWith('.ports')) rmSync(join(storeDir, name));
  }
}

/**
 * The server ends with this process, however that ends.
 * @throws StartError when there is no server program, the port is taken, or the server does not start
 */
export async function startNats(options: NatsOptions): Promise<RunningServer> {
  const storeDir = resolve(options.storeDir);
  const { port = -1, throwaway = false, logFile = join(storeDir, 'server.log') } = options;
  const program = await findNatsServer();
  const [settingsFile, pidFile] = [join(storeDir, 'nats-server.conf'), join(storeDir, 'nats-server.pid')];
  await prepareStoreFolder(storeDir, settingsFile, pidFile);
  const { users, cluster } = options;
  writeFileSync(settingsFile, serverSettings(storeDir, port, versionOf(program), users.settings, cluster));
  const log = openSync(logFile, 'a', 0o600);
  const fromByte = statSync(logFile).size;
  const env = { PATH: systemPath(), ...users.passwords };
  const child = Bun.spawn([program, '-c', settingsFile], { cwd: '/', env, stdio: ['ignore', log, log] });
  closeSync(log);
  writeFileSync(pidFile, String(child.pid));
  const removes = throwaway ? storeDir : undefined;
  const endWatch = watchOver({ pid: child.pid, signals: ['TERM', 'KILL'], graceMs: 3_000, removes });
  const exited = child.exited.then(() => {
    endWatch();
    return exitDescription(child);
  });
  const stop = async () => {
    await stopProcess(child, [['SIGTERM', 1_000]]);
    if (throwaway) rmSync(storeDir, { recursive: true, force: true });
  };
  const url = await untilReady(child, storeDir);
  if (url) {
    if (!cluster) await makeStreamAt(users.urlFor('streams', url));
    return { url, port: Number(new URL(url).port), pid: child.pid, exited, stop };
  }
  child.kill('SIGKILL');
  throw new StartError(`The NATS server does not start (${await exited}): ${reasonIn(logFile, fromByte)}.`);
}
