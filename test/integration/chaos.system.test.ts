import { afterAll, beforeAll, expect, test } from 'bun:test';
import { runKills } from '../chaos/kills/run-kills';
import { runRaces } from '../chaos/races/run-races';
import { type ChaosSystem, openChaosSystem } from '../chaos/system';

let system: ChaosSystem;

beforeAll(async () => {
  system = await openChaosSystem();
}, 60_000);
afterAll(() => system.stop(), 30_000);

test('creations that race deletes leave nothing dangling, and no acknowledged write is lost', async () => {
  const { figures, dangling } = await runRaces(system, { races: 6, atOnce: 6, seed: 7 });
  expect(figures.flatMap(({ faults }) => faults)).toEqual([]);
  expect(figures.every(({ races }) => races === 6)).toBe(true);
  expect(dangling).toEqual({});
}, 120_000);

test('processes killed during writes and imports lose nothing that was acknowledged', async () => {
  const { faults, writes, kills } = await runKills(system, { rounds: 4, seed: 7 });
  expect(faults).toEqual([]);
  expect(writes).toBeGreaterThan(0);
  expect(Object.values(kills).reduce((sum, count) => sum + count)).toBe(4);
}, 120_000);
