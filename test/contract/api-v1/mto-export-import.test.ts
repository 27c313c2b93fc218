import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { importFile, linesOf } from '../../support/import-file';
import { pipingTakeoff } from '../../support/piping-takeoff';
import { readsExports } from '../../support/read-workbook';
import { commonTakeoffLines } from '../../support/takeoff-lines';

const takeoff = await commonTakeoffLines();
const { system, projectId, serviceId, stored } = takeoff;
const { workbookOf } = readsExports(takeoff);
const target = { projectId, serviceId };

beforeAll(async () => {
  for (const line of await pipingTakeoff()) await stored(line);
  await stored({ discipline: 'civil', itemNumber: 61, surfaceArea: 4, description: '=1+1 <x> & _x0041_' });
  await stored({ discipline: 'mechanical_equipment', itemNumber: 62, surfaceArea: 5, equipmentLength: 6 });
  await stored({ discipline: 'instrumentation', itemNumber: 63, instrumentWeight: 7, itemCode: '007' });
});

afterAll(() => system.stop());

describe('GET /api/v1/mto/export imported again', () => {
  test.each(['single-sheet', 'multi-sheet'])('200 %s changes nothing in an upsert', async (format) => {
    const { body } = await workbookOf(`projectId=${projectId}&format=${format}`);
    const before = await linesOf(system, target);
    const file = new File([body], `${format}.xlsx`);
    const { status, result, errors, error } = await importFile(system, target, file, { mode: 'upsert' });
    expect({ status, errors, error }).toEqual({ status: 'completed', errors: [], error: null });
    expect(result).toEqual({ imported: 0, updated: 0, skipped: 63, failed: 0, deleted: 0 });
    expect(await linesOf(system, target)).toEqual(before);
  });

  test('200 gives the same takeoff in another service', async () => {
    const { body } = await workbookOf(`projectId=${projectId}`);
    const other = { projectId, serviceId: system.records.addService(projectId) };
    const mapping = { 'MTO ID': null, 'Service ID': null };
    const { result } = await importFile(system, other, new File([body], 'copy.xlsx'), { mapping });
    expect(result).toMatchObject({ imported: 63, failed: 0 });
    const comparable = (lines: Record<string, unknown>[]) =>
      lines.map(({ id, mtoId, serviceId: _, importTaskId, createdAt, updatedAt, ...line }) => line);
    expect(comparable(await linesOf(system, other))).toEqual(comparable(await linesOf(system, target)));
  });
});
