import { afterAll, describe, expect, test } from 'bun:test';
import { linesOf, workbookFile } from '../../support/import-file';
import { commonTakeoffImports, counts, places, valuesOf } from '../../support/takeoff-import';
import { unknownId } from '../../support/takeoff-lines';

const imports = await commonTakeoffImports();
const { system, sheet, file } = imports;
const upsert = { mode: 'upsert' };

afterAll(() => imports.stop());

const header = ['Item No.', 'Description', 'Quantity', 'UOM', 'Material Unit Price', 'Remarks'];
/** A service with lines 1, 2 and 3. */
const threeLines = () =>
  sheet([
    header,
    [1, 'Pipe', 10, 'm', 5, 'first'],
    [2, 'Elbow', 4, 'EA', 20, 'second'],
    [3, 'Tee', 2, 'EA', 30, 'third'],
  ]);

describe('POST /api/v1/mto/import/async: mode upsert', () => {
  test('200 matches by Item No.: changes, inserts and skips, and calculates anew what changed', async () => {
    const { target: into, lines: before } = await threeLines();
    const { task, lines } = await sheet(
      [
        header,
        [2, 'Elbow', 6, 'EA', 20, 'second'],
        [3, 'Tee', 2, 'EA', 30, 'third'],
        [4, 'Cap', 1, 'EA', 7, null],
      ],
      upsert,
      into,
    );
    expect([task.status, counts(task)]).toEqual(['completed', [1, 1, 1, 0, 0]]);
    expect(valuesOf(lines, 'itemNumber', 'quantity', 'totalCost', 'version')).toEqual([
      [1, 10, 50, 1],
      [2, 6, 120, 2],
      [3, 2, 60, 1],
      [4, 1, 7, 1],
    ]);
    expect(lines[1]).toMatchObject({
      mtoId: before[1]?.mtoId,
      createdAt: before[1]?.createdAt,
      importTaskId: task.taskId,
    });
    expect(Date.parse(String(lines[1]?.updatedAt))).toBeGreaterThan(Date.parse(String(before[1]?.updatedAt)));
    expect([lines[0], lines[2]]).toEqual([before[0], before[2]]);
  });

  test('200 matches by MTO ID before Item No., which the row then sets', async () => {
    const { target: into, lines: before } = await threeLines();
    const { task, lines } = await sheet(
      [
        ['MTO ID', 'Item No.', 'Description'],
        [String(before[0]?.mtoId).toUpperCase(), 2, 'Pipe'],
        [before[1]?.mtoId, 1, 'Elbow'],
      ],
      upsert,
      into,
    );
    expect(counts(task)).toEqual([0, 2, 0, 0, 0]);
    expect(valuesOf(lines, 'itemNumber', 'description', 'mtoId')).toEqual([
      [1, 'Elbow', before[1]?.mtoId],
      [2, 'Pipe', before[0]?.mtoId],
      [3, 'Tee', before[2]?.mtoId],
    ]);
  });

  test('200 an empty cell clears its field, an absent column leaves it, defaults are for new lines only', async () => {
    const { target: into } = await threeLines();
    const { lines } = await sheet(
      [
        ['Item No.', 'Description', 'Remarks'],
        [1, 'Pipe', null],
        [null, 'Valve', 'new'],
      ],
      { ...upsert, defaults: { quantity: 9, unitOfMeasure: 'SET' } },
      into,
    );
    expect(valuesOf(lines, 'description', 'quantity', 'unitOfMeasure', 'remarks')).toEqual([
      ['Pipe', 10, 'm', null],
      ['Elbow', 4, 'EA', 'second'],
      ['Tee', 2, 'EA', 'third'],
      ['Valve', 9, 'SET', 'new'],
    ]);
  });

  test('200 a row with neither MTO ID nor Item No. is a new line, also twice', async () => {
    const { target: into } = await threeLines();
    const rows = [header, [null, 'Pipe', 10, 'm', 5, 'first'], [null, 'Pipe', 10, 'm', 5, 'first']];
    const { task, lines } = await sheet(rows, upsert, into);
    expect([counts(task), lines.length]).toEqual([[2, 0, 0, 0, 0], 5]);
  });

  test('200 the same Item No. of another discipline is another line', async () => {
    const { target: into } = await threeLines();
    const civil = workbookFile({ Civil: [header, [1, 'Trench', 30, 'm3', 2, null]] });
    const { task, lines } = await file(civil, upsert, into);
    expect([counts(task), lines.length]).toEqual([[1, 0, 0, 0, 0], 4]);
  });

  test('200 refuses an MTO ID that is not of this service', async () => {
    const other = await threeLines();
    const { target: into } = await threeLines();
    const { task, lines } = await sheet(
      [
        ['Item No.', 'MTO ID', 'Description'],
        [1, other.lines[0]?.mtoId, 'Pipe'],
        [2, unknownId, 'Elbow'],
        [3, 'MTO-3', 'Tee'],
        [1, null, 'Pipe DN100'],
      ],
      upsert,
      into,
    );
    expect([task.status, counts(task)]).toEqual(['completed-with-errors', [0, 1, 0, 3, 0]]);
    expect(places(task.errors)).toEqual([
      'Piping!B2 mtoId REFERENCE',
      'Piping!B3 mtoId REFERENCE',
      'Piping!B4 mtoId REFERENCE',
    ]);
    expect(valuesOf(lines, 'description')).toEqual([['Pipe DN100'], ['Elbow'], ['Tee']]);
    expect(await linesOf(system, other.target)).toEqual(other.lines);
  });

  test('200 refuses an Item No. of several lines, and every row of a line that the file names twice', async () => {
    const { target: into, lines: before } = await threeLines();
    await sheet([header, [3, 'Tee', 9, 'EA', 30, 'again']], {}, into);
    const { task, lines } = await sheet(
      [
        ['Item No.', 'MTO ID', 'Remarks'],
        [3, null, 'of several'],
        [1, null, 'twice'],
        [1, null, 'twice'],
        [7, before[1]?.mtoId, 'by its id'],
        [2, null, 'by its number'],
        [8, null, 'new'],
        [8, null, 'new'],
      ],
      { ...upsert, defaults: { quantity: 1 } },
      into,
    );
    expect([task.error?.code, counts(task)]).toEqual(['ALL_ROWS_INVALID', [0, 0, 0, 7, 0]]);
    const codes = places(task.errors);
    expect(codes.slice(0, 3)).toEqual([2, 3, 4].map((row) => `Piping!A${row} itemNumber DUPLICATE`));
    expect(codes.slice(3, 5)).toEqual(['Piping!B5 mtoId DUPLICATE', 'Piping!A6 itemNumber DUPLICATE']);
    expect(codes.slice(5)).toEqual([7, 8].map((row) => `Piping!A${row} itemNumber DUPLICATE`));
    expect(lines).toHaveLength(4);
    expect(valuesOf(lines, 'remarks').flat()).not.toContain('twice');
  });

  test('200 an MTO ID picks one of several lines with the same Item No.', async () => {
    const { target: into } = await threeLines();
    const { lines: four } = await sheet([header, [3, 'Tee', 9, 'EA', 30, 'again']], {}, into);
    const rows = four.map(({ mtoId, itemNumber }) => [mtoId, itemNumber, 'seen']);
    const { task } = await sheet([['MTO ID', 'Item No.', 'Remarks'], ...rows], upsert, into);
    expect(counts(task)).toEqual([0, 4, 0, 0, 0]);
  });

  test('200 refuses another discipline, a cleared quantity and a wrong cell, and leaves those lines', async () => {
    const { target: into, lines: before } = await threeLines();
    const { task, lines } = await file(
      workbookFile({
        All: [
          ['MTO ID', 'Discipline', 'Item No.', 'Quantity', 'Remarks'],
          [before[0]?.mtoId, 'civil', 1, 10, 'x'],
          [before[1]?.mtoId, 'piping', 2, null, 'x'],
          [before[2]?.mtoId, 'piping', 3, 'many', 'x'],
        ],
      }),
      upsert,
      into,
    );
    expect(places(task.errors)).toEqual([
      'All!B2 discipline READ_ONLY',
      'All!D3 quantity REQUIRED',
      'All!D4 quantity NOT_A_NUMBER',
    ]);
    expect(lines).toEqual(before);
  });

  test('200 counts the same in a dry run and changes nothing', async () => {
    const { target: into, lines: before } = await threeLines();
    const rows = [
      header,
      [1, 'Pipe', 11, 'm', 5, 'first'],
      [2, 'Elbow', 4, 'EA', 20, 'second'],
      [9, 'Cap', 1, 'EA', 2, null],
      [3, 'Tee', -1, 'EA', 30, null],
    ];
    const dry = await sheet(rows, { ...upsert, dryRun: true }, into);
    expect(dry.lines).toEqual(before);
    const real = await sheet(rows, upsert, into);
    expect(counts(real.task)).toEqual([1, 1, 1, 1, 0]);
    const { taskId, dryRun, createdAt, startedAt, finishedAt, ...said } = real.task;
    expect(dry.task).toMatchObject(said);
  });

  test('200 in append an MTO ID column says nothing', async () => {
    const { target: into, lines: before } = await threeLines();
    const rows = [
      ['MTO ID', 'Item No.', 'Quantity'],
      [before[0]?.mtoId, 1, 1],
      ['MTO-2', 2, 1],
    ];
    const { task, lines } = await sheet(rows, {}, into);
    expect([counts(task), lines.length]).toEqual([[2, 0, 0, 0, 0], 5]);
  });
});
