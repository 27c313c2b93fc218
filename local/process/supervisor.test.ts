import { expect, test } from 'bun:test';
import { type RunningServer, StartError } from './server';
import { pauseBeforeRestartMs, type Reports, supervise } from './supervisor';

function server(): RunningServer & { die(words: string): void } {
  const end = Promise.withResolvers<string>();
  const stop = async () => end.resolve('stopped');
  return { url: 'http://127.0.0.1:1', port: 1, pid: 1, exited: end.promise, stop, die: end.resolve };
}

function recorder() {
  const reported: string[] = [];
  const reports: Reports = {
    onReady: (name, _, startCount) => reported.push(`${name} ready ${startCount}`),
    onEnded: (name, words, pauseMs) => reported.push(`${name} ended (${words}), pause ${pauseMs}`),
    onStopped: (name) => reported.push(`${name} stopped`),
  };
  return { reported, reports };
}

test('pause before a restart: none, then 0.2 s doubling to 2 s', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 50].map(pauseBeforeRestartMs)).toEqual([
    0, 200, 400, 800, 1600, 2000, 2000, 2000,
  ]);
});

test('a server that ends is started again, and stop ends it for good', async () => {
  const { reported, reports } = recorder();
  const servers = [server(), server(), server()];
  let starts = 0;
  const launch = async () => servers[starts++] ?? server();
  const supervised = supervise({ name: 'mto', launch }, reports);
  expect(await supervised.ready).toBe(servers[0] as RunningServer);
  servers[0]?.die('exit code 3');
  await Bun.sleep(5);
  servers[1]?.die('signal SIGKILL');
  await Bun.sleep(5);
  expect(starts).toBe(2);
  await Bun.sleep(230);
  expect(starts).toBe(3);
  await supervised.stop();
  await supervised.stop();
  expect(reported).toEqual([
    'mto ready 1',
    'mto ended (exit code 3), pause 0',
    'mto ready 2',
    'mto ended (signal SIGKILL), pause 200',
    'mto ready 3',
    'mto stopped',
  ]);
});

test('StartError at the first start: final', async () => {
  const { reported, reports } = recorder();
  let starts = 0;
  const launch = async () => {
    starts += 1;
    throw new StartError('The setting is wrong.');
  };
  const supervised = supervise({ name: 'mto', launch }, reports);
  expect(async () => await supervised.ready).toThrow('The setting is wrong.');
  await supervised.stop();
  expect({ starts, reported }).toEqual({ starts: 1, reported: ['mto stopped'] });
});

test('another error at the first start, or a StartError later: tried again', async () => {
  const { reported, reports } = recorder();
  const servers = [server(), server()];
  const outcomes = [new Error('crashed'), servers[0], new StartError('The database is gone.'), servers[1]];
  const launch = async () => {
    const outcome = outcomes.shift();
    if (!outcome || outcome instanceof Error) throw outcome ?? new Error('started too often');
    return outcome;
  };
  const supervised = supervise({ name: 'mto', launch }, reports);
  await supervised.ready;
  servers[0]?.die('exit code 1');
  await Bun.sleep(800);
  await supervised.stop();
  expect(reported).toEqual([
    'mto ended (crashed), pause 0',
    'mto ready 1',
    'mto ended (exit code 1), pause 200',
    'mto ended (The database is gone.), pause 400',
    'mto ready 2',
    'mto stopped',
  ]);
});

test('stop while the server starts: it ends as soon as it runs, and ready rejects', async () => {
  const { reported, reports } = recorder();
  const late = Promise.withResolvers<RunningServer>();
  const slow = server();
  const supervised = supervise({ name: 'mto', launch: () => late.promise }, reports);
  const stopped = supervised.stop();
  late.resolve(slow);
  await stopped;
  expect(await slow.exited).toBe('stopped');
  expect(reported.at(-1)).toBe('mto stopped');
});

test('stop in a pause: at once', async () => {
  const { reported, reports } = recorder();
  const launch = async () => {
    throw new Error('crashed');
  };
  const supervised = supervise({ name: 'mto', launch }, reports);
  await Bun.sleep(20);
  await supervised.stop();
  expect(reported).toEqual(['mto ended (crashed), pause 0', 'mto ended (crashed), pause 200', 'mto stopped']);
  expect(async () => await supervised.ready).toThrow('mto was stopped before it was ready.');
});
