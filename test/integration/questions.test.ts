import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { getServiceImports } from '@consulting/kernel/contracts/mto';
import { type Bus, connectBus } from '@consulting/kernel/nats';
import { patience } from '@consulting/kernel/nats/questions';
import { serviceLog } from '@consulting/kernel/process';
import { startTestNats, type TestNats } from '@consulting/local/test-servers';

let nats: TestNats;
let asker: Bus;
const connected = (bus: Bus) => new Promise<void>((heard) => bus.onConnected(heard));

async function open(name: string): Promise<Bus> {
  const bus = connectBus({ url: nats.url, name, log: serviceLog() });
  await connected(bus);
  return bus;
}

/** A round trip over the connection, after which the server knows what was asked of it before. */
const isKnown = async (bus: Bus) => void (await bus.streamBirth());

beforeAll(async () => {
  nats = await startTestNats();
  asker = await open('asker');
});
afterAll(async () => {
  await asker.close();
  await nats.stop();
});

describe('a process that answers questions and stops', () => {
  test('replies to those in hand, and the next go to another process', async () => {
    const [leaving, staying] = [await open('leaving'), await open('staying')];
    const inHand = Promise.withResolvers<void>();
    const mayAnswer = Promise.withResolvers<void>();
    leaving.answer(getServiceImports, async () => {
      inHand.resolve();
      await mayAnswer.promise;
      return { running: 1 };
    });
    await isKnown(leaving);
    const first = asker.ask(getServiceImports, { serviceId: '' });
    await inHand.promise;
    staying.answer(getServiceImports, async () => ({ running: 2 }));
    await isKnown(staying);
    const closed = leaving.close();
    await Bun.sleep(50);
    expect(await asker.ask(getServiceImports, { serviceId: '' })).toEqual({ running: 2 });
    mayAnswer.resolve();
    expect(await first).toEqual({ running: 1 });
    await Promise.all([closed, staying.close()]);
  });

  test('loses none of many that are on their way to it', async () => {
    const processes = [await open('first'), await open('second')];
    for (const process of processes) process.answer(getServiceImports, async () => ({ running: 1 }));
    await Promise.all(processes.map(isKnown));
    let isOver = false;
    let answered = 0;
    const ask = async () => {
      while (!isOver) {
        await asker.ask(getServiceImports, { serviceId: '' });
        answered += 1;
      }
    };
    const asking = Promise.all(Array.from({ length: 50 }, ask));
    for (let round = 0; round < 20; round++) {
      const goal = answered + 500;
      while (answered < goal) await Bun.sleep(1);
      const next = await open('next');
      next.answer(getServiceImports, async () => ({ running: 1 }));
      await isKnown(next);
      processes.push(next);
      await processes.shift()?.close();
    }
    isOver = true;
    await asking;
    await Promise.all(processes.map((process) => process.close()));
  }, 300_000);
});

describe('a question that nobody hears', () => {
  const usualMs = 500;
  const ask = () => asker.ask(getServiceImports, { serviceId: '' });
  let testsMs: number;

  beforeAll(() => {
    testsMs = patience.unheardMs;
    patience.unheardMs = usualMs;
  });
  afterAll(() => {
    patience.unheardMs = testsMs;
  });

  test('is answered by an owner that comes back meanwhile', async () => {
    const back = await open('back');
    const asked = ask();
    await Bun.sleep(usualMs / 5);
    back.answer(getServiceImports, async () => ({ running: 3 }));
    expect(await asked).toEqual({ running: 3 });
    await back.close();
  });

  test('fails as unavailable after that', async () => {
    await expect(ask()).rejects.toMatchObject({ code: 'DEPENDENCY_UNAVAILABLE' });
  });
});
