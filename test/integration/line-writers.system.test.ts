import { afterAll, describe, expect, test } from 'bun:test';
import { startLineWriters } from '../support/line-writers';

const system = await startLineWriters();
const kinds = Object.keys(system.writers);

afterAll(() => system.stop());

describe('every pair of writers of the same lines, four at a time', () => {
  for (const [at, first] of kinds.entries())
    for (const second of kinds.slice(at))
      test(`${first} and ${second}: none fails for the sake of another, and nothing is lost`, async () => {
        for (let round = 0; round < 2; round += 1) await system.race(first, second);
      }, 60_000);

  test('no two of them waited for each other: all lock lines in the order of their identifiers', async () => {
    expect(await system.deadlocks()).toBe(0);
  });
});
