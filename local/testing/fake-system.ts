import { expect } from 'bun:test';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { linesOf } from '../process/log';
import { ended, signal } from '../process/process-table';

export type FakeProcess = { name: string; program: FakeProgram; isFront?: boolean };

const patienceMs = 20_000;

export async function until<T>(what: () => string, condition: () => T | undefined | false): Promise<T> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const found = condition();
    if (found) return found;
    if (performance.now() > deadline) throw new Error(`Timed out waiting for ${what()}.`);
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

/** The test runner asks Bun to kill the children of whatever is killed, which these processes must not inherit. */
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
      const reported = Promise.all([collect(child.stdout, output), collect(child.stderr, warnings)]);
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
          await reported;
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

const service = `
import { appendFileSync } from 'node:fs';
const { HOST: hostname, PORT, ENDS = '' } = process.env;
const name = process.argv[2];
const fetch = (request) => (new URL(request.url).pathname === '/ready' ? new Response('yes') : Response.json(process.env));
const server = Bun.serve({ hostname, port: Number(PORT), fetch });
process.on('SIGTERM', async () => {
  appendFileSync(ENDS, name + '\\n');
  await server.stop();
  process.exit(0);
});
console.log(JSON.stringify({ level: 'INFO', message: 'quiet ' + name }));
console.log(JSON.stringify({ level: 'WARN', message: 'loud ' + name }));
`;

const refusing = `
console.error('RATE_LIMIT is lots: give a whole number.');
process.exit(1);
`;

const deaf = `
const { HOST: hostname, PORT } = process.env;
Bun.serve({ hostname, port: Number(PORT), fetch: () => new Response('yes') });
process.on('SIGTERM', () => {});
`;

const launcher = `
import { runSystem } from ${JSON.stringify(join(import.meta.dir, '../system/run-system.ts'))};
import { systemSettings } from ${JSON.stringify(join(import.meta.dir, '../system/settings.ts'))};
const environment = process.env;
const output = { print: console.log, warn: console.error };
const processes = JSON.parse(process.argv[2]);
const options = { processes, settings: systemSettings(environment, 0), cwd: import.meta.dir, environment, output };
await runSystem(options, (url) => console.log('ready ' + url));
`;

const programs = { service, refusing, deaf, launcher };

type FakeProgram = keyof typeof programs;

function writeFakePrograms(): { folder: string; fileOf(program: FakeProgram): string } {
  const folder = mkdtempSync(join(tmpdir(), 'consulting-system-'));
  const fileOf = (program: FakeProgram) => join(folder, `${program}.ts`);
  for (const name of Object.keys(programs) as FakeProgram[]) writeFileSync(fileOf(name), programs[name]);
  return { folder, fileOf };
}
