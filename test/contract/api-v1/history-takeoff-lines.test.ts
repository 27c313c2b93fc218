import { afterAll, describe, expect, test } from 'bun:test';
import { commonLineHistory, person } from '../../support/line-history';
import { unknownId } from '../../support/takeoff-lines';

type Json = Record<string, unknown>;
interface Change {
  recordId: string;
  action: string;
  fields: Record<string, { before: unknown; after: unknown }>;
}

const history = await commonLineHistory();
const { addLines, bulkCreate, bulkDelete, bulkEdit, call, contents, detail, importLines, list, newest } =
  history;
const { newTarget, put, records, remove, takeoffFile, undone } = history;

afterAll(() => history.stop());

const kindsOf = (operations: Json[]) => operations.map(({ kind }) => kind);
const lineOf = async (id: string) => (await call('GET', `/mto/${id}`)).body as Json;
const writes = ['version', 'updatedAt', 'updatedBy'];

/** What differs between two answers with a line, as the history should tell it. */
const differences = (before: Json, after: Json) =>
  Object.fromEntries(
    Object.keys(after)
      .filter((key) => !writes.includes(key) && before[key] !== after[key])
      .map((key) => [key, { before: before[key], after: after[key] }]),
  );

/** The values of a line that the history tells when it is created or deleted. */
const given = (line: Json) =>
  Object.fromEntries(
    Object.entries(line).filter(
      ([key, value]) => value !== null && ![...writes, 'id', 'mtoId', 'createdAt', 'createdBy'].includes(key),
    ),
  );

describe('GET /api/v1/history/takeoff-lines', () => {
  test('200: newest first, with who, when, what, counts and where', async () => {
    const target = newTarget();
    const [id] = await addLines(target, { tag: 'P-1' });
    await put(target, String(id), { quantity: 2 });
    const operations = await list({ projectId: target.projectId });
    expect(kindsOf(operations)).toEqual(['update', 'create']);
    expect(operations[0]).toMatchObject({
      ...target,
      by: 'tester',
      recordType: 'takeoff-lines',
      taskId: null,
      counts: { created: 0, updated: 1, deleted: 0 },
      causedBy: null,
      undoes: null,
      undoneBy: null,
      canUndo: true,
    });
    expect(Date.parse(String(operations[0]?.at))).toBeGreaterThan(Date.parse(String(operations[1]?.at)));
  });

  test('200: requestId is that of the request', async () => {
    const target = newTarget();
    const { headers } = await call('POST', '/mto', { ...target, discipline: 'civil', quantity: 1 });
    expect((await newest(target)).requestId).toBe(headers.get('x-request-id'));
  });

  test('200: filters of project, service, person, kind and time', async () => {
    const target = newTarget();
    const { projectId } = target;
    const other = records.addService(projectId);
    const [id] = await addLines(target, {});
    await addLines({ projectId, serviceId: other }, {});
    await put(target, String(id), { quantity: 5 });
    const all = await list({ projectId });
    expect(kindsOf(all)).toEqual(['update', 'create', 'create']);
    expect(kindsOf(await list({ projectId, serviceId: other }))).toEqual(['create']);
    expect(kindsOf(await list({ projectId, kind: 'update' }))).toEqual(['update']);
    expect(await list({ projectId, by: 'tester' })).toEqual(all);
    expect(await list({ projectId, by: 'nobody' })).toEqual([]);
    const at = String(all[1]?.at);
    const later = new Date(Date.parse(String(all[0]?.at)) + 1).toISOString();
    expect(kindsOf(await list({ projectId, from: later }))).toEqual([]);
    expect(await list({ projectId, to: at })).not.toContainEqual(all[0]);
    expect(await list({ projectId, from: later, to: at })).toEqual([]);
  });

  test('200: from and to include the moment that an operation tells', async () => {
    const target = newTarget();
    await addLines(target, {});
    const { projectId } = target;
    const [operation] = await list({ projectId });
    const at = String(operation?.at);
    expect(await list({ projectId, from: at, to: at })).toEqual([operation ?? {}]);
  });

  test('200: recordId, also of a line that an import created', async () => {
    const target = newTarget();
    const { projectId } = target;
    const [own] = await addLines(target, {});
    await importLines(target, 'append', takeoffFile([1, 2, 3]));
    await importLines(target, 'append', takeoffFile([4, 5]));
    const [, second] = (await contents(target)).filter(({ itemNumber }) => Number(itemNumber) <= 3);
    const imported = (await contents(target)).find(({ itemNumber }) => Number(itemNumber) === 2);
    expect(second).toBeDefined();
    await put(target, String(imported?.mtoId), { quantity: 9 });
    expect(kindsOf(await list({ recordId: own }))).toEqual(['create']);
    const operations = await list({ recordId: imported?.mtoId, projectId });
    expect(kindsOf(operations)).toEqual(['update', 'import']);
    expect(operations[1]?.counts).toEqual({ created: 3, updated: 0, deleted: 0 });
    expect(await list({ recordId: unknownId })).toEqual([]);
  });

  test('200: pages with total and hasMore', async () => {
    const target = newTarget();
    await addLines(target, {}, {}, {});
    const path = `/history/takeoff-lines?projectId=${target.projectId}`;
    const all = (await call('GET', path)).body.data;
    const { body } = await call('GET', `${path}&skip=1&limit=1`);
    expect(body).toMatchObject({ total: 3, skip: 1, limit: 1, hasMore: true, data: [all[1]] });
    expect((await call('GET', `${path}&skip=1000000`)).body).toMatchObject({ data: [], total: 3 });
  });

  test('422: unknown parameter, wrong kind, identifiers that are none, times that are none', async () => {
    const bad =
      'projectId=1&serviceId=x&recordId=0&kind=undone&from=yesterday&to=13&other=1&skip=-1&limit=101';
    const { status, body } = await call('GET', `/history/takeoff-lines?${bad}`);
    expect(status).toBe(422);
    const fields = body.errors.map(({ field }: { field: string }) => field).sort();
    expect(fields).toEqual([
      'from',
      'kind',
      'limit',
      'other',
      'projectId',
      'recordId',
      'serviceId',
      'skip',
      'to',
    ]);
  });
});

describe('GET /api/v1/history/takeoff-lines/{operationId}', () => {
  const full = {
    tag: 'P-1',
    description: 'Pipe 2"',
    quantity: 1234567.891234,
    unitOfMeasure: 'm',
    unitManHours: 0.333333,
    labourRate: 99.99,
    materialUnitPrice: 12.5,
    takeoffDate: '2026-02-28',
  };

  test('200: a created line with the values of its record', async () => {
    const target = newTarget();
    const [id] = await addLines(target, full);
    const { changes, total } = await detail((await newest(target)).operationId);
    expect(total).toBe(1);
    expect(changes).toHaveLength(1);
    expect(changes[0]).toMatchObject({ recordId: id, code: 'P-1', label: 'Pipe 2"', action: 'create' });
    const values = given(await lineOf(String(id)));
    const after = Object.entries((changes[0] as Change).fields).map(([key, pair]) => [key, pair.after]);
    expect(Object.fromEntries(after)).toEqual(values);
    expect(Object.values((changes[0] as Change).fields).every(({ before }) => before === null)).toBe(true);
  });

  test('200: an updated line with its values before and after, nulls included', async () => {
    const target = newTarget();
    const [id] = await addLines(target, full);
    const before = await lineOf(String(id));
    const json = { takeoffDate: null, quantity: 0.1, remarks: 'r', labourRate: 1e-6, unitManHours: null };
    await put(target, String(id), json);
    const { changes } = await detail((await newest(target)).operationId);
    expect(changes[0].fields).toEqual(differences(before, await lineOf(String(id))));
    expect(changes[0]).toMatchObject({ code: 'P-1', label: 'Pipe 2"', action: 'update' });
  });

  test('200: a deleted line with the values that it had', async () => {
    const target = newTarget();
    const [id] = await addLines(target, full);
    const before = given(await lineOf(String(id)));
    await remove(String(id));
    const { changes, kind } = await detail((await newest(target)).operationId);
    expect(kind).toBe('delete');
    expect(changes[0]).toMatchObject({ recordId: id, code: 'P-1', label: 'Pipe 2"', action: 'delete' });
    const pairs = Object.entries((changes[0] as Change).fields);
    expect(Object.fromEntries(pairs.map(([key, pair]) => [key, pair.before]))).toEqual(before);
  });

  test('200: bulk create, edit and delete, each by its kind', async () => {
    const target = newTarget();
    await bulkCreate(target, [
      { discipline: 'piping', quantity: 1, tag: 'B-1' },
      { discipline: 'civil', quantity: 2, tag: 'B-2' },
    ]);
    const creation = await newest(target);
    expect(creation).toMatchObject({ kind: 'bulk-create', counts: { created: 2, updated: 0, deleted: 0 } });
    const before = await contents(target);
    const ids = before.map(({ mtoId }) => String(mtoId));
    await bulkEdit(target, ids, { quantity: 3.25, materialUnitPrice: 2, remarks: 'all' });
    const edit = await newest(target);
    expect(edit).toMatchObject({ kind: 'bulk-edit', counts: { created: 0, updated: 2, deleted: 0 } });
    const after = await contents(target);
    const edited: Change[] = (await detail(edit.operationId)).changes;
    expect(edited.map(({ recordId }) => recordId)).toEqual(ids);
    for (const [at, change] of edited.entries())
      expect(change.fields).toEqual(differences(before[at] ?? {}, after[at] ?? {}));
    await bulkDelete(target, ids);
    const deletion = await newest(target);
    expect(deletion).toMatchObject({ kind: 'bulk-delete', counts: { created: 0, updated: 0, deleted: 2 } });
    const [gone] = (await detail(deletion.operationId)).changes as Change[];
    expect(gone?.fields.quantity).toEqual({ before: 3.25, after: null });
  });

  test('200: an edit of the fields of a discipline, with booleans and texts', async () => {
    const target = newTarget();
    const [id] = await addLines(target, { isometricNumber: 'ISO-1', sourService: true });
    const before = await lineOf(String(id));
    await bulkEdit(target, [String(id)], {
      isometricNumber: 'ISO-2',
      lineNumber: 'L-1',
      sourService: false,
      takeoffDate: '2024-02-29',
    });
    const { changes } = await detail((await newest(target)).operationId);
    expect(changes[0].fields).toEqual(differences(before, await lineOf(String(id))));
    expect(changes[0].fields.isometricNumber).toEqual({ before: 'ISO-1', after: 'ISO-2' });
  });

  test('200: imports that append, replace and upsert, with the task and the counts of each', async () => {
    const target = newTarget();
    const append = await importLines(target, 'append', takeoffFile([1, 2, 3]));
    expect(await newest(target)).toMatchObject({
      kind: 'import',
      taskId: append.taskId,
      counts: { created: 3, updated: 0, deleted: 0 },
    });
    const upsert = await importLines(target, 'upsert', takeoffFile([3, 4]));
    const merged = await newest(target);
    expect(merged).toMatchObject({ kind: 'import', taskId: upsert.taskId });
    expect(merged.counts).toEqual({
      created: upsert.result?.imported,
      updated: upsert.result?.updated,
      deleted: 0,
    });
    const current = (await contents(target)).length;
    const replace = await importLines(target, 'replace', takeoffFile([7, 8]));
    const operation = await newest(target);
    expect(operation).toMatchObject({
      taskId: replace.taskId,
      counts: { created: 2, updated: 0, deleted: current },
    });
    const { changes, total } = await detail(operation.operationId, '?limit=100');
    expect(total).toBe(2 + current);
    const actions = (changes as Change[]).map(({ action }) => action);
    expect(actions.filter((action) => action === 'delete')).toHaveLength(current);
    expect(actions.filter((action) => action === 'create')).toHaveLength(2);
  });

  test('200: pages over changes and the created range behind them tell each change once', async () => {
    const target = newTarget();
    await importLines(target, 'append', takeoffFile([1, 2, 3, 4, 5]));
    await importLines(target, 'replace', takeoffFile([11, 12, 13, 14]));
    const { operationId } = await newest(target);
    const all: Change[] = (await detail(operationId, '?limit=100')).changes;
    expect(all).toHaveLength(9);
    const paged: Change[] = [];
    for (let skip = 0; skip < 9; skip += 2) {
      const page = await detail(operationId, `?skip=${skip}&limit=2`);
      expect(page).toMatchObject({ total: 9, skip, limit: 2 });
      paged.push(...page.changes);
    }
    expect(paged).toEqual(all);
    expect((await detail(operationId, '?skip=9')).changes).toEqual([]);
  });

  test('200: lines that were changed and deleted later tell what this operation did', async () => {
    const target = newTarget();
    const [one, two] = (await addLines(target, { tag: 'L-1' }, { tag: 'L-2' })).map(String) as [
      string,
      string,
    ];
    await bulkEdit(target, [one, two], { quantity: 2, remarks: 'first' });
    const edit = await newest(target);
    const reported = await detail(edit.operationId);
    await put(target, one, { quantity: 3, remarks: null, tag: 'L-1A' });
    await remove(two);
    const later = await detail(edit.operationId);
    expect(later.changes.map(({ fields }: Change) => fields)).toEqual(
      reported.changes.map(({ fields }: Change) => fields),
    );
    expect(later.changes[1]).toMatchObject({ code: 'L-2' });
  });

  test('200: an imported line that was changed and deleted later tells what the import created', async () => {
    const target = newTarget();
    await importLines(target, 'append', takeoffFile([1, 2]));
    const { operationId } = await newest(target);
    const reported = await detail(operationId);
    const [first, second] = (await contents(target)).map(({ mtoId }) => String(mtoId)) as [string, string];
    await put(target, first, { quantity: 77, remarks: 'later', description: 'other' });
    await put(target, second, { quantity: 78 });
    await remove(second);
    expect((await detail(operationId)).changes).toEqual(reported.changes);
    await undone((await newest(target)).operationId);
    await put(target, second, { quantity: 79 });
    expect((await detail(operationId)).changes).toEqual(reported.changes);
  });

  test('200: an undo tells what it undid and is told by it', async () => {
    const target = newTarget();
    await addLines(target, {});
    const creation = await newest(target);
    const undoing = await undone(creation.operationId);
    expect(await detail(undoing.operationId)).toMatchObject({
      kind: 'undo',
      undoes: creation.operationId,
      undoneBy: null,
      canUndo: true,
      counts: { created: 0, updated: 0, deleted: 1 },
    });
    expect(await detail(creation.operationId)).toMatchObject({
      undoneBy: undoing.operationId,
      canUndo: false,
    });
  });

  test('200: rates of a crew that changed are a cascade of the person who changed them', async () => {
    const target = newTarget();
    records.addCrew(target.serviceId, { crewCode: 'PF-01' });
    const [id] = await addLines(target, { crewCode: 'PF-01', unitManHours: 1 });
    const before = await lineOf(String(id));
    await history.changeCrew(target, 'PF-01', { labourRate: '88.5' });
    await history.untilLines(target, ({ labourRate }) => labourRate === 88.5);
    const operation = await newest(target);
    expect(operation).toMatchObject({
      kind: 'cascade',
      by: person.name,
      causedBy: person.operationId,
      canUndo: false,
    });
    const { changes } = await detail(operation.operationId);
    expect(changes[0].fields).toEqual(differences(before, await lineOf(String(id))));
  });

  test('200: a WBS code that is known now is a cascade of the person who added it', async () => {
    const target = newTarget();
    await addLines(target, { wbsCode: '01.20' });
    await history.changeWbsCode(target, '01.20', true);
    await history.untilLines(target, ({ wbsMatched }) => wbsMatched === true);
    const operation = await newest(target);
    expect(operation).toMatchObject({
      kind: 'cascade',
      by: person.name,
      causedBy: person.operationId,
      projectId: target.projectId,
    });
    const { changes } = await detail(operation.operationId);
    expect(changes[0].fields).toEqual({ wbsMatched: { before: false, after: true } });
  });

  test('404: unknown operation, an identifier that is none', async () => {
    for (const id of [unknownId, 'x', '1', '%20', "' or 1=1"])
      expect((await call('GET', `/history/takeoff-lines/${encodeURIComponent(id)}`)).status).toBe(404);
  });

  test('422: unknown parameter and pages out of bounds', async () => {
    const path = `/history/takeoff-lines/${unknownId}`;
    for (const query of ['kind=import', 'skip=-1', 'limit=101', 'limit=0', 'skip=99999999999999999999'])
      expect((await call('GET', `${path}?${query}`)).status).toBe(422);
  });
});
