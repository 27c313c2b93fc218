import { findPriceRows, priceRowsPageMax } from '@consulting/kernel/contracts/crews-rates';
import type { PriceRow } from '@consulting/kernel/contracts/price-row';
import type { Static } from '@consulting/kernel/schema';
import { type BenchSystem, openBenchSystem } from './export-system';
import { answerForNeighbours } from './import-neighbours';
import { answered, timeOf } from './measure';
import { createTakeoff, loadPart } from './million-lines';
import { percentile } from './percentile';

const lineCount = Number(process.env.BENCH_LINES ?? 100_000);
const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const rowCount = 5000;
const dryRatioMax = 1.5;
const storedRatioMax = 1.3;

const targets = [
  'unitManHours',
  'materialUnitPrice',
  'freightPercent',
  'importDutyPercent',
  'salesTaxPercent',
  'equipmentRate',
  'specialEquipmentCost',
  'subcontractUnitPrice',
];
const perUnit = ['unitManHours', 'materialUnitPrice', 'subcontractUnitPrice'];

type Row = Static<typeof PriceRow>;

// Lines of small quantities stay unpriced, each as a group of its own.
function rowsOf(units: readonly string[], disciplines: readonly Row['discipline'][]): Row[] {
  return Array.from({ length: rowCount }, (_, at): Row => {
    const target = targets[at % targets.length] ?? '';
    const place = Math.floor(at / targets.length);
    const discipline = disciplines[place % disciplines.length] ?? 'piping';
    const unit = units[Math.floor(place / disciplines.length) % units.length] ?? 'm';
    return {
      ...{ priceBook: 'BENCH', rowCode: `R-${at}`, discipline, target, driver: null, points: null },
      unitOfMeasure: perUnit.includes(target) ? unit : null,
      conditions: [
        { field: 'unitOfMeasure', equals: unit },
        { field: 'quantity', from: place % 50, to: 10_000_000 },
        { field: 'itemNumber', from: 0 },
        { field: 'sparesQuantity', isEmpty: true },
      ],
      value: 1 + (at % 97) / 8,
      sortOrder: at,
    };
  });
}

/** Pricing of a hundred thousand lines, dry beside a what-if and stored beside a bulk edit of the same eight fields. */
export async function benchPrice(): Promise<void> {
  const system = await openBenchSystem({ isLasting: true });
  // A what-if of hours or rates asks for the crews of the lines, too.
  const bus = answerForNeighbours(system.natsUrl);
  try {
    const client = await system.create('/v1/clients', { code: 'BENCH', name: 'Benchmark' });
    const takeoff = await createTakeoff(system, String(client.id), lineCount);
    await loadPart(system, takeoff);
    const [found] =
      await system.sql`select array_agg(distinct unit_of_measure) filter (where unit_of_measure is not null) as units,
      array_agg(distinct discipline) as disciplines from mto.takeoff_line`;
    const rows = rowsOf(found?.units ?? [], found?.disciplines ?? []);
    bus.answer(findPriceRows, async ({ after }) => pageOf(rows, Number(after ?? 0)));
    await system.sql`update mto.takeoff_line set spares_quantity = null`;
    await system.sql`vacuum (full, analyze) mto.takeoff_line`;
    await compare(system, takeoff.projectId);
  } finally {
    await bus.close();
    await system.stop();
  }
}

function pageOf(rows: readonly Row[], from: number) {
  const end = from + priceRowsPageMax;
  const facts = { discipline: null, currency: null, priceSource: null, quoteReference: null };
  const book = { priceBookId: crypto.randomUUID(), code: 'BENCH', name: 'Bench', version: 1, ...facts };
  return {
    books: [{ ...book, isActive: true, updatedAt: '2026-01-01T00:00:00.000Z' }],
    unknown: [],
    rows: rows.slice(from, end),
    after: end < rows.length ? String(end) : null,
  };
}

const everything = {
  mode: 'filters',
  filters: { conditions: [{ field: 'quantity', operator: 'isNotEmpty' }] },
};

async function compare(system: BenchSystem, projectId: string): Promise<void> {
  const memory = async () =>
    Number((await Bun.file(`/proc/${system.mtoPid}/statm`).text()).split(' ')[1]) / 256;
  const updatesIn = (round: number) => Object.fromEntries(targets.map((key, at) => [key, 1 + round + at]));
  const post = (path: string, json: object) =>
    timeOf(() => answered(system.post(`/api/v1/mto/${path}`, { projectId, ...json })));
  const price = { books: ['BENCH'], targets, overwrite: 'all' };
  const times = { whatIf: [] as number[], dry: [] as number[], edit: [] as number[], stored: [] as number[] };
  // What a first read of all lines takes is not of pricing.
  await post('what-if', { changes: [{ updates: updatesIn(rounds) }] });
  const before = await memory();
  for (let round = 0; round < rounds; round += 1) {
    times.whatIf.push(await post('what-if', { changes: [{ updates: updatesIn(round) }] }));
    times.dry.push(await post('price', { ...price, dryRun: true }));
  }
  const grown = (await memory()) - before;
  for (let round = 0; round < rounds; round += 1) {
    times.edit.push(await post('bulk-edit', { selection: everything, updates: updatesIn(round) }));
    await system.sql`vacuum analyze mto.takeoff_line`;
    times.stored.push(await post('price', { ...price, selection: everything }));
    await system.sql`vacuum analyze mto.takeoff_line`;
  }
  const [whatIf = 0, dry = 0, edit = 0, stored = 0] = Object.values(times).map((all) => percentile(all, 0.5));
  console.log(
    `pricing ${lineCount} lines by ${rowCount} rows, ${targets.length} targets: dry ${(dry / 1000).toFixed(2)} s, what-if ${(whatIf / 1000).toFixed(2)} s, ` +
      `ratio ${(dry / whatIf).toFixed(2)} (at most ${dryRatioMax}); stored ${(stored / 1000).toFixed(2)} s, bulk edit ${(edit / 1000).toFixed(2)} s, ` +
      `ratio ${(stored / edit).toFixed(2)} (at most ${storedRatioMax}); mto grew by ${grown.toFixed(0)} MB in dry runs`,
  );
}
