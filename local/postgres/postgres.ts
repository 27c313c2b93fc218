import { closeSync, existsSync, openSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { freePort } from '../process/free-port';
import { stopLeftover } from '../process/leftover';
import { isZombie, processesIn } from '../process/process-table';
import { exitDescription, type RunningServer, StartError, stopProcess } from '../process/server';
import { watchOver } from '../process/watchdog';
import { passwordOf, prepareDataFolder, serverEnvironment } from './data-folder';
import { serverArguments } from './settings';
import { findRunner, type Runner } from './unprivileged';

type PostgresOptions = {
  dataDir: string;
  port?: number;
  throwaway?: boolean;
  logFile?: string;
  settings?: Readonly<Record<string, string>>;
};

/** After a crash Postgres replays its log first, which takes long on a busy machine. */
const startTimeoutMs = 180_000;
const portAttemptsMax = 3;

const urlOf = (dataDir: string, port: number) =>
  `postgres://postgres:${passwordOf(dataDir)}@127.0.0.1:${port}/postgres`;

function postmasterLines(dataDir: string): string[] {
  const file = join(dataDir, 'postmaster.pid');
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
}

export function runningPostgresUrl(dataDir: string): string | undefined {
  const lines = postmasterLines(dataDir);
  return lines[7]?.startsWith('ready') ? urlOf(dataDir, Number(lines[3])) : undefined;
}

function reasonIn(logFile: string, fromByte: number): string {
  const lines = readFileSync(logFile).subarray(fromByte).toString('utf8').trim().split('\n');
  const telling = lines.filter((line) => /FATAL|PANIC|could not/.test(line));
  return (telling.length > 0 ? telling : lines.slice(-1))
    .map((line) => line.replace(/^.*?(LOG|FATAL|PANIC): +/, ''))
    .join('; ');
}

async function untilReady(child: Bun.Subprocess, dataDir: string): Promise<boolean> {
  const deadline = performance.now() + startTimeoutMs;
  while (child.exitCode === null && child.signalCode === null && performance.now() < deadline) {
    const lines = postmasterLines(dataDir);
    if (Number(lines[0]) === child.pid && lines[7]?.startsWith('ready')) return true;
    await Bun.sleep(3);
  }
  return false;
}

async function launch(runner: Runner, options: PostgresOptions, port: number): Promise<RunningServer> {
  const { dataDir, throwaway = false, logFile = join(dataDir, 'server.log') } = options;
  const log = openSync(logFile, 'a', 0o600);
  const fromByte = statSync(logFile).size;
  const command = [
    ...runner.prefix,
    join(runner.programs, 'postgres'),
    ...serverArguments(dataDir, port, throwaway, options.settings),
  ];
  const child = Bun.spawn(command, { cwd: '/', stdio: ['ignore', log, log], env: serverEnvironment() });
  closeSync(log);
  const removes = throwaway ? dataDir : undefined;
  const endWatch = watchOver({ pid: child.pid, signals: ['INT', 'QUIT'], graceMs: 5_000, removes });
  const exited = child.exited.then(() => {
    endWatch();
    return exitDescription(child);
  });
  const stop = async () => {
    await stopProcess(child, [
      ['SIGINT', 2_500],
      ['SIGQUIT', 1_000],
    ]);
    if (throwaway) rmSync(dataDir, { recursive: true, force: true });
  };
  if (await untilReady(child, dataDir))
    return { url: urlOf(dataDir, port), port, pid: child.pid, exited, stop };
  child.kill('SIGQUIT');
  throw new StartError(`Postgres does not start (${await exited}): ${reasonIn(logFile, fromByte)}.`);
}

/**
 * Postgres takes a killed predecessor for a living one until its parent asks after it, which the first
 * process of many containers never does: then its file is removed, after its last child.
 */
async function clearFolder(dataDir: string): Promise<void> {
  const pidFile = join(dataDir, 'postmaster.pid');
  await stopLeftover({ pidFile, mark: `-D ${dataDir} `, signals: ['SIGINT', 'SIGQUIT'], graceMs: 5_000 });
  if (!isZombie(Number(postmasterLines(dataDir)[0]))) return;
  const folder = realpathSync(dataDir);
  const deadline = performance.now() + 5_000;
  while (processesIn(folder).length > 0) {
    if (performance.now() > deadline)
      throw new StartError(`An earlier Postgres still uses ${dataDir}: end its processes.`);
    await Bun.sleep(5);
  }
  rmSync(pidFile);
}

/**
 * The server ends with this process, however that ends.
 * @throws StartError when the folder belongs to another version, the port is taken, or the server does not
 * start
 */
export async function startPostgres(options: PostgresOptions): Promise<RunningServer> {
  const dataDir = resolve(options.dataDir);
  const runner = findRunner();
  prepareDataFolder(runner, dataDir);
  await clearFolder(dataDir);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await launch(runner, { ...options, dataDir }, options.port ?? (await freePort()));
    } catch (error) {
      const isTaken = error instanceof StartError && error.message.includes('Address already in use');
      if (!isTaken || options.port !== undefined || attempt === portAttemptsMax) throw error;
    }
  }
}
