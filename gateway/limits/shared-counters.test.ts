import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownCounters } from './counters';
import { createSharedCounters, sharedCounters } from './shared-counters';

let folder: string;
let file: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'consulting-counters-'));
  file = join(folder, 'counters');
  createSharedCounters(file);
});
afterAll(() => rmSync(folder, { recursive: true }));

const adding = (name: string, times: number) =>
  Bun.spawn(
    [
      process.execPath,
      '-e',
      `const { sharedCounters } = await import(${JSON.stringify(join(import.meta.dir, 'shared-counters.ts'))});
       const counters = sharedCounters(${JSON.stringify(file)})('requests');
       for (let count = 0; count < ${times}; count += 1) counters.add(${JSON.stringify(name)}, 1);`,
    ],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  ).exited;

async function pidOfEnded(): Promise<number> {
  const child = Bun.spawn([process.execPath, '-e', '']);
  await child.exited;
  return child.pid;
}

describe.each([
  ['of one process', ownCounters],
  ['shared', (purpose: string) => sharedCounters(file)(purpose)],
])('counters %s', (_, countersFor) => {
  test('add up per name, and end a minute after the first count', () => {
    const counters = countersFor('adding');
    expect(counters.add('one', 1).count).toBe(1);
    expect(counters.add('one', 2).count).toBe(3);
    expect(counters.add('other', 1).count).toBe(1);
    const { count, leftMs } = counters.add('one', 0);
    expect(count).toBe(3);
    expect(leftMs).toBeGreaterThan(50_000);
    expect(leftMs).toBeLessThanOrEqual(60_000);
  });

  test('never fall below zero, and are zero for what was never counted', () => {
    const counters = countersFor('falling');
    counters.add('one', 1);
    counters.add('one', -1);
    expect(counters.add('one', -1).count).toBe(0);
    expect(counters.add('one', 1).count).toBe(1);
    expect(counters.add('other', 0).count).toBe(0);
  });

  test('count each purpose by itself', () => {
    countersFor('requests').add('caller', 5);
    expect(countersFor('uploads').add('caller', 0).count).toBe(0);
  });

  test('remember a name that is counted often among many that are not', () => {
    const counters = countersFor('crowded');
    for (let count = 1; count <= 50_000; count += 1) {
      counters.add(`once ${count}`, 1);
      if (count % 10 === 0) counters.add('often', 1);
    }
    expect(counters.add('often', 0).count).toBe(5000);
  });
});

test('no count of several processes at once is lost', async () => {
  expect(await Promise.all([1, 2, 3].map(() => adding('together', 50_000)))).toEqual([0, 0, 0]);
  expect(sharedCounters(file)('requests').add('together', 0).count).toBe(150_000);
});

test.each([
  ['has died', pidOfEnded],
  ['does not run any more', async () => process.pid],
])('the lock of a process that %s is taken over', async (_, holder) => {
  const words = new Int32Array(Bun.mmap(file).buffer);
  const pid = await holder();
  for (let at = 2; at < words.length; at += 33) words[at] = pid;
  expect(sharedCounters(file)(`locks of ${pid}`).add('one', 1).count).toBe(1);
});
