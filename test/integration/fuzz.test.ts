import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type ChaosSystem, openChaosSystem } from '../chaos/system';
import { runFuzz } from '../fuzz/run-fuzz';
import { rounds } from '../support/rounds';

let system: ChaosSystem;

beforeAll(async () => {
  system = await openChaosSystem();
}, 300_000);
afterAll(() => system.stop(), 30_000);

test('every answer to worst values in requests is one that the API document describes', async () => {
  const { findings, statuses, operations } = await runFuzz({
    base: system.caller.base,
    seed: 7,
    first: 0,
    requests: rounds(600, 200),
  });
  expect(findings.map(({ number, message, curl }) => `request ${number}: ${message}\n${curl}`)).toEqual([]);
  expect(operations).toBeGreaterThan(rounds(100, 60));
  expect(statuses.get(200)).toBeGreaterThan(rounds(50, 15));
}, 300_000);
