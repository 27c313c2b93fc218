import { afterAll, describe, expect, test } from 'bun:test';
import { disciplines } from '@consulting/takeoff-fields/discipline';
import { type ImportTarget, importFile, linesOf } from '../../support/import-file';
import { commonImportSystem } from '../../support/import-system';
import { carriedTexts, randomTakeoff, textLine } from '../../support/random-takeoff';
import { rounds, testSeed } from '../../support/rounds';

const system = await commonImportSystem();
const linesPerDiscipline = rounds(8);

afterAll(() => system.stop());

/** A service with random lines of all disciplines. */
async function randomTarget(unitSystem: 'metric' | 'us') {
  const target = system.newTarget({ unitSystem });
  for (const line of randomTakeoff(linesPerDiscipline, testSeed, { hostile: true })) {
    const { status, body } = await system.mto.request('POST', '/api/v1/mto', {
      json: { ...target, ...line },
    });
    expect({ status, errors: body.errors }).toEqual({ status: 201, errors: undefined });
  }
  return target;
}

async function exportedBack(target: ImportTarget, format: string) {
  const { body } = await system.mto.request(
    'GET',
    `/api/v1/mto/export?projectId=${target.projectId}&format=${format}`,
  );
  const back = new File([body], format === 'csv' ? 'back.csv' : 'back.xlsx');
  const { errors, error, result } = await importFile(system, target, back, { mode: 'upsert' });
  return { errors, error, result };
}

const unchanged = (lineCount: number) => ({
  errors: [],
  error: null,
  result: { imported: 0, updated: 0, skipped: lineCount, failed: 0, deleted: 0 },
});

describe('GET /api/v1/mto/export of texts that look like something else', () => {
  test.each(['single-sheet', 'multi-sheet', 'csv'])(
    '200 %s: every text field carries them all',
    async (format) => {
      const target = system.newTarget();
      const lines = disciplines.flatMap((discipline) =>
        carriedTexts.map((text, at) => textLine(discipline, text, at + 1)),
      );
      const { status } = await system.mto.request('POST', '/api/v1/mto/bulk', {
        json: { ...target, items: lines },
      });
      expect(status).toBe(201);
      const before = await linesOf(system, target);
      expect(await exportedBack(target, format)).toEqual(unchanged(lines.length));
      expect(await linesOf(system, target)).toEqual(before);
    },
  );
});

describe('GET /api/v1/mto/export of random lines', () => {
  test.each([
    ['metric', 'single-sheet'],
    ['metric', 'multi-sheet'],
    ['us', 'multi-sheet'],
    ['metric', 'csv'],
  ] as const)('200 sent back to a %s project, %s: nothing changes', async (unitSystem, format) => {
    const target = await randomTarget(unitSystem);
    const before = await linesOf(system, target);
    const count = disciplines.length * linesPerDiscipline;
    expect(await exportedBack(target, format)).toEqual(unchanged(count));
    expect(await linesOf(system, target)).toEqual(before);
  });
});
