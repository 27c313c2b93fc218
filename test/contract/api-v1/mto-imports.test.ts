import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { equipmentTask } from '../../support/equipment-task';
import { csvFile, endOf, type FormParts, importFile, upload } from '../../support/import-file';
import { commonImportSystem, type ImportSystem } from '../../support/import-system';
import { faultsOf, unknownId } from '../../support/takeoff-lines';

let system: ImportSystem;
beforeAll(async () => {
  system = await commonImportSystem();
});
afterAll(() => system.stop());

const list = (query: string) => system.mto.request('GET', `/api/v1/mto/imports?${query}`);
const pipes = (...quantities: string[]) =>
  csvFile(
    ['Item No.,Description,Quantity,UOM,Mystery']
      .concat(quantities.map((quantity, at) => `${at + 1},Pipe,${quantity},m,?`))
      .join('\n'),
  );
const piping = { discipline: 'piping' };

describe('GET /api/v1/mto/imports', () => {
  test('200 the imports of a project, newest first, without their lists', async () => {
    const target = system.newTarget();
    const tasks = [];
    for (const quantities of [['1'], ['2', 'many'], ['none']])
      tasks.unshift(await importFile(system, target, pipes(...quantities), piping));
    await system.importRows([
      ['Item No.', 'Description', 'Quantity'],
      [1, 'Pipe', 2],
    ]);
    const { status, body } = await list(`projectId=${target.projectId}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ total: 3, skip: 0, limit: 20, hasMore: false });
    const states = tasks.map(
      ({
        errors: _errors,
        warnings: _warnings,
        reconciliation: _reconciliation,
        revision: _revision,
        ...state
      }) => state,
    );
    expect(body.data).toEqual(states);
    expect(states.map(({ status, errorCount, warningCount }) => [status, errorCount, warningCount])).toEqual([
      ['failed', 1, 1],
      ['completed-with-errors', 1, 1],
      ['completed', 0, 1],
    ]);
  });

  test('200 of one service, in one status, cut by skip and limit', async () => {
    const { projectId, serviceId } = system.newTarget();
    const other = system.records.addService(projectId);
    const ids: string[] = [];
    for (const quantity of ['1', '2', 'many'])
      ids.unshift((await importFile(system, { projectId, serviceId }, pipes(quantity), piping)).taskId);
    const elsewhere = await importFile(system, { projectId, serviceId: other }, pipes('1'), piping);
    const idsOf = async (query: string) =>
      (await list(`projectId=${projectId}&${query}`)).body.data.map(
        ({ taskId }: { taskId: string }) => taskId,
      );
    expect(await idsOf(`serviceId=${other}`)).toEqual([elsewhere.taskId]);
    expect(await idsOf('status=failed')).toEqual([ids[0]]);
    expect(await idsOf(`serviceId=${serviceId}&status=completed`)).toEqual(ids.slice(1));
    expect(await idsOf(`serviceId=${serviceId}&skip=1&limit=1`)).toEqual([ids[1]]);
    expect(await idsOf(`serviceId=${unknownId}`)).toEqual([]);
    const page = await list(`projectId=${projectId}&limit=2`);
    expect(page.body).toMatchObject({ total: 4, limit: 2, hasMore: true });
  });

  test('200 with returnable=true those whose file can be returned: stored or unchanged, not undone, the newest of each file', async () => {
    const { projectId, serviceId } = system.newTarget();
    const other = system.records.addService(projectId);
    const numbered = (quantity: string) =>
      csvFile(`Item No.,Quantity,UOM\n1,${quantity},m`, `${quantity}.csv`);
    const send = async (quantity: string, parts: FormParts = {}, into = serviceId) =>
      (await importFile(system, { projectId, serviceId: into }, numbered(quantity), { ...piping, ...parts }))
        .taskId;
    const upsert = { mode: 'upsert', force: true };
    await send('1');
    const history = '/api/v1/history/takeoff-lines';
    const { body: changes } = await system.mto.request('GET', `${history}?projectId=${projectId}&limit=1`);
    const undo = `${history}/${changes.data[0].operationId}/undo`;
    expect((await system.mto.request('POST', undo, { json: {} })).status).toBe(200);
    await send('2', upsert);
    const unchanged = await send('2', upsert);
    await send('3', { dryRun: true });
    await send('4', { survey: true });
    await send('many');
    const elsewhere = await send('2', {}, other);
    const idsOf = async (query: string) => {
      const { body } = await list(`projectId=${projectId}&${query}`);
      return [body.data.map(({ taskId }: { taskId: string }) => taskId), body.total];
    };
    expect(await idsOf('returnable=true')).toEqual([[elsewhere, unchanged], 2]);
    expect(await idsOf(`returnable=true&serviceId=${serviceId}`)).toEqual([[unchanged], 1]);
    expect((await idsOf('returnable=false'))[1]).toBe(7);
  });

  test('200 an empty list for a project without imports', async () => {
    const { body } = await list(`projectId=${system.records.addProject()}`);
    expect(body).toEqual({ data: [], total: 0, skip: 0, limit: 20, hasMore: false });
  });

  test('404 an unknown project', async () => {
    const { status, body } = await list(`projectId=${unknownId}`);
    expect([status, body.resource]).toEqual([404, 'project']);
  });

  test('422 all faults of the query at once', async () => {
    expect(faultsOf(await list('serviceId=S-1&status=done&limit=0&colour=red'))).toEqual([
      'colour UNKNOWN_FIELD',
      'limit MIN',
      'projectId REQUIRED',
      'serviceId FORMAT',
      'status ENUM',
    ]);
  });

  test('503 while the owner of the project does not answer', async () => {
    const projectId = system.records.addProject();
    await system.without('clients-projects', async () =>
      expect((await list(`projectId=${projectId}`)).status).toBe(503),
    );
  });
});

describe('GET /api/v1/mto/import/status/{taskId}', () => {
  const status = (taskId: string, query: string) =>
    system.mto.request('GET', `/api/v1/mto/import/status/${taskId}?${query}`);

  test('200 details=false leaves errors and warnings out, their counts stay', async () => {
    const { taskId } = (await upload(system, system.newTarget(), pipes('1', 'many'), piping)).body;
    const { errors, warnings, ...state } = await endOf(system, taskId);
    expect([errors.length, warnings.length]).toEqual([1, 1]);
    expect((await status(taskId, 'details=false')).body).toEqual(state);
    expect((await status(taskId, 'details=true')).body).toEqual({ ...state, errors, warnings });
  });

  test('200 details=false of equipment too, also where its service sends the lists all the same', async () => {
    const taskId = crypto.randomUUID();
    const record = equipmentTask(taskId, 'completed');
    system.records.equipmentImports.set(taskId, () => record);
    const { errors: _errors, warnings: _warnings, ...state } = record;
    expect((await status(taskId, 'details=false')).body).toEqual(state);
    expect((await status(taskId, '')).body).toEqual(record);
  });

  test('422 details that are neither true nor false', async () => {
    expect(faultsOf(await status(unknownId, 'details=no'))).toEqual(['details TYPE']);
  });
});
