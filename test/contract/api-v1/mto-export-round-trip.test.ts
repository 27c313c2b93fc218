import { afterAll, describe, expect, test } from 'bun:test';
import { disciplines } from '@consulting/mto/fields/discipline';
import { importFile, linesOf } from '../../support/import-file';
import { startImportHouse } from '../../support/import-house';
import { randomTakeoff } from '../../support/random-takeoff';

const house = await startImportHouse();
const linesPerDiscipline = 8;
const seed = Number(process.env.TEST_SEED ?? Date.now() % 1_000_000);

afterAll(() => house.stop());

/** A service with random lines of all disciplines. */
async function randomTarget(unitSystem: 'metric' | 'us') {
  const target = house.newTarget({ unitSystem });
  for (const line of randomTakeoff(linesPerDiscipline, seed, { hostile: true })) {
    const { status, body } = await house.mto.request('POST', '/api/v1/mto', { json: { ...target, ...line } });
    expect({ seed, status, errors: body.errors }).toEqual({ seed, status: 201, errors: undefined });
  }
  return target;
}

describe('GET /api/v1/mto/export of random lines', () => {
  test.each([
    ['metric', 'single-sheet'],
    ['metric', 'multi-sheet'],
    ['us', 'multi-sheet'],
  ] as const)('200 sent back to a %s project, %s: nothing changes', async (unitSystem, format) => {
    const target = await randomTarget(unitSystem);
    const before = await linesOf(house, target);
    const { body } = await house.mto.request(
      'GET',
      `/api/v1/mto/export?projectId=${target.projectId}&format=${format}`,
    );
    const task = await importFile(house, target, new File([body], 'back.xlsx'), { mode: 'upsert' });
    const count = disciplines.length * linesPerDiscipline;
    expect({ seed, errors: task.errors, error: task.error, result: task.result }).toEqual({
      seed,
      errors: [],
      error: null,
      result: { imported: 0, updated: 0, skipped: count, failed: 0, deleted: 0 },
    });
    expect(await linesOf(house, target)).toEqual(before);
  });
});
