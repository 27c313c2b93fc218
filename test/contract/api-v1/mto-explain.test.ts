import { afterAll, describe, expect, test } from 'bun:test';
import { keepVersionLines } from '@consulting/kernel/contracts/mto';
import postgres from 'postgres';
import {
  type FormParts,
  type ImportTarget,
  importFile,
  linesOf,
  workbookFile,
} from '../../support/import-file';
import { startImportSystem } from '../../support/import-system';
import { bookOf } from '../../support/price-books';
import { faultsOf, unknownId } from '../../support/takeoff-lines';

type Json = Record<string, unknown>;

const system = await startImportSystem();
const sql = postgres(system.databaseUrl, { max: 1, connection: { search_path: 'mto' } });

afterAll(async () => {
  await sql.end();
  await system.stop();
});

const call = (method: string, path: string, json?: Json) =>
  system.mto.request(method, `/api/v1${path}`, json ? { json } : {});

async function addLine(target: ImportTarget, more: Json = {}): Promise<string> {
  const line = { discipline: 'piping', quantity: 10, unitOfMeasure: 'm', ...more };
  const { status, body } = await call('POST', '/mto', { ...target, ...line });
  expect({ status, errors: body.errors }).toEqual({ status: 201, errors: undefined });
  return body.mtoId;
}

const edit = (target: ImportTarget, mtoId: string, json: Json) =>
  call('PUT', `/mto/${mtoId}?projectId=${target.projectId}`, json);

const explain = (mtoId: string, field: string, more = '') =>
  call('GET', `/mto/${mtoId}/explain?field=${field}${more}`);

async function originOf(mtoId: string, field: string, more = ''): Promise<Json> {
  const { status, body } = await explain(mtoId, field, more);
  expect({ status, field: body.field }).toEqual({ status: 200, field });
  return body.from;
}

async function newestOperation({ projectId }: ImportTarget): Promise<Json> {
  const { body } = await call('GET', `/history/takeoff-lines?projectId=${projectId}&limit=1`);
  return body.data[0];
}

const writtenBy = ({ operationId, taskId, by, at }: Json) => ({ operationId, taskId, by, at });

const header = ['Item No.', 'Qty', 'UOM', 'Unit MH', 'Pipe OD (in)', 'Total Cost'];

async function importedLine(parts: FormParts = {}, cells: unknown[] = [1, '24.4', 'm', 2, 4.5, null]) {
  const target = system.newTarget();
  const sheets = { Notes: [['nothing']], Piping: [header, [9, 1, 'm', 1, 1, null], cells] };
  const task = await importFile(system, target, workbookFile(sheets, 'piping.xlsx'), parts);
  expect(task).toMatchObject({ result: { imported: 2, failed: 0 } });
  const lines = await linesOf(system, target);
  const line = lines.find(({ itemNumber }) => itemNumber === 1);
  return { target, task, mtoId: String(line?.mtoId) };
}

describe('GET /api/v1/mto/{mtoId}/explain', () => {
  test('200 a calculated value has its formula in the terms of its inputs, down to given values', async () => {
    const target = system.newTarget();
    const mtoId = await addLine(target, { quantity: 24.4, unitManHours: 12.199, labourRate: 149.9556 });
    const { status, body } = await explain(mtoId, 'labourCost');
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        field: 'labourCost',
        value: 44_635.12,
        unit: 'CAD',
        formula: 'round(totalManHours * labourRate, 2)',
        inputs: [
          { field: 'totalManHours', value: 297.6556, unit: 'h', inputs: expect.any(Array) },
          { field: 'labourRate', value: 149.9556, unit: 'CAD/h', from: { kind: 'edit' } },
        ],
      },
    });
  });

  test('200 several fields are a list in their order', async () => {
    const mtoId = await addLine(system.newTarget());
    const { status, body } = await explain(mtoId, 'quantity,unitCost,quantity');
    expect(status).toBe(200);
    expect(body.data.map(({ field }: Json) => field)).toEqual(['quantity', 'unitCost']);
  });

  test('200 a value that a person created and one that he changed name their operations', async () => {
    const target = system.newTarget();
    const mtoId = await addLine(target, { materialUnitPrice: 5 });
    const created = await newestOperation(target);
    await edit(target, mtoId, { quantity: 12, description: 'Pipe' });
    const changed = await newestOperation(target);
    await edit(target, mtoId, { remarks: 'later' });
    expect(await originOf(mtoId, 'quantity')).toEqual({ kind: 'edit', ...writtenBy(changed), before: 10 });
    expect(await originOf(mtoId, 'description')).toEqual({
      kind: 'edit',
      ...writtenBy(changed),
      before: null,
    });
    expect(await originOf(mtoId, 'materialUnitPrice')).toEqual({ kind: 'edit', ...writtenBy(created) });
  });

  test('200 a bulk edit names its operation for the fields that it changed', async () => {
    const target = system.newTarget();
    const mtoId = await addLine(target, { pipeSchedule: '40', materialUnitPrice: 5, freightPercent: 4 });
    const created = await newestOperation(target);
    const updates = { materialUnitPrice: 7, freightPercent: 4, pipeSchedule: '80' };
    const { status } = await call('POST', '/mto/bulk-edit', {
      ...target,
      selection: { mode: 'ids', ids: [mtoId] },
      updates,
    });
    expect(status).toBe(200);
    const changed = await newestOperation(target);
    const { body } = await explain(mtoId, 'materialUnitPrice,pipeSchedule,freightPercent');
    expect(body.data.map(({ from }: Json) => from)).toEqual([
      { kind: 'edit', ...writtenBy(changed), before: 5 },
      { kind: 'edit', ...writtenBy(changed), before: '40' },
      { kind: 'edit', ...writtenBy(created) },
    ]);
  });

  test('200 a value of an import names the cell of the file', async () => {
    const { target, task, mtoId } = await importedLine();
    const operation = await newestOperation(target);
    expect(await originOf(mtoId, 'quantity')).toMatchObject({
      kind: 'import',
      ...writtenBy(operation),
      taskId: task.taskId,
      fileName: 'piping.xlsx',
      sheet: 'Piping',
      row: 3,
      column: 'B',
      header: 'Qty',
      unit: 'm',
    });
    expect(await originOf(mtoId, 'outsideDiameter')).toMatchObject({ column: 'E', unit: 'in' });
    expect(await originOf(mtoId, 'quantity')).not.toHaveProperty('text');
  });

  test('200 with cells=true the text of the cell, as long as the file is stored', async () => {
    const { task, mtoId } = await importedLine();
    const cellOf = async (field: string) => (await explain(mtoId, `${field}&cells=true`)).body.from;
    expect(await cellOf('quantity')).toMatchObject({ column: 'B', row: 3, text: '24.4' });
    expect(await cellOf('unitOfMeasure')).toMatchObject({ text: 'm' });
    const sql = postgres(system.databaseUrl, { max: 1, onnotice: () => {} });
    await sql`delete from mto.import_file_chunk
      where file_id = (select file_id from mto.import_task where id = ${task.taskId})`;
    await sql.end();
    expect(await cellOf('quantity')).toMatchObject({ column: 'B', row: 3 });
    expect(await cellOf('quantity')).not.toHaveProperty('text');
  });

  test('200 a total of a file that became an override names its column', async () => {
    const { mtoId } = await importedLine({}, [1, 2, 'm', null, null, 500]);
    const { body } = await explain(mtoId, 'totalCost');
    expect(body).toMatchObject({
      value: 500,
      overriddenBy: 'totalCostOverride',
      inputs: [{ field: 'totalCostOverride', value: 500, from: { kind: 'import', row: 3, column: 'F' } }],
    });
  });

  test('200 a value that a second import changed names the second, and others the first', async () => {
    const { target, task, mtoId } = await importedLine();
    const more = workbookFile({ Pipes: [header.slice(0, 3), [1, 30, 'm']] }, 'second.xlsx');
    const second = await importFile(system, target, more, { mode: 'upsert', discipline: 'piping' });
    expect(second).toMatchObject({ result: { updated: 1 } });
    expect(await originOf(mtoId, 'quantity')).toMatchObject({
      kind: 'import',
      taskId: second.taskId,
      fileName: 'second.xlsx',
      sheet: 'Pipes',
      row: 2,
    });
    expect(await originOf(mtoId, 'unitManHours')).toMatchObject({ taskId: task.taskId, column: 'D', row: 3 });
  });

  test('200 a default of an import, a value that nobody gave and the currency are defaults', async () => {
    const { task, mtoId } = await importedLine({ defaults: { productivityFactor: 1.2 } });
    const ofImport = { kind: 'default', taskId: task.taskId, fileName: 'piping.xlsx' };
    expect(await originOf(mtoId, 'productivityFactor')).toMatchObject(ofImport);
    const byHand = await addLine(system.newTarget());
    for (const line of [mtoId, byHand])
      for (const field of ['currency', 'difficultyFactor'])
        expect(await originOf(line, field)).toEqual({ kind: 'default' });
  });

  test('200 rates that follow the crew name it, until one is written by hand', async () => {
    const target = system.newTarget();
    const crew = { crewCode: 'PF-01', serviceCrewId: crypto.randomUUID(), crewSize: null };
    const calculatedAt = '2026-11-20T08:00:00.000Z';
    system.records.addCrew(target.serviceId, { ...crew, calculatedAt });
    const mtoId = await addLine(target, { crewCode: 'pf-01', crewSize: 6 });
    const { serviceCrewId } = crew;
    const from = { kind: 'crew', crewCode: 'pf-01', serviceCrewId, calculatedAt };
    expect(await originOf(mtoId, 'labourRate')).toEqual(from);
    expect(await originOf(mtoId, 'equipmentRate')).toEqual(from);
    expect(await originOf(mtoId, 'crewSize')).toMatchObject({ kind: 'edit' });
    await edit(target, mtoId, { labourRate: 200 });
    expect(await originOf(mtoId, 'labourRate')).toMatchObject({ kind: 'edit', before: 149.9556 });
  });

  test('200 a rate that the crew does not have any more has no time of calculation', async () => {
    const target = system.newTarget();
    system.records.addCrew(target.serviceId, { crewCode: 'A', calculatedAt: '2026-11-20T08:00:00.000Z' });
    const mtoId = await addLine(target, { crewCode: 'A' });
    system.records.crews.set(target.serviceId, []);
    expect(await originOf(mtoId, 'labourRate')).toEqual({
      kind: 'crew',
      crewCode: 'A',
      serviceCrewId: null,
      calculatedAt: null,
    });
  });

  test('200 a value of a price book names its row with its conditions, until the value is written by hand', async () => {
    const target = system.newTarget();
    const mtoId = await addLine(target, { nominalPipeSize: 4, spoolCount: 3 });
    const conditions = [{ field: 'nominalPipeSize', from: 2, to: 4 }];
    const rows = [
      { rowCode: 'P-1', target: 'hoursPipeErection', driver: 'spoolCount', value: 1.5, conditions },
      { rowCode: 'P-2', target: 'materialUnitPrice', unitOfMeasure: 'm', value: 7 },
    ];
    system.records.priceBooks.set('WHY', bookOf('WHY', rows));
    const { projectId } = target;
    expect((await call('POST', '/mto/price', { projectId, books: ['WHY'] })).status).toBe(200);
    const { operationId, by } = await newestOperation(target);
    const from = { kind: 'price', operationId, by, priceBook: 'WHY', at: expect.any(String) };
    const hours = { rowCode: 'P-1', value: 1.5, driver: 'spoolCount', conditions };
    const price = { rowCode: 'P-2', value: 7, driver: null, conditions: [] };
    expect(await originOf(mtoId, 'hoursPipeErection')).toEqual({ ...from, ...hours });
    expect(await originOf(mtoId, 'materialUnitPrice')).toEqual({ ...from, ...price });
    system.records.priceBooks.delete('WHY');
    expect(await originOf(mtoId, 'materialUnitPrice')).toEqual({ ...from, ...price, conditions: null });
    await edit(target, mtoId, { materialUnitPrice: 8 });
    expect(await originOf(mtoId, 'materialUnitPrice')).toMatchObject({ kind: 'edit', before: 7 });
  });

  test('200 a value that an undo brought back is restored', async () => {
    const target = system.newTarget();
    const mtoId = await addLine(target);
    await edit(target, mtoId, { quantity: 11 });
    const { operationId } = await newestOperation(target);
    expect((await call('POST', `/history/takeoff-lines/${operationId}/undo`)).status).toBe(200);
    const undo = await newestOperation(target);
    expect(await originOf(mtoId, 'quantity')).toEqual({ kind: 'restore', ...writtenBy(undo), before: 11 });
  });

  test('200 a line that an undo brought back has the origins from before it was deleted', async () => {
    const { target, task, mtoId } = await importedLine();
    await edit(target, mtoId, { quantity: 11 });
    await call('DELETE', `/mto/${mtoId}`);
    const { operationId } = await newestOperation(target);
    expect((await call('POST', `/history/takeoff-lines/${operationId}/undo`)).status).toBe(200);
    expect(await originOf(mtoId, 'quantity')).toMatchObject({ kind: 'edit', before: 24.4 });
    expect(await originOf(mtoId, 'unitManHours')).toMatchObject({ kind: 'import', taskId: task.taskId });
  });

  test('200 a line that a restored version brought back has its values from there', async () => {
    const target = system.newTarget();
    const mtoId = await addLine(target);
    const estimationId = system.records.addEstimation(target.projectId, target.serviceId, 'approved');
    await system.bus.ask(keepVersionLines, { estimationId, ...target });
    await call('DELETE', `/mto/${mtoId}`);
    const path = `/v1/projects/${target.projectId}/services/${target.serviceId}/estimations/${estimationId}/restore`;
    expect((await system.mto.request('POST', path)).status).toBe(200);
    expect(await originOf(mtoId, 'quantity')).toMatchObject({
      kind: 'restore',
      ...writtenBy(await newestOperation(target)),
    });
  });

  test('200 a value that is older than the history is unknown, unless the line is as an import made it', async () => {
    const { target, task, mtoId } = await importedLine();
    const byHand = await addLine(target);
    const { projectId } = target;
    await sql`delete from history_change where project_id = ${projectId}`;
    await sql`delete from history_operation where project_id = ${projectId}`;
    expect(await originOf(byHand, 'quantity')).toEqual({ kind: 'unknown' });
    expect(await originOf(mtoId, 'quantity')).toMatchObject({
      kind: 'import',
      taskId: task.taskId,
      by: expect.any(String),
      row: 3,
    });
    await edit(target, mtoId, { unitManHours: 7 });
    expect(await originOf(mtoId, 'quantity')).toEqual({ kind: 'unknown' });
    expect(await originOf(mtoId, 'unitManHours')).toMatchObject({ kind: 'edit', before: 2 });
  });

  test('200 a line of a version is explained as it was then', async () => {
    const target = system.newTarget();
    const mtoId = await addLine(target, { unitManHours: 1 });
    await edit(target, mtoId, { quantity: 11 });
    const before = await newestOperation(target);
    const estimationId = system.records.addEstimation(target.projectId, target.serviceId, 'approved');
    await system.bus.ask(keepVersionLines, { estimationId, ...target });
    await edit(target, mtoId, { quantity: 12 });
    const ofVersion = `&estimationId=${estimationId}`;
    const from = { kind: 'edit', ...writtenBy(before), before: 10 };
    expect((await explain(mtoId, 'quantity', ofVersion)).body).toMatchObject({ value: 11, from });
    expect((await explain(mtoId, 'quantity')).body).toMatchObject({ value: 12, from: { before: 11 } });
    await call('DELETE', `/mto/${mtoId}`);
    expect((await explain(mtoId, 'totalManHours', ofVersion)).body).toMatchObject({ value: 11 });
    expect((await explain(mtoId, 'totalManHours')).status).toBe(404);
  });

  test('404 unknown line, line of another project, unknown version, line that a version does not have', async () => {
    const target = system.newTarget();
    const mtoId = await addLine(target);
    const estimationId = system.records.addEstimation(target.projectId, target.serviceId, 'approved');
    await system.bus.ask(keepVersionLines, { estimationId, ...target });
    const later = await addLine(target);
    const requests = [
      explain(unknownId, 'quantity'),
      explain('x', 'quantity'),
      explain(mtoId, 'quantity', `&projectId=${unknownId}`),
      explain(mtoId, 'quantity', `&estimationId=${unknownId}`),
      explain(mtoId, 'quantity', `&estimationId=${estimationId}&projectId=${unknownId}`),
      explain(later, 'quantity', `&estimationId=${estimationId}`),
    ];
    for (const { status, body } of await Promise.all(requests))
      expect({ status, code: body.code }).toEqual({ status: 404, code: 'NOT_FOUND' });
  });

  test('409 a version that follows the current lines', async () => {
    const target = system.newTarget();
    const mtoId = await addLine(target);
    const estimationId = system.records.addEstimation(target.projectId, target.serviceId);
    const { status, body } = await explain(mtoId, 'quantity', `&estimationId=${estimationId}`);
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'NO_SNAPSHOT' });
  });

  test('422 no field, an unknown one, one of another discipline, more than 20', async () => {
    const mtoId = await addLine(system.newTarget());
    const faults = async (field: string) => {
      const answer = await explain(mtoId, field);
      expect(answer.status).toBe(422);
      return faultsOf(answer);
    };
    expect(await faults('')).toEqual(['field REQUIRED']);
    expect(await faults('cost,quantity,price')).toEqual(['field UNKNOWN_FIELD', 'field UNKNOWN_FIELD']);
    expect(await faults('concreteVolume,quantity')).toEqual(['field UNKNOWN_FIELD']);
    expect(await faults(Array.from({ length: 21 }, (_, at) => `f${at}`).join())).toEqual([
      'field MAX_LENGTH',
    ]);
  });
});
