import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { columnName } from '@consulting/mto-lines/store/tables/takeoff-line-columns';
import { commonFields } from '@consulting/takeoff-fields/common';
import postgres, { type Sql } from 'postgres';
import { answerForWbs } from './aggregate';
import { type BenchSystem, openBenchSystem } from './export-system';
import { answered, timeOf } from './measure';
import { createTakeoff, loadPart, type Takeoff } from './million-lines';
import { type DuckDb, openDuckDb } from './peers/duckdb';
import { percentile } from './percentile';
import { mebibytes } from './process-cost';

const sizes = (process.env.BENCH_LINES ?? '20000,100000,1000000').split(',').map(Number);
const rounds = 15;
const pageLines = 20;
const editedLines = 10_000;

const indexed = commonFields
  .filter(({ key }) => !['projectId', 'serviceId', 'discipline'].includes(key))
  .map(({ key }) => columnName(key));

interface Search {
  name: string;
  /** The body of a search of the service. */
  body: object;
  /** The same in SQL, as far as both databases understand it. */
  where: string;
  by: string;
}

const one = (field: string, operator: string, value: unknown) => ({
  conditions: [{ field, operator, value }],
});

const searches: Search[] = [
  {
    name: 'one area, dearest first',
    body: { filters: one('area', 'equals', 'AREA-7'), sort: [{ field: 'totalCost', direction: 'desc' }] },
    where: "lower(area) = 'area-7'",
    by: 'total_cost desc nulls last, id',
  },
  {
    name: 'a word of the description',
    body: { filters: one('description', 'contains', 'line 77') },
    where: "lower(description) like '%line 77%'",
    by: 'item_number, id',
  },
  {
    name: 'quantities of a range, by tag',
    body: { filters: one('quantity', 'between', [10, 20]), sort: [{ field: 'tag', direction: 'asc' }] },
    where: 'quantity between 10 and 20',
    by: 'tag, id',
  },
  {
    name: 'all lines, by drawing',
    body: { sort: [{ field: 'drawingNumber', direction: 'asc' }] },
    where: 'true',
    by: 'drawing_number, id',
  },
];

/** Values by column beside indexes of the table and beside DuckDB: searches, memory, writes and how soon a change is seen. */
export async function benchColumns(): Promise<void> {
  const system = await openBenchSystem({ isLasting: true });
  const bus = answerForWbs(system.natsUrl);
  try {
    const client = await system.create('/v1/clients', { code: 'BENCH', name: 'Benchmark' });
    for (const count of sizes) await benchSize(system, await createTakeoff(system, String(client.id), count));
  } finally {
    await bus.close();
    await system.stop();
  }
}

async function benchSize(system: BenchSystem, takeoff: Takeoff): Promise<void> {
  await loadPart(system, takeoff);
  await system.sql`vacuum (freeze, analyze) mto.takeoff_line`;
  await system.sql`checkpoint`;
  const sql = postgres(system.databaseUrl, { max: 1, connection: { search_path: 'mto' } });
  console.log(`\n${takeoff.count} lines of one project; median of ${rounds}, ms`);
  try {
    const figures = [
      await ofColumns(system, takeoff),
      await ofTable(sql, takeoff, 'table'),
      await ofIndexes(sql, takeoff),
      await ofDuckDb(sql, takeoff),
    ];
    for (const { name, times, facts } of figures) {
      const parts = searches.map((search, at) => `${search.name} ${(times[at] ?? 0).toFixed(1)}`);
      console.log(`${name}: ${parts.join(', ')}; ${facts}`);
    }
  } finally {
    await sql.end();
  }
}

interface Figures {
  name: string;
  times: number[];
  facts: string;
}

async function medians(search: (one: Search) => Promise<unknown>): Promise<number[]> {
  const found: number[] = [];
  for (const one of searches) {
    await search(one);
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) times.push(await timeOf(() => search(one)));
    found.push(percentile(times, 0.5));
  }
  return found;
}

const warmMs = 30_000;

/** Through HTTP, with the lines of the page as JSON, which the others are spared. */
async function ofColumns(system: BenchSystem, { projectId, count }: Takeoff): Promise<Figures> {
  const search = ({ body }: Search) =>
    answered(system.post('/api/v1/mto/search', { projectId, limit: pageLines, ...body }));
  const before = mebibytes(system.mtoPid, 'VmRSS');
  const first = await timeOf(async () => {
    for (const one of searches) await search(one);
  });
  const started = performance.now();
  while (performance.now() - started < Math.min(warmMs, count / 20)) {
    for (const one of searches) await search(one);
    await Bun.sleep(100);
  }
  const times = await medians(search);
  const memory = mebibytes(system.mtoPid, 'VmRSS') - before;
  const edit = {
    projectId,
    selection: { mode: 'filters', filters: one('itemNumber', 'lessThanOrEqual', editedLines) },
    updates: { area: 'AREA-7' },
  };
  const edited = await timeOf(() => answered(system.post('/api/v1/mto/bulk-edit', edit)));
  const fresh = await timeOf(() => search(searches[0] as Search));
  return {
    name: 'values by column (HTTP)',
    times,
    facts: `memory ${memory.toFixed(0)} MiB; first four searches ${first.toFixed(0)} ms; bulk edit of ${editedLines} lines ${edited.toFixed(0)} ms, the search after it ${fresh.toFixed(0)} ms`,
  };
}

async function ofTable(sql: Sql, { projectId }: Takeoff, name: string, facts = ''): Promise<Figures> {
  const times = await medians(async ({ where, by }) => {
    const own = `project_id = '${projectId}' and ${where}`;
    await sql.unsafe(`select count(*) from takeoff_line where ${own}`);
    await sql.unsafe(`select * from takeoff_line where ${own} order by ${by} limit ${pageLines}`);
  });
  return { name, times, facts };
}

/** An index for each common field, in the order in which lines are sorted by it. */
async function ofIndexes(sql: Sql, takeoff: Takeoff): Promise<Figures> {
  const update = () =>
    timeOf(
      () => sql`update takeoff_line set quantity = quantity + 1, version = version + 1
        where project_id = ${takeoff.projectId} and item_number <= ${editedLines}`,
    );
  const bytes = async () => {
    const [row] = await sql<{ bytes: string }[]>`select pg_indexes_size('mto.takeoff_line') as bytes`;
    return Number(row?.bytes);
  };
  const [plain, bytesBefore] = [await update(), await bytes()];
  const texts = ['area', 'description'];
  const columns = indexed.map((name) => (texts.includes(name) ? `lower(${name})` : name));
  const built = await timeOf(async () => {
    for (const [at, column] of columns.entries())
      await sql.unsafe(`create index bench_${at} on takeoff_line (project_id, (${column}), id)`);
    await sql`analyze takeoff_line`;
  });
  try {
    const facts = `${columns.length} indexes built in ${(built / 1000).toFixed(1)} s, ${(((await bytes()) - bytesBefore) / 2 ** 20).toFixed(0)} MiB; update of ${editedLines} lines ${((await update()) / plain).toFixed(2)} of the time without; nothing to bring up to date`;
    return await ofTable(sql, takeoff, 'table with an index for each common field', facts);
  } finally {
    for (const at of columns.keys()) await sql.unsafe(`drop index bench_${at}`);
  }
}

/** A copy of the common fields in memory, answering with identifiers; the lines of the page are read from the table besides. */
async function ofDuckDb(sql: Sql, { projectId }: Takeoff): Promise<Figures> {
  const folder = mkdtempSync(join(tmpdir(), 'consulting-lines-'));
  const file = join(folder, 'lines.csv');
  const before = mebibytes(process.pid, 'VmRSS');
  const duck = await openDuckDb();
  try {
    const names = ['id', ...indexed].join(', ');
    const copy = async (where: string) => {
      const rows = await sql
        .unsafe(
          `copy (select ${names} from takeoff_line where project_id = '${projectId}' and ${where}) to stdout (format csv, header)`,
        )
        .readable();
      await pipeline(rows, createWriteStream(file));
    };
    const loaded = await timeOf(async () => {
      await copy('true');
      await duck.ask(`create table takeoff_line as select * from read_csv('${file}', sample_size = -1)`);
    });
    const times = await medians(({ where, by }) => searchDuckDb(duck, where, by));
    const memory = mebibytes(process.pid, 'VmRSS') - before;
    const fresh = await timeOf(async () => {
      await copy(`item_number <= ${editedLines}`);
      await duck.ask(`delete from takeoff_line where item_number <= ${editedLines}`);
      await duck.ask(`insert into takeoff_line select * from read_csv('${file}', sample_size = -1)`);
    });
    const facts = `memory ${memory.toFixed(0)} MiB; loaded in ${loaded.toFixed(0)} ms; ${editedLines} changed lines brought up to date in ${fresh.toFixed(0)} ms, and by nobody in between`;
    return { name: 'DuckDB in memory (bare statements)', times, facts };
  } finally {
    duck.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function searchDuckDb(duck: DuckDb, where: string, by: string): Promise<void> {
  await duck.ask(`select count(*) from takeoff_line where ${where}`);
  await duck.ask(`select id from takeoff_line where ${where} order by ${by} limit ${pageLines}`);
}
