import { afterAll, describe, expect, test } from 'bun:test';
import { linesOf, upload, workbookFile } from '../../support/import-file';
import { commonTakeoffImports, counts, places, valuesOf } from '../../support/takeoff-import';

const imports = await commonTakeoffImports();
const { system, sheet } = imports;
const revise = { mode: 'revise' };
const json = JSON.stringify;

afterAll(() => imports.stop());

const header = ['Source ID', 'Description', 'Quantity', 'UOM'];

const read = (path: string) => system.mto.request('GET', `/api/v1${path}`);

async function change(mtoId: unknown, json: object): Promise<void> {
  const path = `/api/v1/mto/${mtoId}?projectId=${imports.projectId}`;
  const { status } = await system.mto.request('PUT', path, { json });
  if (status !== 200) throw new Error(`the line was answered ${status}`);
}

interface Revision {
  [key: string]: unknown;
}

async function revisionOf(taskId: string): Promise<Revision> {
  const { body } = await read(`/mto/import/status/${taskId}`);
  return body.revision as Revision;
}

async function pricedTakeoff() {
  const made = await sheet([
    header,
    ['P-1', 'Pipe', 10, 'm'],
    ['P-2', 'Elbow', 4, 'EA'],
    ['P-3', 'Tee', 2, 'EA'],
  ]);
  for (const [at, price] of [5, 20].entries())
    await change(made.lines[at]?.mtoId, { materialUnitPrice: price, wbsCode: 'W-1' });
  return made.target;
}

describe('POST /api/v1/mto/import/async: mode revise', () => {
  test('200 keeps what the file says nothing of, adds new lines, and makes void what is gone', async () => {
    const into = await pricedTakeoff();
    const { task, lines } = await sheet(
      [
        [...header, 'Material Unit Price', 'WBS Code'],
        ['P-1', 'Pipe', 15, 'm', null, null],
        ['P-2', 'Elbow', 4, 'EA', null, null],
        ['P-4', 'Cap', 1, 'EA', null, null],
      ],
      { ...revise, revision: 'B' },
      into,
    );
    expect([task.status, counts(task)]).toEqual(['completed', [1, 1, 1, 0, 0]]);
    const keys = ['sourceId', 'quantity', 'materialUnitPrice', 'totalCost', 'wbsCode', 'revision', 'status'];
    expect(valuesOf(lines, ...keys)).toEqual([
      ['P-1', 15, 5, 75, 'W-1', 'B', null],
      ['P-2', 4, 20, 80, 'W-1', null, null],
      ['P-3', 2, null, 0, null, 'B', 'void'],
      ['P-4', 1, null, 0, null, 'B', null],
    ]);
    expect(lines[2]?.remarks).toBe('Not in revision B.');
    expect(await revisionOf(task.taskId)).toEqual({
      matchBy: ['sourceId'],
      matched: 2,
      changed: 1,
      unchanged: 1,
      added: 1,
      missing: 1,
      removed: 1,
      carried: 0,
      unpriced: 1,
      byDiscipline: [
        {
          discipline: 'piping',
          quantity: [
            {
              ...{ unitOfMeasure: 'EA', before: '6', after: '5', difference: '-1' },
              causes: [
                { cause: 'removed', amount: '-2', lines: 1 },
                { cause: 'added', amount: '1', lines: 1 },
              ],
            },
            {
              ...{ unitOfMeasure: 'm', before: '10', after: '15', difference: '5' },
              causes: [{ cause: 'quantity', amount: '5', lines: 1 }],
            },
          ],
          totalCost: {
            ...{ before: '130', after: '155', difference: '25' },
            causes: [
              { cause: 'removed', amount: '0', lines: 1 },
              { cause: 'added', amount: '0', lines: 1 },
              { cause: 'quantity', amount: '25', lines: 1 },
            ],
          },
        },
      ],
    });
  });

  test('200 a dry run says the same and stores nothing; the undo brings all of it back', async () => {
    const into = await pricedTakeoff();
    const rows = [header, ['P-1', 'Pipe', 12, 'm'], ['P-5', 'Cap', 3, 'EA']];
    const before = await linesOf(system, into);
    const dry = await sheet(rows, { ...revise, dryRun: true }, into);
    expect(dry.lines).toEqual(before);
    const { task } = await sheet(rows, revise, into);
    expect(await revisionOf(task.taskId)).toEqual(await revisionOf(dry.task.taskId));
    const { body } = await read(`/history/takeoff-lines?projectId=${into.projectId}&limit=1`);
    const undone = await system.mto.request(
      'POST',
      `/api/v1/history/takeoff-lines/${body.data[0].operationId}/undo`,
      { json: {} },
    );
    expect(undone.status).toBe(200);
    const withoutServer = (lines: Record<string, unknown>[]) =>
      lines.map(({ version, updatedAt, updatedBy, importTaskId, ...line }) => line);
    expect(withoutServer(await linesOf(system, into))).toEqual(withoutServer(before));
  });

  test('200 an empty cell of a field that is not commercial clears it; a void line comes back', async () => {
    const into = await pricedTakeoff();
    await sheet([header, ['P-1', 'Pipe', 10, 'm'], ['P-2', 'Elbow', 4, 'EA']], revise, into);
    const { lines, task } = await sheet(
      [header, ['P-1', null, 10, 'm'], ['P-2', 'Elbow', 4, 'EA'], ['P-3', 'Tee', 2, 'EA']],
      revise,
      into,
    );
    expect(valuesOf(lines, 'sourceId', 'description', 'status')).toEqual([
      ['P-1', null, null],
      ['P-2', 'Elbow', null],
      ['P-3', 'Tee', 'draft'],
    ]);
    expect(counts(task)).toEqual([0, 2, 1, 0, 0]);
  });

  test.each([
    [false, 'EA', ['m', 'EA', 'EA']],
    [true, 'SET', ['SET', 'SET', 'SET']],
  ])('200 a default stands for a column without values (fillBlanks %p)', async (fillBlanks, unit, units) => {
    const into = await pricedTakeoff();
    const rows = [header, ['P-1', 'Pipe', 15, null], ['P-2', 'Elbow', 4, null], ['P-4', 'Cap', 1, null]];
    const defaults = json({ unitOfMeasure: unit });
    const { lines } = await sheet(rows, { ...revise, defaults, fillBlanks: String(fillBlanks) }, into);
    const there = lines.filter(({ status }) => status !== 'void');
    expect(there.map(({ unitOfMeasure }) => unitOfMeasure)).toEqual(units);
  });

  test('200 missing: delete and keep', async () => {
    const rows = [header, ['P-1', 'Pipe', 10, 'm']];
    const stored = await sheet(rows, { ...revise, missing: 'keep' }, await pricedTakeoff());
    expect([counts(stored.task), stored.lines.length]).toEqual([[0, 0, 1, 0, 0], 3]);
    expect(await revisionOf(stored.task.taskId)).toMatchObject({ missing: 2, removed: 0 });
    const gone = await sheet(rows, { ...revise, missing: 'delete' }, await pricedTakeoff());
    expect([counts(gone.task), gone.lines.length]).toEqual([[0, 0, 1, 0, 2], 1]);
  });

  test('200 a row that fails leaves its line as it is, which is not missing', async () => {
    const into = await pricedTakeoff();
    const { task, lines } = await sheet(
      [header, ['P-1', 'Pipe', 'many', 'm'], ['P-2', 'Elbow', 5, 'EA'], ['P-3', 'Tee', 2, 'EA']],
      revise,
      into,
    );
    expect([task.status, counts(task)]).toEqual(['completed-with-errors', [0, 1, 1, 1, 0]]);
    expect(valuesOf(lines, 'quantity', 'status')).toEqual([
      [10, null],
      [5, null],
      [2, null],
    ]);
  });

  test('200 no line goes for a file without a valid row', async () => {
    const into = await pricedTakeoff();
    const { task, lines } = await sheet([header, ['P-9', 'Pipe', 'many', 'm']], revise, into);
    expect([task.status, task.error?.code]).toEqual(['failed', 'ALL_ROWS_INVALID']);
    expect(valuesOf(lines, 'status')).toEqual([[null], [null], [null]]);
  });

  test('200 scope: lines that the filter leaves out are not missing', async () => {
    const into = await pricedTakeoff();
    const scope = { conditions: [{ field: 'description', operator: 'notEquals', value: 'Tee' }] };
    const { lines } = await sheet([header, ['P-1', 'Pipe', 10, 'm']], { ...revise, scope }, into);
    expect(valuesOf(lines, 'sourceId', 'status')).toEqual([
      ['P-1', null],
      ['P-2', 'void'],
      ['P-3', null],
    ]);
  });

  test('200 carryFrom: a new line takes the prices of lines that are alike where these agree', async () => {
    const into = await pricedTakeoff();
    const { lines, task } = await sheet(
      [
        header,
        ['P-1', 'Pipe', 10, 'm'],
        ['P-2', 'Elbow', 4, 'EA'],
        ['P-6', 'Elbow', 3, 'EA'],
        ['P-7', 'Valve', 1, 'EA'],
      ],
      { ...revise, carryFrom: json(['description']) },
      into,
    );
    expect(valuesOf(lines, 'sourceId', 'materialUnitPrice', 'totalCost').slice(3)).toEqual([
      ['P-6', 20, 60],
      ['P-7', null, 0],
    ]);
    expect(await revisionOf(task.taskId)).toMatchObject({ added: 2, carried: 1, unpriced: 1 });
    await change(lines[3]?.mtoId, { materialUnitPrice: 21 });
    const next = await sheet(
      [header, ['P-8', 'Elbow', 1, 'EA'], ['P-1', 'Pipe', 10, 'm']],
      { ...revise, carryFrom: json(['description']), missing: 'keep' },
      into,
    );
    expect(await revisionOf(next.task.taskId)).toMatchObject({ added: 1, carried: 0, unpriced: 1 });
    expect(places(next.task.warnings)).toEqual(['Piping!2 NOT_CARRIED']);
  });

  test('200 amounts of a whole line are carried to a line of the same quantity alone', async () => {
    const into = await pricedTakeoff();
    const [pipe] = await linesOf(system, into);
    await change(pipe?.mtoId, { fixedManHours: 7 });
    const { lines } = await sheet(
      [header, ['P-1', 'Pipe', 10, 'm'], ['P-6', 'Pipe', 10, 'm'], ['P-7', 'Pipe', 11, 'm']],
      { ...revise, carryFrom: json(['description']) },
      into,
    );
    expect(valuesOf(lines, 'sourceId', 'fixedManHours').slice(3)).toEqual([
      ['P-6', 7],
      ['P-7', null],
    ]);
  });

  test('200 matchBy several fields; the default is the item number where no column is the source', async () => {
    const columns = ['Item No.', 'Tag', 'Description', 'Quantity', 'UOM'];
    const { target: into } = await sheet([columns, [1, 'T', 'Pipe', 1, 'm'], [2, 'T', 'Elbow', 1, 'EA']]);
    const rows = [columns, [7, 'T', 'Elbow', 9, 'EA'], [8, 'T', 'Pipe', 8, 'm']];
    const matchBy = ['tag', 'description'];
    const { lines, task } = await sheet(rows, { ...revise, matchBy: json(matchBy) }, into);
    expect(valuesOf(lines, 'itemNumber', 'description', 'quantity')).toEqual([
      [7, 'Elbow', 9],
      [8, 'Pipe', 8],
    ]);
    expect((await revisionOf(task.taskId)).matchBy).toEqual(matchBy);
    const usual = await sheet(rows, { ...revise, force: true }, into);
    expect(await revisionOf(usual.task.taskId)).toMatchObject({ matchBy: ['itemNumber'], unchanged: 2 });
  });

  test('200 MATCH_AMBIGUOUS names the rows and lines, and stores nothing', async () => {
    const columns = ['Tag', 'Description', 'Quantity', 'UOM'];
    const { target: into } = await sheet([columns, ['A', 'Pipe', 1, 'm'], ['A', 'Pipe', 2, 'm']]);
    const { task, lines } = await sheet(
      [columns, ['A', 'Pipe', 3, 'm'], ['B', 'Pipe', 4, 'm'], ['B', 'Pipe', 5, 'm']],
      revise,
      into,
    );
    expect([task.status, task.error?.code, lines.length]).toEqual(['failed', 'MATCH_AMBIGUOUS', 2]);
    expect(task.error?.message).toBe(
      'Values of Tag No. do not find one line each. Tag No. "A": row 2 of the file, 2 lines of the takeoff; Tag No. "B": rows 3, 4 of the file.',
    );
    expect(places(task.warnings)).toEqual([2, 3, 4].map((row) => `Piping!${row} tag MATCH_AMBIGUOUS`));
  });

  test('200 NO_IDENTITY when no column is what rows are matched by', async () => {
    const into = await pricedTakeoff();
    const rows = [header.slice(1), ['Pipe', 3, 'm']];
    const none = await sheet(rows, revise, into);
    expect([none.task.status, none.task.error?.code]).toEqual(['failed', 'NO_IDENTITY']);
    const other = await sheet(rows, { ...revise, matchBy: json(['tag']) }, into);
    expect(other.task.error).toEqual({
      code: 'NO_IDENTITY',
      message: 'No column is read as Tag No., which matchBy names.',
    });
  });

  test.each([
    [{ matchBy: json(['tag']) }, 'matchBy', 'UNKNOWN_FIELD'],
    [{ missing: 'keep' }, 'missing', 'UNKNOWN_FIELD'],
    [{ revision: 'B', mode: 'upsert' }, 'revision', 'UNKNOWN_FIELD'],
    [{ mode: 'revise', matchBy: json([]) }, 'matchBy', 'MAX_LENGTH'],
    [{ mode: 'revise', matchBy: json(['tag', 'tag']) }, 'matchBy', 'DUPLICATE'],
    [{ mode: 'revise', matchBy: json(['totalCost']) }, 'matchBy', 'READ_ONLY'],
    [{ mode: 'revise', carryFrom: json(['nothing']) }, 'carryFrom', 'UNKNOWN_FIELD'],
    [
      { mode: 'revise', scope: { conditions: [{ field: 'x' }] } },
      'scope.conditions[0].field',
      'UNKNOWN_FIELD',
    ],
    [{ mode: 'revise', missing: 'hide' }, 'missing', 'ENUM'],
  ])('422 %p', async (parts, field, code) => {
    const file = workbookFile({ Piping: [header, ['P-1', 'Pipe', 1, 'm']] });
    const { status, body } = await upload(system, imports.target(), file, parts);
    expect(status).toBe(422);
    expect(body.errors[0]).toMatchObject({ field, code });
  });
});
