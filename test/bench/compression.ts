import { compress } from '@consulting/kernel/http';
import { systemDocument } from '../support/system-document';
import { storeLines } from './export-lines';
import { type BenchSystem, openBenchSystem } from './export-system';
import { percentile } from './percentile';

const lineCount = 1000;
const filled = 60;
const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const requestsPerRound = 40;
const hungryClients = 20;
const calmRequests = 100;
const accepted = ['identity', 'gzip', 'zstd'] as const;
type Accepted = (typeof accepted)[number];

/** Bytes and times of answers that are compressed, beside the same answers of the same build that are not. */
export async function benchCompression(): Promise<void> {
  await documentBytes();
  const system = await openBenchSystem();
  try {
    const { projectId, serviceId } = await newTarget(system);
    await storeLines(system.sql, { projectId, serviceId, count: lineCount, filled });
    const small = `/api/v1/mto/imports?projectId=${projectId}`;
    const page = `/api/v1/mto?projectId=${projectId}&limit=100`;
    await compare(system, 'small answer', small);
    await compare(system, 'one line', `/api/v1/mto?projectId=${projectId}&limit=1`);
    await compare(system, 'page of 100 lines', page);
    await nextToHungry(system, small, page);
  } finally {
    await system.stop();
  }
}

async function documentBytes(): Promise<void> {
  const bytes = new TextEncoder().encode(JSON.stringify(systemDocument()));
  for (const coding of ['gzip', 'zstd'] as const) {
    const { length } = await compress(bytes, coding);
    console.log(
      `API document, ${coding}: ${bytes.length} bytes become ${length}, ${share(length, bytes.length)}`,
    );
  }
}

async function newTarget({ create }: BenchSystem) {
  const client = await create('/v1/clients', { name: 'Bench', code: 'BENCH' });
  const place = { country: 'CA', region: 'QC', currency: 'CAD' };
  const project = await create('/v1/projects', {
    clientId: client.id,
    name: 'Bench',
    code: 'BENCH',
    ...place,
  });
  const service = await create(`/v1/projects/${project.id}/services`, {
    serviceType: 'estimation',
    name: 'Bench',
  });
  return { projectId: project.id ?? '', serviceId: service.id ?? '' };
}

const share = (part: number, whole: number) => (part / whole).toFixed(3);

interface Timed {
  bytes: number;
  times: number[];
}

/** The same requests with each coding in turn, so that a slow moment of the machine meets all of them. */
async function compare(system: BenchSystem, name: string, path: string): Promise<void> {
  const found = new Map<Accepted, Timed>(accepted.map((coding) => [coding, { bytes: 0, times: [] }]));
  for (let round = 0; round <= rounds; round++)
    for (const [coding, timed] of found)
      for (let count = 0; count < requestsPerRound; count++) {
        const [bytes, time] = await ask(system, path, coding);
        timed.bytes = bytes;
        if (round > 0) timed.times.push(time);
      }
  const plain = found.get('identity') as Timed;
  for (const [coding, { bytes, times }] of found)
    console.log(
      `${name}, ${coding}: ${bytes} bytes (${share(bytes, plain.bytes)}), ${reported(times)}, ratio ${['0.5', '0.99'].map((part) => share(percentile(times, Number(part)), percentile(plain.times, Number(part)))).join(' / ')}`,
    );
}

async function ask(system: BenchSystem, path: string, coding: Accepted): Promise<[number, number]> {
  const started = performance.now();
  const response = await system.askEncoded(path, coding);
  const { byteLength } = await response.arrayBuffer();
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return [byteLength, performance.now() - started];
}

const reported = (times: readonly number[]) =>
  `p50 ${percentile(times, 0.5).toFixed(2)} ms, p99 ${percentile(times, 0.99).toFixed(2)} ms`;

/** A calm client beside twenty that ask for pages all the time. */
async function nextToHungry(system: BenchSystem, small: string, page: string): Promise<void> {
  for (const coding of accepted) {
    let isOver = false;
    let pages = 0;
    const hungry = Array.from({ length: hungryClients }, async () => {
      for (; !isOver; pages++) await ask(system, page, coding);
    });
    const times: number[] = [];
    const started = performance.now();
    for (let count = 0; count < calmRequests; count++) times.push((await ask(system, small, 'identity'))[1]);
    const seconds = (performance.now() - started) / 1000;
    isOver = true;
    await Promise.all(hungry);
    console.log(
      `calm beside ${hungryClients} with ${coding}: ${reported(times)}, ${(pages / seconds).toFixed(0)} pages/s`,
    );
  }
}
