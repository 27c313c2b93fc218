import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type ChaosHouse, openChaosHouse } from '../chaos/house';
import { runKills } from '../chaos/kills/run-kills';
import { runRaces } from '../chaos/races/run-races';

let house: ChaosHouse;

beforeAll(async () => {
  house = await openChaosHouse();
}, 60_000);
afterAll(() => house.stop(), 30_000);

test('creations that race deletes leave nothing dangling, and no acknowledged write is lost', async () => {
  const { figures, dangling } = await runRaces(house, { races: 6, atOnce: 6, seed: 7 });
  expect(figures.flatMap(({ faults }) => faults)).toEqual([]);
  expect(figures.every(({ races }) => races === 6)).toBe(true);
  expect(dangling).toEqual({});
}, 120_000);

test('processes killed during writes and imports lose nothing that was acknowledged', async () => {
  const { faults, writes, kills } = await runKills(house, { rounds: 4, seed: 7 });
  expect(faults).toEqual([]);
  expect(writes).toBeGreaterThan(0);
  expect(Object.values(kills).reduce((sum, count) => sum + count)).toBe(4);
}, 120_000);
