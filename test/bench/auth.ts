import { type BenchedGateway, openBenchedGateway } from './gateway-system';

const floodSeconds = 30;
const wrongPerSecond = 500;
const validPerSecond = 200;
const coldKeyCount = 20;
const stepMs = 20;

/** Valid callers while wrong keys pour in, beside the same callers before; and the first call of new keys. */
export async function benchAuth(): Promise<void> {
  const system = await openBenchedGateway({ TRUSTED_PROXIES: '127.0.0.1' });
  try {
    const cold: number[] = [];
    for (let count = 0; count < coldKeyCount; count += 1) {
      const key = await system.newKey();
      cold.push((await timed(() => ask(system, key))).ms);
    }
    show('first call of a new key', cold, 120);
    show('valid callers alone', (await underFlood(system, 5, undefined)).valid, 20);
    const unknown = await underFlood(system, floodSeconds, () => ({
      key: wrongKey(),
      from: randomAddress(),
    }));
    show(`valid callers, ${wrongPerSecond} unknown keys per second from everywhere`, unknown.valid, 20);
    console.log(`  answers to the flood: ${counted(unknown.statuses)}`);
    const known = system.key.slice(0, 8);
    const prefixed = await underFlood(system, floodSeconds, () => ({
      key: wrongKey(known),
      from: '203.0.113.7',
    }));
    show(
      `valid callers, ${wrongPerSecond} keys of a known prefix per second from one address`,
      prefixed.valid,
      20,
    );
    console.log(`  answers to the flood: ${counted(prefixed.statuses)}`);
  } finally {
    await system.stop();
  }
}

interface Wrong {
  key: string;
  from: string;
}

async function underFlood(system: BenchedGateway, seconds: number, wrong: (() => Wrong) | undefined) {
  const valid: number[] = [];
  const statuses: number[] = [];
  const pending: Promise<unknown>[] = [];
  const steps = (seconds * 1000) / stepMs;
  const started = performance.now();
  const perStep = (perSecond: number) => (perSecond * stepMs) / 1000;
  for (let step = 0; step < steps; step += 1) {
    await Bun.sleep(Math.max(0, started + step * stepMs - performance.now()));
    for (let count = 0; count < perStep(validPerSecond); count += 1)
      pending.push(timed(() => ask(system, system.key)).then(({ ms }) => valid.push(ms)));
    if (!wrong) continue;
    for (let count = 0; count < perStep(wrongPerSecond); count += 1) {
      const { key, from } = wrong();
      pending.push(timed(() => ask(system, key, from)).then(({ status }) => statuses.push(status)));
    }
  }
  await Promise.all(pending);
  return { valid, statuses };
}

async function ask(system: BenchedGateway, key: string, from?: string): Promise<number> {
  const headers = { 'x-api-key': key, ...(from ? { 'x-forwarded-for': from } : {}) };
  const response = await fetch(system.gateway, { headers });
  await response.arrayBuffer();
  return response.status;
}

async function timed(act: () => Promise<number>) {
  const started = performance.now();
  const status = await act();
  return { ms: performance.now() - started, status };
}

const letters = () => crypto.randomUUID().replaceAll('-', '');
const wrongKey = (prefix = `app_${letters().slice(0, 4)}`) => prefix + letters().slice(0, 28);
const randomAddress = () => `2001:db8:${letters().slice(0, 4)}:${letters().slice(0, 4)}::1`;

function counted(statuses: number[]): string {
  const counts = new Map<number, number>();
  for (const status of statuses) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts].map(([status, count]) => `${count} times ${status}`).join(', ');
}

function show(name: string, times: number[], msMax: number): void {
  const sorted = times.toSorted((one, other) => one - other);
  const [p50 = 0, p99 = 0] = [0.5, 0.99].map((part) => sorted[Math.floor(sorted.length * part)]);
  console.log(
    `${name}: p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)} ms, ratio ${(p99 / msMax).toFixed(2)} of ${msMax} ms`,
  );
}
