import { gzipSync } from 'node:zlib';
import { type BenchSystem, openBenchSystem } from './export-system';
import { createTarget } from './import-run';
import { loadPart } from './million-lines';
import { percentile } from './percentile';
import type { TakeoffPart } from './takeoff-rows';

const lineCount = Number(process.env.BENCH_LINES ?? 1_000_000);
const pageLines = 100;
const rounds = Number(process.env.BENCH_ROUNDS ?? 40);
const ratioMax = 1.2;
const wireBytesMax = 15 * 1024;
const columns =
  'itemNumber,tag,description,quantity,unitOfMeasure,crewCode,totalManHours,labourCost,materialCost,totalCost';

/** A walk over one takeoff by cursor: what its last page costs beside its first, and what a page of a grid weighs. */
export async function benchWalk(): Promise<void> {
  const system = await openBenchSystem({ isLasting: true });
  try {
    const { projectId } = await loadTakeoff(system);
    for (const [name, sort] of [
      ['the order of the takeoff', ''],
      ['tag', '&sort=tag'],
      ['total cost, downwards', '&sort=-totalCost'],
    ] as const)
      await measureWalk(system, name, `/api/v1/mto?projectId=${projectId}&limit=${pageLines}${sort}`);
    await weighPage(system, projectId);
  } finally {
    await system.stop();
  }
}

async function loadTakeoff(system: BenchSystem): Promise<TakeoffPart> {
  const part = { ...(await createTarget(system)), count: lineCount };
  await loadPart(system, part);
  await system.sql`vacuum (freeze, analyze) mto.takeoff_line`;
  await system.sql`checkpoint`;
  return part;
}

interface Read {
  data: { id: string }[];
  total: number;
  next: string | null;
}

async function read(system: BenchSystem, path: string): Promise<Read> {
  const response = await system.ask(path);
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status} ${text.slice(0, 1000)}`);
  return JSON.parse(text);
}

/** Walks to the end and checks that every line came once; then pages near both ends are read in turn. */
async function measureWalk(system: BenchSystem, name: string, path: string): Promise<void> {
  const seen = new Set<string>();
  const cursors: string[] = [];
  const started = performance.now();
  const thin = `${path}&fields=id`;
  for (let page = await read(system, thin); ; ) {
    for (const { id } of page.data) seen.add(id);
    if (page.next === null) break;
    cursors.push(page.next);
    page = await read(system, `${thin}&after=${page.next}`);
  }
  const seconds = (performance.now() - started) / 1000;
  if (seen.size !== lineCount) throw new Error(`${seen.size} of ${lineCount} lines were read.`);
  const times: Record<'first' | 'last', number[]> = { first: [], last: [] };
  const ends = { first: cursors.slice(0, 10), last: cursors.slice(-12, -2) };
  for (let round = 0; round < rounds; round += 1)
    for (const end of ['first', 'last'] as const) {
      const cursor = ends[end][round % ends[end].length] ?? '';
      const asked = performance.now();
      await read(system, `${path}&after=${cursor}`);
      times[end].push(performance.now() - asked);
    }
  const [first, last] = [percentile(times.first, 0.5), percentile(times.last, 0.5)];
  const [firstMin, lastMin] = [Math.min(...times.first), Math.min(...times.last)];
  console.log(
    `walk of ${lineCount} lines by ${name}: ${seconds.toFixed(1)} s; first pages ${first.toFixed(1)} ms (least ${firstMin.toFixed(1)}), last ${last.toFixed(1)} ms (least ${lastMin.toFixed(1)})`,
  );
  console.log(
    `ratio: last to first ${(last / first).toFixed(2)}, of the least ${(lastMin / firstMin).toFixed(2)} (at most ${ratioMax.toFixed(2)})`,
  );
}

async function weighPage(system: BenchSystem, projectId: string): Promise<void> {
  const path = `/api/v1/mto?projectId=${projectId}&limit=${pageLines}`;
  const sizes = async (query: string) => {
    const text = await (await system.ask(path + query)).text();
    return { plain: text.length, wire: gzipSync(text).length };
  };
  const [whole, chosen] = [await sizes(''), await sizes(`&fields=${columns}&omitEmpty=true`)];
  console.log(
    `${pageLines} lines: whole ${whole.plain} bytes, ${whole.wire} compressed; ten fields ${chosen.plain} bytes, ${chosen.wire} compressed (at most ${wireBytesMax})`,
  );
}
