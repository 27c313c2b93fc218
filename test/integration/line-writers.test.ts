import { afterAll, describe, expect, test } from 'bun:test';
import postgres from 'postgres';
import { startLineWriters } from '../support/line-writers';

const system = await startLineWriters();

afterAll(() => system.stop());

/** Those that met most often: line-writers.system.test.ts has every pair. */
const pairs = [
  ['bulk edit by filter, calculated', 'bulk edit of a quantity'],
  ['bulk edit of a text', 'bulk edit by filter, calculated'],
  ['bulk edit by filter, calculated', 'bulk delete'],
  ['bulk edit of a quantity', 'undo'],
  ['patch of many', 'rates of a crew'],
  ['import that upserts', 'bulk edit of a text'],
  ['import that replaces', 'patch of many'],
  ['restore', 'code of the WBS'],
  ['prices of price books', 'bulk edit by filter, calculated'],
  ['prices of price books', 'patch of many'],
  ['prices of price books', 'restore'],
  ['dry run of a bulk edit', 'bulk edit by filter, calculated'],
] as const;

const updates = { quantity: { add: 5 }, remarks: 'tried' };

describe('writers of the same lines, four at a time', () => {
  for (const [first, second] of pairs)
    test(`${first} and ${second}: none fails for the sake of another, and nothing is lost`, async () => {
      for (let round = 0; round < 3; round += 1) await system.race(first, second);
    }, 300_000);

  for (const path of ['bulk-edit', 'bulk-delete'])
    test(`POST /api/v1/mto/${path} 200 for a dry run while another transaction holds every line: it locks nothing`, async () => {
      const target = system.newTarget();
      const { projectId } = target;
      const ids = await system.addLines(target, { quantity: 2 }, { quantity: 3 });
      const selection = { mode: 'ids', ids };
      const json = { projectId, selection, dryRun: true, ...(path === 'bulk-edit' && { updates }) };
      const locked = postgres(system.databaseUrl, { max: 1, onnotice: () => {} });
      const answer = await locked.begin(async (tx) => {
        await tx`select from mto.takeoff_line where project_id = ${projectId} for update`;
        return system.call('POST', `/mto/${path}`, json);
      });
      await locked.end();
      expect(answer).toMatchObject({ status: 200, body: { matched: 2, ids: ids.toSorted() } });
      expect((await system.contents(target)).map(({ quantity }) => quantity)).toEqual([2, 3]);
    });

  test('no two of them waited for each other: all lock lines in the order of their identifiers', async () => {
    expect(await system.deadlocks()).toBe(0);
  });
});
