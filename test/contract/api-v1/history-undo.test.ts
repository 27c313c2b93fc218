import { afterAll, describe, expect, test } from 'bun:test';
import { serviceDeleted } from '@consulting/kernel/contracts/clients-projects';
import { type ImportTarget, linesOf } from '../../support/import-file';
import { commonLineHistory } from '../../support/line-history';
import { readWorkbook } from '../../support/read-workbook';
import { unknownId } from '../../support/takeoff-lines';
import { until } from '../../support/until';

type Json = Record<string, unknown>;

const history = await commonLineHistory();
const { addLines, bulkCreate, bulkDelete, bulkEdit, bulkPatch, call, contents, importLines } = history;
const { newest, newTarget, put, records, remove, takeoffFile, undo, undone } = history;

afterAll(() => history.stop());

const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1);
const idsOf = (lines: Json[]) => lines.map(({ mtoId }) => String(mtoId));

/** Lines of a service of their own, and the operation that created them. */
async function takeoff(...lines: Json[]) {
  const target = newTarget();
  const items = lines.map((line) => ({ discipline: 'piping', quantity: 1, ...line }));
  await bulkCreate(target, items);
  const ids: string[] = [];
  for (const { tag } of items as Json[]) {
    const line = (await contents(target)).find((one) => one.tag === tag);
    ids.push(String(line?.mtoId));
  }
  return { target, ids, operation: await newest(target) };
}

const three = () => takeoff({ tag: 'A' }, { tag: 'B' }, { tag: 'C' });

async function exported({ projectId }: ImportTarget) {
  const { status, body } = await call('GET', `/mto/export?projectId=${projectId}`);
  expect(status).toBe(200);
  return readWorkbook(body);
}

describe('POST /api/v1/history/takeoff-lines/{operationId}/undo: everything comes back', () => {
  test('200: a wrong file that replaced 2000 lines, an edit and a delete, all undone: the export is the same', async () => {
    const target = newTarget();
    await importLines(target, 'append', takeoffFile(upTo(2000)));
    const before = { lines: await contents(target), sheets: await exported(target) };
    const operations: string[] = [];
    await importLines(target, 'replace', takeoffFile(upTo(1500)));
    operations.unshift((await newest(target)).operationId);
    const ids = idsOf(await contents(target));
    await bulkEdit(target, ids, { quantity: 3, materialUnitPrice: 7.25, remarks: 'wrong' });
    operations.unshift((await newest(target)).operationId);
    await bulkDelete(target, ids.slice(0, 500));
    operations.unshift((await newest(target)).operationId);
    for (const operationId of operations) await undone(operationId);
    expect(await exported(target)).toEqual(before.sheets);
    expect(await contents(target)).toEqual(before.lines);
  }, 300_000);

  const wrong = { quantity: 99.5, takeoffDate: '2020-01-01', sourService: false, remarks: 'wrong' };
  const kinds: [string, (target: ImportTarget, ids: string[]) => Promise<unknown>][] = [
    ['create', (target) => addLines(target, { tag: 'N' })],
    ['update', (target, ids) => put(target, String(ids[0]), wrong)],
    ['delete', (_, ids) => remove(String(ids[0]))],
    ['bulk-create', (target) => bulkCreate(target, [{ discipline: 'civil', quantity: 1 }])],
    ['bulk-edit', (target, ids) => bulkEdit(target, ids, wrong)],
    [
      'bulk-edit',
      (target, ids) => bulkEdit(target, ids, { quantity: { multiply: 1.1 }, tag: { copyFrom: 'remarks' } }),
    ],
    [
      'bulk-edit',
      (target, ids) =>
        bulkPatch(
          target,
          ids.map((mtoId, at) => ({ mtoId, ...wrong, quantity: at + 7 })),
        ),
    ],
    ['bulk-delete', (target, ids) => bulkDelete(target, ids)],
    ['import', (target) => importLines(target, 'append', takeoffFile([7, 8]))],
    ['import', (target) => importLines(target, 'upsert', takeoffFile([1, 9]))],
    ['import', (target) => importLines(target, 'replace', takeoffFile([1]))],
  ];
  test.each(kinds)('200: %s, its undo, the undo of that, and so on', async (kind, write) => {
    const { target, ids } = await takeoff(
      { tag: 'A', itemNumber: 1, takeoffDate: '2024-02-29', sourService: true, quantity: 0.1 },
      { tag: 'B', itemNumber: 2, unitManHours: 0.333333, labourRate: 88.5 },
    );
    const before = await contents(target);
    await write(target, ids);
    const after = await contents(target);
    const operation = await newest(target);
    expect(operation.kind).toBe(kind);
    const { created, updated, deleted } = operation.counts;
    let last = operation.operationId;
    for (const step of upTo(4)) {
      const body = await undone(last);
      const isBack = step % 2 === 1;
      expect(await contents(target)).toEqual(isBack ? before : after);
      expect(body).toMatchObject({ kind: 'undo', undoes: last, skipped: [], skippedCount: 0, ...target });
      expect(body.counts).toEqual(
        isBack ? { created: deleted, updated, deleted: created } : { created, updated, deleted },
      );
      last = body.operationId;
    }
  });

  test('200: an operation whose undo was undone can be undone again', async () => {
    const { target, ids } = await three();
    await bulkEdit(target, ids, { quantity: 5 });
    const edit = await newest(target);
    const first = await undone(edit.operationId);
    await undone(first.operationId);
    expect(await history.detail(edit.operationId)).toMatchObject({ undoneBy: null, canUndo: true });
    const second = await undone(edit.operationId);
    expect((await contents(target)).map(({ quantity }) => quantity)).toEqual([1, 1, 1]);
    expect(await history.detail(edit.operationId)).toMatchObject({ undoneBy: second.operationId });
  });

  test('200: an undo that is in force again says so of what it undid', async () => {
    const { target, ids } = await three();
    await bulkEdit(target, ids, { quantity: 5 });
    const edit = await newest(target);
    const first = await undone(edit.operationId);
    const second = await undone(first.operationId);
    await undone(second.operationId);
    expect(await history.detail(first.operationId)).toMatchObject({ undoneBy: null });
    expect(await history.detail(edit.operationId)).toMatchObject({ undoneBy: first.operationId });
    const { status, body } = await undo(edit.operationId);
    expect([status, body.code, body.undoneBy]).toEqual([409, 'ALREADY_UNDONE', first.operationId]);
  });

  test('200: lines of several services in one operation', async () => {
    const { target, ids } = await three();
    const other = { ...target, serviceId: records.addService(target.projectId) };
    const [id] = await addLines(other, { tag: 'D' });
    const before = [await contents(target), await contents(other)];
    await bulkEdit(target, [...ids, String(id)], { quantity: 8 });
    const edit = await newest(target);
    expect(edit).toMatchObject({ projectId: target.projectId, serviceId: null });
    const body = await undone(edit.operationId);
    expect(body).toMatchObject({ serviceId: null, counts: { updated: 4 } });
    expect([await contents(target), await contents(other)]).toEqual(before);
  });

  test('200: an undone import no longer counts as the same upload, and counts again when its undo is undone', async () => {
    const target = newTarget();
    const file = takeoffFile([1, 2]);
    await importLines(target, 'append', file);
    const operation = await newest(target);
    const form = () => {
      const parts = new FormData();
      for (const [name, part] of Object.entries({ ...target, mode: 'append', discipline: 'piping' }))
        parts.append(name, part);
      parts.append('file', file, file.name);
      return history.mto.request('POST', '/api/v1/mto/import/async', { form: parts });
    };
    expect((await form()).body.code).toBe('DUPLICATE_UPLOAD');
    const undoing = await undone(operation.operationId);
    const again = await undone(undoing.operationId);
    expect((await form()).body.code).toBe('DUPLICATE_UPLOAD');
    await undone(again.operationId);
    await importLines(target, 'append', file);
    expect(await contents(target)).toHaveLength(2);
  });

  test('200: a comparison of what an import changed answers after it was undone', async () => {
    const { target } = await takeoff({ tag: 'A', itemNumber: 1 });
    const task = await importLines(target, 'replace', takeoffFile([1, 2, 3]));
    const path = `/mto/project/${target.projectId}/compare?taskId=${task.taskId}`;
    const before = await call('GET', path);
    await undone((await newest(target)).operationId);
    const after = await call('GET', path);
    expect({ status: after.status, body: after.body }).toEqual({ status: before.status, body: before.body });
  });
});

describe('POST /api/v1/history/takeoff-lines/{operationId}/undo: dryRun and expectedCount', () => {
  test('200: dryRun answers the counts and writes nothing', async () => {
    const { target, ids } = await three();
    await bulkEdit(target, ids, { quantity: 5 });
    const edit = await newest(target);
    const lines = await linesOf(history, target);
    const dry = await undone(edit.operationId, { dryRun: true, expectedCount: 3 });
    expect(dry).toMatchObject({ operationId: null, kind: 'undo', undoes: edit.operationId });
    expect(await linesOf(history, target)).toEqual(lines);
    expect(await newest(target)).toEqual(edit);
    const { counts } = await undone(edit.operationId);
    expect(dry.counts).toEqual(counts);
  });

  test('409: COUNT_MISMATCH with the right count, and nothing is written', async () => {
    const { target, operation } = await three();
    const { status, body } = await undo(operation.operationId, { expectedCount: 2 });
    expect([status, body.code]).toEqual([409, 'COUNT_MISMATCH']);
    expect(body).toMatchObject({ count: 3, expectedCount: 2 });
    expect(await contents(target)).toHaveLength(3);
    expect((await undo(operation.operationId, { expectedCount: 3 })).status).toBe(200);
  });

  test('409: COUNT_MISMATCH counts lines that are skipped out', async () => {
    const { target, ids, operation } = await three();
    await put(target, String(ids[0]), { quantity: 4 });
    const skip = { onConflict: 'skip', dryRun: true };
    expect((await undo(operation.operationId, { ...skip, expectedCount: 3 })).body.count).toBe(2);
    expect((await undo(operation.operationId, { ...skip, expectedCount: 2 })).status).toBe(200);
  });
});

describe('POST /api/v1/history/takeoff-lines/{operationId}/undo: lines that were changed since', () => {
  test('409: CHANGED_SINCE names them, and nothing is written', async () => {
    const { target, ids } = await three();
    await bulkEdit(target, ids, { quantity: 5, description: 'Elbow' });
    const edit = await newest(target);
    await put(target, String(ids[1]), { quantity: 6 });
    const lines = await linesOf(history, target);
    const { status, body } = await undo(edit.operationId);
    expect([status, body.code]).toEqual([409, 'CHANGED_SINCE']);
    expect(body.blocking).toEqual({ count: 1, items: [{ id: ids[1], code: 'B', name: 'Elbow' }] });
    expect(await linesOf(history, target)).toEqual(lines);
  });

  test('200: skip leaves them, tells them and undoes the others', async () => {
    const { target, ids } = await three();
    await bulkEdit(target, ids, { quantity: 5, description: 'Elbow' });
    const edit = await newest(target);
    await put(target, String(ids[1]), { quantity: 6 });
    await remove(String(ids[2]));
    const body = await undone(edit.operationId, { onConflict: 'skip' });
    const skipped = [
      { recordId: ids[1], code: 'B', label: 'Elbow' },
      { recordId: ids[2], code: 'C', label: 'Elbow' },
    ];
    expect(body.skippedCount).toBe(2);
    expect(body.skipped).toHaveLength(2);
    expect(body.skipped).toEqual(expect.arrayContaining(skipped));
    expect(body.counts).toEqual({ created: 0, updated: 1, deleted: 0 });
    const byTag = Object.fromEntries((await contents(target)).map(({ tag, quantity }) => [tag, quantity]));
    expect(byTag).toEqual({ A: 1, B: 6 });
  });

  test('200: when every line was changed since, skip writes nothing and no operation', async () => {
    const { target, ids } = await three();
    await bulkEdit(target, ids, { quantity: 5 });
    const edit = await newest(target);
    await bulkEdit(target, ids, { quantity: 6 });
    const last = await newest(target);
    const body = await undone(edit.operationId, { onConflict: 'skip' });
    expect(body).toMatchObject({ operationId: null, skippedCount: 3, canUndo: false });
    expect(body.counts).toEqual({ created: 0, updated: 0, deleted: 0 });
    expect(await newest(target)).toEqual(last);
    expect((await history.detail(edit.operationId)).undoneBy).toBeNull();
  });

  test('200: a change that was itself undone is no conflict', async () => {
    const { target, ids } = await three();
    await bulkEdit(target, ids, { quantity: 5 });
    const edit = await newest(target);
    await bulkEdit(target, ids, { quantity: 6, remarks: 'x' });
    await undone((await newest(target)).operationId);
    await remove(String(ids[0]));
    await undone((await newest(target)).operationId);
    expect((await undone(edit.operationId)).counts).toEqual({ created: 0, updated: 3, deleted: 0 });
  });

  test('200: values that were changed back by hand are no conflict, of created lines neither', async () => {
    const { target, ids, operation } = await three();
    await put(target, String(ids[0]), { quantity: 6, remarks: 'x' });
    expect((await undo(operation.operationId)).body.code).toBe('CHANGED_SINCE');
    await put(target, String(ids[0]), { quantity: 1, remarks: null });
    expect((await undone(operation.operationId)).counts).toEqual({ created: 0, updated: 0, deleted: 3 });
    expect(await contents(target)).toEqual([]);
  });

  test('200: imported lines that were changed back are no conflict, one that was changed is', async () => {
    const target = newTarget();
    await importLines(target, 'append', takeoffFile([1, 2, 3]));
    const operation = await newest(target);
    const [one, two] = await contents(target);
    await put(target, String(one?.mtoId), { quantity: 100 });
    await put(target, String(one?.mtoId), { quantity: Number(one?.quantity) });
    await put(target, String(two?.mtoId), { remarks: 'mine' });
    const refused = await undo(operation.operationId);
    expect([refused.body.code, refused.body.blocking?.count]).toEqual(['CHANGED_SINCE', 1]);
    const body = await undone(operation.operationId, { onConflict: 'skip' });
    expect(body).toMatchObject({ skippedCount: 1, counts: { created: 0, updated: 0, deleted: 2 } });
    expect(idsOf(await contents(target))).toEqual([String(two?.mtoId)]);
  });

  test('409: the undo of a delete when the lines are back already, by the undo of another', async () => {
    const { target, ids } = await three();
    await bulkDelete(target, ids);
    const deletion = await newest(target);
    const back = await undone(deletion.operationId);
    await bulkDelete(target, ids);
    const { status, body } = await undo(back.operationId);
    expect([status, body.code, body.blocking.count]).toEqual([409, 'CHANGED_SINCE', 3]);
    await undone((await newest(target)).operationId);
    expect((await undo(back.operationId)).status).toBe(200);
    expect(await contents(target)).toEqual([]);
  });
});

describe('POST /api/v1/history/takeoff-lines/{operationId}/undo: refusals', () => {
  test('409: ALREADY_UNDONE with what undid it', async () => {
    const { operation } = await three();
    const { operationId } = await undone(operation.operationId);
    const { status, body } = await undo(operation.operationId);
    expect([status, body.code, body.undoneBy]).toEqual([409, 'ALREADY_UNDONE', operationId]);
  });

  test('409: SERVICE_APPROVED, and 200 when it is open again', async () => {
    const { target, operation } = await three();
    records.setStatus(target.serviceId, 'approved');
    const { status, body } = await undo(operation.operationId);
    expect([status, body.code]).toEqual([409, 'SERVICE_APPROVED']);
    records.setStatus(target.serviceId, 'in-progress');
    expect((await undo(operation.operationId)).status).toBe(200);
  });

  test('409: NOT_UNDOABLE for what followed from rates that changed', async () => {
    const target = newTarget();
    records.addCrew(target.serviceId, { crewCode: 'PF-01' });
    await addLines(target, { crewCode: 'PF-01', unitManHours: 1 });
    await history.changeCrew(target, 'PF-01', { labourRate: '88.5' });
    await history.untilLines(target, ({ labourRate }) => labourRate === 88.5);
    const { status, body } = await undo((await newest(target)).operationId);
    expect([status, body.code]).toEqual([409, 'NOT_UNDOABLE']);
  });

  test('404: unknown operation, identifiers that are none', async () => {
    for (const id of [unknownId, 'x', '0', encodeURIComponent("'; --")])
      expect((await undo(id)).status).toBe(404);
  });

  test('404: the service is deleted', async () => {
    const { target, operation } = await three();
    records.services.delete(target.serviceId);
    await history.bus.publish(serviceDeleted.subject, target, crypto.randomUUID());
    await until(async () => (await contents(target)).length === 0);
    const { status, body } = await undo(operation.operationId, { onConflict: 'skip' });
    expect([status, body.code]).toEqual([404, 'NOT_FOUND']);
  });

  test('404: every service of an operation on several is deleted', async () => {
    const { target, ids } = await three();
    const other = { ...target, serviceId: records.addService(target.projectId) };
    const [id] = await addLines(other, {});
    await bulkEdit(target, [...ids, String(id)], { quantity: 8 });
    const edit = await newest(target);
    for (const gone of [target, other]) {
      records.services.delete(gone.serviceId);
      await history.bus.publish(serviceDeleted.subject, gone, crypto.randomUUID());
      await until(async () => (await contents(gone)).length === 0);
    }
    const { status, body } = await undo(edit.operationId);
    expect([status, body.code]).toEqual([404, 'NOT_FOUND']);
  });

  test('422: unknown keys and wrong types, all at once', async () => {
    const { operation } = await three();
    const json = { onConflict: 'force', dryRun: 'yes', expectedCount: -1, confirm: true };
    const { status, body } = await undo(operation.operationId, json);
    expect(status).toBe(422);
    const fields = body.errors.map(({ field }: { field: string }) => field).sort();
    expect(fields).toEqual(['confirm', 'dryRun', 'expectedCount', 'onConflict']);
  });

  test('422: a body that is no object', async () => {
    const { operation } = await three();
    for (const json of [[], 'x', 1, true]) expect((await undo(operation.operationId, json)).status).toBe(422);
  });

  test('200: without a body', async () => {
    const { operation } = await three();
    const { status } = await call('POST', `/history/takeoff-lines/${operation.operationId}/undo`);
    expect(status).toBe(200);
  });

  test('415: a body of another media type', async () => {
    const { operation } = await three();
    const path = `/api/v1/history/takeoff-lines/${operation.operationId}/undo`;
    expect((await history.mto.request('POST', path, { text: '{}' })).status).toBe(415);
  });

  test('503: the owner of the service does not answer, and nothing is written', async () => {
    const { target, operation } = await three();
    const { status, body } = await history.without('clients-projects', () => undo(operation.operationId));
    expect([status, body.code]).toEqual([503, 'DEPENDENCY_UNAVAILABLE']);
    expect(await newest(target)).toEqual(operation);
  });

  test('200: once for a repeated Idempotency-Key', async () => {
    const { target, operation } = await three();
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const first = await undo(operation.operationId, {}, headers);
    const again = await undo(operation.operationId, {}, headers);
    expect([again.status, again.body]).toEqual([first.status, first.body]);
    expect((await newest(target)).operationId).toBe(first.body.operationId);
  });
});

describe('POST /api/v1/history/takeoff-lines/{operationId}/undo: what changed elsewhere since', () => {
  const crewed = { crewCode: 'PF-01', unitManHours: 2, quantity: 10 };
  const figures = ({ labourRate, labourCost, equipmentCost, totalManHours, crewRateMatched }: Json) => ({
    labourRate,
    labourCost,
    equipmentCost,
    totalManHours,
    crewRateMatched,
  });

  /** A crewed line of today, of which the figures are certainly fresh. */
  async function fresh(target: ImportTarget, more: Json = {}) {
    const [id] = await addLines(target, { ...crewed, tag: 'fresh', ...more });
    return figures((await call('GET', `/mto/${id}`)).body);
  }

  async function crewedTakeoff() {
    const target = newTarget();
    records.addCrew(target.serviceId, { crewCode: 'PF-01' });
    const ids = await addLines(target, crewed, crewed);
    return { target, ids };
  }

  const newRates = async (target: ImportTarget) => {
    await history.changeCrew(target, 'PF-01', { labourRate: '88.5', equipmentRate: '5', crewSize: '4' });
    await history.untilLines(target, ({ labourRate }) => labourRate === 88.5);
  };

  test('200: deleted lines come back with present rates, after those of others have changed', async () => {
    const { target, ids } = await crewedTakeoff();
    await remove(String(ids[0]));
    const deletion = await newest(target);
    await newRates(target);
    await undone(deletion.operationId);
    const lines = await contents(target);
    const wanted = await fresh(target);
    expect(lines.map(figures)).toEqual([wanted, wanted]);
  });

  test('200: an edit before the rates changed gives quantities of before at present rates', async () => {
    const { target, ids } = await crewedTakeoff();
    await bulkEdit(target, ids, { quantity: 50, remarks: 'x' });
    const edit = await newest(target);
    await newRates(target);
    const undoing = await undone(edit.operationId);
    const lines = await contents(target);
    const wanted = await fresh(target);
    expect(lines.map(({ quantity, remarks }) => [quantity, remarks])).toEqual([
      [10, null],
      [10, null],
    ]);
    expect(lines.map(figures)).toEqual([wanted, wanted]);
    await undone(undoing.operationId);
    const edited = (await contents(target)).filter(({ tag }) => tag !== 'fresh');
    expect(edited.map(figures)).toEqual(Array(2).fill(await fresh(target, { quantity: 50 })));
  });

  test('200: lines that were created before the rates changed go', async () => {
    const { target } = await crewedTakeoff();
    const creation = await newest(target);
    await newRates(target);
    expect((await undone(creation.operationId)).counts).toEqual({ created: 0, updated: 0, deleted: 1 });
  });

  test('200: an edit, a delete, and rates that changed: both undone in turn', async () => {
    const { target, ids } = await crewedTakeoff();
    await bulkEdit(target, ids, { quantity: 50 });
    const edit = await newest(target);
    await bulkDelete(target, ids.slice(1));
    const deletion = await newest(target);
    await newRates(target);
    await undone(deletion.operationId);
    await undone(edit.operationId);
    const lines = await contents(target);
    expect(lines.map(figures)).toEqual(Array(2).fill(await fresh(target)));
  });

  test('409: CHANGED_SINCE for a rate that was entered by hand since, and for another field', async () => {
    const { target, ids } = await crewedTakeoff();
    await bulkEdit(target, ids, { quantity: 50 });
    const edit = await newest(target);
    await put(target, String(ids[0]), { labourRate: 70 });
    await put(target, String(ids[1]), { remarks: 'mine' });
    const { status, body } = await undo(edit.operationId);
    expect([status, body.code, body.blocking.count]).toEqual([409, 'CHANGED_SINCE', 2]);
  });

  test('200: lines come back with their last rates when the crew is gone', async () => {
    const { target, ids } = await crewedTakeoff();
    await remove(String(ids[0]));
    const deletion = await newest(target);
    await history.changeCrew(target, 'PF-01', null);
    await history.untilLines(target, ({ crewRateMatched }) => crewRateMatched === false);
    await undone(deletion.operationId);
    const [one, other] = await contents(target);
    expect(figures(one ?? {})).toEqual(figures(other ?? {}));
    expect(one).toMatchObject({ crewRateMatched: false, labourRateSource: 'manual', labourRate: 149.9556 });
  });

  test('200: rates changed and the crew is gone: an edit is undone with the figures of the last rates', async () => {
    const { target, ids } = await crewedTakeoff();
    await bulkEdit(target, ids, { quantity: 50 });
    const edit = await newest(target);
    await newRates(target);
    const wanted = await fresh(target);
    await history.changeCrew(target, 'PF-01', null);
    await history.untilLines(target, ({ crewRateMatched }) => crewRateMatched === false);
    await undone(edit.operationId);
    const lines = (await contents(target)).filter(({ tag }) => tag !== 'fresh');
    expect(lines.map(figures)).toEqual(Array(2).fill({ ...wanted, crewRateMatched: false }));
  });

  test.each([true, false])('200: wbsMatched is as the code is known now: %p', async (isKnown) => {
    const target = newTarget();
    if (!isKnown) records.addWbsCode(target.projectId, '01.30');
    const ids = await addLines(target, { wbsCode: '01.30' }, { wbsCode: '01.30' });
    await bulkEdit(target, ids, { quantity: 3 });
    const edit = await newest(target);
    await remove(String(ids[0]));
    const deletion = await newest(target);
    await history.changeWbsCode(target, '01.30', isKnown);
    await history.untilLines(target, ({ wbsMatched }) => wbsMatched === isKnown);
    await undone(deletion.operationId);
    expect((await contents(target)).map(({ wbsMatched }) => wbsMatched)).toEqual([isKnown, isKnown]);
    expect((await undone(edit.operationId)).counts).toEqual({ created: 0, updated: 2, deleted: 0 });
    const lines = await contents(target);
    expect(lines.map(({ quantity, wbsMatched }) => [quantity, wbsMatched])).toEqual([
      [1, isKnown],
      [1, isKnown],
    ]);
  });

  test('200: lines come back without a subcontractor that is gone, and say how many', async () => {
    const target = newTarget();
    const gone = records.addSubcontractor(target.projectId);
    const stored = records.addSubcontractor(target.projectId);
    const ids = await addLines(target, { subcontractorId: gone }, { subcontractorId: stored });
    await bulkDelete(target, ids);
    records.subcontractors.delete(gone);
    const undoing = await undone((await newest(target)).operationId);
    expect(undoing.withoutSubcontractor).toBe(1);
    expect((await contents(target)).map(({ subcontractorId }) => subcontractorId)).toEqual([null, stored]);
    await undone(undoing.operationId);
    expect(await contents(target)).toEqual([]);
  });

  test('409: NOT_UNDOABLE for prices in a currency that the project no longer has; 200 without prices', async () => {
    const target = newTarget();
    const ids = await addLines(target, { materialUnitPrice: 5 }, { tag: 'free' });
    await remove(String(ids[0]));
    const priced = await newest(target);
    await remove(String(ids[1]));
    const free = await newest(target);
    const project = records.projects.get(target.projectId);
    if (project) records.projects.set(target.projectId, { ...project, currency: 'EUR' });
    const { status, body } = await undo(priced.operationId);
    expect([status, body.code]).toEqual([409, 'NOT_UNDOABLE']);
    await undone(free.operationId);
    expect(await contents(target)).toMatchObject([{ tag: 'free', currency: 'EUR' }]);
  });

  test('409: HISTORY_EXPIRED when what it changed is no longer kept', async () => {
    const { target, ids } = await three();
    await bulkEdit(target, ids, { quantity: 5 });
    const edit = await newest(target);
    await bulkDelete(target, ids.slice(1));
    const deletion = await newest(target);
    await importLines(target, 'replace', takeoffFile([1, 2]));
    const replacement = await newest(target);
    await history.forget(`delete from mto.history_change where operation in (
      select position from mto.history_operation where project_id = '${target.projectId}')`);
    for (const { operationId } of [edit, deletion, replacement]) {
      const { status, body } = await undo(operationId, { onConflict: 'skip' });
      expect([status, body.code]).toEqual([409, 'HISTORY_EXPIRED']);
    }
  });
});
