import { readFileSync } from 'node:fs';
import { freePorts } from '@consulting/local/process/free-port';
import { storeLines } from './export-lines';
import { type BenchSystem, openBenchSystem, startService } from './export-system';
import { processorSeconds } from './process-cost';

const lineCount = 100_000;
const filledColumns = 60;
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
const memoryMax = 250;

interface Run {
  seconds: number;
  processorSeconds: number;
  fileBytes: number;
}

/** `GET /mto/project/{projectId}/report` of 100,000 lines as a workbook and as HTML (extensions.md 13.1), beside their export. */
export async function benchReport(): Promise<void> {
  const system = await openBenchSystem();
  const neighbours = await startNeighbours(system);
  try {
    const client = await system.create('/v1/clients', { code: 'BENCH', name: 'Benchmark' });
    const project = await system.create('/v1/projects', { clientId: client.id, name: 'Benchmark' });
    const projectId = String(project.id);
    const scope = { projectId, serviceId: crypto.randomUUID(), count: lineCount, filled: filledColumns };
    const fields = await storeLines(system.sql, scope);
    const columns = `columns=${fields.map(({ key }) => key).join(',')}`;
    const before = residentPeakMiB(system.mtoPid);
    const report = `/api/v1/mto/project/${projectId}/report`;
    const usual = await measure(system, 'report, usual columns', report);
    const wide = await measure(
      system,
      `report, ${filledColumns} columns`,
      `${report}?${reportColumns(columns)}`,
    );
    await measure(system, 'report, HTML', `${report}?format=html`);
    const memory = residentPeakMiB(system.mtoPid);
    const exported = await measure(
      system,
      `export, ${filledColumns} columns`,
      `/api/v1/mto/export?projectId=${projectId}`,
    );
    console.log(`peak memory of the process: ${before} MiB before, ${memory} MiB (at most ${memoryMax})`);
    const ratio = (run: Run) =>
      `${(run.seconds / exported.seconds).toFixed(2)} of the time and ${(run.processorSeconds / exported.processorSeconds).toFixed(2)} of the processor time`;
    console.log(
      `ratio: the report takes ${ratio(usual)} of the export, with the same columns ${ratio(wide)}`,
    );
  } finally {
    for (const { process } of neighbours) process.kill('SIGTERM');
    await Promise.all(neighbours.map(({ process }) => process.exited));
    await system.stop();
  }
}

/** A report has no identifiers. */
const reportColumns = (columns: string) => columns.replace(/\b(?:projectId|serviceId),/g, '');

async function startNeighbours({ databaseUrl, natsUrl }: BenchSystem) {
  const ports = await freePorts(2);
  const environment = { ...process.env, DATABASE_URL: databaseUrl, NATS_URL: natsUrl };
  return Promise.all(
    ['equipment-wbs', 'crews-rates'].map((name, at) => startService(name, environment, ports[at] ?? 0)),
  );
}

/** The fastest of some rounds. */
async function measure(system: BenchSystem, name: string, path: string): Promise<Run> {
  const runs: Run[] = [];
  for (let round = 0; round < rounds; round += 1) runs.push(await measureOnce(system, path));
  const best = runs.reduce((one, other) => (other.seconds < one.seconds ? other : one));
  const size = (best.fileBytes / 1024 / 1024).toFixed(1);
  console.log(
    `${name.padEnd(22)} ${best.seconds.toFixed(2)} s, ${best.processorSeconds.toFixed(2)} s of the processor, ${size} MiB`,
  );
  return best;
}

async function measureOnce(system: BenchSystem, path: string): Promise<Run> {
  const started = performance.now();
  const processorBefore = processorSeconds(system);
  const response = await system.ask(path);
  if (!response.ok || !response.body) throw new Error(`${response.status} ${await response.text()}`);
  let fileBytes = 0;
  for await (const chunk of response.body) fileBytes += chunk.length;
  return {
    seconds: (performance.now() - started) / 1000,
    processorSeconds: processorSeconds(system) - processorBefore,
    fileBytes,
  };
}

/** Highest resident memory of a process so far, in MiB; NaN where the system does not tell. */
function residentPeakMiB(pid: number): number {
  if (process.platform !== 'linux') return Number.NaN;
  const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}
