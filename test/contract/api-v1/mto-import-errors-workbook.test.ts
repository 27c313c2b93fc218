import { afterAll, describe, expect, test } from 'bun:test';
import { workbookFixture } from '@consulting/spreadsheet/workbook-fixture';
import { byRow, csvFile, importFile, linesOf, workbookFile } from '../../support/import-file';
import { readWorkbook } from '../../support/read-workbook';
import { commonTakeoffImports, counts, places, valuesOf } from '../../support/takeoff-import';

const imports = await commonTakeoffImports();
const { system, sheet, file } = imports;
const header = ['Item No.', 'Description', 'Quantity', 'UOM'];
const reasons = 'Import Errors';

afterAll(() => imports.stop());

async function workbookOf(taskId: string): Promise<ArrayBuffer> {
  const { status, body } = await system.mto.request('GET', `/api/v1/mto/import/status/${taskId}/errors`);
  expect(status).toBe(200);
  return body;
}

const sheetsOf = async (taskId: string) => readWorkbook(await workbookOf(taskId));

describe('GET /api/v1/mto/import/status/{taskId}/errors: rows as they were', () => {
  test('200 sent back unchanged the rows fail for the same reasons, which are named once', async () => {
    const { task, target } = await sheet([
      ['Refinery'],
      [...header, 'Item Code', 'Takeoff Date', 'PWHT'],
      [1, 'Pipe', 'many', 'm', '007', new Date(Date.UTC(2026, 2, 4)), true],
      [2, 'Pipe', 2, 'm', '008', null, null],
    ]);
    const body = await workbookOf(task.taskId);
    const [first] = await readWorkbook(body);
    expect(first?.rows).toEqual([
      {
        'Item No.': 1,
        Description: 'Pipe',
        Quantity: 'many',
        UOM: 'm',
        'Item Code': '007',
        'Takeoff Date': '2026-03-04',
        PWHT: true,
        [reasons]: 'C: Quantity "many" is not a number',
      },
    ]);
    const again = await importFile(system, target, new File([body], 'errors.xlsx'));
    expect([again.status, places(again.errors)]).toEqual(['failed', ['Piping!C2 quantity NOT_A_NUMBER']]);
    expect(await sheetsOf(again.taskId)).toEqual([{ ...first, name: 'Piping' }] as never);
  });

  test('200 a text that is longer than a cell of a workbook may be is cut, and refused again', async () => {
    const { task, target } = await file(
      csvFile(`Item No.,Description,Quantity\n1,${'x'.repeat(40_000)},1\n`, 'piping.csv'),
    );
    const body = await workbookOf(task.taskId);
    const [first] = await readWorkbook(body);
    expect(String(first?.rows[0]?.Description)).toHaveLength(32_767);
    const again = await importFile(system, target, new File([body], 'errors.xlsx'));
    expect(places(again.errors)).toEqual(['piping!B2 description MAX_LENGTH']);
  });

  test('200 an error cell and a formula without a result are refused again, in text columns too', async () => {
    const text = (at: string, value: string) => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`;
    const cells = ['Item No.', 'Description', 'Quantity'].map((name, at) => text(`${'ABC'[at]}1`, name));
    const rows = [
      `<row r="1">${cells.join('')}</row>`,
      `<row r="2"><c r="A2"><v>1</v></c><c r="B2" t="str"><f>X1</f></c><c r="C2"><f>1+1</f></c></row>`,
      `<row r="3"><c r="A3"><v>2</v></c><c r="B3" t="e"><v>#REF!</v></c><c r="C3" t="e"><v>#DIV/0!</v></c></row>`,
      `<row r="4"><c r="A4"><v>3</v></c><c r="B4" t="str"><f>X1</f><v>#N/A</v></c><c r="C4"><f>1+1</f><v>2</v></c></row>`,
    ];
    const book = workbookFixture({ sheets: [{ name: 'Piping', rows: rows.join('') }] });
    const { task, target, lines } = await file(new File([new Uint8Array(book)], 'formulas.xlsx'));
    expect(valuesOf(lines, 'itemNumber', 'description', 'quantity')).toEqual([[3, '#N/A', 2]]);
    expect(places(task.errors)).toEqual([
      'Piping!B2 description NO_STORED_RESULT',
      'Piping!C2 quantity NO_STORED_RESULT',
      'Piping!B3 description ERROR_CELL',
      'Piping!C3 quantity ERROR_CELL',
    ]);
    const again = await importFile(system, target, new File([await workbookOf(task.taskId)], 'errors.xlsx'));
    expect(counts(again)).toEqual([0, 0, 0, 2, 0]);
    expect(byRow(again.errors).map(({ code }) => code)).toEqual(Array(4).fill('ERROR_CELL'));
  });

  test('200 a text that says what an error says stays text', async () => {
    const { task, target, lines } = await sheet([header, [1, '#N/A', 1, 'm'], [2, '#REF!', 'many', 'm']]);
    expect(valuesOf(lines, 'itemNumber', 'description')).toEqual([[1, '#N/A']]);
    const errors = new File([await workbookOf(task.taskId)], 'errors.xlsx');
    const again = await importFile(system, target, errors);
    expect(places(again.errors)).toEqual(['Piping!C2 quantity NOT_A_NUMBER']);
  });

  test('200 keeps disciplines by sheet, and an upsert corrected finds its lines by MTO ID', async () => {
    const { target } = await file(
      workbookFile({ Piping: [header, [1, 'Pipe', 1, 'm']], Civil: [header, [1, 'Trench', 2, 'm3']] }),
    );
    const lines = await linesOf(system, target);
    const rows = (discipline: string, quantity: unknown) => [
      ['MTO ID', ...header],
      ...lines
        .filter((line) => line.discipline === discipline)
        .map(({ mtoId, itemNumber, description, unitOfMeasure }) => [
          mtoId,
          itemNumber,
          description,
          quantity,
          unitOfMeasure,
        ]),
    ];
    const wrong = workbookFile({ Piping: rows('piping', 'x'), Civil: rows('civil', -1) });
    const task = await importFile(system, target, wrong, { mode: 'upsert' });
    expect([task.status, counts(task)]).toEqual(['failed', [0, 0, 0, 2, 0]]);
    const corrected = (await sheetsOf(task.taskId)).map(({ name, headers, rows: failed }) => {
      const cells = failed.map((row) => headers.map((one) => (one === 'Quantity' ? 9 : (row[one] ?? null))));
      return [name, [headers, ...cells]] satisfies [string, unknown[][]];
    });
    const again = await importFile(system, target, workbookFile(Object.fromEntries(corrected)), {
      mode: 'upsert',
    });
    expect([again.status, counts(again)]).toEqual(['completed', [0, 2, 0, 0, 0]]);
    expect(valuesOf(await linesOf(system, target), 'quantity', 'version')).toEqual([
      [9, 2],
      [9, 2],
    ]);
  });
});
