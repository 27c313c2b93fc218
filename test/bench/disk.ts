import { fieldOfHeader } from '@consulting/mto-engine/headers/header';
import Papa from 'papaparse';
import { type BenchSystem, openBenchSystem } from './export-system';
import { answerForNeighbours } from './import-neighbours';
import { createTarget, importText, type Target } from './import-run';
import { answered, timeOf } from './measure';
import { percentile } from './percentile';
import { processorSeconds } from './process-cost';

const lineCount = Number(process.env.BENCH_LINES ?? 30_000);
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
const searches = 7;

const leanHeaders = [
  'Discipline',
  'Item',
  'Item Code',
  'Description',
  'Area',
  'Dwg No.',
  'Qty',
  'UOM',
  'Line No.',
  'Spec',
  'Size (in)',
  'Material Grade',
];

/** Not compressed, as before the migration `lines_compressed`, or as it does where the server has lz4. */
type Storage = 'plain' | 'pglz' | 'lz4';

interface Found {
  heap: number;
  toast: number;
  indexes: number;
  importSeconds: number;
  importProcessor: number;
  searchMs: number;
  searchProcessor: number;
}

/** This prints the bytes that a line takes on disk, with few and with all columns of the example takeoff, plain and compressed. */
export async function benchDisk(): Promise<void> {
  const system = await openBenchSystem({ isLasting: true });
  const neighbours = answerForNeighbours(system.natsUrl);
  try {
    const target = await createTarget(system);
    const names = await storagesOf(system);
    for (const headers of [leanHeaders, null]) {
      const text = await takeoffText(headers);
      const found = new Map(names.map((name) => [name, [] as Found[]]));
      for (let round = 0; round < rounds; round += 1)
        for (const name of round % 2 === 0 ? names : names.toReversed())
          found.get(name)?.push(await measureStorage(system, target, name, text));
      print(headers === null ? 'full' : 'lean', found);
    }
  } finally {
    await neighbours.close();
    await system.stop();
  }
}

async function storagesOf({ sql }: BenchSystem): Promise<Storage[]> {
  const [server] = await sql<{ compressions: Storage[] }[]>`
    select enumvals as compressions from pg_settings where name = 'default_toast_compression'`;
  return ['plain', ...(server?.compressions ?? [])];
}

/** Lines of the example takeoff again and again, whose figures and names differ; without headers all columns of it. */
async function takeoffText(headers: readonly string[] | null): Promise<string> {
  const file = Bun.file(`${import.meta.dir}/../../example/data/piping-mto.csv`);
  const { data, meta } = Papa.parse<Record<string, string>>(await file.text(), {
    header: true,
    skipEmptyLines: true,
  });
  const columns = headers ?? (meta.fields ?? []).filter((header) => header !== 'Currency');
  const rows = Array.from({ length: lineCount }, (_, at) => {
    const line = data[at % data.length] ?? {};
    return columns.map((header, column) => variedCell(header, line[header] ?? '', at, column));
  });
  return Papa.unparse([[...columns], ...rows]);
}

function variedCell(header: string, cell: string, at: number, column: number): string {
  if (header === 'Item') return String(at + 1);
  if (header === 'Line No.') return `${cell}-${at}`;
  const [, decimals] = /^\d+\.(\d)$/.exec(cell) ?? [];
  if (decimals === undefined) return cell;
  return (Number(cell) * (0.5 + ((at * 7919 + column * 104_729) % 1000) / 1000)).toFixed(1);
}

const specification = fieldOfHeader('piping', 'Spec')?.key;

async function measureStorage(
  system: BenchSystem,
  target: Target,
  storage: Storage,
  text: string,
): Promise<Found> {
  const { sql } = system;
  await sql`truncate mto.takeoff_line`;
  await storeAs(system, storage);
  const before = processorSeconds(system);
  const { task, seconds } = await importText(system, { ...target, force: 'true' }, text);
  const importProcessor = processorSeconds(system) - before;
  if (task.result?.imported !== lineCount) throw new Error(JSON.stringify(task).slice(0, 2000));
  await sql`vacuum analyze mto.takeoff_line`;
  const body = {
    projectId: target.projectId,
    filters: { conditions: [{ field: specification, operator: 'equals', value: 'A3B' }] },
    limit: 20,
  };
  const search = () => answered(system.post('/api/v1/mto/search', body));
  await search();
  const searching = processorSeconds(system);
  const times: number[] = [];
  for (let turn = 0; turn < searches; turn += 1) times.push(await timeOf(search));
  return {
    ...(await bytesOf(system)),
    importSeconds: seconds,
    importProcessor,
    searchMs: percentile(times, 0.5),
    searchProcessor: (processorSeconds(system) - searching) / searches,
  };
}

async function storeAs({ sql }: BenchSystem, storage: Storage): Promise<void> {
  const columns = await sql<{ name: string; type: string }[]>`
    select attname as name, atttypid::regtype::text as type from pg_attribute
    where attrelid = 'mto.takeoff_line'::regclass and attnum > 0 and atttypid in ('text'::regtype, 'jsonb'::regtype)`;
  const usual = (type: string) => (type === 'jsonb' ? 'external' : 'extended');
  const changes = columns.flatMap(({ name, type }) => [
    `alter column ${name} set storage ${storage === 'plain' ? usual(type) : 'main'}`,
    `alter column ${name} set compression ${storage === 'plain' ? 'default' : storage}`,
  ]);
  const target = storage === 'plain' ? 8160 : 2712;
  await sql.unsafe(
    `alter table mto.takeoff_line set (toast_tuple_target = ${target}), ${changes.join(', ')}`,
  );
}

async function bytesOf({ sql }: BenchSystem): Promise<Pick<Found, 'heap' | 'toast' | 'indexes'>> {
  const [row] = await sql<{ heap: string; toast: string; indexes: string }[]>`
    select pg_relation_size(oid) as heap, pg_total_relation_size(reltoastrelid) as toast, pg_indexes_size(oid) as indexes
    from pg_class where oid = 'mto.takeoff_line'::regclass`;
  const each = (bytes: string | undefined) => Number(bytes) / lineCount;
  return { heap: each(row?.heap), toast: each(row?.toast), indexes: each(row?.indexes) };
}

function print(lines: string, found: ReadonlyMap<Storage, readonly Found[]>): void {
  const middle = (storage: Storage, key: keyof Found) =>
    percentile(
      (found.get(storage) ?? []).map((one) => one[key]),
      0.5,
    );
  const bytes = (storage: Storage) =>
    middle(storage, 'heap') + middle(storage, 'toast') + middle(storage, 'indexes');
  for (const storage of found.keys()) {
    console.log(
      `${lines} lines, ${storage}: ${bytes(storage).toFixed(0)} bytes a line, ${middle(storage, 'heap').toFixed(0)} in the table, ${middle(storage, 'toast').toFixed(0)} beside it, ${middle(storage, 'indexes').toFixed(0)} in indexes; import ${middle(storage, 'importSeconds').toFixed(2)} s; condition on an attribute ${middle(storage, 'searchMs').toFixed(0)} ms`,
    );
    if (storage === 'plain') continue;
    const ratio = (key: keyof Found) => (middle(storage, key) / middle('plain', key)).toFixed(2);
    console.log(
      `ratio of ${storage} to plain: ${(bytes(storage) / bytes('plain')).toFixed(2)} of the bytes; import ${ratio('importSeconds')} of the time, ${ratio('importProcessor')} of the processors (at most 1.00 with lz4); condition ${ratio('searchMs')} of the time, ${ratio('searchProcessor')} of the processors (at most 1.50 with lz4)`,
    );
  }
}
