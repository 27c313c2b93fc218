import { listWbsTree } from '@consulting/kernel/contracts/equipment-wbs';
import { connectBus } from '@consulting/kernel/nats';
import { serviceLog } from '@consulting/kernel/process';
import { type BenchSystem, openBenchSystem } from './export-system';
import { answered, timeOf } from './measure';
import { loadTakeoffs, type Takeoff, type Takeoffs } from './million-lines';
import { percentile } from './percentile';

const rounds = Number(process.env.BENCH_ROUNDS ?? 60);
const warmUpCount = 5;
const ratioMax = 1.5;

interface Kind {
  groupBy: (string | { wbsLevel: number })[];
  columns: string[];
  /** Milliseconds that the 95th of 100 answers may take. */
  msMax: number;
}

const sums = [
  'count(*)',
  ...['man_hours', 'cost'].map((name) => `sum(total_${name})`),
  ...['labour', 'material', 'equipment', 'subcontract'].map((name) => `sum(${name}_cost)`),
].join(', ');

const large: Kind[] = [
  { groupBy: [], columns: [], msMax: 150 },
  { groupBy: ['discipline'], columns: ['discipline'], msMax: 150 },
  { groupBy: [{ wbsLevel: 1 }, 'discipline'], columns: ['wbs_code', 'discipline'], msMax: 150 },
];
const usual: Kind[] = [
  {
    groupBy: ['discipline', 'status', 'scopeType'],
    columns: ['discipline', 'status', 'scope_type'],
    msMax: 25,
  },
  {
    groupBy: [{ wbsLevel: 1 }, 'discipline', 'status'],
    columns: ['wbs_code', 'discipline', 'status'],
    msMax: 25,
  },
];

/** Aggregates of a hundred thousand and of nine thousand lines, beside the bare SQL of the same sums. */
export async function benchAggregate(): Promise<void> {
  const system = await openBenchSystem({ isLasting: true });
  const bus = answerForWbs(system.natsUrl);
  try {
    const takeoffs = await loadTakeoffs(system);
    await system.sql`set max_parallel_workers_per_gather = 3`;
    for (const kind of large) await measureKind(system, takeoffs.large, kind);
    for (const kind of usual) await measureKind(system, takeoffs.usual, kind);
    await measureCalmClient(system, takeoffs);
  } finally {
    await bus.close();
    await system.stop();
  }
}

/** A WBS of ten roots over the three hundred codes that the lines have. */
export function answerForWbs(natsUrl: string) {
  const bus = connectBus({ url: natsUrl, name: 'neighbours', log: serviceLog() });
  const item = (wbsCode: string, parentCode: string | null) => ({
    wbsCode,
    name: wbsCode,
    parentCode,
    sortOrder: null,
  });
  const roots = Array.from({ length: 10 }, (_, at) => item(`ROOT-${at}`, null));
  const codes = Array.from({ length: 300 }, (_, at) => item(`WBSC-${at}`, `ROOT-${at % 10}`));
  bus.answer(listWbsTree, async ({ projectId }) => ({
    items: projectId === null ? [] : [...roots, ...codes],
  }));
  return bus;
}

async function measureKind(system: BenchSystem, takeoff: Takeoff, kind: Kind): Promise<void> {
  const { projectId, count } = takeoff;
  const { groupBy, columns, msMax } = kind;
  const keys = columns.join(', ');
  const statement = `select ${[...columns, sums].join(', ')} from mto.takeoff_line
    where project_id = '${projectId}' and status is distinct from 'void' and scope_type is distinct from 'excluded'
    ${columns.length > 0 ? `group by ${keys} order by ${keys}` : ''}`;
  const bare: number[] = [];
  const ours: number[] = [];
  for (let at = 0; at < warmUpCount + rounds; at += 1) {
    bare.push(await timeOf(() => system.sql.unsafe(statement)));
    ours.push(await timeOf(() => answered(system.post('/api/v1/mto/aggregate', { projectId, groupBy }))));
  }
  const [floor, own] = [bare.slice(warmUpCount), ours.slice(warmUpCount)];
  const ratio = percentile(own, 0.5) / percentile(floor, 0.5);
  console.log(
    `${count} lines by ${JSON.stringify(groupBy)}: bare SQL min ${Math.min(...floor).toFixed(1)} p50 ${percentile(floor, 0.5).toFixed(1)} ms; ` +
      `ours min ${Math.min(...own).toFixed(1)} p50 ${percentile(own, 0.5).toFixed(1)} p95 ${percentile(own, 0.95).toFixed(1)} ms (at most ${msMax}), ` +
      `ratio ${ratio.toFixed(2)} (at most ${ratioMax.toFixed(2)})`,
  );
}

const worst = (projectId: string) => ({
  projectId,
  groupBy: ['tag', 'description', { wbsLevel: 1 }],
  measures: ['tag', 'description', 'area', 'itemCode', 'remarks']
    .map((field) => ({ field, function: 'countDistinct' }))
    .concat(['quantity', 'totalCost', 'totalManHours'].map((field) => ({ field, function: 'sum' }))),
  limit: 1000,
});

/** A client that lists lines, alone and beside twenty of the worst aggregates at once. */
async function measureCalmClient(
  system: BenchSystem,
  { large: whole, usual: small }: Takeoffs,
): Promise<void> {
  const list = () => answered(system.ask(`/api/v1/mto?projectId=${small.projectId}&limit=20`));
  const alone: number[] = [];
  for (let at = 0; at < rounds; at += 1) alone.push(await timeOf(list));
  let isDone = false;
  const statuses = Promise.all(
    Array.from({ length: 20 }, async () => {
      const response = await system.post('/api/v1/mto/aggregate', worst(whole.projectId));
      await response.text();
      return response.status;
    }),
  ).finally(() => {
    isDone = true;
  });
  const separate: number[] = [];
  while (!isDone) separate.push(await timeOf(list));
  console.log(
    `a page of a calm client: alone p50 ${percentile(alone, 0.5).toFixed(1)} p95 ${percentile(alone, 0.95).toFixed(1)} ms; ` +
      `beside 20 of the worst aggregates p50 ${percentile(separate, 0.5).toFixed(1)} p95 ${percentile(separate, 0.95).toFixed(1)} ms of ${separate.length} ` +
      `(answers: ${[...new Set(await statuses)].join(', ')})`,
  );
}
