import { afterAll, beforeAll, expect, test } from 'bun:test';
import { projectDeleted } from '@consulting/kernel/contracts/clients-projects';
import { type Bus, connectBus } from '@consulting/kernel/nats';
import { serviceLog } from '@consulting/kernel/process';
import { freePorts } from '@consulting/local/process/free-port';
import { startTestNats, type TestNats } from '@consulting/local/test-servers';
import { NatsLine } from '../support/nats-line';
import { until } from '../support/project-system';

let nats: TestNats;
let keeper: Bun.Subprocess;
let keeperUrl: string;
let metricsUrl: string;
const buses: Bus[] = [];

const connect = (name: string) => {
  const bus = connectBus({ url: nats.urlFor(name), name, log: serviceLog() });
  buses.push(bus);
  return bus;
};
const isReady = () =>
  fetch(`${keeperUrl}/ready`).then(
    ({ ok }) => ok,
    () => false,
  );

/** The store as it is after a wipe, with every connection kept. */
async function loseStream(): Promise<void> {
  const line = await NatsLine.open(nats.url);
  expect((await line.request('$JS.API.STREAM.DELETE.EVENTS', undefined, '_INBOX_test.a')).success).toBe(true);
  line.close();
}

beforeAll(async () => {
  nats = await startTestNats();
  const [port, metricsPort] = await freePorts(2);
  keeperUrl = `http://127.0.0.1:${port}`;
  metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`;
  keeper = Bun.spawn([process.execPath, `${import.meta.dir}/../../shared/kernel/stream-keeper.ts`], {
    env: {
      PATH: process.env.PATH,
      NATS_URL: nats.urlFor('streams'),
      HOST: '127.0.0.1',
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await until(isReady);
});
afterAll(async () => {
  for (const bus of buses) await bus.close();
  keeper.kill('SIGTERM');
  expect(await keeper.exited).toBe(0);
  await nats.stop();
});

test('METRICS_PORT of the keeper: whether there is a stream', async () => {
  const text = await (await fetch(metricsUrl)).text();
  expect(text).toContain('consulting_event_stream_exists{service="streams"} 1\n');
  expect(text).toContain('process_start_time_seconds{service="streams"}');
});

test('the stream is lost: services do not make it, the keeper does, and consumers that live on hear what follows', async () => {
  const [sender, hearer] = [connect('clients-projects'), connect('mto')];
  const heard: string[] = [];
  hearer.on(projectDeleted, 'mto-lines-of-project', async ({ projectId }) => void heard.push(projectId));
  const send = (projectId: string) =>
    sender.publish(projectDeleted.subject, { projectId }, crypto.randomUUID()).then(
      () => true,
      () => false,
    );
  await until(() => send('before'));
  await until(async () => heard.includes('before'));
  const birth = await sender.streamBirth();
  keeper.kill('SIGSTOP');
  await loseStream();
  expect(await send('meanwhile')).toBe(false);
  expect(await sender.streamBirth().catch(({ code }) => code)).toBe('DEPENDENCY_UNAVAILABLE');
  keeper.kill('SIGCONT');
  await until(() => send('after'));
  await until(async () => heard.includes('after'));
  expect(await sender.streamBirth()).not.toBe(birth);
  expect(await isReady()).toBe(true);
}, 60_000);
