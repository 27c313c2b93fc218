import { afterAll, describe, expect, test } from 'bun:test';
import { workbookFile } from '../../support/import-file';
import { commonTakeoffImports, counts } from '../../support/takeoff-import';

const imports = await commonTakeoffImports();
const { sheet, file } = imports;

afterAll(() => imports.stop());

const header = ['Item No.', 'Description', 'Qty', 'UOM', 'Unit Price', 'Amount'];
const moneyOf = (task: Record<string, unknown>) => (task.reconciliation as { money: object }).money;
const suggestedOf = async (taskId: string) => {
  const path = `/api/v1/mto/import/status/${taskId}/survey`;
  return (await imports.system.mto.request('GET', path)).body.suggested;
};
const sent = (parts: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== null));

describe('POST /api/v1/mto/import/async: the money of the file', () => {
  test('200 its grand total is compared with the lines and the rows that failed', async () => {
    const rows = [
      header,
      [1, 'a', 2, 'm', 5, 10],
      [2, 'b', 3, 'm', 10, 30],
      [3, 'c', 'x', 'm', 1, 7],
      [null, 'Grand total', null, null, null, 47],
    ];
    const { task } = await sheet(rows, { dryRun: true });
    const money = { basis: 'grand-total', inFile: '47.00', stored: '40.00', failedRows: '7.00' };
    expect(moneyOf(task)).toEqual({ ...money, difference: '0', agrees: false });
    const { task: other } = await sheet([...rows.slice(0, 4), [null, 'Grand total', null, null, null, 50]]);
    const differing = { ...money, inFile: '50.00', difference: '3.00', agrees: false };
    expect(moneyOf(other)).toEqual(differing);
  });

  test('200 without one the column that is the product, else that of the totals, else nothing', async () => {
    const items = Array.from({ length: 6 }, (_, at) => [at + 1, `item ${at}`, at + 2, 'm', 10 + at]);
    const product = items.map((row) => [...row, Number(row[2]) * Number(row[4])]);
    const sum = product.reduce((all, row) => all + Number(row[5]), 0).toFixed(2);
    const wrong = { mapping: { '[E]': 'totalCost', '[F]': null } };
    const { task } = await sheet(
      [['Item No.', 'Description', 'Qty', 'UOM', 'TOTAL', 'AMOUNT'], ...product],
      wrong,
    );
    expect(moneyOf(task)).toMatchObject({ basis: 'product', inFile: sum, stored: '75.00', agrees: false });
    const totals = items.map(([item, text, quantity, unit, amount]) => [item, text, quantity, unit, amount]);
    const plain = await sheet([['Item No.', 'Description', 'Qty', 'UOM', 'Amount'], ...totals]);
    expect(moneyOf(plain.task)).toMatchObject({ basis: 'total-column', inFile: '75.00', agrees: true });
    const none = await sheet([header.slice(0, 4), ...items.map((row) => row.slice(0, 4))]);
    expect(moneyOf(none.task)).toMatchObject({ basis: null, inFile: null, difference: null, agrees: true });
  });
});

describe('GET /api/v1/mto/import/status/{taskId}/survey: suggested', () => {
  test('200 lands the money of the file although rows of it were calculated by hand', async () => {
    const bill = workbookFile({
      Piping: [
        header,
        ...Array.from({ length: 20 }, (_, at) => [at + 1, `item ${at}`, at + 2, 'm', 10, (at + 2) * 10]),
        [21, 'rounded by hand', 3, 'm', 33.3, 100],
        [null, 'Total', null, null, null, 2400],
      ],
    });
    const look = await file(bill, { survey: true });
    const suggested = await suggestedOf(look.task.taskId);
    expect(suggested).toMatchObject({ totals: 'file' });
    const parts = { ...sent(suggested), sourceTaskId: look.task.taskId };
    const { task } = await file(null, parts, look.target);
    expect(moneyOf(task)).toMatchObject({
      basis: 'grand-total',
      inFile: '2400.00',
      stored: '2400.00',
      agrees: true,
    });
  });

  test('200 a sheet of steel members is structural, not of the piping next to it', async () => {
    const named = ['Description', 'Qty', 'Units'];
    const pipes = ['Pipe 6" sch 40', 'Elbow 90 6"', 'Flange 6" WN', 'Gate valve 6"'];
    const steel = ['HEA 200 column', 'IPE 300 beam', 'UPN 160 bracing', 'HEB 240 girder'];
    const rows = (texts: string[]) => texts.map((text, at) => [text, at + 1.5, 'm']);
    const book = workbookFile({
      pipeComponents: [named, ...rows(pipes)],
      structureMembers: [named, ...rows(steel)],
    });
    const look = await file(book, { survey: true });
    const { discipline, ...suggested } = await suggestedOf(look.task.taskId);
    expect(discipline).toBeNull();
    expect(suggested.defaults).toEqual({
      'pipeComponents!discipline': 'piping',
      'structureMembers!discipline': 'structural',
    });
    const parts = { ...sent(suggested), sourceTaskId: look.task.taskId };
    const { task, lines } = await file(null, parts, look.target);
    expect(counts(task)).toEqual([8, 0, 0, 0, 0]);
    const ofSteel = lines.filter((line) => line.discipline === 'structural');
    expect(ofSteel.map(({ description }) => description)).toEqual(steel);
  });

  test('200 works when it is sent back for sheets of several disciplines, none of which reads itself', async () => {
    const pipes = ['Pipe', 'Elbow', 'Flange', 'Valve', 'Gasket'];
    const steel = ['Steel beam', 'Steel column', 'Bracing', 'Girder', 'Purlin'];
    const rows = (texts: string[]) => texts.map((text, at) => [`${text} ${at}`, at + 1.5, 'm']);
    const book = workbookFile({
      'Bill 1': [['TENDER'], ['Particulars of piping works', 'Qty.', 'Units'], ...rows(pipes)],
      'Bill 2': [...rows(steel)],
    });
    const look = await file(book, { survey: true, defaults: { 'Bill 2!discipline': 'structural' } });
    const suggested = await suggestedOf(look.task.taskId);
    const mapping = {
      ...suggested.mapping,
      'Bill 1![A]': 'description',
      'Bill 1![B]': 'quantity',
      'Bill 2![A]': 'description',
      'Bill 2![B]': 'quantity',
      'Bill 2![C]': 'unitOfMeasure',
    };
    const parts = { sheet: ['Bill 1', 'Bill 2'], headerRow: ['Bill 1!2', 'Bill 2!0'], mapping };
    const defaults = { 'Bill 1!discipline': 'piping', 'Bill 2!discipline': 'structural' };
    const sources = { sourceTaskId: look.task.taskId, defaults };
    const { task, lines } = await file(null, { ...parts, ...sources }, look.target);
    expect(counts(task)).toEqual([10, 0, 0, 0, 0]);
    expect(lines.map(({ discipline }) => discipline)).toEqual([
      ...Array(5).fill('piping'),
      ...Array(5).fill('structural'),
    ]);
  });
});
