import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import { callerHeader, createCallerSigner } from '@consulting/kernel/http';
import { keyCaller } from '@consulting/kernel/process';
import postgres, { type Sql } from 'postgres';
import { equipmentTask } from '../../support/equipment-task';
import { Gate } from '../../support/gate';
import { csvFile, endOf, importFile, linesOf, upload } from '../../support/import-file';
import { type ImportSystem, startImportSystem } from '../../support/import-system';
import { callerSecret } from '../../support/system';
import { unknownId } from '../../support/takeoff-lines';
import { until } from '../../support/takeoff-system';

const sign = createCallerSigner(callerSecret);
const gatedItem = 1000;
let system: ImportSystem;
let sql: Sql;
let gate: Gate;

beforeAll(async () => {
  system = await startImportSystem();
  sql = postgres(system.databaseUrl, { max: 4, onnotice: () => {} });
  gate = await Gate.build(sql, gatedItem);
});
afterEach(() => gate.open());
afterAll(async () => {
  await sql.end();
  await system.stop();
});

const statusPath = (taskId: string) => `/api/v1/mto/import/status/${taskId}`;
const cancel = (taskId: string) => system.mto.request('POST', `${statusPath(taskId)}/cancel`);
const stateOf = async (taskId: string) => (await system.mto.request('GET', statusPath(taskId))).body;

const rows = (count: number) =>
  csvFile(
    ['Item No.,Description,Quantity,UOM']
      .concat(Array.from({ length: count }, (_, at) => `${at + 1},Pipe,2,m`))
      .join('\n'),
  );
const send = async (target: ReturnType<ImportSystem['newTarget']>, parts = {}) => {
  const { status, body } = await upload(system, target, rows(gatedItem + 5), {
    discipline: 'piping',
    ...parts,
  });
  expect(status).toBe(200);
  return body.taskId as string;
};

/** An import that has stored rows and waits in the middle of its file. */
async function startRunning(target: ReturnType<ImportSystem['newTarget']>, parts = {}) {
  await gate.close(gatedItem);
  const taskId = await send(target, parts);
  await gate.isReached();
  return taskId;
}

const workersRest = () =>
  until(async () => {
    const busy = await sql`select from pg_stat_activity where application_name = 'mto-import'
      and xact_start is not null and datname = current_database()`;
    return busy.length === 0;
  });

describe('POST /api/v1/mto/import/status/{taskId}/cancel', () => {
  test('200 a running import, which ends soon, leaves nothing and does not end the cancelled state', async () => {
    const target = system.newTarget();
    const taskId = await startRunning(target, { saveProfile: 'Cancelled' });
    const { status, body } = await cancel(taskId);
    expect([status, body.taskId, body.status, body.result]).toEqual([200, taskId, 'cancelled', null]);
    expect(body.finishedAt).not.toBeNull();
    expect(await stateOf(taskId)).toEqual(body);
    await gate.open();
    await workersRest();
    expect(await linesOf(system, target)).toEqual([]);
    expect(await stateOf(taskId)).toEqual(body);
    expect(await sql`select from mto.takeoff_copy where id = ${taskId}`).toHaveLength(0);
    expect(await sql`select from mto.import_profile where name = 'Cancelled'`).toHaveLength(0);
  });

  test('200 a cancelled import does not count as an earlier upload, and its file can be read again', async () => {
    const target = system.newTarget();
    const sourceTaskId = await startRunning(target);
    expect((await cancel(sourceTaskId)).status).toBe(200);
    await gate.open();
    const again = await upload(system, target, null, { discipline: 'piping', sourceTaskId });
    expect(again.status).toBe(200);
    expect((await endOf(system, again.body.taskId)).result?.imported).toBe(gatedItem + 5);
    expect(await linesOf(system, target)).toHaveLength(gatedItem + 5);
  });

  test('200 a queued import, which no worker takes up any more', async () => {
    await gate.close(gatedItem);
    const running = [await send(system.newTarget()), await send(system.newTarget())];
    await gate.isReached(running.length);
    const target = system.newTarget();
    const taskId = await send(target);
    const { status, body } = await cancel(taskId);
    expect([status, body.status, body.startedAt]).toEqual([200, 'cancelled', null]);
    await gate.open();
    for (const one of running) expect((await endOf(system, one)).status).toBe('completed');
    await workersRest();
    expect(await stateOf(taskId)).toEqual(body);
    expect(await linesOf(system, target)).toEqual([]);
  });

  test('200 its events end with the cancelled state', async () => {
    const taskId = await startRunning(system.newTarget());
    const headers = { [callerHeader]: await sign(keyCaller('follower', 'follower', 'Reader')) };
    const events = system.mto.fetch(new Request(`http://mto${statusPath(taskId)}/events`, { headers }));
    await cancel(taskId);
    const text = await (await events).text();
    const ids = [...text.matchAll(/^id: (.*)$/gm)].map(([, id]) => id);
    expect(ids.at(-1)).toBe('cancelled');
  });

  test('200 an import of equipment, by its service', async () => {
    const taskId = crypto.randomUUID();
    system.records.equipmentImports.set(taskId, () => equipmentTask(taskId, 'running'));
    const { status, body } = await cancel(taskId);
    expect([status, body]).toEqual([200, equipmentTask(taskId, 'cancelled')]);
    expect((await cancel(taskId)).status).toBe(409);
  });

  test('409 IMPORT_FINISHED for every final state, also of equipment; nothing changes', async () => {
    const target = system.newTarget();
    const task = await importFile(system, target, rows(3), { discipline: 'piping' });
    const { status, body } = await cancel(task.taskId);
    expect([status, body.code, body.taskId]).toEqual([409, 'IMPORT_FINISHED', task.taskId]);
    expect(await stateOf(task.taskId)).toEqual(task);
    expect(await linesOf(system, target)).toHaveLength(3);
    for (const state of ['completed-with-errors', 'failed', 'cancelled']) {
      await sql`update mto.import_task set status = ${state} where id = ${task.taskId}`;
      expect((await cancel(task.taskId)).body).toMatchObject({ code: 'IMPORT_FINISHED' });
    }
    const equipment = crypto.randomUUID();
    system.records.equipmentImports.set(equipment, () => equipmentTask(equipment, 'completed'));
    expect((await cancel(equipment)).body).toMatchObject({ code: 'IMPORT_FINISHED', taskId: equipment });
  });

  test('200 or 409, never neither, for two at once', async () => {
    const taskId = await startRunning(system.newTarget());
    const answers = await Promise.all([cancel(taskId), cancel(taskId)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('404 an unknown task, also of an identifier that is no UUID', async () => {
    for (const taskId of [unknownId, 'import-1']) expect((await cancel(taskId)).status).toBe(404);
  });

  test('503 for a task that is not of takeoff lines while its service does not answer', async () => {
    await system.without('equipment-wbs', async () => {
      const { status, body } = await cancel(unknownId);
      expect([status, body.code]).toEqual([503, 'DEPENDENCY_UNAVAILABLE']);
    });
  });
});
