import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { csvFile, importFile, linesOf } from '../../support/import-file';
import { commonImportSystem, type ImportSystem, messageKeys } from '../../support/import-system';

let system: ImportSystem;

beforeAll(async () => {
  system = await commonImportSystem();
});

afterAll(async () => {
  await system.stop();
});

const header = ['Item No.', 'Description', 'Qty', 'UOM'];
const row = (item: number, ...further: unknown[]) => [item, `Item ${item}`, 1, 'EA', ...further];
const sizesOf = (lines: Record<string, unknown>[]) =>
  lines.map((line) => [line.nominalPipeSize, line.nominalDiameter, line.secondarySize, line.outsideDiameter]);

describe('POST /api/v1/mto/import/async: nominal sizes', () => {
  test('a sheet of DN, OD and pairs: 200, every row is stored with its sizes', async () => {
    const { task, lines } = await system.importRows([
      [...header, 'DN', 'OD'],
      row(1, 250, '10"'),
      row(2, 'DN200xDN150', '8"x6"'),
      row(3, '200x150', null),
      row(4, '8"x6"', null),
      row(5, 50, '2 3/8"'),
      row(6, null, '1 1/2"'),
      row(7, 175, null),
    ]);
    expect(task).toMatchObject({ status: 'completed', errorCount: 0, result: { imported: 7, failed: 0 } });
    expect(sizesOf(lines)).toEqual([
      [10, 250, null, 273.05],
      [8, 200, 6, 219.075],
      [8, 200, 6, null],
      [8, 200, 6, null],
      [2, 50, null, 60.325],
      [1.5, null, null, 48.26],
      [null, 175, null, null],
    ]);
  });

  test('pairs of inches in a column of sizes: 200, size, secondary size and DN', async () => {
    const sizes = ['8"x6"', '8x6', '2 1/2" x 1 1/2"', '4"x1/2"', '8"x6"x8"', '8\u201d\u00d76\u201d'];
    const { task, lines } = await system.importRows([
      [...header, 'Size'],
      ...sizes.map((size, at) => row(at + 1, size)),
    ]);
    expect(task).toMatchObject({ status: 'completed', errorCount: 0 });
    expect(sizesOf(lines)).toEqual([
      [8, 200, 6, null],
      [8, 200, 6, null],
      [2.5, 65, 1.5, null],
      [4, 100, 0.5, null],
      [8, 200, 6, null],
      [8, 200, 6, null],
    ]);
  });

  test('sizes that contradict or are none: 200, row errors that name both values', async () => {
    const { task, lines } = await system.importRows([
      [...header, 'NPS', 'NPS 2'],
      row(1, '8"x6"', 6),
      row(2, '8"x6"', 4),
      row(3, '8"x6"x4"', null),
      row(4, 'DN175', null),
    ]);
    expect(task).toMatchObject({ status: 'completed-with-errors', result: { imported: 1, failed: 3 } });
    expect(messageKeys(task.errors)).toEqual([
      'DUPLICATE secondarySize F3',
      'NOT_A_NUMBER nominalPipeSize E4',
      'NOT_A_NUMBER nominalPipeSize E5',
    ]);
    expect(task.errors.map(({ message }) => message)).toEqual([
      'NPS 2 4 is not 6, the second size of 8"x6"',
      'NPS "8"x6"x4"" is not a number',
    ]);
    expect(task.errors[1]).toMatchObject({ rows: [4, 5], count: 2 });
    expect(sizesOf(lines)).toEqual([[8, 200, 6, null]]);
  });

  test('an upsert of the same rows: 200, nothing changes; a plain size leaves the secondary size', async () => {
    const target = system.newTarget();
    const send = (size: string) => {
      const file = csvFile(`Item No.,Description,Qty,UOM,NPS\n1,Reducer,1,EA,"${size}"\n`, 'Piping.csv');
      return importFile(system, target, file, { mode: 'upsert', discipline: 'piping', force: true });
    };
    expect((await send('8""x6""')).result).toMatchObject({ imported: 1 });
    expect((await send('8""x6""')).result).toMatchObject({ updated: 0, skipped: 1 });
    expect((await send('10')).result).toMatchObject({ updated: 1 });
    expect(sizesOf(await linesOf(system, target))).toEqual([[10, 250, 6, null]]);
    expect((await send('7')).result).toMatchObject({ updated: 1 });
    expect(sizesOf(await linesOf(system, target))).toEqual([[7, null, 6, null]]);
  });
});
