import { listServiceCrewRates } from '@consulting/kernel/contracts/crews-rates';
import { findWbsCodes, listWbsTree } from '@consulting/kernel/contracts/equipment-wbs';
import { connectBus } from '@consulting/kernel/nats';
import { serviceLog } from '@consulting/kernel/process';
import { type BenchSystem, openBenchSystem } from './export-system';
import { answered, measureCalmClient, timeOf } from './measure';
import { createTakeoff, loadPart } from './million-lines';
import { percentile } from './percentile';
import type { TakeoffPart } from './takeoff-rows';

const lineCount = Number(process.env.BENCH_LINES ?? 100_000);
const rounds = Number(process.env.BENCH_ROUNDS ?? 7);
const secondsMax = 1.5;

// Reviews of a hundred thousand lines next to summaries of them that read every line, and a calm client during twenty reviews.
export async function benchReview(): Promise<void> {
  const system = await openBenchSystem({ isLasting: true });
  const bus = answerForOwners(system.natsUrl);
  try {
    const client = await system.create('/v1/clients', { code: 'BENCH', name: 'Benchmark' });
    const takeoff = await createTakeoff(system, String(client.id), lineCount);
    await loadPart(system, takeoff);
    await system.sql`vacuum (freeze, analyze) mto.takeoff_line`;
    await measure(system, takeoff);
    const path = `/api/v1/mto/project/${takeoff.projectId}`;
    await measureCalmClient(
      'reviews',
      () => answered(system.ask(`${path}/disciplines`)),
      () => system.ask(`${path}/review`),
    );
  } finally {
    await bus.close();
    await system.stop();
  }
}

function answerForOwners(natsUrl: string) {
  const bus = connectBus({ url: natsUrl, name: 'neighbours', log: serviceLog() });
  bus.answer(listWbsTree, async () => ({ items: [] }));
  bus.answer(findWbsCodes, async ({ wbsCodes }) => ({ wbsCodes }));
  bus.answer(listServiceCrewRates, async () => ({ crews: [] }));
  return bus;
}

async function measure(system: BenchSystem, { projectId }: TakeoffPart): Promise<void> {
  const paths = {
    summary: `/api/v1/mto/project/${projectId}/summary?completeness=true`,
    review: `/api/v1/mto/project/${projectId}/review`,
  };
  const times: Record<keyof typeof paths, number[]> = { summary: [], review: [] };
  for (let round = -2; round < rounds; round += 1)
    for (const kind of ['summary', 'review'] as const) {
      const ms = await timeOf(() => answered(system.ask(paths[kind])));
      if (round >= 0) times[kind].push(ms);
    }
  const [summary, review] = [percentile(times.summary, 0.5), percentile(times.review, 0.5)];
  console.log(
    `${lineCount} lines: review p50 ${(review / 1000).toFixed(2)} s of at most ${secondsMax} s, ${(review / summary).toFixed(1)} of a summary with completeness (${(summary / 1000).toFixed(2)} s)`,
  );
}
