import { afterAll, describe, expect, test } from 'bun:test';
import { csvFile, type FormParts, upload, workbookFile } from '../../support/import-file';
import { commonTakeoffImports, counts } from '../../support/takeoff-import';

const imports = await commonTakeoffImports();
const { system, file } = imports;

afterAll(() => imports.stop());

const surveyOf = async (taskId: string) =>
  (await system.mto.request('GET', `/api/v1/mto/import/status/${taskId}/survey`)).body;

/** What the survey suggests or remedies, as form parts of the next import. */
const asParts = (parts: FormParts): FormParts =>
  Object.fromEntries(
    Object.entries(parts).filter(
      ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
    ),
  );

const header = ['Description', 'Quantity', 'UOM', 'Tag'];
const pipes = [header, ['Pipe', 5, 'm', 'P-1'], ['Elbow', 2, 'EA', 'P-2']];

describe('POST /api/v1/mto/import/async: survey=true', () => {
  test('200 makes nothing but the survey, again and beside an import of the same file', async () => {
    const sent = workbookFile({ Piping: pipes });
    const first = await file(sent, { survey: true });
    expect(first.task).toMatchObject({ status: 'completed', result: null, error: null });
    expect(first.lines).toEqual([]);
    const stored = await file(sent, {}, first.target);
    expect(counts(stored.task)).toEqual([2, 0, 0, 0, 0]);
    const again = await file(sent, { survey: true }, first.target);
    expect(again.task.status).toBe('completed');
    expect(again.lines).toHaveLength(2);
  });

  test('200 a file that cannot be read fails, and its survey has no sheets and the error', async () => {
    const { task } = await file(new File(['PK\u0003\u0004 no archive'], 'broken.xlsx'), { survey: true });
    expect(task).toMatchObject({ status: 'failed', error: { code: 'FILE_UNREADABLE' } });
    expect(await surveyOf(task.taskId)).toEqual({
      taskId: task.taskId,
      fileName: 'broken.xlsx',
      problems: [],
      identity: null,
      sheets: [],
      suggested: null,
      error: task.error,
    });
  });
});

describe('GET /api/v1/mto/import/status/{taskId}/survey', () => {
  test('200 every sheet with its rows and columns, how each is read, and samples', async () => {
    const { task } = await file(
      workbookFile({
        Piping: [
          ['Bill of materials'],
          ['Item No.', 'Description', 'Qty', 'Unit Price (CAD)', 'NPS', 'itemCode', 'Colour'],
          ['Area 100'],
          [1, 'Pipe', 5, 2.5, '6"', null, 'red'],
          [2, 'Elbow', 'x', 3, '4"', null, 'red'],
          ['Total', null, 5],
        ],
        Notes: [['Nothing to see']],
      }),
      { survey: true },
    );
    const { sheets } = await surveyOf(task.taskId);
    expect(sheets[0]).toMatchObject({
      ...{
        sheet: 'Piping',
        read: true,
        reason: null,
        headerRow: 2,
        dataRows: 2,
        headingRows: 1,
        totalRows: 1,
      },
      ...{
        discipline: 'piping',
        disciplineSource: 'sheet-name',
        problems: [{ code: 'INVALID_VALUES', columns: ['C'], field: 'quantity', remedy: null }],
      },
    });
    const displayed = sheets[0].columns.map((one: Record<string, unknown>) =>
      [one.column, one.field, one.how, one.unit, one.filled, one.invalid].join(' '),
    );
    expect(displayed).toEqual([
      'A itemNumber label  2 0',
      'B description label  2 0',
      'C quantity alias  2 1',
      'D materialUnitPrice alias CAD/uom 2 0',
      'E nominalPipeSize label in 2 0',
      'F itemCode label  0 0',
      'G  none  2 0',
    ]);
    expect(sheets[0].columns[4].samples).toEqual(['6"', '4"']);
    expect(sheets[1]).toMatchObject({ sheet: 'Notes', read: false });
    expect(sheets[1].problems.map(({ code }: { code: string }) => code)).toEqual(['NO_KNOWN_HEADER']);
  });

  test('200 after an import that failed: no problem hides another, and the remedies together import the file', async () => {
    const sent = workbookFile({
      Piping: [
        ['Description', 'Quantity', 'UOM', 'Tag', 'TAG', 'NPS (mm)'],
        ['Pipe', 5, 'm', 'P-1', 'P-2', 150],
      ],
    });
    const { task, target } = await file(sent);
    expect(task.status).toBe('failed');
    const { sheets, suggested } = await surveyOf(task.taskId);
    const [{ problems }] = sheets;
    expect(problems).toMatchObject([
      { code: 'DUPLICATE_COLUMN', columns: ['D', 'E'], field: 'tag', remedy: { mapping: { '[E]': null } } },
      { code: 'UNIT_MISMATCH', columns: ['F'], remedy: { mapping: { '[F]': null } } },
    ]);
    expect(suggested.mapping).toEqual({ '[E]': null, '[F]': null });
    const again = await file(sent, asParts(suggested), target);
    expect([again.task.status, counts(again.task)]).toEqual(['completed', [1, 0, 0, 0, 0]]);
  });

  test('200 of several sheets a remedy names the discipline of its own, and the other sheets stay', async () => {
    const steel = [header, ['Beam W12x26', 3, 'kg', 'B-1']];
    const sent = workbookFile({ Piping: pipes, 'Bill 7': steel, Notes: [['Nothing to see']] });
    const { task, target } = await file(sent, { survey: true });
    const { sheets } = await surveyOf(task.taskId);
    const [{ code, remedy }] = sheets[1].problems;
    expect(code).toBe('DISCIPLINE_NOT_FOUND');
    expect(remedy).toEqual({ defaults: { 'Bill 7!discipline': expect.any(String) } });
    const { task: run, lines } = await file(sent, asParts(remedy), target);
    expect([run.status, counts(run)]).toEqual(['completed', [3, 0, 0, 0, 0]]);
    expect(lines.map(({ discipline }) => discipline)).toEqual([
      'piping',
      'piping',
      remedy.defaults['Bill 7!discipline'],
    ]);
    const given = { discipline: 'civil', mapping: { mark: 'tag', pieces: 'quantity', kind: 'description' } };
    const marks = [
      ['Mark', 'Kind', 'Pieces'],
      ['B1', 'Steel beam HEA 200', 3],
    ];
    const added = workbookFile({ Piping: pipes, Marks: marks });
    const again = await file(added, { survey: true, ...given });
    const [problem] = (await surveyOf(again.task.taskId)).sheets[1].problems;
    expect(problem).toMatchObject({ code: 'SHEET_ADDED', remedy: { sheet: ['Piping', 'Marks'] } });
    expect(problem.remedy.discipline).toBeUndefined();
  });

  test('200 where one sheet alone has lines, its discipline is that of the file', async () => {
    const sent = workbookFile({ 'Bill 7': pipes, Empty: [header] });
    const { task, target } = await file(sent, { survey: true });
    const [{ problems }] = (await surveyOf(task.taskId)).sheets;
    const [{ remedy }] = problems;
    expect(remedy).toEqual({ sheet: ['Bill 7'], discipline: expect.any(String) });
    const { task: run } = await file(sent, asParts(remedy), target);
    expect([run.status, counts(run)]).toEqual(['completed', [2, 0, 0, 0, 0]]);
  });

  test('200 a sheet that only the mapping knows waits to be named', async () => {
    const sent = workbookFile({
      Piping: pipes,
      Steel: [
        ['Mark', 'Kind', 'Pieces'],
        ['B1', 'Beam', 3],
      ],
    });
    const mapping = { mark: 'tag', kind: 'description', pieces: 'quantity' };
    const { task, target } = await file(sent, { mapping });
    expect([task.status, counts(task)]).toEqual(['completed', [2, 0, 0, 0, 0]]);
    const { sheets } = await surveyOf(task.taskId);
    expect(sheets[1]).toMatchObject({ sheet: 'Steel', read: false, dataRows: 1 });
    const [added] = sheets[1].problems;
    expect(added).toMatchObject({ code: 'SHEET_ADDED', remedy: { sheet: ['Piping', 'Steel'] } });
    const named = await file(sent, { mapping, force: true, ...asParts(added.remedy) }, target);
    expect(counts(named.task)).toEqual([3, 0, 0, 0, 0]);
  });

  test('200 a sheet without a quantity says so, and its remedy stores a line for each row', async () => {
    const sent = workbookFile({
      Piping: [
        ['Description', 'Tag', 'NPS'],
        ['Elbow', 'E-1', 4],
        ['Tee', 'T-1', 4],
      ],
    });
    const { task, target } = await file(sent, { survey: true });
    const [sheet] = (await surveyOf(task.taskId)).sheets;
    const [missing] = sheet.problems;
    expect(missing).toMatchObject({
      ...{ code: 'REQUIRED', field: 'quantity' },
      remedy: { defaults: { quantity: 1, unitOfMeasure: 'EA' } },
    });
    const { lines } = await file(sent, asParts(missing.remedy), target);
    expect(lines).toMatchObject([
      { quantity: 1, unitOfMeasure: 'EA' },
      { quantity: 1, unitOfMeasure: 'EA' },
    ]);
  });

  test('404 unknown, 409 before it is made', async () => {
    expect(await surveyOf(crypto.randomUUID())).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  });
});

describe('POST /api/v1/mto/import/async: sourceTaskId', () => {
  test('200 reads the file of an earlier task again: look, try, import', async () => {
    const sent = csvFile('Description;Qty;UOM\nPipe;1,5;m\n', 'piping.csv');
    const { task, target } = await file(sent, { survey: true, discipline: 'piping' });
    const parts = { sourceTaskId: task.taskId, discipline: 'piping' };
    const dry = await upload(system, target, null, { ...parts, dryRun: true });
    expect(dry.status).toBe(200);
    const run = await file(null, parts, target);
    expect(run.task).toMatchObject({ status: 'completed', fileName: 'piping.csv' });
    expect(run.lines).toMatchObject([{ quantity: 1.5 }]);
  });

  test('404 a task that is unknown or of another service', async () => {
    const { task } = await file(workbookFile({ Piping: pipes }), { survey: true });
    for (const sourceTaskId of [task.taskId, crypto.randomUUID()]) {
      const { status, body } = await upload(system, imports.target(), null, { sourceTaskId });
      expect([status, body.code]).toEqual([404, 'NOT_FOUND']);
    }
  });

  test('422 beside a file, and neither of them', async () => {
    const { task, target } = await file(workbookFile({ Piping: pipes }), { survey: true });
    const both = await upload(system, target, workbookFile({ Piping: pipes }), { sourceTaskId: task.taskId });
    expect([both.status, both.body.errors]).toMatchObject([
      422,
      [{ field: 'sourceTaskId', code: 'DUPLICATE' }],
    ]);
    const neither = await upload(system, target, null);
    expect([neither.status, neither.body.errors]).toMatchObject([422, [{ field: 'file', code: 'REQUIRED' }]]);
  });

  test('409 DUPLICATE_UPLOAD when it was imported already, as with the file itself', async () => {
    const { task, target } = await file(workbookFile({ Piping: pipes }));
    const { status, body } = await upload(system, target, null, { sourceTaskId: task.taskId });
    expect([status, body.code, body.taskId]).toEqual([409, 'DUPLICATE_UPLOAD', task.taskId]);
  });
});

describe('GET /api/v1/mto/import/status/{taskId}/survey: values', () => {
  test('200 a recognised column whose values are mostly something else is told, and left out by its remedy', async () => {
    const sent = workbookFile({
      Piping: [
        [...header, 'Status'],
        ['Pipe', 5, 'm', 'P-1', 'New'],
        ['Elbow', 2, 'EA', 'P-2', 'Existing'],
      ],
    });
    const { task, target } = await file(sent);
    expect(task.error?.code).toBe('ALL_ROWS_INVALID');
    const { sheets, suggested } = await surveyOf(task.taskId);
    expect(sheets[0].problems).toMatchObject([
      { code: 'INVALID_VALUES', columns: ['E'], field: 'status', remedy: { mapping: { '[E]': null } } },
    ]);
    const again = await file(sent, asParts(suggested), target);
    expect(counts(again.task)).toEqual([2, 0, 0, 0, 0]);
  });

  test('200 numbers that can be read in two ways are told with what other columns prove', async () => {
    const sent = csvFile(
      'Description;Qty;UOM;Unit Price\nPipe;1.234;m;7,25\nElbow;2.500;m;1,5\n',
      'piping.csv',
    );
    const { task, target } = await file(sent, { discipline: 'piping' });
    expect(task.error?.code).toBe('ALL_ROWS_INVALID');
    const { sheets, suggested } = await surveyOf(task.taskId);
    expect(sheets[0].problems).toMatchObject([
      { code: 'AMBIGUOUS_NUMBER', columns: ['B'], field: 'quantity', remedy: { decimalSeparator: ',' } },
    ]);
    const { lines } = await file(sent, asParts(suggested), target);
    expect(lines).toMatchObject([{ quantity: 1234 }, { quantity: 2500 }]);
  });

  test('200 a file of a tool that nobody knows: suggested maps it and names its discipline', async () => {
    const sent = workbookFile({
      pipes: [
        ['Project 4711 - bill of material'],
        ['Tekn. beskrivning', 'Mangd', 'Enhet', 'Rorklass', 'Size [inch]'],
        ['PIPE SEAMLESS A106', 12.5, 'm', 'B1A', '4"'],
        ['ELBOW 90 LR BW', 4, 'EA', 'B1A', '4"'],
        ['FLANGE WN RF 150', 2, 'EA', 'B1A', '6"'],
      ],
    });
    const { task } = await file(sent, { survey: true });
    const [sheet] = (await surveyOf(task.taskId)).sheets;
    expect(sheet).toMatchObject({ headerRow: 2, dataRows: 3, discipline: null, disciplineSource: 'none' });
    expect(sheet.disciplineProposals[0]).toMatchObject({ discipline: 'piping' });
    const proposed = Object.fromEntries(
      sheet.columns.map((one: { column: string; field: string; proposals: { field: string }[] }) => [
        one.column,
        one.field ?? one.proposals[0]?.field,
      ]),
    );
    expect(proposed).toMatchObject({ A: 'description', C: 'unitOfMeasure', E: 'nominalPipeSize' });
  });
});

describe('GET /api/v1/mto/import/status/{taskId}/survey: what must not be lost', () => {
  test('200 a column of figures without a header is told, reconciled, and read by its letter', async () => {
    const rows = [
      ['Description', 'Quantity', 'UOM', null, 'Tag'],
      ['Pipe', 5, 'm', 500, 'P-1'],
      ['Elbow', 2, 'EA', 600, 'P-2'],
    ];
    const { task } = await imports.sheet(rows);
    expect(task.warnings).toMatchObject([
      { code: 'HEADERLESS_COLUMN', column: 'D', message: expect.stringContaining('a mapping names "[D]"') },
    ]);
    const { columns } = task.reconciliation as { columns: Record<string, unknown>[] };
    expect(columns.find(({ column }) => column === 'D')).toMatchObject({
      header: '',
      inFile: '1100',
      field: null,
    });
    const [sheet] = (await surveyOf(task.taskId)).sheets;
    expect(sheet.columns[3]).toMatchObject({ column: 'D', header: '', filled: 2, samples: ['500', '600'] });
    const { lines } = await imports.sheet(rows, { mapping: { '[D]': 'materialUnitPrice' } });
    expect(lines).toMatchObject([{ materialUnitPrice: 500 }, { materialUnitPrice: 600 }]);
  });

  test('200 prices without a rate are not left out', async () => {
    const { task } = await imports.sheet([
      ['Item No.', 'Description', 'Quantity', 'UOM', 'Unit Price (EUR)'],
      ['1.01', 'Pipe', 5, 'm', 10],
      ['1.02', 'Elbow', 2, 'EA', 20],
    ]);
    expect(task.error).toMatchObject({
      code: 'UNIT_MISMATCH',
      message: expect.not.stringContaining('or the other'),
    });
    const { sheets, suggested } = await surveyOf(task.taskId);
    expect(sheets[0].problems).toMatchObject([{ code: 'UNIT_MISMATCH', columns: ['E'], remedy: null }]);
    expect(suggested.mapping).toEqual({});
  });

  test('200 a row above that looks like the header row is told, with the rows between', async () => {
    const { task } = await imports.sheet([
      ['Description', 'Quantity', 'UOM'],
      ['Pipe', 5, 'm'],
      ['Description', 'Quantity', 'UOM', 'Tag'],
      ['Elbow', 2, 'EA', 'P-2'],
    ]);
    expect(counts(task)).toEqual([1, 0, 0, 0, 0]);
    expect(task.warnings).toMatchObject([
      { code: 'ROW_LEFT_OUT', rows: [1, 2], message: expect.stringContaining('row 3') },
    ]);
  });

  test('200 a profile that fits is suggested alone, and works when it is sent back', async () => {
    const system = imports.system;
    const { body: profile } = await system.mto.request('POST', '/api/v1/import-profiles', {
      json: {
        name: `Office ${crypto.randomUUID()}`,
        mapping: { 'Pos. 4711': 'itemCode' },
        headings: 'system',
      },
    });
    expect(profile.profileId).toBeString();
    const sent = workbookFile({
      Piping: [
        ['Pos. 4711', 'Description', 'Quantity', 'UOM', 'Odd header 4711'],
        ['Area', 'North'],
        ['1.01', 'Pipe', 5, 'm', 'x'],
      ],
    });
    const first = await file(sent, { profileId: profile.profileId });
    expect(first.lines).toMatchObject([{ itemCode: '1.01', system: 'Area North' }]);
    const { task, target } = await file(sent, { survey: true });
    const { suggested } = await surveyOf(task.taskId);
    expect(suggested).toMatchObject({ profileId: profile.profileId, mapping: {}, headings: null });
    const again = await file(null, { sourceTaskId: task.taskId, ...asParts(suggested) }, target);
    expect(again.lines).toMatchObject([{ itemCode: '1.01', system: 'Area North' }]);
    const [sheet] = (await surveyOf(again.task.taskId)).sheets;
    expect(sheet.columns[0]).toMatchObject({ field: 'itemCode', how: 'profile' });
  });

  test('200 rows that failed come back with the heading that they stood under', async () => {
    const { task, target } = await file(
      workbookFile({
        Piping: [
          ['Description', 'Tag', 'Quantity', 'UOM'],
          ['AREA 100'],
          ['Pipe', 'P-1', 'x', 'm'],
          ['Tee', 'T-1', 1, 'EA'],
        ],
      }),
      { headings: 'system' },
    );
    const { body } = await system.mto.request('GET', `/api/v1/mto/import/status/${task.taskId}/errors`);
    const again = await file(new File([body], 'errors.xlsx'), { survey: true, discipline: 'piping' }, target);
    const [sheet] = (await surveyOf(again.task.taskId)).sheets;
    expect(sheet.columns.find(({ field }: { field: string }) => field === 'system')).toMatchObject({
      samples: ['AREA 100'],
    });
  });
});

describe('GET /api/v1/mto/import/status/{taskId}/survey: identity of the rows', () => {
  const columns = ['Source ID', 'Item No.', 'Tag', 'Description', 'Quantity', 'UOM'];
  const takeoff = [
    columns,
    ['S-1', 1, 'T-1', 'Pipe', 5, 'm'],
    ['S-2', 2, 'T-1', 'Elbow', 2, 'EA'],
    ['S-3', null, 'T-3', 'Tee', 1, 'EA'],
  ];
  const next = [columns, ['S-1', 1, 'T-1', 'Pipe', 6, 'm'], ['S-9', 2, 'T-3', 'Tee', 1, 'EA']];

  test('200 the rows and lines of each key, and how many match', async () => {
    const { target } = await file(workbookFile({ Piping: takeoff }));
    const { task } = await file(workbookFile({ Piping: next }), { survey: true, mode: 'revise' }, target);
    expect((await surveyOf(task.taskId)).identity).toEqual({
      matchBy: ['sourceId'],
      keys: [
        { matchBy: ['sourceId'], rows: 2, lines: 3, matched: 1, ambiguous: 0 },
        { matchBy: ['itemNumber'], rows: 2, lines: 2, matched: 2, ambiguous: 0 },
        { matchBy: ['tag'], rows: 2, lines: 3, matched: 1, ambiguous: 1 },
      ],
    });
  });

  test('200 the key that was asked for comes first, within the scope', async () => {
    const { target } = await file(workbookFile({ Piping: takeoff }));
    const parts = {
      ...{ survey: true, mode: 'revise', matchBy: '["tag","description"]' },
      scope: { conditions: [{ field: 'description', operator: 'notEquals', value: 'Pipe' }] },
    };
    const { task } = await file(workbookFile({ Piping: next }), parts, target);
    const { identity } = await surveyOf(task.taskId);
    expect([identity.matchBy, identity.keys[0]]).toEqual([
      ['tag', 'description'],
      { matchBy: ['tag', 'description'], rows: 2, lines: 2, matched: 1, ambiguous: 0 },
    ]);
  });

  test('200 nothing matches while the takeoff is empty, and no key is chosen without a column', async () => {
    const { task } = await file(workbookFile({ Piping: takeoff }), { survey: true });
    const { identity } = await surveyOf(task.taskId);
    expect(identity.keys[1]).toEqual({
      ...{ matchBy: ['itemNumber'], rows: 2, lines: 0, matched: 0, ambiguous: 0 },
    });
    const none = await file(workbookFile({ Piping: pipes.map((row) => row.slice(0, 3)) }), { survey: true });
    expect((await surveyOf(none.task.taskId)).identity).toEqual({ matchBy: null, keys: [] });
  });

  test('200 NO_IDENTITY of an upsert names the column that could serve, and its remedy works', async () => {
    const ids = ['9101', '9205', '9309'];
    const rows = [
      ['PnPID', 'Description', 'Quantity', 'UOM'],
      ...ids.map((id, at) => [id, 'Pipe', at + 1, 'm']),
    ];
    const sent = workbookFile({ Piping: rows });
    const { task, target } = await file(sent, { survey: true, mode: 'upsert' });
    const { problems } = await surveyOf(task.taskId);
    expect(problems).toEqual([
      {
        code: 'NO_IDENTITY',
        columns: ['A'],
        field: 'sourceId',
        message:
          'No row has an MTO ID or Item No., so that every row becomes a new line. Column A "PnPID" could be read as Source ID, by which the mode revise finds lines.',
        remedy: { mapping: { '[A]': 'sourceId' }, mode: 'revise' },
      },
    ]);
    expect(task.warnings[0]).toMatchObject({ code: 'NO_IDENTITY', message: problems[0].message });
    const { lines } = await file(sent, asParts(problems[0].remedy), target);
    expect(lines.map(({ sourceId }) => sourceId)).toEqual(ids);
  });

  test('200 NO_IDENTITY also where the column of item numbers is empty; none with MTO IDs or numbers', async () => {
    const columns = ['Item No.', 'Description', 'Quantity', 'UOM'];
    const upsert = { dryRun: true, mode: 'upsert' };
    const without = await file(workbookFile({ Piping: [columns, [null, 'Pipe', 1, 'm']] }), upsert);
    expect(without.task.warnings[0]).toMatchObject({ code: 'NO_IDENTITY' });
    const numbered = await file(workbookFile({ Piping: [columns, [1, 'Pipe', 1, 'm']] }), upsert);
    expect(numbered.task.warnings).toEqual([]);
  });
});
