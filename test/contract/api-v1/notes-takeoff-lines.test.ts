import { afterAll, describe, expect, test } from 'bun:test';
import { keepVersionLines } from '@consulting/kernel/contracts/mto';
import { connectStore, historyStored, sweepHistory, sweepNotesOf } from '@consulting/kernel/postgres';
import { lineHistory } from '@consulting/mto-lines';
import type { ImportTarget } from '../../support/import-file';
import { startLineHistory } from '../../support/line-history';
import { unknownId } from '../../support/takeoff-lines';

type Json = Record<string, unknown>;

const history = await startLineHistory();
const { addLines, bulkDelete, bulkEdit, call, forget, importLines, newest, newTarget } = history;
const { put, remove, takeoffFile, undone } = history;

afterAll(() => history.stop());

const path = '/notes/takeoff-lines';

async function noteOn(recordId: unknown, more: Json = {}): Promise<Json> {
  const { status, body } = await call('POST', path, { recordId, text: 'Check with vendor.', ...more });
  expect({ status, detail: body.detail }).toEqual({ status: 201, detail: undefined });
  return body;
}

async function threeLines() {
  const target = newTarget();
  const ids = await addLines(target, { itemNumber: 1 }, { itemNumber: 2 }, { itemNumber: 3 });
  return { target, ids };
}

const notesOf = async ({ projectId }: ImportTarget): Promise<Json[]> =>
  (await call('GET', `${path}?projectId=${projectId}`)).body.data;

const recordsOf = async (target: ImportTarget) => (await notesOf(target)).map(({ recordId }) => recordId);

async function found({ projectId }: ImportTarget, conditions: Json[], more: Json = {}) {
  const { logicalOperator = 'AND', ...asked } = more;
  const { status, body } = await call('POST', '/mto/search', {
    ...{
      projectId,
      filters: { logicalOperator, conditions },
      sort: [{ field: 'itemNumber', direction: 'asc' }],
    },
    ...asked,
  });
  expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined });
  expect(body.total).toBe(body.data.length);
  return body.data.map(({ itemNumber }: Json) => itemNumber);
}

const flag = (field: string, value: boolean, operator = 'equals') => ({ field, operator, value });

describe('POST /api/v1/notes/takeoff-lines', () => {
  test('201: on a field of the line, which the list can ask for and the history has', async () => {
    const { target, ids } = await threeLines();
    await noteOn(ids[0]);
    const { noteId, field } = await noteOn(ids[0], { field: 'quantity' });
    expect(field).toBe('quantity');
    const onField = async (value: boolean) =>
      (await call('GET', `${path}?projectId=${target.projectId}&onField=${value}`)).body.data;
    expect(await onField(true)).toMatchObject([{ noteId, field: 'quantity' }]);
    expect(await onField(false)).toMatchObject([{ field: null }]);
    const { data } = (await call('GET', `/history/takeoff-lines-notes?recordId=${noteId}`)).body;
    const detail = await call('GET', `/history/takeoff-lines-notes/${data[0].operationId}`);
    expect(detail.body.changes[0].fields).toMatchObject({ field: { after: 'quantity' } });
  });

  test('422: a field that no line has', async () => {
    const { ids } = await threeLines();
    const { status, body } = await call('POST', path, { recordId: ids[0], text: 'x', field: 'nope' });
    expect({ status, errors: body.errors }).toMatchObject({
      status: 422,
      errors: [{ field: 'field', code: 'UNKNOWN_FIELD' }],
    });
  });

  test('201: the project is that of the line, found by its identifier or given', async () => {
    const { target, ids } = await threeLines();
    expect(await noteOn(ids[0])).toMatchObject({ projectId: target.projectId, recordId: ids[0] });
    expect(await noteOn(ids[0], { projectId: target.projectId })).toMatchObject({
      projectId: target.projectId,
    });
  });

  test('404: no such line, or not in the project', async () => {
    const { ids } = await threeLines();
    for (const json of [{ recordId: unknownId }, { recordId: ids[0], projectId: newTarget().projectId }])
      expect((await call('POST', path, { text: 'x', ...json })).status).toBe(404);
  });
});

describe('GET /api/v1/notes/takeoff-lines', () => {
  test('200: stay with the line through edits, bulk edits and their undo', async () => {
    const { target, ids } = await threeLines();
    await noteOn(ids[1]);
    await put(target, String(ids[1]), { quantity: 7 });
    await bulkEdit(target, ids, { quantity: 9 });
    await undone((await newest(target)).operationId);
    expect(await recordsOf(target)).toEqual([ids[1]]);
  });

  test('200: go with a deleted line, and come back with it', async () => {
    const { target, ids } = await threeLines();
    const { noteId } = await noteOn(ids[0]);
    await noteOn(ids[1]);
    await remove(String(ids[0]));
    expect(await recordsOf(target)).toEqual([ids[1]]);
    expect((await call('PUT', `${path}/${noteId}`, { text: 'x' })).status).toBe(404);
    expect((await call('DELETE', `${path}/${noteId}`)).status).toBe(404);
    await undone((await newest(target)).operationId);
    await bulkDelete(target, ids);
    expect(await recordsOf(target)).toEqual([]);
    await undone((await newest(target)).operationId);
    expect((await recordsOf(target)).toSorted()).toEqual(ids.slice(0, 2).toSorted());
    expect((await call('PUT', `${path}/${noteId}`, { text: 'x' })).status).toBe(200);
  });

  test('200: go with the lines that an import replaces, and come back when it is undone', async () => {
    const target = newTarget();
    await importLines(target, 'append', takeoffFile([1, 2, 3]));
    const { body } = await call('GET', `/mto?projectId=${target.projectId}`);
    await noteOn(body.data[0].mtoId);
    await importLines(target, 'replace', takeoffFile([1, 2]));
    expect(await recordsOf(target)).toEqual([]);
    await undone((await newest(target)).operationId);
    expect(await recordsOf(target)).toEqual([body.data[0].mtoId]);
  });
});

describe('POST /api/v1/mto/search', () => {
  test('200: by hasNotes and hasOpenNotes, alone, negated and with other conditions', async () => {
    const { target, ids } = await threeLines();
    await noteOn(ids[0]);
    await noteOn(ids[0]);
    const { noteId } = await noteOn(ids[1]);
    expect((await call('PUT', `${path}/${noteId}`, { resolvedAt: '2025-01-01T00:00:00Z' })).status).toBe(200);
    expect(await found(target, [flag('hasNotes', true)])).toEqual([1, 2]);
    expect(await found(target, [flag('hasNotes', false)])).toEqual([3]);
    expect(await found(target, [flag('hasOpenNotes', true)])).toEqual([1]);
    expect(await found(target, [flag('hasOpenNotes', true, 'notEquals')])).toEqual([2, 3]);
    const third = { field: 'itemNumber', operator: 'equals', value: 3 };
    const either = { logicalOperator: 'OR' };
    expect(await found(target, [flag('hasOpenNotes', true), third], either)).toEqual([1, 3]);
    expect(await found(target, [flag('hasOpenNotes', false), third])).toEqual([3]);
  });

  test('200: bulk edits and exports take the same filter', async () => {
    const { target, ids } = await threeLines();
    await noteOn(ids[2]);
    const filters = { logicalOperator: 'AND', conditions: [flag('hasOpenNotes', true)] };
    const selection = { mode: 'filters', filters };
    const { projectId } = target;
    const json = { projectId, selection, updates: { remarks: 'noted' } };
    const { status, body } = await call('POST', '/mto/bulk-edit', json);
    expect([status, body.updated]).toEqual([200, 1]);
    const noted = { field: 'remarks', operator: 'equals', value: 'noted' };
    expect(await found(target, [noted])).toEqual([3]);
    expect((await call('POST', '/mto/export', { projectId, filters })).status).toBe(200);
  });

  test('200: lines of a version by the notes that their lines have now', async () => {
    const { target, ids } = await threeLines();
    const { projectId, serviceId } = target;
    const estimationId = history.records.addEstimation(projectId, serviceId, 'in-review');
    await history.bus.ask(keepVersionLines, { estimationId, projectId, serviceId });
    await noteOn(ids[1]);
    expect(await found(target, [flag('hasNotes', true)], { estimationId })).toEqual([2]);
  });
});

describe('the sweep of the history', () => {
  async function sweep(days: number): Promise<unknown[]> {
    const store = connectStore({ url: history.databaseUrl, schema: 'mto' });
    const failures: unknown[] = [];
    await sweepHistory(store.db, historyStored(days, [], sweepNotesOf([lineHistory])), (error) =>
      failures.push(error),
    );
    await store.close();
    return failures;
  }

  test('takes notes of deleted lines once the history no longer has the deletion', async () => {
    const { target, ids } = await threeLines();
    await noteOn(ids[0]);
    await noteOn(ids[1]);
    await remove(String(ids[0]));
    const { operationId } = await newest(target);
    expect(await sweep(400)).toEqual([]);
    await undone(operationId);
    expect((await recordsOf(target)).toSorted()).toEqual(ids.slice(0, 2).toSorted());
    await bulkDelete(target, [String(ids[0])]);
    await forget(`delete from mto.history_change where record_id = '${ids[0]}'`);
    const operations = '/history/takeoff-lines-notes?kind=delete';
    const before = (await call('GET', operations)).body.total;
    expect(await sweep(400)).toEqual([]);
    await addLines(target, {});
    const left = await notesOf(target);
    expect(left.map(({ recordId }) => recordId)).toEqual([ids[1]]);
    expect((await call('GET', operations)).body.total).toBe(before);
  });
});
