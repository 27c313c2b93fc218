import { afterAll, describe, expect, test } from 'bun:test';
import { workbookFixture } from '@consulting/spreadsheet/workbook-fixture';
import * as xlsx from '@e965/xlsx';
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

/** The workbook of failed rows as another program saves it, with other values in cells of its first sheet. */
async function corrected(taskId: string, cells: Record<string, unknown>): Promise<File> {
  const book = xlsx.read(await workbookOf(taskId));
  const [name = ''] = book.SheetNames;
  for (const [at, value] of Object.entries(cells))
    xlsx.utils.sheet_add_aoa(book.Sheets[name] ?? {}, [[value]], { origin: at });
  return new File([xlsx.write(book, { type: 'buffer', bookType: 'xlsx' })], 'corrected.xlsx');
}

describe('POST /api/v1/mto/import/async with a corrected workbook of failed rows', () => {
  const german = ['Pos', 'Bezeichnung', 'Menge', 'ME'];
  const decisions = {
    mapping: { pos: 'itemNumber', bezeichnung: 'description', menge: 'quantity', me: 'unitOfMeasure' },
    defaults: { area: 'North' },
    decimalSeparator: ',',
  };
  const values = async (target: { projectId: string; serviceId: string }) =>
    valuesOf(await linesOf(system, target), 'itemNumber', 'description', 'quantity', 'area').sort();

  async function refused(mode: string, rows: unknown[][]) {
    const { task, target } = await sheet([german, [1, 'Rohr', '1,500', 'm'], ...rows], {
      ...decisions,
      mode,
    });
    expect([task.status, task.corrects]).toEqual(['completed-with-errors', null]);
    return { task, target };
  }

  test('202 is read with the mapping, defaults and separator of its import; of replace it replaces nothing', async () => {
    const { task, target } = await refused('replace', [[2, 'Bogen', 'viele', 'Stk']]);
    const again = await importFile(system, target, await corrected(task.taskId, { C2: '2,250' }));
    expect([again.status, again.mode, again.corrects]).toEqual(['completed', 'append', task.taskId]);
    expect(await values(target)).toEqual([
      [1, 'Rohr', 1.5, 'North'],
      [2, 'Bogen', 2.25, 'North'],
    ]);
  });

  test('202 a part of the form counts before that of its import', async () => {
    const { task, target } = await refused('append', [[2, 'Bogen', 'viele', 'Stk']]);
    const file = await corrected(task.taskId, { C2: 2 });
    await importFile(system, target, file, { defaults: { area: 'South' } });
    expect(await values(target)).toContainEqual([2, 'Bogen', 2, 'South']);
  });

  test('202 after a survey, and what fails once more is corrected once more', async () => {
    const { task, target } = await refused('append', [
      [2, 'Bogen', 'viele', 'Stk'],
      [3, 'Flansch', 'viele', 'Stk'],
    ]);
    const survey = await importFile(system, target, await corrected(task.taskId, { C2: 2 }), {
      survey: true,
    });
    expect([survey.mode, survey.corrects]).toEqual(['append', task.taskId]);
    const again = await importFile(system, target, null, { sourceTaskId: survey.taskId });
    expect([again.corrects, counts(again)]).toEqual([task.taskId, [1, 0, 0, 1, 0]]);
    const last = await importFile(system, target, await corrected(again.taskId, { C2: 3 }));
    expect([last.corrects, counts(last)]).toEqual([again.taskId, [1, 0, 0, 0, 0]]);
    expect(await values(target)).toHaveLength(3);
  });

  test('202 of mode revise: no line is missing from it', async () => {
    const { target } = await refused('append', [[2, 'Bogen', 'viele', 'Stk']]);
    const revised = workbookFile({ Piping: [german, [1, 'Rohr', 4, 'm'], [2, 'Bogen', 'viele', 'Stk']] });
    const task = await importFile(system, target, revised, { ...decisions, mode: 'revise' });
    const again = await importFile(system, target, await corrected(task.taskId, { C2: 5 }));
    expect([again.mode, again.revision]).toMatchObject(['revise', { added: 1, removed: 0 }]);
    expect(await values(target)).toEqual([
      [1, 'Rohr', 4, 'North'],
      [2, 'Bogen', 5, 'North'],
    ]);
  });

  test('202 in another service its import decides nothing', async () => {
    const { task } = await refused('append', [[2, 'Bogen', 'viele', 'Stk']]);
    const again = await importFile(system, imports.target(), await corrected(task.taskId, { C2: 2 }));
    expect(again.corrects).toBeNull();
  });
});
