import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { keepVersionLines } from '@consulting/kernel/contracts/mto';
import postgres from 'postgres';
import { csvFile, endOf, type ImportTarget, importFile, linesOf, upload } from '../../support/import-file';
import { commonImportSystem } from '../../support/import-system';
import { faultsOf, unknownId } from '../../support/takeoff-lines';

const system = await commonImportSystem();

afterAll(() => system.stop());

type Json = Record<string, unknown>;

async function addLine(target: ImportTarget, line: Json): Promise<string> {
  const json = { ...target, discipline: 'piping', unitOfMeasure: 'm', ...line };
  const { status, body } = await system.mto.request('POST', '/api/v1/mto', { json });
  expect({ status, errors: body.errors }).toEqual({ status: 201, errors: undefined });
  return body.mtoId;
}

const change = (target: ImportTarget, mtoId: string, json: Json) =>
  system.mto.request('PUT', `/api/v1/mto/${mtoId}?projectId=${target.projectId}`, { json });

const remove = (mtoId: string) => system.mto.request('DELETE', `/api/v1/mto/${mtoId}`);

/** Keeps the lines of the target as those of a version. */
async function approveVersion(target: ImportTarget): Promise<string> {
  const estimationId = system.records.addEstimation(target.projectId, target.serviceId, 'approved');
  await system.bus.ask(keepVersionLines, { estimationId, ...target });
  return estimationId;
}

const compare = (projectId: string, query: string) =>
  system.mto.request('GET', `/api/v1/mto/project/${projectId}/compare?${query}`);

const growth = (before: number, after: number, growthPercent: number | null) => ({
  before,
  after,
  growth: after - before,
  growthPercent,
});

describe('GET /api/v1/mto/project/{projectId}/compare', () => {
  const target = system.newTarget();
  const { projectId, serviceId } = target;
  let [pipe, valve] = ['', ''];
  let [first, second] = ['', ''];
  let added = '';

  beforeAll(async () => {
    const priced = { unitManHours: 2, labourRate: 50, materialUnitPrice: 10 };
    pipe = await addLine(target, {
      itemNumber: 1,
      description: 'Pipe',
      quantity: 100,
      wbsCode: '10',
      ...priced,
    });
    valve = await addLine(target, {
      itemNumber: 2,
      description: 'Valve',
      quantity: 4,
      unitOfMeasure: 'EA',
      wbsCode: '10',
      ...priced,
    });
    await addLine(target, {
      discipline: 'civil',
      itemNumber: 1,
      description: 'Ditch',
      quantity: 20,
      unitOfMeasure: 'm3',
      subcontractUnitPrice: 30,
    });
    await addLine(target, { itemNumber: 9, description: 'Void', quantity: 1000, status: 'void', ...priced });
    first = await approveVersion(target);
    await change(target, pipe, { quantity: 125, wbsCode: '20', sourService: true });
    await remove(valve);
    added = await addLine(target, {
      itemNumber: 3,
      description: 'Flange',
      quantity: 10,
      unitOfMeasure: 'EA',
      tag: 'F-1',
      ...priced,
    });
    second = await approveVersion(target);
  });

  test('200 sums up growth in all, by discipline and by WBS code', async () => {
    const { status, body } = await compare(projectId, `from=${first}&to=${second}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ projectId, serviceId, currency: 'CAD', from: first, to: second });
    expect(body.totals).toEqual({
      lines: growth(3, 3, 0),
      quantities: [
        { unitOfMeasure: 'EA', ...growth(4, 10, 150) },
        { unitOfMeasure: 'm', ...growth(100, 125, 25) },
        { unitOfMeasure: 'm3', ...growth(20, 20, 0) },
      ],
      totalManHours: growth(208, 270, 29.81),
      totalCost: growth(12_040, 15_450, 28.32),
    });
    expect(body.byDiscipline).toEqual([
      {
        discipline: 'piping',
        lines: growth(2, 2, 0),
        quantities: [
          { unitOfMeasure: 'EA', ...growth(4, 10, 150) },
          { unitOfMeasure: 'm', ...growth(100, 125, 25) },
        ],
        totalManHours: growth(208, 270, 29.81),
        totalCost: growth(11_440, 14_850, 29.81),
      },
      {
        discipline: 'civil',
        lines: growth(1, 1, 0),
        quantities: [{ unitOfMeasure: 'm3', ...growth(20, 20, 0) }],
        totalManHours: growth(0, 0, null),
        totalCost: growth(600, 600, 0),
      },
    ]);
    expect(body.byWbs.map(({ wbsCode, lines, totalCost }: Json) => ({ wbsCode, lines, totalCost }))).toEqual([
      { wbsCode: '10', lines: growth(2, 0, -100), totalCost: growth(11_440, 0, -100) },
      { wbsCode: '20', lines: growth(0, 1, null), totalCost: growth(0, 13_750, null) },
      { wbsCode: null, lines: growth(1, 2, 100), totalCost: growth(600, 1_700, 183.33) },
    ]);
  });

  test('200 lists the lines that were added, removed and changed, with every field that changed', async () => {
    const { body } = await compare(projectId, `from=${first}&to=${second}`);
    expect(body.total).toEqual({ added: 1, removed: 1, changed: 1 });
    expect(body.added).toEqual([
      {
        mtoId: added,
        discipline: 'piping',
        itemNumber: 3,
        tag: 'F-1',
        description: 'Flange',
        unitOfMeasure: 'EA',
        wbsCode: null,
        quantity: 10,
        totalManHours: 20,
        totalCost: 1100,
        difference: 1100,
      },
    ]);
    expect(body.removed).toMatchObject([{ mtoId: valve, description: 'Valve', quantity: 4, totalCost: 440 }]);
    const [line] = body.changed;
    expect(line).toMatchObject({
      mtoId: pipe,
      description: 'Pipe',
      quantity: growth(100, 125, 25),
      totalManHours: growth(200, 250, 25),
      totalCost: growth(11_000, 13_750, 25),
    });
    expect(line.fields).toEqual({
      wbsCode: { before: '10', after: '20' },
      quantity: { before: 100, after: 125 },
      installQuantity: { before: 100, after: 125 },
      purchaseQuantity: { before: 100, after: 125 },
      baseManHours: { before: 200, after: 250 },
      totalManHours: { before: 200, after: 250 },
      labourCost: { before: 10_000, after: 12_500 },
      materialCost: { before: 1000, after: 1250 },
      directCost: { before: 11_000, after: 13_750 },
      totalCost: { before: 11_000, after: 13_750 },
      sourService: { before: null, after: true },
    });
  });

  test('200 a version is compared with itself, and both ways round', async () => {
    const same = await compare(projectId, `from=${second}&to=${second}`);
    expect(same.body.total).toEqual({ added: 0, removed: 0, changed: 0 });
    expect(same.body.totals.totalCost).toEqual(growth(15_450, 15_450, 0));
    const back = await compare(projectId, `from=${second}&to=${first}`);
    expect(back.body.total).toEqual({ added: 1, removed: 1, changed: 1 });
    expect(back.body.totals.totalCost).toEqual(growth(15_450, 12_040, -22.07));
  });

  test('200 the copy of a version stays as it was, and current is the lines as they are', async () => {
    const own = system.newTarget();
    const line = await addLine(own, { itemNumber: 1, quantity: 10, materialUnitPrice: 5 });
    const version = await approveVersion(own);
    const before = await compare(own.projectId, `from=${version}&to=current`);
    expect(before.body.total).toEqual({ added: 0, removed: 0, changed: 0 });
    await change(own, line, { quantity: 30 });
    const after = await compare(own.projectId, `from=${version}&to=current`);
    expect(after.body.changed[0].fields.quantity).toEqual({ before: 10, after: 30 });
    expect(after.body.totals.totalCost).toEqual(growth(50, 150, 200));
    const reversed = await compare(own.projectId, `from=current&to=${version}`);
    expect(reversed.body.totals.totalCost).toEqual(growth(150, 50, -66.67));
  });

  test('200 a line with another identifier is matched by discipline and item number, unless several have it', async () => {
    const own = system.newTarget();
    const old = await addLine(own, { itemNumber: 1, quantity: 10 });
    await addLine(own, { itemNumber: 2, quantity: 1 });
    await addLine(own, { itemNumber: 2, quantity: 2 });
    await addLine(own, { discipline: 'civil', itemNumber: 1, quantity: 3 });
    const version = await approveVersion(own);
    const ids = (await linesOf(system, own)).map(({ mtoId }) => String(mtoId));
    for (const id of ids) await remove(id);
    const now = await addLine(own, { itemNumber: 1, quantity: 11 });
    await addLine(own, { itemNumber: 2, quantity: 1 });
    await addLine(own, { discipline: 'civil', itemNumber: 1, quantity: 3 });
    const { body } = await compare(own.projectId, `from=${version}&to=current`);
    expect(body.total).toEqual({ added: 1, removed: 2, changed: 1 });
    expect(body.changed[0]).toMatchObject({ mtoId: now, previousMtoId: old });
    expect(body.changed[0].fields.quantity).toEqual({ before: 10, after: 11 });
  });

  test('200 a line that becomes void is changed and no longer counts', async () => {
    const own = system.newTarget();
    const line = await addLine(own, { quantity: 10, materialUnitPrice: 5 });
    const version = await approveVersion(own);
    await change(own, line, { status: 'void' });
    const { body } = await compare(own.projectId, `from=${version}&to=current`);
    expect(body.changed[0].fields).toEqual({ status: { before: null, after: 'void' } });
    expect(body.totals).toMatchObject({ lines: growth(1, 0, -100), totalCost: growth(50, 0, -100) });
  });

  test('200 pages the three lists together, each with its total', async () => {
    const own = system.newTarget();
    const version = await approveVersion(own);
    for (const itemNumber of [3, 1, 2]) await addLine(own, { itemNumber, quantity: itemNumber });
    const { body } = await compare(own.projectId, `from=${version}&to=current&skip=1&limit=1`);
    expect(body).toMatchObject({ total: { added: 3, removed: 0, changed: 0 }, skip: 1, limit: 1 });
    expect(body.added.map(({ itemNumber }: Json) => itemNumber)).toEqual([2]);
    expect(body.totals.lines).toEqual(growth(0, 3, null));
  });

  test('200 with sort, the page is one of all lists together, largest effect on the total first', async () => {
    const own = system.newTarget();
    const cost = (quantity: number) => ({ quantity, materialUnitPrice: 1 });
    const changed = await addLine(own, { itemNumber: 1, ...cost(10) });
    const removed = await addLine(own, { itemNumber: 2, ...cost(30) });
    const voided = await addLine(own, { itemNumber: 3, ...cost(20) });
    const version = await approveVersion(own);
    await change(own, changed, { quantity: 15 });
    await remove(removed);
    await change(own, voided, { status: 'void' });
    await addLine(own, { itemNumber: 4, ...cost(7) });
    const paged = async (query: string) => {
      const { body } = await compare(own.projectId, `from=${version}&to=current&${query}`);
      expect(body.total).toEqual({ added: 1, removed: 1, changed: 2 });
      return ['added', 'removed', 'changed'].map((list) =>
        body[list].map(({ difference }: Json) => difference),
      );
    };
    expect(await paged('sort=-difference&limit=2')).toEqual([[], [-30], [-20]]);
    expect(await paged('sort=-difference&skip=2&limit=2')).toEqual([[7], [], [5]]);
    expect(await paged('sort=difference&limit=1')).toEqual([[], [], [5]]);
    expect(await paged('sort=itemNumber&skip=1&limit=2')).toEqual([[], [-30], [-20]]);
    expect(await paged('sort=-itemNumber&limit=1')).toEqual([[7], [], []]);
  });

  test('200 without the currency and sheets while the owner of projects is silent', async () => {
    const { status, body } = await system.without('clients-projects', () =>
      compare(projectId, `from=${first}&to=${second}`),
    );
    expect({ status, currency: body.currency, unavailable: body.unavailable }).toEqual({
      status: 200,
      currency: null,
      unavailable: ['currency', 'sheet'],
    });
  });

  test('404 for an unknown project, version and import, and for those of another project', async () => {
    const other = system.newTarget();
    const task = await importFile(system, other, csvFile('Item No.,Quantity,UOM\n1,2,m'), {
      discipline: 'piping',
    });
    for (const [of, query] of [
      [unknownId, `from=${first}&to=${second}`],
      [projectId, `from=${first}&to=${unknownId}`],
      [projectId, `from=${unknownId}&to=current`],
      [other.projectId, `from=${first}&to=current`],
      [projectId, `taskId=${unknownId}`],
      [projectId, `taskId=${task.taskId}`],
      [projectId, `from=${task.taskId}&to=current`],
    ] as const) {
      const { status, body } = await compare(of, query);
      expect({ query, status, code: body.code }).toEqual({ query, status: 404, code: 'NOT_FOUND' });
    }
  });

  test('409 NO_SNAPSHOT for a version without a copy', async () => {
    const draft = system.records.addEstimation(projectId, serviceId, 'draft');
    const { status, body } = await compare(projectId, `from=${first}&to=${draft}`);
    expect({ status, code: body.code, of: body.estimationId }).toEqual({
      status: 409,
      code: 'NO_SNAPSHOT',
      of: draft,
    });
  });

  test('409 NO_SNAPSHOT for an import that stored nothing', async () => {
    const into = system.newTarget();
    const file = () => csvFile('Item No.,Quantity,UOM\n1,2,m');
    const dry = await importFile(system, into, file(), { discipline: 'piping', dryRun: true });
    const failed = await importFile(system, into, csvFile('Item No.,Quantity,UOM\n1,x,m'), {
      discipline: 'piping',
    });
    expect(failed.status).toBe('failed');
    for (const { taskId } of [dry, failed]) {
      const { status, body } = await compare(into.projectId, `taskId=${taskId}`);
      expect({ status, code: body.code }).toEqual({ status: 409, code: 'NO_SNAPSHOT' });
    }
  });

  test('409 IMPORT_RUNNING for an import that has not ended', async () => {
    const into = system.newTarget();
    const alone = `mto.import.${into.serviceId}`;
    const sql = postgres(system.databaseUrl, { max: 1, onnotice: () => {} });
    await sql`select pg_advisory_lock(hashtextextended(${alone}, 0))`;
    const file = csvFile('Item No.,Quantity,UOM\n1,2,m');
    const { body: task } = await upload(system, into, file, { discipline: 'piping', mode: 'upsert' });
    const { status, body } = await compare(into.projectId, `taskId=${task.taskId}`);
    await sql.end();
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'IMPORT_RUNNING' });
    expect((await endOf(system, task.taskId)).status).toBe('completed');
  });

  test('422 for a version of another service', async () => {
    const into = { projectId, serviceId: system.records.addService(projectId) };
    const elsewhere = await approveVersion(into);
    const answer = await compare(projectId, `from=${first}&to=${elsewhere}`);
    expect(answer.status).toBe(422);
    expect(faultsOf(answer)).toEqual(['to REFERENCE']);
  });

  test.each([
    ['', ['from REQUIRED', 'to REQUIRED']],
    [`from=${unknownId}`, ['to REQUIRED']],
    ['from=1&to=now', ['from FORMAT', 'to FORMAT']],
    ['from=current&to=current', ['from FORMAT']],
    [`taskId=${unknownId}&to=current`, ['to FORMAT']],
    ['taskId=7', ['taskId FORMAT']],
    [`from=${unknownId}&to=current&sort=totalCost`, ['sort ENUM']],
    [`from=${unknownId}&to=current&limit=101`, ['limit MAX']],
  ])('422 for the query "%s"', async (query, faults) => {
    const answer = await compare(projectId, query);
    expect(answer.status).toBe(422);
    expect(faultsOf(answer)).toEqual(faults);
  });

  test('503 for a version without a copy while its owner is silent', async () => {
    const draft = system.records.addEstimation(projectId, serviceId, 'draft');
    const { status, body } = await system.without('clients-projects', () =>
      compare(projectId, `from=${first}&to=${draft}`),
    );
    expect({ status, code: body.code }).toEqual({ status: 503, code: 'DEPENDENCY_UNAVAILABLE' });
  });
});

describe('GET /api/v1/mto/project/{projectId}/compare with taskId', () => {
  const columns = 'Item No.,Description,Quantity,UOM,Material Unit Price';
  const send = (into: ImportTarget, rows: string[], parts: Json = {}) =>
    importFile(system, into, csvFile([columns, ...rows].join('\n')), {
      discipline: 'piping',
      force: true,
      ...parts,
    });

  test('200 an import that appends has added its lines to those that were there', async () => {
    const into = system.newTarget();
    await send(into, ['1,Pipe,10,m,5']);
    const { taskId } = await send(into, ['2,Pipe,4,m,5', '3,Bend,2,EA,7']);
    const { body } = await compare(into.projectId, `taskId=${taskId}`);
    expect(body).toMatchObject({ from: null, to: null, taskId, total: { added: 2, removed: 0, changed: 0 } });
    expect(body.totals).toMatchObject({ lines: growth(1, 3, 200), totalCost: growth(50, 84, 68) });
    expect(body.totals.quantities).toEqual([
      { unitOfMeasure: 'EA', ...growth(0, 2, null) },
      { unitOfMeasure: 'm', ...growth(10, 14, 40) },
    ]);
    expect(body.added.map(({ description, totalCost }: Json) => [description, totalCost])).toEqual([
      ['Pipe', 20],
      ['Bend', 14],
    ]);
  });

  test('200 an import that upserts shows what it changed, whatever happens to the lines later', async () => {
    const into = system.newTarget();
    await send(into, ['1,Pipe,10,m,5', '2,Bend,2,EA,7', '3,Tee,1,EA,9']);
    const { taskId } = await send(into, ['1,Pipe,12,m,5', '2,Bend,2,EA,7', '4,Cap,1,EA,3'], {
      mode: 'upsert',
    });
    for (const { mtoId } of await linesOf(system, into)) await remove(String(mtoId));
    const { body } = await compare(into.projectId, `taskId=${taskId}`);
    expect(body.total).toEqual({ added: 1, removed: 0, changed: 1 });
    expect(body.changed[0].fields.quantity).toEqual({ before: 10, after: 12 });
    expect(body.added).toMatchObject([{ itemNumber: 4, description: 'Cap', totalCost: 3 }]);
    expect(body.totals).toMatchObject({ lines: growth(3, 4, 33.33), totalCost: growth(73, 86, 17.81) });
  });

  test('200 an import that replaces matches old and new lines by item number', async () => {
    const into = system.newTarget();
    await send(into, ['1,Pipe,10,m,5', '2,Bend,2,EA,7']);
    await addLine(into, { discipline: 'civil', quantity: 1, materialUnitPrice: 100 });
    const { taskId } = await send(into, ['1,Pipe,20,m,5', '3,Cap,1,EA,3'], { mode: 'replace' });
    const { body } = await compare(into.projectId, `taskId=${taskId}`);
    expect(body.total).toEqual({ added: 1, removed: 1, changed: 1 });
    expect(body.changed[0]).toMatchObject({ itemNumber: 1, previousMtoId: expect.any(String) });
    expect(body.changed[0].fields).toMatchObject({
      quantity: { before: 10, after: 20 },
      totalCost: { before: 50, after: 100 },
    });
    expect(body.removed).toMatchObject([{ itemNumber: 2, description: 'Bend' }]);
    expect(body.totals.totalCost).toEqual(growth(164, 203, 23.78));
    expect(body.byDiscipline.map(({ discipline }: Json) => discipline)).toEqual(['piping', 'civil']);
  });
});
