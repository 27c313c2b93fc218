import { type BenchSystem, openBenchSystem } from './export-system';
import { answerForNeighbours } from './import-neighbours';
import { createTarget, type Target } from './import-run';
import { loadPart } from './million-lines';
import { percentile } from './percentile';

const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const lineCount = Number(process.env.BENCH_LINES ?? 100_000);
const patchedCount = 5000;
const ratioMax = 2.5;

/** PATCH of 5000 lines with different values, beside a bare UPDATE … FROM of the same values. */
export async function benchPatch(): Promise<void> {
  const system = await openBenchSystem({ isLasting: true });
  const neighbours = answerForNeighbours(system.natsUrl);
  try {
    const target = await createTarget(system);
    await loadPart(system, { ...target, count: lineCount });
    await system.sql`vacuum analyze mto.takeoff_line`;
    const rows = await system.sql<{ id: string }[]>`
      select id from mto.takeoff_line order by id offset ${lineCount >> 1} limit ${patchedCount}`;
    const ids = rows.map(({ id }) => id);
    await benchField(system, target, ids, 'remarks', (round, at) => `Pasted ${round}, row ${at}`);
    await benchField(system, target, ids, 'quantity', (round, at) => 1 + round + at / 8);
    console.log(`at most ${ratioMax.toFixed(1)}; medians of ${rounds} rounds, minima in brackets`);
  } finally {
    await neighbours.close();
    await system.stop();
  }
}

type ValueIn = (round: number, at: number) => string | number;

async function benchField(
  system: BenchSystem,
  { projectId }: Target,
  ids: readonly string[],
  field: 'remarks' | 'quantity',
  valueIn: ValueIn,
): Promise<void> {
  const times: Record<'bare' | 'ours', number[]> = { bare: [], ours: [] };
  const act = {
    bare: (values: (string | number)[]) => updateBare(system, ids, field, values),
    ours: (values: (string | number)[]) =>
      patchLines(
        system,
        projectId,
        ids.map((mtoId, at) => ({ mtoId, [field]: values[at] })),
      ),
  };
  for (let round = 0; round <= rounds; round += 1) {
    for (const kind of ['bare', 'ours'] as const) {
      const values = ids.map((_, at) => valueIn(2 * round + (kind === 'ours' ? 1 : 0), at));
      await system.sql`vacuum analyze mto.takeoff_line`;
      await system.sql`checkpoint`;
      const started = performance.now();
      await act[kind](values);
      if (round > 0) times[kind].push(performance.now() - started);
    }
  }
  const ratio = percentile(times.ours, 0.5) / percentile(times.bare, 0.5);
  const least = Math.min(...times.ours) / Math.min(...times.bare);
  const displayed = (all: number[]) =>
    `${percentile(all, 0.5).toFixed(0)} ms (${Math.min(...all).toFixed(0)})`;
  console.log(
    `PATCH of ${field} in ${ids.length} of ${lineCount} lines: ${displayed(times.ours)}, bare ${displayed(times.bare)}; ratio ${ratio.toFixed(2)} (${least.toFixed(2)})`,
  );
}

async function updateBare(
  { sql }: BenchSystem,
  ids: readonly string[],
  field: 'remarks' | 'quantity',
  values: readonly (string | number)[],
): Promise<void> {
  const type = field === 'quantity' ? 'numeric' : 'text';
  await sql.unsafe(
    `update mto.takeoff_line as line set ${field} = given.value, version = version + 1, updated_at = now()
     from unnest($1::uuid[], $2::${type}[]) as given (id, value) where line.id = given.id`,
    [ids as string[], values.map(String)],
  );
}

async function patchLines(system: BenchSystem, projectId: string, items: object[]): Promise<void> {
  const response = await system.patch('/api/v1/mto/bulk', { projectId, items });
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status} ${text.slice(0, 1000)}`);
  const { updated } = JSON.parse(`${text.slice(0, text.indexOf(',"unchanged"'))}}`) as { updated: number };
  if (updated !== items.length) throw new Error(`${updated} lines were updated`);
}
