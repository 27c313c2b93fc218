import { readFileSync } from 'node:fs';
import { type BenchSystem, openBenchSystem } from './export-system';
import { takeoffColumns, type WorkbookColumn } from './import-columns';
import { answerForNeighbours } from './import-neighbours';
import { createTarget, lineCount, makeWorkbook, python, runImport, type Target } from './import-run';
import { percentile } from './percentile';
import { processorParts, reportSpent } from './processor-parts';

const rounds = 3;
const readEveryMs = 10;
const readsIdle = 300;

/** Import of 100,000 lines with 60 columns beside openpyxl (read-only) and COPY in the same run. */
export async function benchImport(): Promise<void> {
  const columns = takeoffColumns();
  const workbook = makeWorkbook(columns);
  if (workbook === null)
    return console.log('no workbook: Debian package python3-xlsxwriter is not installed');
  const system = await openBenchSystem();
  const neighbours = answerForNeighbours(system.natsUrl);
  try {
    const target = await createTarget(system);
    const before = residentPeakMiB(system.mtoPid);
    await measureReads(system, target, workbook);
    const imports: Cost[] = [];
    for (let round = 0; round < rounds; round += 1)
      imports.push(await measureImport(system, target, workbook));
    const surveySeconds = await measureSurvey(system, target, workbook);
    console.log(
      `peak memory of the mto process: ${before} MiB before, ${residentPeakMiB(system.mtoPid)} MiB after`,
    );
    measureReader(workbook, surveySeconds);
    await measurePeer(system, workbook, columns, {
      seconds: median(imports.map(({ seconds }) => seconds)),
      processors: median(imports.map(({ processors }) => processors)),
    });
  } finally {
    await neighbours.close();
    await system.stop();
  }
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Seconds from the upload to `completed`, and those of processors. */
interface Cost {
  seconds: number;
  processors: number;
}

async function measureImport(system: BenchSystem, target: Target, workbook: string): Promise<Cost> {
  await system.sql`delete from mto.takeoff_line`;
  await system.sql`vacuum analyze mto.takeoff_line`;
  const before = processorParts(system);
  const { task, seconds } = await runImport(system, { ...target, force: 'true' }, workbook);
  if (task.result?.imported !== lineCount) throw new Error(JSON.stringify(task).slice(0, 2000));
  console.log(`import ${seconds.toFixed(2)} s`);
  return { seconds, processors: reportSpent('it', before, processorParts(system)) };
}

/**
 * The first page of a takeoff beside an import, of another project and of the one that the lines go to: there the database passes
 * over the lines that are not committed yet, as over those of any transaction.
 */
async function measureReads(system: BenchSystem, target: Target, workbook: string): Promise<void> {
  const other = await createTarget(system, 'OTHER');
  const idle = readNextTo(system, other.projectId);
  while (idle.latencies.length < readsIdle) await Bun.sleep(readEveryMs);
  await idle.stop();
  reportLatencies('GET /mto alone', idle.latencies);
  for (const [name, { projectId }] of [
    ['another', other],
    ['the same', target],
  ] as const) {
    const reads = readNextTo(system, projectId);
    await measureImport(system, target, workbook);
    await reads.stop();
    reportLatencies(`GET /mto of ${name} project beside it`, reads.latencies);
    const ratio = percentile(reads.latencies, 0.95) / percentile(idle.latencies, 0.95);
    const bound = name === 'another' ? ' (at most 4)' : '';
    console.log(`ratio: p95 is ${ratio.toFixed(1)} times that alone${bound}`);
  }
}

function reportLatencies(name: string, latencies: readonly number[]): void {
  const reported = [0.5, 0.95, 0.99].map(
    (part) => `p${part * 100} ${percentile(latencies, part).toFixed(1)} ms`,
  );
  console.log(`${name}: ${latencies.length} times, ${reported.join(', ')}`);
}

async function measureSurvey(system: BenchSystem, target: Target, workbook: string): Promise<number> {
  const seconds: number[] = [];
  for (let round = 0; round < rounds; round += 1)
    seconds.push((await runImport(system, { ...target, survey: 'true' }, workbook)).seconds);
  console.log(`survey alone ${median(seconds).toFixed(2)} s, upload included`);
  return median(seconds);
}

function measureReader(workbook: string, ours: number): void {
  const [version, seconds] = python('import-openpyxl.py', [workbook], '')?.split(' ') ?? [];
  if (seconds === undefined) return console.log('no peer: Debian package python3-openpyxl');
  const ratio = (ours / Number(seconds)).toFixed(2);
  console.log(`openpyxl ${version} reads the workbook in ${Number(seconds).toFixed(2)} s`);
  console.log(`ratio: the survey takes ${ratio} of that (at most 0.15)`);
}

/** Reads the takeoff again and again until it is stopped; how long each answer took, in milliseconds. */
function readNextTo(system: BenchSystem, projectId: string) {
  const latencies: number[] = [];
  let isStopped = false;
  const reading = (async () => {
    while (!isStopped) {
      const started = performance.now();
      const response = await system.ask(`/api/v1/mto?projectId=${projectId}&limit=50`);
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`GET /mto answered ${response.status}`);
      latencies.push(performance.now() - started);
      await Bun.sleep(readEveryMs);
    }
  })();
  return {
    latencies,
    stop: async () => {
      isStopped = true;
      await reading;
    },
  };
}

/** Highest resident memory of a process so far, in MiB; NaN where the system does not tell. */
function residentPeakMiB(pid: number): number {
  if (process.platform !== 'linux') return Number.NaN;
  const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}

const columnTypes: Partial<Record<WorkbookColumn['kind'], string>> = {
  sequence: 'bigint',
  integer: 'bigint',
  decimal: 'numeric',
  date: 'date',
};

/** A plain table without indexes: the least that a script could do. */
async function measurePeer(
  system: BenchSystem,
  workbook: string,
  columns: readonly WorkbookColumn[],
  ours: Cost,
): Promise<void> {
  const typed = columns.map(({ kind }, at) => `c${at} ${columnTypes[kind] ?? 'text'}`);
  await system.sql.unsafe(`create table public.peer_line (${typed.join(', ')})`);
  const before = processorParts(system);
  const output = python('import-openpyxl.py', [workbook, system.databaseUrl, 'public.peer_line'], '');
  if (output === null) return console.log('no peer: Debian packages python3-openpyxl and postgresql-client');
  const ofServer = reportSpent('the service beside the script', before, processorParts(system));
  const [version, seconds, count, memory, own] = output.split(' ');
  console.log(
    `openpyxl ${version} and COPY: ${Number(seconds).toFixed(2)} s, ${count} rows, ${Number(memory).toFixed(0)} MiB`,
  );
  const ratio = (ours.seconds / Number(seconds)).toFixed(2);
  console.log(`ratio: the import takes ${ratio} of the time of the script (at most 0.20)`);
  const share = (ours.processors / (Number(own) + ofServer)).toFixed(2);
  console.log(`ratio: it takes ${share} of the processors of the script and its server`);
}
