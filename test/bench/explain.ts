import { type BenchSystem, openBenchSystem } from './export-system';
import { answerForNeighbours } from './import-neighbours';
import { createTarget, importText, lineCount, type Target } from './import-run';
import { answered, measureCalmClient } from './measure';
import { percentile } from './percentile';
import { seededRandom } from './search-requests';

const rounds = Number(process.env.BENCH_ROUNDS ?? 300);
const msMax = 30;
const linesEdited = 1000;
const cellsEvery = 10;

/** Why a total is what it is, next to a GET of the same line, in turns, on a takeoff that was imported and edited. */
export async function benchExplain(): Promise<void> {
  const system = await openBenchSystem();
  const neighbours = answerForNeighbours(system.natsUrl);
  try {
    const target = await createTarget(system);
    const { task } = await importText(system, { ...target, discipline: 'piping', force: 'true' }, takeoff());
    if (task.result?.imported !== lineCount) throw new Error(JSON.stringify(task).slice(0, 2000));
    await edit(system, target);
    await system.sql`vacuum analyze mto.takeoff_line`;
    await measure(system, target);
  } finally {
    await neighbours.close();
    await system.stop();
  }
}

function takeoff(): string {
  const header =
    'Item No.,Description,Qty,UOM,Unit MH,Crew Code,Material Unit Price,Freight %,Waste %,Contingency %';
  const rows = Array.from({ length: lineCount }, (_, at) => {
    const crew = at % 2 === 0 ? 'PF-01' : '';
    return `${at + 1},Pipe ${at},${1 + (at % 90)},m,1.25,${crew},${20 + (at % 7)},4,3,8`;
  });
  return [header, ...rows].join('\n');
}

async function edit(system: BenchSystem, { projectId }: Target): Promise<void> {
  for (const [field, value] of [
    ['wasteFactorPercent', 5],
    ['markupPercent', 11],
  ] as const) {
    const filters = {
      conditions: [{ field: 'itemNumber', operator: 'lessThanOrEqual', value: linesEdited }],
    };
    const selection = { mode: 'filters', filters };
    await answered(
      system.post('/api/v1/mto/bulk-edit', { projectId, selection, updates: { [field]: value } }),
    );
  }
}

async function measure(system: BenchSystem, { projectId }: Target): Promise<void> {
  const random = seededRandom(20250721);
  const lines = await system.sql<{ id: string }[]>`
    select id from mto.takeoff_line where project_id = ${projectId} order by item_number`;
  const withCells = '/explain?field=quantity&cells=true';
  const times: Record<'get' | 'explain' | 'cells', number[]> = { get: [], explain: [], cells: [] };
  const paths = { get: '', explain: '/explain?field=totalCost', cells: withCells };
  for (let round = -20; round < rounds; round += 1)
    for (const kind of ['get', 'explain', 'cells'] as const) {
      if (kind === 'cells' && round % cellsEvery !== 0) continue;
      const line = lines[round % 2 === 0 ? random(linesEdited) : random(lines.length)];
      const started = performance.now();
      await answered(system.ask(`/api/v1/mto/${line?.id}${paths[kind]}`));
      if (round >= 0) times[kind].push(performance.now() - started);
    }
  for (const [kind, all] of Object.entries(times))
    console.log(
      `${kind}: p50 ${percentile(all, 0.5).toFixed(1)} ms, p95 ${percentile(all, 0.95).toFixed(1)} ms`,
    );
  const [get, explain] = [percentile(times.get, 0.5), percentile(times.explain, 0.5)];
  console.log(
    `of ${lineCount} lines: ratio explain to get ${(explain / get).toFixed(2)}; p95 at most ${msMax} ms`,
  );
  await measureCalmClient(
    'explanations with cells of the last lines',
    () => answered(system.ask(`/api/v1/mto/${lines[0]?.id}`)),
    () => system.ask(`/api/v1/mto/${lines.at(-1)?.id}${withCells}`),
  );
}
