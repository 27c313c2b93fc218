import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Caller } from '../hostile/caller';
import { givenSystem, startSystem } from '../hostile/system';
import { takeoffColumns } from '../import-columns';
import { lineCount, makeWorkbook } from '../import-run';
import { percentile } from '../percentile';
import type { Sample } from './reader';
import { SchedulerWaits } from './scheduler-waits';

const connectionCounts = (process.env.BENCH_CONNECTIONS ?? '1,4,8').split(',').map(Number);
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
const idleMs = 5000;
const otherLines = 9000;
const ratioMax = 4;
const pollMs = 100;

type Target = { projectId: string; serviceId: string };

/**
 * Pages of one project beside an import of 100,000 lines into another, as a user finds them: through the gateway, with
 * authentication, from another process. BENCH_URL and BENCH_KEY name a system that runs already.
 */
export async function benchImportLatency(): Promise<void> {
  const workbook = makeWorkbook(takeoffColumns());
  if (workbook === null)
    return console.log('no workbook: Debian package python3-xlsxwriter is not installed');
  const { BENCH_URL: url, BENCH_KEY: key } = process.env;
  // Eight connections ask for more pages than one caller may.
  process.env.RATE_LIMIT_REQUESTS_PER_MINUTE ??= '0';
  const system = url && key ? givenSystem(url, key, undefined) : await startSystem();
  try {
    const owner = new Caller(system.url, system.key);
    const other = await createTarget(owner);
    await importFile(owner, other, new File([linesOf(otherLines)], 'other.csv'));
    const target = await createTarget(owner);
    const path = `/api/v1/mto?projectId=${other.projectId}&limit=50`;
    const waits = new SchedulerWaits(system);
    for (const connections of connectionCounts) {
      for (let round = 0; round < rounds; round += 1) {
        const reader = new Reader(system.url, system.key, path, connections);
        await Bun.sleep(1000);
        const idle = await reader.during(() => Bun.sleep(idleMs));
        const before = waits.read();
        let seconds = 0;
        const separate = await reader.during(async () => {
          seconds = await importFile(owner, target, new File([readFileSync(workbook)], 'takeoff.xlsx'));
        });
        const waited = waits.since(before);
        await reader.stop();
        const ratio = percentile(separate, 0.95) / percentile(idle, 0.95);
        console.log(
          `${connections} connections, import of ${lineCount} lines in ${seconds.toFixed(1)} s: alone ${reported(idle)}; beside ${reported(separate)}; ` +
            `ratio of p95 ${ratio.toFixed(1)} (at most ${ratioMax})`,
        );
        console.log(`   ${waited}`);
      }
    }
  } finally {
    await system.stop();
  }
}

const reported = (times: readonly number[]): string =>
  `${times.length} pages, p50 ${percentile(times, 0.5).toFixed(1)} p95 ${percentile(times, 0.95).toFixed(1)} worst ${Math.max(...times).toFixed(0)} ms`;

class Reader {
  readonly #samples: Sample[] = [];
  readonly #process: Bun.Subprocess;

  constructor(url: string, key: string, path: string, connections: number) {
    const program = join(import.meta.dir, 'reader.ts');
    const pauseMs = process.env.BENCH_PAUSE_MS ?? '10';
    this.#process = Bun.spawn([process.execPath, program, url, key, path, String(connections), pauseMs], {
      stdio: ['ignore', 'inherit', 'inherit'],
      ipc: (sample) => void this.#samples.push(sample as Sample),
    });
  }

  /** How long the pages took that were asked for meanwhile. */
  async during(act: () => Promise<unknown>): Promise<number[]> {
    const from = performance.timeOrigin + performance.now();
    await act();
    const until = performance.timeOrigin + performance.now();
    await Bun.sleep(500);
    const samples = this.#samples.filter(({ at }) => at >= from && at < until);
    const failed = samples.find(({ status }) => status !== 200);
    if (failed) throw new Error(`A page was answered by ${failed.status}.`);
    return samples.map(({ ms }) => ms);
  }

  async stop(): Promise<void> {
    this.#process.kill();
    await this.#process.exited;
  }
}

async function createTarget(owner: Caller): Promise<Target> {
  const create = async (path: string, body: object) =>
    (await owner.require<{ id: string }>('POST', path, { body })).id;
  const clientId = await create('/v1/clients', { code: crypto.randomUUID().slice(0, 18), name: 'Benchmark' });
  const projectId = await create('/v1/projects', { clientId, name: 'Benchmark' });
  const serviceId = await create(`/v1/projects/${projectId}/services`, { serviceType: 'estimation' });
  return { projectId, serviceId };
}

function linesOf(count: number): string {
  const lines = Array.from(
    { length: count },
    (_, at) => `${at + 1},"Pipe 6 in, ASTM A106 Gr. B, area ${at % 60}",${(at % 900) / 10},m,P-${at % 5000}`,
  );
  return ['Item No.,Description,Quantity,UOM,Tag', ...lines].join('\n');
}

/** Seconds from the upload to the end of the task; the lines of the one before are replaced. */
async function importFile(owner: Caller, target: Target, file: File): Promise<number> {
  const form = new FormData();
  for (const [name, value] of Object.entries({
    ...target,
    discipline: 'piping',
    force: 'true',
    mode: 'replace',
  }))
    form.set(name, value);
  form.set('file', file);
  const started = performance.now();
  const { taskId } = await owner.require<{ taskId: string }>('POST', '/api/v1/mto/import/async', {
    body: form,
  });
  for (;;) {
    const task = await owner.require<{ status: string }>('GET', `/api/v1/mto/import/status/${taskId}`);
    if (task.status === 'completed') return (performance.now() - started) / 1000;
    if (!['queued', 'running'].includes(task.status)) throw new Error(JSON.stringify(task).slice(0, 1000));
    await Bun.sleep(pollMs);
  }
}
