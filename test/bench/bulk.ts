import { fieldsOf } from '@consulting/takeoff-fields/registry';
import { type BenchSystem, openBenchSystem } from './export-system';
import { answerForNeighbours } from './import-neighbours';
import { copyRows, loadPart, loadTakeoffs, type Takeoff } from './million-lines';
import { percentile } from './percentile';
import { takeoffLine, takeoffRows } from './takeoff-rows';

const rounds = 3;
const createdCount = 5000;

/** Bulk create, edit and delete among a million lines, beside the bare statement that does the least of it. */
export async function benchBulk(): Promise<void> {
  const system = await openBenchSystem({ isLasting: true });
  const neighbours = answerForNeighbours(system.natsUrl);
  try {
    const { large, usual } = await loadTakeoffs(system);
    await benchEdit(system, large, 'remarks', 1.5, (round) => `round ${round}`);
    await benchEdit(system, large, 'quantity', 4, (round) => 10 + round);
    await benchDelete(system, large);
    await benchCreate(system, usual);
  } finally {
    await neighbours.close();
    await system.stop();
  }
}

const allOf = { mode: 'filters', filters: { conditions: [{ field: 'quantity', operator: 'isNotEmpty' }] } };

async function post(system: BenchSystem, path: string, json: object): Promise<Record<string, number>> {
  const response = await system.post(`/api/v1/mto/${path}`, json);
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status} ${text.slice(0, 1000)}`);
  return path === 'bulk' ? {} : JSON.parse(text);
}

interface Comparison {
  name: string;
  ratioMax: number;
  /** May say itself how many seconds it took. */
  bare: (round: number) => Promise<unknown>;
  ours: (round: number) => Promise<unknown>;
  /** Done before each turn, and not timed. */
  prepare?: () => Promise<void>;
}

/** Alternates the bare statement with ours, each on a table that was tidied up before. */
async function compare(
  system: BenchSystem,
  { name, ratioMax, bare, ours, prepare }: Comparison,
): Promise<void> {
  const times: Record<'bare' | 'ours', number[]> = { bare: [], ours: [] };
  for (let round = 0; round < rounds; round += 1) {
    for (const [kind, act] of [
      ['bare', bare],
      ['ours', ours],
    ] as const) {
      await prepare?.();
      await system.sql`vacuum analyze mto.takeoff_line`;
      await system.sql`checkpoint`;
      const started = performance.now();
      const own = await act(round);
      times[kind].push(typeof own === 'number' ? own : (performance.now() - started) / 1000);
    }
  }
  const [floor, own] = [percentile(times.bare, 0.5), percentile(times.ours, 0.5)];
  console.log(
    `${name}: ${own.toFixed(2)} s, bare ${floor.toFixed(2)} s; ratio ${(own / floor).toFixed(2)} (at most ${ratioMax.toFixed(1)})`,
  );
}

function benchEdit(
  system: BenchSystem,
  { projectId, count }: Takeoff,
  field: string,
  ratioMax: number,
  valueIn: (round: number) => string | number,
): Promise<void> {
  const { sql } = system;
  return compare(system, {
    name: `bulk edit of ${field} in ${count} lines`,
    ratioMax,
    bare: (round) => sql`
      update mto.takeoff_line set ${sql(field)} = ${valueIn(2 * round)}, version = version + 1, updated_at = now()
      where project_id = ${projectId}`,
    async ours(round) {
      const updates = { [field]: valueIn(2 * round + 1) };
      const { updated } = await post(system, 'bulk-edit', { projectId, selection: allOf, updates });
      if (updated !== count) throw new Error(`${updated} lines were updated`);
    },
  });
}

function benchDelete(system: BenchSystem, takeoff: Takeoff): Promise<void> {
  const { projectId, count } = takeoff;
  let isComplete = true;
  return compare(system, {
    name: `bulk delete of ${count} lines`,
    ratioMax: 1.5,
    async prepare() {
      if (!isComplete) await loadPart(system, takeoff);
      isComplete = false;
    },
    bare: () => system.sql`delete from mto.takeoff_line where project_id = ${projectId}`,
    async ours() {
      const { deleted } = await post(system, 'bulk-delete', { projectId, selection: allOf, confirm: true });
      if (deleted !== count) throw new Error(`${deleted} lines were deleted`);
    },
  });
}

function benchCreate(system: BenchSystem, { projectId, serviceId }: Takeoff): Promise<void> {
  const items = Array.from({ length: createdCount }, (_, at) => itemOf(at + 1));
  const part = { projectId, serviceId, count: createdCount };
  let rows: Uint8Array[] = [];
  return compare(system, {
    name: `bulk create of ${createdCount} lines`,
    ratioMax: 3,
    async prepare() {
      rows = Array.from(takeoffRows(part), (chunk) => new Uint8Array(chunk));
    },
    bare: () => copyRows(system, 'mto.takeoff_line', rows),
    ours: () => post(system, 'bulk', { projectId, serviceId, items }),
  });
}

/** The inputs of a line, as a program would send them. */
function itemOf(n: number): Record<string, unknown> {
  const { discipline, line } = takeoffLine(n);
  const inputs = fieldsOf(discipline).flatMap(({ key, computed }, at) =>
    computed || line[at] === null || line[at] === undefined ? [] : [[key, line[at]] as const],
  );
  return Object.fromEntries(inputs);
}
