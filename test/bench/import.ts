import { readFileSync } from 'node:fs';
import { type BenchSystem, openBenchSystem } from './export-system';
import { takeoffColumns, type WorkbookColumn } from './import-columns';
import { answerForNeighbours } from './import-neighbours';
import { createTarget, lineCount, makeWorkbook, python, runImport, type Target } from './import-run';

const rounds = 3;
const readEveryMs = 10;

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
    await measureImport(system, target, workbook, true);
    const seconds: number[] = [];
    for (let round = 0; round < rounds; round += 1)
      seconds.push(await measureImport(system, target, workbook, false));
    const surveySeconds = await measureSurvey(system, target, workbook);
    console.log(
      `peak memory of the mto process: ${before} MiB before, ${residentPeakMiB(system.mtoPid)} MiB after`,
    );
    measureReader(workbook, surveySeconds);
    await measurePeer(system, workbook, columns, median(seconds));
  } finally {
    await neighbours.close();
    await system.stop();
  }
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** From the upload to `completed`, in seconds, alone or while the same process answers reads. */
async function measureImport(
  system: BenchSystem,
  target: Target,
  workbook: string,
  hasReaders: boolean,
): Promise<number> {
  await system.sql`delete from mto.takeoff_line`;
  await system.sql`vacuum analyze mto.takeoff_line`;
  const reads = hasReaders ? readBeside(system, target) : null;
  const { task, seconds } = await runImport(system, { ...target, force: 'true' }, workbook);
  const latencies = (await reads?.stop()) ?? [];
  if (task.result?.imported !== lineCount) throw new Error(JSON.stringify(task).slice(0, 2000));
  const [p50, p99] = [0.5, 0.99].map((part) => `p${part * 100} ${percentile(latencies, part).toFixed(1)} ms`);
  const beside = `, GET /mto meanwhile: ${latencies.length} times, ${p50}, ${p99}`;
  console.log(`import ${seconds.toFixed(2)} s${hasReaders ? beside : ', alone'}`);
  return seconds;
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

const percentile = (values: number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? 0;

/** Reads the takeoff again and again until it is stopped; how long each answer took, in milliseconds. */
function readBeside(system: BenchSystem, { projectId }: Target) {
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
    stop: async () => {
      isStopped = true;
      await reading;
      return latencies;
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
  ours: number,
): Promise<void> {
  const typed = columns.map(({ kind }, at) => `c${at} ${columnTypes[kind] ?? 'text'}`);
  await system.sql.unsafe(`create table public.peer_line (${typed.join(', ')})`);
  const output = python('import-openpyxl.py', [workbook, system.databaseUrl, 'public.peer_line'], '');
  if (output === null) return console.log('no peer: Debian packages python3-openpyxl and postgresql-client');
  const [version, seconds, count, memory] = output.split(' ');
  console.log(
    `openpyxl ${version} and COPY: ${Number(seconds).toFixed(2)} s, ${count} rows, ${Number(memory).toFixed(0)} MiB`,
  );
  const ratio = (ours / Number(seconds)).toFixed(2);
  console.log(`ratio: the import takes ${ratio} of the time of the script (at most 0.40)`);
}
