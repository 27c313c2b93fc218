import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type ChaosSystem, openChaosSystem } from '../chaos/system';
import { runFuzz } from '../fuzz/run-fuzz';

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
    requests: 600,
  });
  expect(findings.map(({ number, message, curl }) => `request ${number}: ${message}\n${curl}`)).toEqual([]);
  expect(operations).toBeGreaterThan(100);
  expect(statuses.get(200)).toBeGreaterThan(50);
}, 300_000);
