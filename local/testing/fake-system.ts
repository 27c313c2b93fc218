import { expect } from 'bun:test';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { linesOf } from '../log-filter';
import { ended, signal } from '../process-table';
import { type FakeProgram, writeFakePrograms } from './fake-programs';

export type FakeProcess = { name: string; program: FakeProgram; isFront?: boolean };

const patienceMs = 20_000;

export async function until<T>(what: () => string, condition: () => T | undefined | false): Promise<T> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const found = condition();
    if (found) return found;
    if (performance.now() > deadline) throw new Error(`Waited in vain for ${what()}.`);
    await Bun.sleep(10);
  }
}

async function collect(stream: ReadableStream<Uint8Array>, into: string[]): Promise<void> {
  for await (const lines of linesOf(stream)) into.push(...lines);
}

export const pair: FakeProcess[] = [
  { name: 'crews-rates', program: 'service' },
  { name: 'gateway', program: 'service', isFront: true },
];

export async function environmentAt(url: string): Promise<Record<string, string>> {
  const response = await fetch(url);
  return (await response.json()) as Record<string, string>;
}

export async function expectNothingLeft(pids: number[]): Promise<void> {
  for (const pid of pids) expect([pid, await ended(pid, patienceMs)]).toEqual([pid, true]);
}

/** Environment without the test runner's wish that Bun kills the children of whatever is killed. */
export function plainEnvironment(): Record<string, string | undefined> {
  return { ...process.env, BUN_FEATURE_FLAG_NO_ORPHANS: undefined };
}

export const elsewhere = {
  DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
  NATS_URL: 'nats://127.0.0.1:1',
};

export function fakeHome() {
  const { folder, fileOf } = writeFakePrograms();
  const dataDir = join(folder, 'data');
  const run = join(dataDir, 'run');
  const ends = join(folder, 'ends');
  const pids = new Set<number>();
  const text = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '');

  const home = {
    folder,
    dataDir,
    textOf: (name: string) => text(join(run, name)),
    pidOf: (name: string) => Number(text(join(run, `${name}.pid`))) || undefined,
    pidFiles: () => (existsSync(run) ? readdirSync(run).filter((name) => name.endsWith('.pid')) : []),
    ends: () => text(ends).trim().split('\n').filter(Boolean),

    launch(processes: FakeProcess[], environment: Record<string, string> = {}, under: string[] = []) {
      const argv = processes.map(({ name, program, isFront }) => ({
        name,
        argv: [fileOf(program), name],
        isFront,
      }));
      const command = [...under, process.execPath, fileOf('launcher'), JSON.stringify(argv)];
      const env = { ...plainEnvironment(), DATA_DIR: dataDir, ENDS: ends, PORT: '0', ...environment };
      const child = Bun.spawn(command, { env, stdio: ['ignore', 'pipe', 'pipe'] });
      const output: string[] = [];
      const warnings: string[] = [];
      const told = Promise.all([collect(child.stdout, output), collect(child.stderr, warnings)]);
      pids.add(child.pid);
      const line = (lines: string[], start: string) =>
        until(
          () => `"${start}" in ${JSON.stringify({ output, warnings })}`,
          () => lines.find((one) => one.startsWith(start)),
        );
      return {
        pid: child.pid,
        output,
        warnings,
        kill: (name: NodeJS.Signals) => child.kill(name),
        exitCode: async () => {
          await child.exited;
          await told;
          return child.exitCode;
        },
        printed: (start: string) => line(output, start),
        warned: (start: string) => line(warnings, start),
        ready: async () => (await line(output, 'ready ')).slice('ready '.length),
      };
    },

    running(): number[] {
      const found = home.pidFiles().map((file) => Number(home.textOf(file)));
      for (const pid of found) pids.add(pid);
      return found;
    },

    async remove(): Promise<void> {
      for (const pid of [...pids, ...home.running()]) {
        if (pid > 1) signal(pid, 'SIGKILL');
        await ended(pid, patienceMs);
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return home;
}
