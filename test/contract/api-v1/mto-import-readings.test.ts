import { afterAll, describe, expect, test } from 'bun:test';
import { workbookFile } from '../../support/import-file';
import { commonTakeoffImports, counts, valuesOf } from '../../support/takeoff-import';

const imports = await commonTakeoffImports();
const { sheet, file } = imports;

afterAll(() => imports.stop());

const header = ['Item No.', 'Description', 'QTY', 'UOM', 'Unit Price', 'AMOUNT', 'Budget', 'Note'];
/** More rows than are read at a time. */
const rowCount = 1500;

const row = (item: number): unknown[] => [item, `Pipe ${item}`, 2, 'm', 1.5, 3, item / 4, `note ${item}`];
const rowsOf = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => row(from + at));

describe('POST /api/v1/mto/import/async: how often a file is read', () => {
  test('200 a text far below tells how the numbers above it are written, and each row is stored once', async () => {
    const { task, lines } = await sheet([
      header,
      [1, 'Pipe 1', '1,234', 'm', 1, null, null, null],
      ...rowsOf(2, rowCount),
      [rowCount + 1, 'Last pipe', '1.234,50', 'm', 1, null, null, null],
    ]);
    expect(counts(task)).toEqual([rowCount + 1, 0, 0, 0, 0]);
    expect(task.progress).toEqual({ current: rowCount + 1, total: rowCount + 1 });
    const texts = lines.filter(({ itemNumber }) => itemNumber === 1 || itemNumber === rowCount + 1);
    expect(valuesOf(texts, 'itemNumber', 'quantity').toSorted()).toEqual([
      [1, 1.234],
      [rowCount + 1, 1234.5],
    ]);
  });

  test('200 what is told of a file is the same whether its lines are matched or appended', async () => {
    const sent = workbookFile({
      Piping: [
        header,
        ['Section A'],
        ...rowsOf(1, 3),
        [null, 'Subtotal', null, null, null, 9, 2, 5],
        ['Section B'],
        [4, '', 2, 'm', 1.5, 7, 1, 12],
        [5, 'Wrong', 'x', 'm', 1.5, 3, null, 'note'],
        ...rowsOf(6, rowCount),
        [null, 'Total', null, null, null, 12, 3, 4],
      ],
      Cover: [['Takeoff of the pipe rack']],
    });
    const parts = { headings: 'area' };
    const appended = await file(sent, parts);
    const matched = await file(sent, { ...parts, mode: 'upsert' });
    const reported = ({ task }: typeof appended) => {
      const { status, result, progress, errors, warnings, reconciliation } = task;
      return { status, result, progress, errors, warnings, reconciliation };
    };
    expect(reported(appended)).toEqual(reported(matched));
    expect(appended.task.warnings.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['ROW_LEFT_OUT', 'SHEET_LEFT_OUT', 'TOTAL_DIFFERS', 'REQUIRED']),
    );
    const surveyOf = async ({ task }: typeof appended) => {
      const path = `/api/v1/mto/import/status/${task.taskId}/survey`;
      const { sheets, suggested } = (await imports.system.mto.request('GET', path)).body;
      return { sheets, suggested };
    };
    expect(await surveyOf(appended)).toEqual(await surveyOf(matched));
  });
});
