import { keepVersionLines } from '@consulting/kernel/contracts/mto';
import { connectBus } from '@consulting/kernel/nats';
import { serviceLog } from '@consulting/kernel/process';
import { type BenchSystem, openBenchSystem } from './export-system';
import { answerForNeighbours } from './import-neighbours';
import { createTarget } from './import-run';
import { answered, timeOf } from './measure';
import { loadPart } from './million-lines';
import { percentile } from './percentile';
import type { TakeoffPart } from './takeoff-rows';

const lineCount = Number(process.env.BENCH_LINES ?? 100_000);
const rounds = Number(process.env.BENCH_ROUNDS ?? 7);
const secondsMax = 2;
const ratioMax = 2;

const edits = [
  {
    name: 'a tenth of the lines has another quantity',
    last: 0.1,
    updates: { quantity: { multiply: 1.03, round: 2 } },
  },
  { name: 'all lines have another price', last: 1, updates: { materialUnitPrice: { percent: 5, round: 2 } } },
  {
    name: 'all lines have other quantities, hours and prices',
    last: 1,
    updates: {
      quantity: { multiply: 1.03, round: 2 },
      unitManHours: { multiply: 1.1, round: 4 },
      labourRate: { add: 5.5 },
      materialUnitPrice: { percent: 5, round: 2 },
    },
  },
];

/** Why the total moved between a version and the current lines, a hundred thousand on both sides, next to their comparison. */
export async function benchReconcile(): Promise<void> {
  const system = await openBenchSystem({ isLasting: true });
  const neighbours = answerForNeighbours(system.natsUrl);
  const bus = connectBus({ url: system.natsUrl, name: 'clients-projects', log: serviceLog() });
  try {
    const part = { ...(await createTarget(system)), count: lineCount };
    await loadPart(system, part);
    await tidy(system);
    const estimationId = crypto.randomUUID();
    await bus.ask(keepVersionLines, { estimationId, ...part });
    for (const { name, last, updates } of edits) {
      const conditions = [{ field: 'itemNumber', operator: 'lessThanOrEqual', value: lineCount * last }];
      const selection = { mode: 'filters', filters: { conditions } };
      await answered(system.post('/api/v1/mto/bulk-edit', { projectId: part.projectId, selection, updates }));
      await tidy(system);
      await measure(system, part, estimationId, name);
    }
  } finally {
    await bus.close();
    await neighbours.close();
    await system.stop();
  }
}

async function tidy({ sql }: BenchSystem): Promise<void> {
  await sql`vacuum (freeze, analyze) mto.takeoff_line`;
  await sql`vacuum (freeze, analyze) mto.takeoff_version_line`;
}

async function measure(system: BenchSystem, part: TakeoffPart, from: string, name: string): Promise<void> {
  const { projectId } = part;
  const compare = () =>
    answered(system.ask(`/api/v1/mto/project/${projectId}/compare?from=${from}&to=current`));
  const reconcile = () =>
    answered(
      system.post('/api/v1/mto/reconcile', { projectId, from, to: 'current', groupBy: ['discipline'] }),
    );
  const [plain, ours]: [number[], number[]] = [[], []];
  for (let round = -2; round < rounds; round += 1) {
    const times = [await timeOf(compare), await timeOf(reconcile)] as const;
    if (round < 0) continue;
    plain.push(times[0]);
    ours.push(times[1]);
  }
  const [peer, own] = [percentile(plain, 0.5), percentile(ours, 0.5)];
  console.log(
    `${lineCount} lines on both sides, ${name}: ${(own / 1000).toFixed(2)} s (at most ${secondsMax} s), ` +
      `next to a comparison of ${(peer / 1000).toFixed(2)} s: ratio ${(own / peer).toFixed(2)} (at most ${ratioMax})`,
  );
}
