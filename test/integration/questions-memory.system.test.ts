import { heapStats } from 'bun:jsc';
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { getServiceImports } from '@consulting/kernel/contracts/mto';
import { type Bus, connectBus } from '@consulting/kernel/nats';
import { serviceLog } from '@consulting/kernel/process';
import { startTestNats, type TestNats } from '@consulting/local/test-servers';

const warmUp = 2000;
const questions = 25_000;
const atOnce = 100;
/** What the runtime and the connection themselves may make in between; one object for each question would be 25 times that. */
const grownMax = 1000;

let nats: TestNats;
let buses: Bus[];

beforeAll(async () => {
  nats = await startTestNats();
  buses = ['asker', 'owner'].map((name) => connectBus({ url: nats.url, name, log: serviceLog() }));
  await Promise.all(buses.map((bus) => new Promise<void>((heard) => bus.onConnected(heard))));
});
afterAll(async () => {
  await Promise.all(buses.map((bus) => bus.close()));
  await nats.stop();
});

async function askMany(asker: Bus, count: number): Promise<void> {
  let left = count;
  const ask = async () => {
    while (left-- > 0) await asker.ask(getServiceImports, { serviceId: '' });
  };
  await Promise.all(Array.from({ length: atOnce }, ask));
}

async function objectsByType(): Promise<Record<string, number>> {
  for (let round = 0; round < 3; round++) {
    Bun.gc(true);
    await Bun.sleep(1);
  }
  return heapStats().objectTypeCounts;
}

test('25,000 questions that were answered leave nothing in memory', async () => {
  const [asker, owner] = buses as [Bus, Bus];
  owner.answer(getServiceImports, async () => ({ running: 1 }));
  await owner.streamBirth();
  await askMany(asker, warmUp);
  const before = await objectsByType();
  await askMany(asker, questions);
  const after = await objectsByType();
  const grown = Object.entries(after)
    .map(([type, count]) => ({ type, more: count - (before[type] ?? 0) }))
    .filter(({ more }) => more > grownMax);
  expect(grown).toEqual([]);
}, 300_000);
