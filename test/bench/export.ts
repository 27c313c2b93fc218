import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storeLines, writePeerCsv } from './export-lines';
import { type BenchSystem, openBenchSystem } from './export-system';
import { percentile } from './percentile';
import { processorParts, reportSpent } from './processor-parts';

const lineCount = 100_000;
const filledColumns = 60;
const rounds = 5;
const together = 3;
const pythonPrograms = ['/usr/bin/python3', 'python3'];

/** Seconds from the request to the last byte, and those of processors. */
interface Cost {
  seconds: number;
  processors: number;
}

interface Measured {
  firstByteMs: number;
  seconds: number;
  fileBytes: number;
}

/** `GET /mto/export` of 100,000 lines with 60 filled columns beside xlsxwriter in constant memory (resources.md 15.3). */
export async function benchExport(): Promise<void> {
  const system = await openBenchSystem();
  const folder = mkdtempSync(join(tmpdir(), 'consulting-bench-'));
  try {
    const client = await system.create('/v1/clients', { code: 'BENCH', name: 'Benchmark' });
    const project = await system.create('/v1/projects', { clientId: client.id, name: 'Benchmark' });
    const projectId = String(project.id);
    const scope = { projectId, serviceId: crypto.randomUUID(), count: lineCount, filled: filledColumns };
    const fields = await storeLines(system.sql, scope);
    const ours = await measureOurs(system, `/api/v1/mto/export?projectId=${projectId}`);
    const csv = join(folder, 'lines.csv');
    await writePeerCsv(system.sql, csv, projectId, fields);
    measurePeer(csv, join(folder, 'peer.xlsx'), ours);
  } finally {
    await system.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureOurs(system: BenchSystem, path: string): Promise<Cost> {
  const memoryBefore = residentPeakMiB(system.mtoPid);
  const runs: Measured[] = [];
  const processors: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const before = processorParts(system);
    const run = await measure(system, path);
    runs.push(run);
    report(round === 0 ? 'export, first' : 'export', run);
    processors.push(reportSpent('it', before, processorParts(system)));
  }
  const memoryAlone = residentPeakMiB(system.mtoPid);
  const multi = await measure(system, `${path}&format=multi-sheet`);
  report('multi-sheet', multi);
  for (const run of await Promise.all(Array.from({ length: together }, () => measure(system, path))))
    report(`${together} at once`, run);
  const memoryTogether = residentPeakMiB(system.mtoPid);
  console.log(
    `peak memory of the process: ${memoryBefore} MiB before, ${memoryAlone} MiB (at most 200), ${memoryTogether} MiB with ${together} at once`,
  );
  const seconds = runs.map((run) => run.seconds);
  return { seconds: percentile(seconds, 0.5), processors: percentile(processors, 0.5) };
}

async function measure(system: BenchSystem, path: string): Promise<Measured> {
  const started = performance.now();
  const response = await system.ask(path);
  if (!response.ok || !response.body) throw new Error(`${response.status} ${await response.text()}`);
  let fileBytes = 0;
  let firstByteMs = 0;
  for await (const chunk of response.body) {
    if (fileBytes === 0) firstByteMs = performance.now() - started;
    fileBytes += chunk.length;
  }
  return { firstByteMs, seconds: (performance.now() - started) / 1000, fileBytes };
}

function report(name: string, { firstByteMs, seconds, fileBytes }: Measured): void {
  const size = (fileBytes / 1024 / 1024).toFixed(1);
  console.log(
    `${name.padEnd(16)} ${seconds.toFixed(2)} s, first byte after ${firstByteMs.toFixed(0)} ms, ${size} MiB`,
  );
}

/** Highest resident memory of a process so far, in MiB; NaN where the system does not tell. */
function residentPeakMiB(pid: number): number {
  if (process.platform !== 'linux') return Number.NaN;
  const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}

function measurePeer(csv: string, target: string, ours: Cost): void {
  const script = join(import.meta.dir, 'peers', 'export-xlsxwriter.py');
  for (const python of pythonPrograms) {
    if (Bun.which(python) === null) continue;
    const run = Bun.spawnSync([python, script, csv, target], { stdio: ['ignore', 'pipe', 'ignore'] });
    if (run.exitCode !== 0) continue;
    const [version = '', seconds, memory, own] = run.stdout.toString().trim().split(' ');
    const size = (Bun.file(target).size / 1024 / 1024).toFixed(1);
    console.log(
      `xlsxwriter ${version} ${Number(seconds).toFixed(2)} s, ${Number(memory).toFixed(0)} MiB memory, ${size} MiB`,
    );
    console.log(
      `ratio: the export takes ${(ours.seconds / Number(seconds)).toFixed(2)} of xlsxwriter's time (at most 0.12)`,
    );
    console.log(
      `ratio: it takes ${(ours.processors / Number(own)).toFixed(2)} of its processors, the database's included`,
    );
    return;
  }
  console.log('no peer: Debian package python3-xlsxwriter is not installed');
}
