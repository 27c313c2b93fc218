import { mkdtempSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '@consulting/local/postgres/postgres';
import { startTestNats } from '@consulting/local/test-servers';
import postgres, { type Sql } from 'postgres';
import { placeProcessSystem } from '../../support/process-system';
import { Client, type Target } from './client';
import { processorSeconds } from './processor-time';
import { takeoffWorkbook } from './workbook';

const mtoMax = 3;
const rowCount = Number(process.env.BENCH_ROWS ?? 25_000);
const importCount = 6;
const readers = 32;
const readMs = 5000;

interface Figures {
  importsPerMinute: number;
  requestsPerSecond: number;
}

/** Imports per minute and requests per second with one, two and three mto processes of one import worker each. */
export async function benchScale(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'consulting-postgres-'));
  const database = await startPostgres({ dataDir, throwaway: true });
  const nats = await startTestNats();
  const system = await placeProcessSystem({
    databaseUrl: database.url,
    natsUrlFor: nats.urlFor,
    instances: { mto: mtoMax },
    environment: { IMPORT_WORKERS: '1', UPLOAD_BYTES_MAX: String(256 * 1024 ** 2) },
  });
  const sql = postgres(database.url, { max: 1, onnotice: () => {} });
  const { mto, ...others } = system.services;
  try {
    await Promise.all([...Object.values(others).flat(), ...system.gateways].map((one) => one.start()));
    const file = await takeoffWorkbook(rowCount);
    const size = (file.size / 1024 ** 2).toFixed(1);
    console.log(
      `${importCount} imports of ${rowCount} lines (${size} MiB), then GET /api/v1/mto by ${readers} readers`,
    );
    const measured: Figures[] = [];
    for (const process of mto) {
      await process.start();
      const client = new Client(system.gateways[0]?.url ?? '', (await system.newKey()).key);
      measured.push(await measure(client, sql, file, measured.length + 1));
    }
    printRatios(measured);
  } finally {
    await sql.end();
    await system.stop();
    await nats.stop();
    await database.stop();
  }
}

async function measure(client: Client, sql: Sql, file: File, processes: number): Promise<Figures> {
  const targets = await Promise.all(Array.from({ length: importCount }, () => client.newTarget()));
  await client.completed(await client.upload(await client.newTarget(), file), rowCount);
  const before = processorSeconds();
  const importsPerMinute = await measureImports(client, targets, file);
  const secondsPerImport = (processorSeconds() - before) / importCount;
  const cores = (secondsPerImport * importsPerMinute) / 60;
  await sql`vacuum analyze mto.takeoff_line`;
  const requestsPerSecond = await measureReads(client, targets);
  const load = `load ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} cores`;
  console.log(
    `${processes} mto: ${importsPerMinute.toFixed(1)} imports/min, ${requestsPerSecond.toFixed(0)} requests/s (${load})`,
  );
  console.log(
    `  an import costs ${secondsPerImport.toFixed(2)} s of processor time, ${cores.toFixed(2)} cores were in use`,
  );
  return { importsPerMinute, requestsPerSecond };
}

/** From the first upload until the last import is completed. */
async function measureImports(client: Client, targets: readonly Target[], file: File): Promise<number> {
  const started = performance.now();
  const run = async (target: Target) => client.completed(await client.upload(target, file), rowCount);
  await Promise.all(targets.map(run));
  return (targets.length * 60_000) / (performance.now() - started);
}

async function measureReads(client: Client, targets: readonly Target[]): Promise<number> {
  let count = 0;
  const started = performance.now();
  const end = started + readMs;
  const read = async (first: number) => {
    for (let turn = first; performance.now() < end; turn += 1) {
      await client.page(targets[turn % targets.length] as Target);
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: readers }, (_, at) => read(at)));
  return (count * 1000) / (performance.now() - started);
}

const importsWanted = 1.7;

function printRatios(measured: readonly Figures[]): void {
  const [one] = measured;
  if (!one) return;
  for (const [at, { importsPerMinute, requestsPerSecond }] of measured.entries()) {
    const imports = (importsPerMinute / one.importsPerMinute).toFixed(2);
    const requests = (requestsPerSecond / one.requestsPerSecond).toFixed(2);
    const wanted = at + 1 === mtoMax ? ` (wanted ${importsWanted} on four free cores)` : '';
    console.log(`ratio of ${at + 1} mto to 1: imports ${imports}${wanted}, requests ${requests}`);
  }
}
