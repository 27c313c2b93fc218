import { afterAll, describe, expect, test } from 'bun:test';
import { type FormParts, type SheetCells, workbookFile } from '../../support/import-file';
import { commonTakeoffImports, counts, places, valuesOf } from '../../support/takeoff-import';
import { faultsOf } from '../../support/takeoff-lines';

const imports = await commonTakeoffImports();
const { system, sheet } = imports;

afterAll(() => imports.stop());

const surveyOf = async (taskId: string) =>
  (await system.mto.request('GET', `/api/v1/mto/import/status/${taskId}/survey`)).body;

const asParts = (parts: FormParts): FormParts =>
  Object.fromEntries(
    Object.entries(parts).filter(
      ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
    ),
  );

const header = ['Item No.', 'Description', 'Qty', 'UOM'];
const bill = (headers: string[], columns: (row: number) => (string | number | null)[]): SheetCells => [
  headers,
  ...[1, 2, 3, 4, 5, 6].map((row) => [row, `Item ${row}`, ...columns(row)]),
];

async function asSuggested(rows: SheetCells) {
  const sent = workbookFile({ Piping: rows });
  const surveyed = await imports.file(sent, { survey: true });
  const survey = await surveyOf(surveyed.task.taskId);
  const stored = await imports.file(sent, asParts(survey.suggested), surveyed.target);
  return { survey, ...stored };
}

describe('POST /api/v1/mto/import/async with what the survey suggests', () => {
  test('200 AMOUNT = QTY x TOTAL: AMOUNT is the total and TOTAL the unit price', async () => {
    const { survey, task, lines } = await asSuggested(
      bill(['Item No.', 'Description', 'QTY', 'UOM', 'TOTAL', 'AMOUNT'], (row) => [
        row * 3,
        'm',
        row + 0.5,
        row * 3 * (row + 0.5),
      ]),
    );
    expect(survey.sheets[0].problems).toMatchObject([
      {
        code: 'DUPLICATE_COLUMN',
        columns: ['E', 'F'],
        message:
          'Columns E "TOTAL" and F "AMOUNT" are both read as Total Cost. F "AMOUNT" is read, because QTY x TOTAL = AMOUNT on 6 rows.',
        remedy: { mapping: { '[E]': 'subcontractUnitPrice' } },
      },
    ]);
    expect(counts(task)).toEqual([6, 0, 0, 0, 0]);
    expect(valuesOf(lines, 'quantity', 'subcontractUnitPrice', 'totalCost')[1]).toEqual([6, 2.5, 15]);
    expect(task.warnings.filter(({ code }) => code === 'TOTAL_DIFFERS')).toEqual([]);
  });

  test('200 of two columns for one field the fuller one is read, and of equal ones the earlier', async () => {
    const { survey, lines } = await asSuggested(
      bill([...header, 'Tag', 'TAG', 'Drawing No.', 'DRAWING NO.'], (row) => [
        row,
        'EA',
        row === 2 ? 'T-0' : null,
        `T-${row}`,
        `D-${row}`,
        `E-${row}`,
      ]),
    );
    expect(survey.suggested.mapping).toEqual({ '[E]': null, '[H]': null });
    expect(survey.sheets[0].problems[0].message).toContain('because it has 6 values and E "Tag" has 1');
    expect(survey.sheets[0].problems[1].message).toContain('because it comes first');
    expect(valuesOf(lines, 'tag', 'drawingNumber')[1]).toEqual(['T-2', 'D-2']);
  });

  test('200 an estimated quantity gives way to the one that multiplies to the amount', async () => {
    const { survey, lines } = await asSuggested(
      bill(['Item No.', 'Description', 'Quantity', 'UOM', 'As executed', 'Rate', 'Amount'], (row) => [
        row * 10,
        'm',
        row * 2,
        row + 0.25,
        row * 2 * (row + 0.25),
      ]),
    );
    expect(survey.suggested.mapping).toEqual({
      '[C]': null,
      '[E]': 'quantity',
      '[F]': 'subcontractUnitPrice',
    });
    expect(valuesOf(lines, 'quantity', 'totalCost')[0]).toEqual([2, 2.5]);
  });

  test('200 a remedy does not replace an error by another wrong reading', async () => {
    const { survey } = await asSuggested([
      [...header, 'Pressure Class', 'Heat Tracing'],
      [1, 'Flange', 2, 'EA', '3300', 'spiral'],
      [2, 'Flange', 2, 'EA', '6300', 'spiral'],
      [3, 'Flange', 2, 'EA', '3300', 'spiral'],
    ]);
    expect(survey.suggested.mapping).toEqual({ '[E]': null, '[F]': null });
  });
});

describe('POST /api/v1/mto/import/async: words of bills', () => {
  test('200 item numbers that are no whole numbers are item codes, with one warning', async () => {
    const { task, lines } = await sheet([
      header,
      [1, 'Pipe', 5, 'm'],
      ['1.1', 'Elbow', 2, 'EA'],
      ['2.a', 'Tee', 1, 'EA'],
    ]);
    expect(valuesOf(lines, 'itemNumber', 'itemCode')).toEqual([
      [null, '1'],
      [null, '1.1'],
      [null, '2.a'],
    ]);
    expect(places(task.warnings)).toEqual(['Piping!3 itemCode ITEM_CODES']);
  });

  test('200 item numbers of an upsert stay what lines are found by', async () => {
    const { task } = await sheet([header, ['1.1', 'Elbow', 2, 'EA'], [2, 'Tee', 1, 'EA']], {
      mode: 'upsert',
    });
    expect([counts(task)?.[3], task.errors[0]?.field]).toEqual([1, 'itemNumber']);
  });

  test.each(['R.O.', 'rate only', 'incl.', 'by others', 'nil', '-'])(
    '200 a quantity of "%s" is 0, and the word is in the remarks',
    async (word) => {
      const { task, lines } = await sheet([
        [...header, 'Remarks'],
        [1, 'Extra over', word, 'm', null],
        [2, 'Pipe', 5, 'm', null],
        [3, 'Extra over', word, 'm', 'see drawing'],
      ]);
      expect(valuesOf(lines, 'quantity', 'remarks')).toEqual([
        [0, word],
        [5, null],
        [0, `see drawing; ${word}`],
      ]);
      expect(task.warnings).toMatchObject([
        { code: 'RATE_ONLY', rows: [2, 4], count: 2, column: 'C', value: word },
      ]);
    },
  );

  test('200 a description of 10,000 characters is stored, one more is refused', async () => {
    const text = 'x'.repeat(10_000);
    const { task, lines } = await sheet([header, [1, text, 5, 'm'], [2, `${text}x`, 5, 'm']]);
    expect(lines.map(({ description }) => description)).toEqual([text]);
    expect(places(task.errors)).toEqual(['Piping!B3 description MAX_LENGTH']);
  });

  test('200 units of tenders in several languages', async () => {
    const units = ['(m³)', '1 Cum', 'Sq. Mtr.', 'R.Mt', 'Nos', 'ml', 'ตร.ม.', 'م2', 'Stück', 'Qtl'];
    const { lines } = await sheet([header, ...units.map((unit, at) => [at + 1, 'Work', 1, unit])]);
    expect(lines.map(({ unitOfMeasure }) => unitOfMeasure)).toEqual([
      ...['m3', 'm3', 'm2', 'm', 'EA', 'mL', 'm2', 'm2', 'EA', 'q'],
    ]);
  });

  test('200 sizes go to NPS 80', async () => {
    const { lines } = await sheet([
      [...header, 'NPS'],
      [1, 'Pipe', 5, 'm', '60"'],
      [2, 'Pipe', 5, 'm', 80],
    ]);
    expect(valuesOf(lines, 'nominalPipeSize', 'nominalDiameter')).toEqual([
      [60, 1500],
      [80, 2000],
    ]);
  });
});

describe('POST /api/v1/mto/import/async with currencies', () => {
  const rows: SheetCells = [
    [...header, 'Unit Price (Rs.)'],
    [1, 'Pipe', 2, 'm', 'Rs. 1,23,456.50'],
  ];
  const inProject = async (currency: string, parts: FormParts) => {
    const projectId = system.records.addProject({ currency });
    system.records.exchangeRates.set(projectId, [{ currency: 'INR', rate: 0.5 }]);
    return imports.file(workbookFile({ Piping: rows }), parts, imports.target(projectId));
  };

  test('200 a sign of several currencies means that of the project', async () => {
    const { lines } = await inProject('NPR', {});
    expect(lines).toMatchObject([{ materialUnitPrice: 123456.5, currency: 'NPR' }]);
  });

  test('200 the part decides where the project has another', async () => {
    const { task } = await inProject('CAD', { convertCurrency: true });
    expect(task.error?.message).toContain(
      'Rs. is the sign of INR, PKR, NPR, LKR, MUR, none of which is the currency',
    );
    const { lines } = await inProject('CAD', { convertCurrency: true, currencies: { 'Rs.': 'INR' } });
    expect(lines).toMatchObject([{ materialUnitPrice: 61728.25 }]);
  });
});

describe('POST /api/v1/mto/import/async with values', () => {
  const rows: SheetCells = [
    [...header, 'End Type', 'Status', 'NPS'],
    [1, 'Pipe', 5, 'm', 'WF', 'New', '4 nom'],
    [2, 'Elbow', 2, 'NOSE', 'wf', 'New', '6"'],
    [3, 'Tee', 2, 'EA', 'BW', 'draft', '6"'],
  ];
  const values = {
    endType: { WF: 'butt-weld' },
    status: { New: null },
    unitOfMeasure: { nose: 'EA' },
    nominalPipeSize: { '4 NOM': 4 },
  };

  test('200 the survey lists the words that are not known, and what they may mean', async () => {
    const { task } = await sheet(rows, { survey: true });
    const { sheets } = await surveyOf(task.taskId);
    const unknown = sheets[0].columns.flatMap(
      ({
        field,
        unknownWords,
      }: {
        field: string;
        unknownWords: { word: string; count: number; proposals: string[] }[];
      }) => unknownWords.map(({ word, count, proposals }) => [field, word, count, proposals[0] ?? null]),
    );
    expect(unknown).toEqual([
      ['unitOfMeasure', 'NOSE', 1, 'EA'],
      ['endType', 'WF', 2, 'butt-weld'],
      ['status', 'New', 2, 'draft'],
      ['nominalPipeSize', '4 nom', 1, '4'],
    ]);
  });

  test('200 every word has its value, in any case, and null leaves the cell empty', async () => {
    const { task, lines } = await sheet(rows, { values });
    expect([task.status, counts(task)]).toEqual(['completed', [3, 0, 0, 0, 0]]);
    expect(valuesOf(lines, 'endType', 'status', 'unitOfMeasure', 'nominalPipeSize')).toEqual([
      ['butt-weld', null, 'm', 4],
      ['butt-weld', null, 'EA', 6],
      ['butt-weld', 'draft', 'EA', 6],
    ]);
    const { sheets, suggested } = await surveyOf(task.taskId);
    expect(sheets[0].columns.flatMap((column: { unknownWords: unknown[] }) => column.unknownWords)).toEqual(
      [],
    );
    expect(suggested.values.endType).toEqual({ wf: 'butt-weld' });
  });

  test('200 a profile carries values and currencies, and its mapping keys as they were typed', async () => {
    const clientId = system.records.addClient();
    const target = imports.target(system.records.addProject({ clientId }));
    const mapping = { 'End Type': 'endType', '[G]': 'nominalPipeSize' };
    const saved = { values, currencies: { 'Rs.': 'INR' }, mapping, saveProfile: 'Yard' };
    await sheet(rows, saved, target);
    const { body } = await system.mto.request('GET', `/api/v1/import-profiles?clientId=${clientId}`);
    const [profile] = body.data.filter((one: { name: string }) => one.name === 'Yard');
    expect(profile).toMatchObject({ mapping, currencies: { rs: 'INR' }, values: { status: { new: null } } });
    const again = await sheet(
      rows,
      { profileId: profile.profileId, force: true, mapping: { 'END TYPE': null } },
      target,
    );
    expect(counts(again.task)).toEqual([3, 0, 0, 0, 0]);
    expect(again.lines.at(-1)).toMatchObject({ endType: null, unitOfMeasure: 'EA' });
  });

  test('422 unknown fields, values that the field does not take, currencies that do not exist', async () => {
    const answer = await system.mto.request('POST', '/api/v1/import-profiles', {
      json: {
        name: 'Wrong words',
        discipline: 'piping',
        values: { colourful: { a: 'b' }, endType: { WF: 'welded', ' wf ': null }, status: 'New' },
        currencies: { Rs: 'XXY' },
      },
    });
    expect(answer.status).toBe(422);
    expect(faultsOf(answer)).toEqual([
      'currencies.Rs FORMAT',
      'values.colourful UNKNOWN_FIELD',
      'values.endType.WF ENUM',
      'values.status TYPE',
    ]);
  });
});
