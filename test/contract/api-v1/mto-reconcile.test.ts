import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { keepVersionLines } from '@consulting/kernel/contracts/mto';
import { workbookType } from '@consulting/kernel/http';
import * as xlsx from '@e965/xlsx';
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

async function approveVersion(target: ImportTarget): Promise<string> {
  const estimationId = system.records.addEstimation(target.projectId, target.serviceId, 'approved');
  await system.bus.ask(keepVersionLines, { estimationId, ...target });
  return estimationId;
}

const reconcile = (json: Json) => system.mto.request('POST', '/api/v1/mto/reconcile', { json });

describe('POST /api/v1/mto/reconcile', () => {
  const target = system.newTarget();
  const { projectId, serviceId } = target;
  let [pipe, valve, added] = ['', '', ''];
  let first = '';

  beforeAll(async () => {
    pipe = await addLine(target, {
      ...{ itemNumber: 1, description: 'Pipe', area: 'A1' },
      ...{ quantity: 24.4, unitManHours: 1.9055, labourRate: 149.9556 },
    });
    valve = await addLine(target, { itemNumber: 2, quantity: 4, unitOfMeasure: 'EA', materialUnitPrice: 10 });
    await addLine(target, { itemNumber: 3, area: 'A1', quantity: 5, materialUnitPrice: 10 });
    first = await approveVersion(target);
    await change(target, pipe, { quantity: 30, unitManHours: 2.05, labourRate: 155.5 });
    await remove(valve);
    added = await addLine(target, { itemNumber: 4, quantity: 2, materialUnitPrice: 7, area: 'A2' });
  });

  test('200 splits the difference by cause, exactly, with the lines that moved', async () => {
    const { status, body } = await reconcile({ projectId, from: first, to: 'current' });
    expect(status).toBe(200);
    const causesOfPipe = [
      { cause: 'quantity', amount: 1600.14 },
      { cause: 'hours', amount: 650.06 },
      { cause: 'labourRate', amount: 340.98 },
    ];
    expect(body).toEqual({
      projectId,
      serviceId,
      currency: 'CAD',
      from: 7062.07,
      to: 9627.25,
      difference: 2565.18,
      causes: [
        { cause: 'removed', amount: -40, lines: 1 },
        { cause: 'added', amount: 14, lines: 1 },
        ...causesOfPipe.map((cause) => ({ ...cause, lines: 1 })),
      ],
      groups: [],
      groupsTotal: 0,
      items: [
        { mtoId: pipe, itemNumber: 1, description: 'Pipe', from: 6972.07, to: 9563.25, causes: causesOfPipe },
        {
          mtoId: valve,
          itemNumber: 2,
          description: null,
          from: 40,
          to: 0,
          causes: [{ cause: 'removed', amount: -40 }],
        },
        {
          mtoId: added,
          itemNumber: 4,
          description: null,
          from: 0,
          to: 14,
          causes: [{ cause: 'added', amount: 14 }],
        },
      ],
      total: 3,
      skip: 0,
      limit: 20,
      hasMore: false,
    });
  });

  test('200 by groups, with what entered and left them', async () => {
    const own = system.newTarget();
    for (const code of ['10', '20']) system.records.addWbsItem(own.projectId, code);
    system.records.addWbsItem(own.projectId, '10.1', '10');
    const moved = await addLine(own, { quantity: 3, materialUnitPrice: 10, wbsCode: '10.1', area: 'N' });
    const grown = await addLine(own, { quantity: 1, materialUnitPrice: 10, wbsCode: '10', area: 'S' });
    await addLine(own, { discipline: 'civil', quantity: 1, materialUnitPrice: 5, wbsCode: '99' });
    const from = await approveVersion(own);
    await change(own, moved, { wbsCode: '20' });
    await change(own, grown, { quantity: 4 });
    const groupBy = [{ wbsLevel: 1 }, 'discipline', 'area'];
    const { body } = await reconcile({ projectId: own.projectId, from, to: 'current', groupBy });
    const group = (wbsLevel1: string | null, discipline: string, area: string | null) => ({
      group: { wbsLevel1, discipline, area },
    });
    expect(body.causes).toEqual([{ cause: 'quantity', amount: 30, lines: 1 }]);
    expect(body.groups).toHaveLength(4);
    expect(body.groups).toEqual(
      expect.arrayContaining([
        {
          ...group('10', 'piping', 'N'),
          from: 30,
          to: 0,
          difference: -30,
          causes: [{ cause: 'removed', amount: -30, lines: 1 }],
        },
        {
          ...group('20', 'piping', 'N'),
          from: 0,
          to: 30,
          difference: 30,
          causes: [{ cause: 'added', amount: 30, lines: 1 }],
        },
        {
          ...group('10', 'piping', 'S'),
          from: 10,
          to: 40,
          difference: 30,
          causes: [{ cause: 'quantity', amount: 30, lines: 1 }],
        },
        { ...group(null, 'civil', null), from: 5, to: 5, difference: 0, causes: [] },
      ]),
    );
    expect(body).toMatchObject({ groupsTotal: 4, total: 1, from: 45, to: 75 });
  });

  test('200 a line that became void or excluded is removed, one that counts again is added', async () => {
    const own = system.newTarget();
    const [voided, again] = [
      await addLine(own, { itemNumber: 1, quantity: 2, materialUnitPrice: 10 }),
      await addLine(own, { itemNumber: 2, quantity: 3, materialUnitPrice: 10, scopeType: 'excluded' }),
    ];
    const from = await approveVersion(own);
    await change(own, voided, { status: 'void' });
    await change(own, again, { scopeType: null });
    const { body } = await reconcile({ projectId: own.projectId, from, to: 'current' });
    expect(body).toMatchObject({ from: 20, to: 30 });
    expect(body.causes).toEqual([
      { cause: 'removed', amount: -20, lines: 1 },
      { cause: 'added', amount: 30, lines: 1 },
    ]);
  });

  test('200 lines with other identifiers match by sourceId, else by discipline and item number', async () => {
    const own = system.newTarget();
    const cost = { materialUnitPrice: 10 };
    const old = [
      await addLine(own, { itemNumber: 1, sourceId: 'P-1', quantity: 1, ...cost }),
      await addLine(own, { itemNumber: 2, quantity: 1, ...cost }),
    ];
    const from = await approveVersion(own);
    for (const id of old) await remove(id);
    await addLine(own, { itemNumber: 2, sourceId: 'P-1', quantity: 5, ...cost });
    await addLine(own, { itemNumber: 1, quantity: 100, ...cost });
    const { body } = await reconcile({ projectId: own.projectId, from, to: 'current' });
    expect(body.causes).toEqual([
      { cause: 'removed', amount: -10, lines: 1 },
      { cause: 'added', amount: 1000, lines: 1 },
      { cause: 'quantity', amount: 40, lines: 1 },
    ]);
    const compared = await system.mto.request(
      'GET',
      `/api/v1/mto/project/${own.projectId}/compare?from=${from}&to=current`,
    );
    expect(compared.body.total).toEqual({ added: 1, removed: 1, changed: 1 });
  });

  test('200 of two versions the totals are grand totals, with what is on top of their lines', async () => {
    const own = system.newTarget();
    const line = await addLine(own, { quantity: 10, materialUnitPrice: 10 });
    const from = await approveVersion(own);
    await change(own, line, { quantity: 12 });
    const to = await approveVersion(own);
    system.records.buildUps.set(from, buildUp(['5', '0', '10.5', '3', '0', '118.5']));
    system.records.buildUps.set(to, {
      ...buildUp(['7', '1', '12.8', '3', '2', '154.3']),
      sheetAmount: '8.5',
    });
    const { body } = await reconcile({ projectId: own.projectId, from, to });
    expect(body).toMatchObject({ from: 118.5, to: 154.3, difference: 35.8 });
    expect(body.causes).toEqual([
      { cause: 'quantity', amount: 20, lines: 1 },
      { cause: 'versionIndirects', amount: 2, lines: 0 },
      { cause: 'versionOwnersCost', amount: 1, lines: 0 },
      { cause: 'versionSheet', amount: 8.5, lines: 0 },
      { cause: 'versionEscalation', amount: 2.3, lines: 0 },
      { cause: 'versionReserve', amount: 2, lines: 0 },
    ]);
    const same = await reconcile({ projectId: own.projectId, from: to, to });
    expect(same.body).toMatchObject({
      from: 154.3,
      to: 154.3,
      difference: 0,
      causes: [],
      items: [],
      total: 0,
    });
  });

  test('200 current next to current has no cause, with or without a service', async () => {
    for (const of of [{ projectId }, { projectId, serviceId }]) {
      const { body } = await reconcile({ ...of, from: 'current', to: 'current' });
      expect(body).toMatchObject({ from: 9627.25, to: 9627.25, causes: [], total: 0 });
    }
  });

  test('200 items are paged by size of movement', async () => {
    const { body } = await reconcile({ projectId, from: first, to: 'current', skip: 1, limit: 1 });
    expect(body).toMatchObject({ total: 3, skip: 1, limit: 1, hasMore: true });
    expect(body.items.map(({ mtoId }: Json) => mtoId)).toEqual([valve]);
  });

  test('200 without the currency while the owner of projects is silent', async () => {
    const { status, body } = await system.without('clients-projects', () =>
      reconcile({ projectId, from: first, to: 'current' }),
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({ currency: null, unavailable: ['currency'], to: 9627.25 });
  });

  test('200 with format=xlsx: the causes with a waterfall of their own cells, groups and all lines', async () => {
    const json = { projectId, from: first, to: 'current', groupBy: ['discipline', 'area'], limit: 1 };
    const path = '/api/v1/mto/reconcile?format=xlsx&language=de';
    const { status, body, headers } = await system.mto.request('POST', path, { json });
    expect({ status, type: headers.get('content-type') }).toEqual({ status: 200, type: workbookType });
    const book: xlsx.WorkBook & { files?: Record<string, { content: Uint8Array }> } = xlsx.read(body, {
      bookFiles: true,
    });
    expect(book.SheetNames).toEqual(['Ursache', 'Gruppen', 'Positionen']);
    const rowsOf = (name: string) =>
      xlsx.utils.sheet_to_json<unknown[]>(book.Sheets[name] as xlsx.WorkSheet, {
        header: 1,
        blankrows: false,
      });
    const causes = rowsOf('Ursache').filter((row) => typeof row[1] === 'number');
    expect(causes.map((row) => [row[0], row[1]])).toEqual([
      ['Summe vorher', 7062.07],
      ['Entfallene Positionen', -40],
      ['Neue Positionen', 14],
      ['Menge', 1600.14],
      ['Stunden', 650.06],
      ['Lohnsatz', 340.98],
      ['Summe nachher', 9627.25],
    ]);
    expect(rowsOf('Positionen').slice(1)).toEqual([
      [1, 'Pipe', 6972.07, 9563.25, 2591.18, undefined, undefined, 1600.14, 650.06, 340.98],
      [2, undefined, 40, 0, -40, -40],
      [4, undefined, 0, 14, 14, undefined, 14],
    ]);
    expect(rowsOf('Gruppen')).toHaveLength(4);
    const chart = new TextDecoder().decode(book.files?.['xl/charts/chart1.xml']?.content);
    expect(chart).toContain('<c:grouping val="stacked"/>');
    expect(chart).toContain("'Ursache'!$A$6:$A$12");
    expect(chart).toContain('<c:legendEntry><c:idx val="0"/><c:delete val="1"/></c:legendEntry>');
  });

  test('404 for an unknown project, version and import, and for those of another project or service', async () => {
    const other = system.newTarget();
    const file = csvFile('Item No.,Quantity,UOM\n1,2,m');
    const { taskId } = await importFile(system, other, file, { discipline: 'piping' });
    const elsewhere = { projectId, serviceId: system.records.addService(projectId) };
    for (const json of [
      { projectId: unknownId, from: 'current', to: 'current' },
      { projectId, from: unknownId, to: 'current' },
      { projectId: other.projectId, from: first, to: 'current' },
      { projectId, from: { taskId: unknownId }, to: 'current' },
      { projectId, from: { taskId }, to: 'current' },
      { ...elsewhere, from: first, to: 'current' },
      { ...other, serviceId: elsewhere.serviceId, from: { taskId }, to: 'current' },
    ]) {
      const { status, body } = await reconcile(json);
      expect({ json, status, code: body.code }).toEqual({ json, status: 404, code: 'NOT_FOUND' });
    }
  });

  test('409 NO_SNAPSHOT for a draft and for an import that stored nothing', async () => {
    const draft = system.records.addEstimation(projectId, serviceId, 'draft');
    const file = csvFile('Item No.,Quantity,UOM\n1,2,m');
    const dry = await importFile(system, target, file, { discipline: 'piping', dryRun: true });
    for (const from of [draft, { taskId: dry.taskId }]) {
      const { status, body } = await reconcile({ projectId, from, to: 'current' });
      expect({ status, code: body.code }).toEqual({ status: 409, code: 'NO_SNAPSHOT' });
    }
  });

  test('409 IMPORT_RUNNING for an import that has not ended', async () => {
    const into = system.newTarget();
    const sql = postgres(system.databaseUrl, { max: 1, onnotice: () => {} });
    await sql`select pg_advisory_lock(hashtextextended(${`mto.import.${into.serviceId}`}, 0))`;
    const file = csvFile('Item No.,Quantity,UOM\n1,2,m');
    const { body: task } = await upload(system, into, file, { discipline: 'piping', mode: 'upsert' });
    const from = { taskId: task.taskId };
    const { status, body } = await reconcile({ projectId: into.projectId, from, to: 'current' });
    await sql.end();
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'IMPORT_RUNNING' });
    await endOf(system, task.taskId);
  });

  test('409 HISTORY_EXPIRED for an import whose changes are no longer stored', async () => {
    const into = system.newTarget();
    const line = await addLine(into, { itemNumber: 1, quantity: 1 });
    const file = csvFile('Item No.,Quantity,UOM\n1,2,m');
    const { taskId } = await importFile(system, into, file, { discipline: 'piping', mode: 'upsert' });
    const sql = postgres(system.databaseUrl, { max: 1, onnotice: () => {} });
    await sql`delete from mto.history_change where record_id = ${line} and action = 'u'`;
    await sql.end();
    const { status, body } = await reconcile({ projectId: into.projectId, from: { taskId }, to: 'current' });
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'HISTORY_EXPIRED' });
  });

  test.each([
    [{}, ['projectId REQUIRED', 'from REQUIRED', 'to REQUIRED']],
    [{ projectId: unknownId, from: 'now', to: 7 }, ['from FORMAT', 'to TYPE']],
    [
      { projectId: unknownId, from: {}, to: { taskId: 'x', side: 'after' } },
      ['from.taskId REQUIRED', 'to.side UNKNOWN_FIELD', 'to.taskId FORMAT'],
    ],
    [
      { projectId: unknownId, from: 'current', to: 'current', groupBy: ['tag', { wbsLevel: 9 }, {}] },
      ['groupBy[0] ENUM', 'groupBy[1].wbsLevel MAX', 'groupBy[2].wbsLevel REQUIRED'],
    ],
    [
      { projectId: unknownId, from: 'current', to: 'current', groupBy: ['area', 'area'], limit: 101 },
      ['limit MAX', 'groupBy[1] DUPLICATE'],
    ],
    [
      { projectId: unknownId, from: 'current', to: 'current', groupBy: 'area', by: 1 },
      ['by UNKNOWN_FIELD', 'groupBy TYPE'],
    ],
  ])('422 for %j', async (json, faults) => {
    const answer = await reconcile(json);
    expect(answer.status).toBe(422);
    expect(faultsOf(answer).toSorted()).toEqual(faults.toSorted());
  });

  test('422 for a version of another service', async () => {
    const elsewhere = await approveVersion({ projectId, serviceId: system.records.addService(projectId) });
    const answer = await reconcile({ projectId, from: first, to: elsewhere });
    expect(answer.status).toBe(422);
    expect(faultsOf(answer)).toEqual(['to REFERENCE']);
  });

  test('503 for groups by the WBS while its owner is silent', async () => {
    const { status, body } = await system.without('equipment-wbs', () =>
      reconcile({ projectId, from: first, to: 'current', groupBy: [{ wbsLevel: 1 }] }),
    );
    expect({ status, code: body.code }).toEqual({ status: 503, code: 'DEPENDENCY_UNAVAILABLE' });
  });
});

function buildUp(amounts: [string, string, string, string, string, string]) {
  const [indirectAmount, ownersCostAmount, escalation, contingency, managementReserve, grandTotal] = amounts;
  return {
    ...{ indirectAmount, ownersCostAmount, subtotal: '0', escalation, escalationPercent: null },
    ...{
      contingency,
      contingencyPercent: null,
      managementReserve,
      managementReservePercent: null,
      grandTotal,
    },
  };
}

describe('POST /api/v1/mto/reconcile from before an import', () => {
  const columns = 'Item No.,Description,Quantity,UOM,Material Unit Price';
  const send = (into: ImportTarget, rows: string[], parts: Json = {}) =>
    importFile(system, into, csvFile([columns, ...rows].join('\n')), {
      discipline: 'piping',
      force: true,
      ...parts,
    });

  const since = async (into: ImportTarget, taskId: string, to: unknown = 'current') => {
    const { status, body } = await reconcile({ projectId: into.projectId, from: { taskId }, to });
    expect({ status, code: body.code }).toEqual({ status: 200, code: undefined });
    return { from: body.from, to: body.to, causes: body.causes };
  };

  const cause = (name: string, amount: number, lines: number) => ({ cause: name, amount, lines });

  test('200 what an upsert did, and what was done before it stays out', async () => {
    const into = system.newTarget();
    await send(into, ['1,Pipe,10,m,5', '2,Bend,2,EA,7']);
    const [pipe] = await linesOf(system, into);
    await change(into, String(pipe?.mtoId), { quantity: 11 });
    const { taskId } = await send(into, ['1,Pipe,12,m,5', '2,Bend,2,EA,8', '4,Cap,1,EA,3'], {
      mode: 'upsert',
    });
    expect(await since(into, taskId)).toEqual({
      from: 69,
      to: 79,
      causes: [cause('added', 3, 1), cause('quantity', 5, 1), cause('material', 2, 1)],
    });
  });

  test('200 whatever happened to the lines since, of imports that append and that replace', async () => {
    const into = system.newTarget();
    const first = await send(into, ['1,Pipe,10,m,5', '2,Bend,2,EA,7']);
    await addLine(into, { discipline: 'civil', itemNumber: 1, quantity: 1, materialUnitPrice: 100 });
    const second = await send(into, ['3,Cap,1,EA,3'], {});
    const third = await send(into, ['1,Pipe,20,m,5'], { mode: 'replace' });
    for (const { mtoId, quantity } of await linesOf(system, into))
      await (quantity === 1 ? change(into, String(mtoId), { quantity: 2 }) : remove(String(mtoId)));
    await addLine(into, { itemNumber: 9, quantity: 1, materialUnitPrice: 1 });
    const totals = async (taskId: string) => (await since(into, taskId)).from;
    expect(await totals(first.taskId)).toBe(0);
    expect(await totals(second.taskId)).toBe(164);
    expect(await totals(third.taskId)).toBe(167);
    expect(await since(into, second.taskId, { taskId: third.taskId })).toEqual({
      from: 164,
      to: 167,
      causes: [cause('added', 3, 1)],
    });
  });

  test('200 lines that came back by an undo are those that were there', async () => {
    const into = system.newTarget();
    await send(into, ['1,Pipe,10,m,5', '2,Bend,2,EA,7']);
    const { taskId } = await send(into, ['1,Pipe,20,m,5'], { mode: 'replace' });
    const { body } = await system.mto.request(
      'GET',
      `/api/v1/history/takeoff-lines?projectId=${into.projectId}&kind=import`,
    );
    const { operationId } = body.data[0];
    const undone = await system.mto.request('POST', `/api/v1/history/takeoff-lines/${operationId}/undo`, {
      json: {},
    });
    expect(undone.status).toBe(200);
    expect(await since(into, taskId)).toEqual({ from: 64, to: 64, causes: [] });
  });
});
