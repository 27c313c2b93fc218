import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CreatedTotals } from '@consulting/mto-lines/store/totals/created-totals';
import postgres from 'postgres';
import type { BenchSystem } from './export-system';
import { type TakeoffPart, takeoffColumns, takeoffLine, takeoffRows } from './takeoff-rows';

const lineCount = Number(process.env.BENCH_LINES ?? 1_000_000);
const largeCount = 100_000;
const usualCount = 9_000;
const wordyCount = 24_000;

/** A project and its service, as clients-projects know them. */
export type Takeoff = TakeoffPart;

export interface Takeoffs {
  large: Takeoff;
  /** Its descriptions and remarks are as long as they may be. */
  wordy: Takeoff;
  usual: Takeoff;
}

export async function createTakeoff(system: BenchSystem, clientId: string, count: number): Promise<Takeoff> {
  const project = await system.create('/v1/projects', { clientId, name: 'Benchmark' });
  const path = `/v1/projects/${project.id}/services`;
  const service = await system.create(path, { serviceType: 'estimation' });
  return { projectId: String(project.id), serviceId: String(service.id), count };
}

const stranger = (count: number): Takeoff => ({
  projectId: crypto.randomUUID(),
  serviceId: crypto.randomUUID(),
  count,
});

/** A hundred projects: one large, most others of the usual size. */
function partsOf({ large, wordy, usual }: Takeoffs): Takeoff[] {
  const parts = [large, wordy, usual];
  let left = lineCount - parts.reduce((sum, { count }) => sum + count, 0);
  for (; left > 0; left -= usualCount) parts.push(stranger(Math.min(left, usualCount)));
  return parts;
}

/**
 * Loads a million takeoff lines by COPY, first into a table like that of the service without any index, then into that of the
 * service, and prints what the indexes cost.
 */
export async function loadTakeoffs(system: BenchSystem): Promise<Takeoffs> {
  const client = await system.create('/v1/clients', { code: 'BENCH', name: 'Benchmark' });
  const takeoffs = {
    large: await createTakeoff(system, String(client.id), largeCount),
    wordy: await createTakeoff(system, String(client.id), wordyCount),
    usual: await createTakeoff(system, String(client.id), usualCount),
  };
  const folder = mkdtempSync(join(tmpdir(), 'consulting-bench-'));
  try {
    const file = join(folder, 'lines');
    const parts = partsOf(takeoffs);
    await writeRows(file, parts);
    await system.sql.unsafe(
      `create table public.bare_line (like mto.takeoff_line including defaults including generated including storage)`,
    );
    const bare = await copyFile(system, 'public.bare_line', file);
    await system.sql.unsafe('drop table public.bare_line');
    const indexed = await copyFile(system, 'mto.takeoff_line', file);
    await addToTotals(system, parts);
    console.log(
      `load of ${lineCount} lines by COPY: ${bare.toFixed(1)} s without indexes, ${indexed.toFixed(1)} s with them`,
    );
    console.log(
      `ratio: loading takes ${(indexed / bare).toFixed(2)} of the time without indexes (at most 1.50)`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  await system.sql`update mto.takeoff_line
    set description = left(repeat(md5(item_number::text) || ' Pipe XS ASTM A106 ', 20), 1000),
      remarks = left(repeat('see drawing ' || item_number || ', ', 100), 2000)
    where project_id = ${takeoffs.wordy.projectId}`;
  await system.sql`vacuum (freeze, analyze) mto.takeoff_line`;
  await system.sql`checkpoint`;
  return takeoffs;
}

async function writeRows(file: string, parts: readonly Takeoff[]): Promise<void> {
  const output = createWriteStream(file);
  for (const part of parts)
    for (const rows of takeoffRows(part)) if (!output.write(Buffer.from(rows))) await once(output, 'drain');
  output.end();
  await once(output, 'close');
}

/** Seconds that it takes. */
async function copyFile(system: BenchSystem, table: string, file: string): Promise<number> {
  await system.sql`checkpoint`;
  return copyRows(system, table, Bun.file(file).stream());
}

/** Loads the lines of a service with their totals. */
export async function loadPart(system: Pick<BenchSystem, 'databaseUrl'>, part: Takeoff): Promise<void> {
  await copyRows(system, 'mto.takeoff_line', takeoffRows(part));
  await addToTotals(system, [part]);
}

/** Sums the lines up and writes their totals as an import does; how many seconds that takes. */
export async function addToTotals(
  { databaseUrl }: Pick<BenchSystem, 'databaseUrl'>,
  parts: readonly Takeoff[],
): Promise<number> {
  const sql = postgres(databaseUrl, { max: 1 });
  const copy = async (table: string, columns: readonly string[], rows: Uint8Array) => {
    const stream = await sql.unsafe(`copy mto.${table} (${columns.join(', ')}) from stdin`).writable();
    await pipeline(Readable.from([rows]), stream);
  };
  let seconds = 0;
  for (const part of parts) {
    const totals = new CreatedTotals({ copy }, part);
    for (let n = 1; n <= part.count; n += linesAtOnce) {
      const count = Math.min(linesAtOnce, part.count - n + 1);
      const lines = Array.from({ length: count }, (_, at) => takeoffLine(n + at));
      const started = performance.now();
      for (const { discipline, line } of lines) totals.add(discipline, line);
      await totals.flush();
      seconds += (performance.now() - started) / 1000;
    }
    const started = performance.now();
    await totals.finish();
    seconds += (performance.now() - started) / 1000;
  }
  await sql.end();
  return seconds;
}

const linesAtOnce = 1000;

/** Sends rows in the columns of `takeoffColumns`; how many seconds that takes once there is a connection. */
export async function copyRows(
  system: Pick<BenchSystem, 'databaseUrl'>,
  table: string,
  rows: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<number> {
  const sql = postgres(system.databaseUrl, { max: 1 });
  await sql`select 1`;
  const started = performance.now();
  const statement = `copy ${table} (${takeoffColumns.join(', ')}) from stdin`;
  await pipeline(Readable.from(rows), await sql.unsafe(statement).writable());
  const seconds = (performance.now() - started) / 1000;
  await sql.end();
  return seconds;
}
