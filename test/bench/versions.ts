import { keepVersionLines } from '@consulting/kernel/contracts/mto';
import { type Bus, connectBus } from '@consulting/kernel/nats';
import { serviceLog } from '@consulting/kernel/process';
import { valueColumns } from '@consulting/mto-lines/store/rows/takeoff-copy';
import { type BenchSystem, openBenchSystem } from './export-system';
import { answerForNeighbours } from './import-neighbours';
import { createTarget } from './import-run';
import { loadPart } from './million-lines';
import { percentile } from './percentile';
import type { TakeoffPart } from './takeoff-rows';

const lineCount = Number(process.env.BENCH_LINES ?? 100_000);
const rounds = 5;
const readRounds = 15;
const changedPart = 10;

/** Versions of a takeoff: what they take of the disk and of the time of a freeze, of writes and of reads. */
export async function benchVersions(): Promise<void> {
  const system = await openBenchSystem({ isLasting: true });
  const neighbours = answerForNeighbours(system.natsUrl);
  const bus = connectBus({ url: system.natsUrl, name: 'clients-projects', log: serviceLog() });
  try {
    const takeoff = await loadTakeoff(system);
    await benchUpdates(system, takeoff);
    const version = await benchFreeze(system, bus, takeoff);
    await benchReads(system, takeoff, version, 'right after the freeze');
    await benchStorage(system, takeoff);
    await benchReads(system, takeoff, version, `after ${changedPart} % of the lines changed`);
    await benchExport(system, takeoff, version);
    await benchRestore(system, takeoff, version);
  } finally {
    await bus.close();
    await neighbours.close();
    await system.stop();
  }
}

async function loadTakeoff(system: BenchSystem): Promise<TakeoffPart> {
  const part = { ...(await createTarget(system)), count: lineCount };
  await loadPart(system, part);
  await tidy(system);
  return part;
}

async function tidy({ sql }: BenchSystem): Promise<void> {
  await sql`vacuum (freeze, analyze) mto.takeoff_line`;
  await sql`vacuum (freeze, analyze) mto.takeoff_version_line`;
  await sql`checkpoint`;
}

async function secondsOf(act: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await act();
  return (performance.now() - started) / 1000;
}

function printRatio(name: string, own: number[], peer: number[], ratioMax: number): void {
  const [ours, theirs] = [percentile(own, 0.5), percentile(peer, 0.5)];
  const figures = `${(1000 * ours).toFixed(1)} ms, beside ${(1000 * theirs).toFixed(1)} ms`;
  console.log(`${name}: ${figures}; ratio ${(ours / theirs).toFixed(2)} (at most ${ratioMax.toFixed(2)})`);
}

/** An update of every line of a service that has no version, with the triggers and without them. */
async function benchUpdates(system: BenchSystem, { serviceId }: TakeoffPart): Promise<void> {
  const { sql } = system;
  const times: Record<'enable' | 'disable', number[]> = { enable: [], disable: [] };
  for (let round = 0; round < rounds; round += 1)
    for (const kind of ['disable', 'enable'] as const) {
      await sql.unsafe(`alter table mto.takeoff_line ${kind} trigger keep_version_lines_of_update`);
      await tidy(system);
      const update = () => sql`
        update mto.takeoff_line set remarks = ${`${kind} ${round}`}, version = version + 1, updated_at = now()
        where service_id = ${serviceId}`;
      times[kind].push(await secondsOf(update));
    }
  printRatio(
    `update of ${lineCount} lines without versions, beside no triggers`,
    times.enable,
    times.disable,
    1.05,
  );
}

/** The freeze of a version, beside a copy of all its lines. */
async function benchFreeze(
  system: BenchSystem,
  bus: Bus,
  { projectId, serviceId }: TakeoffPart,
): Promise<string> {
  const { sql } = system;
  await sql`vacuum full mto.takeoff_line`;
  await tidy(system);
  const columns = valueColumns.join(', ');
  const copied = await secondsOf(() =>
    sql.unsafe(
      `insert into mto.takeoff_copy_line (copy_id, is_after, line_id, ${columns})
       select $1::uuid, false, id, ${columns} from mto.takeoff_line where service_id = $2`,
      [crypto.randomUUID(), serviceId],
    ),
  );
  const [copy] = await sql<
    { bytes: string }[]
  >`select pg_total_relation_size('mto.takeoff_copy_line') as bytes`;
  await sql`truncate mto.takeoff_copy_line`;
  const before = await bytesOf(system);
  console.log(`lines: ${megabytes(before.lines)}; a copy of them all: ${megabytes(Number(copy?.bytes))}`);
  const estimationId = crypto.randomUUID();
  const frozen = await secondsOf(() => bus.ask(keepVersionLines, { estimationId, projectId, serviceId }));
  printRatio(
    `freeze of ${lineCount} lines with their totals, beside the copy alone`,
    [frozen],
    [copied],
    0.5,
  );
  const after = await bytesOf(system);
  printShare('right after the freeze', after.versions - before.versions + after.lines - before.lines, before);
  return estimationId;
}

interface Sizes {
  lines: number;
  versions: number;
}

async function bytesOf({ sql }: BenchSystem): Promise<Sizes> {
  const [row] = await sql<Record<keyof Sizes, string>[]>`
    select pg_total_relation_size('mto.takeoff_line') as lines,
      pg_total_relation_size('mto.takeoff_version') + pg_total_relation_size('mto.takeoff_epoch')
        + pg_total_relation_size('mto.takeoff_version_line') + (
          select sum(pg_total_relation_size(oid)) from pg_class
          where relnamespace = 'mto'::regnamespace and relname like 'takeoff_version_%_total') as versions`;
  return { lines: Number(row?.lines), versions: Number(row?.versions) };
}

const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`;

function printShare(when: string, bytes: number, { lines }: Sizes): void {
  const share = ((100 * bytes) / lines).toFixed(2);
  console.log(`a version takes ${megabytes(bytes)} ${when}, ${share} % of its lines (at most 20 %)`);
}

async function benchStorage(system: BenchSystem, { projectId }: TakeoffPart): Promise<void> {
  const before = await bytesOf(system);
  const conditions = [{ field: 'itemNumber', operator: 'lessThanOrEqual', value: lineCount / changedPart }];
  const selection = { mode: 'filters', filters: { conditions } };
  await postOf(system, '/api/v1/mto/bulk-edit', { projectId, selection, updates: { quantity: 77 } });
  await tidy(system);
  const after = await bytesOf(system);
  printShare(`after ${changedPart} % of its lines changed`, after.versions - before.versions, before);
}

async function postOf(system: BenchSystem, path: string, json: object): Promise<void> {
  const response = await system.post(path, json);
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
}

async function benchReads(
  system: BenchSystem,
  { projectId, serviceId }: TakeoffPart,
  estimationId: string,
  when: string,
): Promise<void> {
  const owner = `projectId=${projectId}&serviceId=${serviceId}`;
  const get = (path: string) => async (version: string) => {
    const response = await system.ask(`/api/v1/mto${path}${version && `&estimationId=${version}`}`);
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
  };
  const search = (filters: object) => (version: string) =>
    postOf(system, '/api/v1/mto/search', {
      projectId,
      serviceId,
      filters,
      ...(version && { estimationId: version }),
    });
  const word = { conditions: [{ field: 'description', operator: 'contains', value: 'line 77' }] };
  const own = { conditions: [{ field: 'nominalPipeSize', operator: 'greaterThan', value: 8 }] };
  const reads: [string, number, (version: string) => Promise<void>][] = [
    ['first page', 1.5, get(`?${owner}&limit=100`)],
    ['page far behind', 2, get(`?${owner}&limit=100&skip=${lineCount / 2}`)],
    ['search by description', 3, search(word)],
    ['search by a field of the discipline', 3, search(own)],
    ['summary', 1.5, get(`/project/${projectId}/summary?serviceId=${serviceId}`)],
    ['distinct values', 4, get(`/project/${projectId}/distinct-values/area?serviceId=${serviceId}`)],
  ];
  for (const [name, ratioMax, read] of reads) {
    const times: Record<string, number[]> = { '': [], [estimationId]: [] };
    for (let round = -1; round < readRounds; round += 1)
      for (const version of Object.keys(times)) {
        const seconds = await secondsOf(() => read(version));
        if (round >= 0) times[version]?.push(seconds);
      }
    printRatio(
      `${name} of a version ${when}, beside current lines`,
      times[estimationId] ?? [],
      times[''] ?? [],
      ratioMax,
    );
  }
}

async function benchExport(
  system: BenchSystem,
  { projectId, serviceId }: TakeoffPart,
  estimationId: string,
): Promise<void> {
  const exported = (version: string) =>
    secondsOf(async () => {
      const owner = `projectId=${projectId}&serviceId=${serviceId}`;
      const response = await system.ask(`/api/v1/mto/export?${owner}${version}`);
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`export: ${response.status}`);
    });
  const current = await exported('');
  const own = await exported(`&estimationId=${estimationId}`);
  printRatio('export of a version, beside current lines', [own], [current], 1.5);
}

async function benchRestore(
  system: BenchSystem,
  { projectId, serviceId }: TakeoffPart,
  estimationId: string,
): Promise<void> {
  const path = `/v1/projects/${projectId}/services/${serviceId}/estimations/${estimationId}/restore`;
  const restored = await secondsOf(() => postOf(system, path, {}));
  const update = () => system.sql`
    update mto.takeoff_line set remarks = 'restored', version = version + 1 where service_id = ${serviceId}`;
  printRatio(
    'restore of a version, beside an update of all its lines',
    [restored],
    [await secondsOf(update)],
    3,
  );
}
