import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { ReplicatedTakeoff } from '../support/replicated-takeoff';
import { until } from '../support/until';

setDefaultTimeout(120_000);

let takeoff: ReplicatedTakeoff;

const descriptions = async (): Promise<string[]> => {
  const { projectId } = takeoff;
  const { status, body } = await takeoff.call('GET', `/mto?projectId=${projectId}&limit=100`);
  expect([status, body.code]).toEqual([200, undefined]);
  return body.data.map((line: { description: string }) => line.description);
};

beforeAll(async () => {
  takeoff = await ReplicatedTakeoff.start(2);
});
afterAll(() => takeoff.stop());

test('after a promotion nothing is read from a replica that has what the new primary lost', async () => {
  const [next, other] = takeoff.standbys;
  if (!next || !other) throw new Error('There are two standbys.');
  await takeoff.write('kept');
  const linesOf = 'select count(*)::int as count from mto.takeoff_line';
  const has = async (server: typeof next) => {
    const [found] = await server.run<{ count: number }>(linesOf).catch(() => []);
    return found?.count;
  };
  await until(async () => (await has(next)) === 1);
  await next.stop();
  for (let count = 0; count < 20; count++) await takeoff.write(`lost ${count}`);
  await until(async () => (await has(other)) === 21);
  await takeoff.primary.kill();
  await next.start();
  await next.promote();
  await until(async () => (await takeoff.write('later')).status === 201);
  const position = 'select (pg_last_wal_replay_lsn() - $$0/0$$)::float8 as at';
  const [ahead] = await other.run<{ at: number }>(position);
  const [current] = await next.run<{ at: number }>(
    position.replace('pg_last_wal_replay_lsn', 'pg_current_wal_lsn'),
  );
  expect(ahead?.at).toBeGreaterThan(current?.at ?? 0);
  for (let count = 0; count < 50; count++)
    expect(new Set(await descriptions())).toEqual(new Set(['kept', 'later']));
});
