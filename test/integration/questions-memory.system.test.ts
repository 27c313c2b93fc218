import { afterAll, beforeAll, expect, test } from 'bun:test';
import { getServiceImports } from '@consulting/kernel/contracts/mto';
import { type Bus, connectBus } from '@consulting/kernel/nats';
import { serviceLog } from '@consulting/kernel/process';
import { startTestNats, type TestNats } from '@consulting/local/test-servers';
import { typesGrownBy } from '../support/heap-growth';

const warmUp = 2000;
const questions = 25_000;
const atOnce = 100;

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

test('25,000 questions that were answered leave nothing in memory', async () => {
  const [asker, owner] = buses as [Bus, Bus];
  owner.answer(getServiceImports, async () => ({ running: 1 }));
  await owner.streamBirth();
  await askMany(asker, warmUp);
  expect(await typesGrownBy(() => askMany(asker, questions))).toEqual([]);
}, 300_000);
