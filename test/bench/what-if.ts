import { findServiceCrewRates } from '@consulting/kernel/contracts/crews-rates';
import { findWbsCodes, listWbsTree } from '@consulting/kernel/contracts/equipment-wbs';
import { connectBus } from '@consulting/kernel/nats';
import { serviceLog } from '@consulting/kernel/process';
import { type BenchSystem, openBenchSystem } from './export-system';
import { answered, timeOf } from './measure';
import { createTakeoff, loadPart } from './million-lines';
import { percentile } from './percentile';
import { processorSeconds } from './process-cost';
import type { TakeoffPart } from './takeoff-rows';

const lineCount = Number(process.env.BENCH_LINES ?? 100_000);
const rounds = Number(process.env.BENCH_ROUNDS ?? 15);
const warmUpCount = 3;
const secondsMax = 1.5;

interface Change {
  filters?: object;
  updates: object;
}

interface Question {
  name: string;
  changes?: Change[];
  crews?: object;
  /** Columns that are read of every line for it. */
  columns: string[];
}

const figures = [
  'total_man_hours',
  'labour_cost',
  'material_cost',
  'equipment_cost',
  'subcontract_cost',
  'total_cost',
];
const allCrews = Object.fromEntries(
  Array.from({ length: 200 }, (_, at) => [`CREW-${at}`, { labourRate: 100 + at, equipmentRate: 12 }]),
);

const questions: Question[] = [
  {
    name: 'a price of all lines',
    changes: [{ updates: { materialUnitPrice: { percent: 5, round: 2 } } }],
    columns: ['quantity', 'material_unit_price', ...figures],
  },
  {
    name: 'hours and quantity of all lines',
    changes: [{ updates: { unitManHours: { multiply: 1.1 }, quantity: { multiply: 1.03, round: 2 } } }],
    columns: ['quantity', 'unit_man_hours', 'labour_rate', ...figures],
  },
  {
    name: '200 crews',
    crews: allCrews,
    columns: ['crew_code', 'labour_rate', 'equipment_rate', 'crew_size', ...figures],
  },
  {
    name: 'three changes and 200 crews',
    changes: [
      { updates: { quantity: { multiply: 1.03, round: 2 } } },
      {
        filters: { conditions: [{ field: 'materialUnitPrice', operator: 'greaterThan', value: 100 }] },
        updates: { materialUnitPrice: { percent: 5, round: 2 } },
      },
      { updates: { unitManHours: { multiply: 1.1 } } },
    ],
    crews: allCrews,
    columns: ['crew_code', 'labour_rate', 'equipment_rate', 'quantity', 'material_unit_price', ...figures],
  },
];

/** What-ifs of a hundred thousand lines, beside bare SQL that reads what they read and beside trial edits. */
export async function benchWhatIf(): Promise<void> {
  const system = await openBenchSystem({ isLasting: true });
  const bus = answerForOwners(system.natsUrl);
  try {
    const client = await system.create('/v1/clients', { code: 'BENCH', name: 'Benchmark' });
    const takeoff = await createTakeoff(system, String(client.id), lineCount);
    await loadPart(system, takeoff);
    await system.sql`update mto.takeoff_line set labour_rate_source = 'crew' where item_number % 3 <> 0`;
    await system.sql`vacuum (freeze, analyze) mto.takeoff_line`;
    for (const question of questions) await measure(system, takeoff, question);
    await measureCalmClient(system, takeoff);
  } finally {
    await bus.close();
    await system.stop();
  }
}

function answerForOwners(natsUrl: string) {
  const bus = connectBus({ url: natsUrl, name: 'neighbours', log: serviceLog() });
  const item = (wbsCode: string, parentCode: string | null) => ({
    ...{ wbsCode, parentCode },
    name: wbsCode,
    sortOrder: null,
  });
  const roots = Array.from({ length: 10 }, (_, at) => item(`ROOT-${at}`, null));
  const codes = Array.from({ length: 300 }, (_, at) => item(`WBSC-${at}`, `ROOT-${at % 10}`));
  bus.answer(listWbsTree, async ({ projectId }) => ({
    items: projectId === null ? [] : [...roots, ...codes],
  }));
  bus.answer(findWbsCodes, async ({ wbsCodes }) => ({ wbsCodes }));
  bus.answer(findServiceCrewRates, async ({ crewCodes }) => ({
    crews: crewCodes.map((crewCode) => ({
      crewCode,
      serviceCrewId: crypto.randomUUID(),
      labourRate: '149.9556',
      equipmentRate: '13.2771',
      crewSize: '8',
    })),
  }));
  return bus;
}

async function measure(system: BenchSystem, takeoff: TakeoffPart, question: Question): Promise<void> {
  const { name, changes = [], crews, columns } = question;
  const { projectId } = takeoff;
  const bare: number[] = [];
  const ours: number[] = [];
  const read = `select id, service_id, discipline, ${columns.join(', ')} from mto.takeoff_line where project_id = '${projectId}'`;
  for (let at = 0; at < warmUpCount + rounds; at += 1) {
    bare.push(await timeOf(() => readInBatches(system, read)));
    ours.push(
      await timeOf(() => answered(system.post('/api/v1/mto/what-if', { projectId, changes, crews }))),
    );
  }
  const cpu = processorSeconds(system);
  const trial = await timeOf(() =>
    answered(system.post('/api/v1/mto/what-if', { projectId, changes, crews })),
  );
  const spent = processorSeconds(system) - cpu;
  const edit = await trialEdits(system, projectId, changes);
  const [floor, own] = [bare.slice(warmUpCount), ours.slice(warmUpCount)];
  const middle = percentile(own, 0.5);
  console.log(
    `${lineCount} lines, ${name}: p50 ${(middle / 1000).toFixed(2)} p95 ${(percentile(own, 0.95) / 1000).toFixed(2)} s (at most ${secondsMax} s); ` +
      `reading them by bare SQL ${(percentile(floor, 0.5) / 1000).toFixed(2)} s, ratio ${(middle / percentile(floor, 0.5)).toFixed(2)}; ` +
      `trial edits ${(edit / 1000).toFixed(2)} s, ratio ${(middle / edit).toFixed(2)}; ` +
      `one of ${(trial / 1000).toFixed(2)} s takes ${spent.toFixed(2)} s of processors, the database's included`,
  );
}

async function readInBatches({ sql }: BenchSystem, statement: string): Promise<void> {
  await sql.unsafe(statement).cursor(1000, () => {});
}

const everything = { conditions: [{ field: 'itemNumber', operator: 'isNotEmpty' }] };

/** The same by bulk edits that write nothing, each of the lines as they are; the rates of crews by an edit of their crew size. */
async function trialEdits(
  system: BenchSystem,
  projectId: string,
  changes: readonly Change[],
): Promise<number> {
  const edits: readonly Change[] = changes.length > 0 ? changes : [{ updates: { crewSize: 9 } }];
  return timeOf(async () => {
    for (const { filters = everything, updates } of edits) {
      const json = { projectId, dryRun: true, selection: { mode: 'filters', filters }, updates };
      await answered(system.post('/api/v1/mto/bulk-edit', json));
    }
  });
}

/** A hundred operations in twenty changes, with two hundred conditions, of all lines, and two hundred crews. */
function worst(projectId: string) {
  const keys = ['quantity', 'unitManHours', 'labourRate', 'materialUnitPrice', 'equipmentRate'];
  const change = (_: unknown, at: number) => ({
    filters: {
      logicalOperator: 'OR',
      conditions: Array.from({ length: 10 }, (__, part) => ({
        field: 'description',
        operator: part === 0 ? 'contains' : 'startsWith',
        value: part === 0 ? 'pipe' : `${at} ${part}`,
      })),
    },
    updates: Object.fromEntries(keys.map((key) => [key, { multiply: 1.000001, round: 6 }])),
  });
  return { projectId, changes: Array.from({ length: 20 }, change), crews: allCrews };
}

/** A client that lists lines, alone and beside twenty of the worst what-ifs at once. */
async function measureCalmClient(system: BenchSystem, { projectId }: TakeoffPart): Promise<void> {
  const list = () => answered(system.ask(`/api/v1/mto?projectId=${projectId}&limit=20`));
  const alone: number[] = [];
  for (let at = 0; at < 40; at += 1) alone.push(await timeOf(list));
  const one = await timeOf(() => answered(system.post('/api/v1/mto/what-if', worst(projectId))));
  let isDone = false;
  const statuses = Promise.all(
    Array.from({ length: 20 }, async () => {
      const response = await system.post('/api/v1/mto/what-if', worst(projectId));
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
      `beside 20 of the worst what-ifs (${(one / 1000).toFixed(1)} s each alone) p50 ${percentile(separate, 0.5).toFixed(1)} ` +
      `p95 ${percentile(separate, 0.95).toFixed(1)} ms of ${separate.length} (answers: ${[...new Set(await statuses)].join(', ')})`,
  );
}
