import { fieldsOf } from '@consulting/mto/fields/registry';
import { type BenchHouse, openBenchHouse } from './export-house';
import { answerForNeighbours } from './import-neighbours';
import { copyRows, loadTakeoffs, type Takeoff } from './million-lines';
import { percentile } from './percentile';
import { takeoffLine, takeoffRows } from './takeoff-rows';

const rounds = 3;
const createdCount = 5000;

/** Bulk create, edit and delete among a million lines, beside the bare statement that does the least of it. */
export async function benchBulk(): Promise<void> {
  const house = await openBenchHouse({ isLasting: true });
  const neighbours = answerForNeighbours(house.natsUrl);
  try {
    const { large, usual } = await loadTakeoffs(house);
    await benchEdit(house, large, 'remarks', 1.5, (round) => `round ${round}`);
    await benchEdit(house, large, 'quantity', 4, (round) => 10 + round);
    await benchDelete(house, large);
    await benchCreate(house, usual);
  } finally {
    await neighbours.close();
    await house.stop();
  }
}

const allOf = { mode: 'filters', filters: { conditions: [{ field: 'quantity', operator: 'isNotEmpty' }] } };

async function post(house: BenchHouse, path: string, json: object): Promise<Record<string, number>> {
  const response = await house.post(`/api/v1/mto/${path}`, json);
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
  house: BenchHouse,
  { name, ratioMax, bare, ours, prepare }: Comparison,
): Promise<void> {
  const times: Record<'bare' | 'ours', number[]> = { bare: [], ours: [] };
  for (let round = 0; round < rounds; round += 1) {
    for (const [kind, act] of [
      ['bare', bare],
      ['ours', ours],
    ] as const) {
      await prepare?.();
      await house.sql`vacuum analyze mto.takeoff_line`;
      await house.sql`checkpoint`;
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
  house: BenchHouse,
  { projectId, count }: Takeoff,
  field: string,
  ratioMax: number,
  valueIn: (round: number) => string | number,
): Promise<void> {
  const { sql } = house;
  return compare(house, {
    name: `bulk edit of ${field} in ${count} lines`,
    ratioMax,
    bare: (round) => sql`
      update mto.takeoff_line set ${sql(field)} = ${valueIn(2 * round)}, version = version + 1, updated_at = now()
      where project_id = ${projectId}`,
    async ours(round) {
      const updates = { [field]: valueIn(2 * round + 1) };
      const { updated } = await post(house, 'bulk-edit', { projectId, selection: allOf, updates });
      if (updated !== count) throw new Error(`${updated} lines were updated`);
    },
  });
}

function benchDelete(house: BenchHouse, takeoff: Takeoff): Promise<void> {
  const { projectId, count } = takeoff;
  let isComplete = true;
  return compare(house, {
    name: `bulk delete of ${count} lines`,
    ratioMax: 1.5,
    async prepare() {
      if (!isComplete) await copyRows(house, 'mto.takeoff_line', takeoffRows(takeoff));
      isComplete = false;
    },
    bare: () => house.sql`delete from mto.takeoff_line where project_id = ${projectId}`,
    async ours() {
      const { deleted } = await post(house, 'bulk-delete', { projectId, selection: allOf, confirm: true });
      if (deleted !== count) throw new Error(`${deleted} lines were deleted`);
    },
  });
}

function benchCreate(house: BenchHouse, { projectId, serviceId }: Takeoff): Promise<void> {
  const items = Array.from({ length: createdCount }, (_, at) => itemOf(at + 1));
  const part = { projectId, serviceId, count: createdCount };
  let rows: Uint8Array[] = [];
  return compare(house, {
    name: `bulk create of ${createdCount} lines`,
    ratioMax: 3,
    async prepare() {
      rows = Array.from(takeoffRows(part), (piece) => new Uint8Array(piece));
    },
    bare: () => copyRows(house, 'mto.takeoff_line', rows),
    ours: () => post(house, 'bulk', { projectId, serviceId, items }),
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
