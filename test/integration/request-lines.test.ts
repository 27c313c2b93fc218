import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { newTraceId, type ReportedSystem, startReportedSystem } from '../support/reported-system';
import { until } from '../support/until';

let system: ReportedSystem;
beforeAll(async () => {
  system = await startReportedSystem();
}, 300_000);
afterAll(() => system.stop(), 60_000);

const messagesOf = (requestId: string, process: string) =>
  system.linesOf(requestId).flatMap((line) => (line.process === process ? [line.message] : []));
const processesOf = (requestId: string) => [
  ...new Set(system.linesOf(requestId).map(({ process }) => process)),
];
const handled = (requestId: string, process: string) =>
  messagesOf(requestId, process).filter((message) => message === 'event handled').length;

async function newProject(): Promise<string> {
  const { body: client } = await system.send('POST', '/v1/clients', { json: { code: 'TOLD', name: 'Told' } });
  return (await system.send('POST', '/v1/projects', { json: { clientId: client.id, name: 'Told' } })).body.id;
}

describe('the lines of a request', () => {
  test('are found by its id in every service: of the request, its questions and its events, with its trace', async () => {
    const [requestId, traceId] = ['delete-1', newTraceId()];
    const projectId = await newProject();
    const fresh = await system.newKey();
    const cause = { key: fresh.key, requestId, traceId };
    expect((await system.send('DELETE', `/v1/projects/${projectId}`, cause)).status).toBe(204);
    await until(async () =>
      ['crews-rates', 'mto', 'equipment-wbs', 'identity'].every((one) => handled(requestId, one) > 0),
    );
    await until(async () => processesOf(requestId).length === 6);
    expect(messagesOf(requestId, 'gateway')).toEqual(['access']);
    expect(messagesOf(requestId, 'identity')).toEqual(['key verified', 'event handled']);
    expect(messagesOf(requestId, 'clients-projects')).toEqual(['audit', 'answered']);
    expect(new Set(system.linesOf(requestId).map((line) => line.traceId))).toEqual(new Set([traceId]));
    const [row] =
      await system.sql`select origin, trace from clients_projects.outbox where payload ->> 'projectId' = ${projectId}`;
    expect(row?.trace).toBe(`00-${traceId}-00f067aa0ba902b7-01`);
    const [operation] = await system.sql`
      select id from clients_projects.history_operation where record_type = 'projects' and kind = 'delete' and project_id = ${projectId}`;
    expect(row?.origin).toEqual({
      requestId,
      causedBy: operation?.id,
      caller: {
        id: `key:${fresh.id}`,
        name: expect.stringMatching(/^key:test /),
        countsAs: `key:${fresh.id}`,
      },
    });
  }, 300_000);

  test('that asks another service are there too, at the end that answers', async () => {
    const [requestId, traceId] = ['ask-1', newTraceId()];
    const path = `/api/v1/equipment-tags?projectId=${crypto.randomUUID()}`;
    expect((await system.send('GET', path, { requestId, traceId })).status).toBe(404);
    await until(async () => processesOf(requestId).length === 3);
    const answered = system.linesOf(requestId).find(({ process }) => process === 'clients-projects');
    expect(answered).toMatchObject({
      message: 'question answered',
      subject: 'rpc.clients-projects.project.get',
      traceId,
    });
  });

  test('that uploads a file are there of the import as well, and of the events that the import sends', async () => {
    const [requestId, traceId] = ['import-1', newTraceId()];
    await system.taskIs(await system.importEquipment(10), 'completed');
    await system.taskIs(await system.importEquipment(20, { requestId, traceId }), 'completed');
    await until(async () => handled(requestId, 'crews-rates') > 0);
    expect(messagesOf(requestId, 'equipment-wbs')).toEqual(
      expect.arrayContaining(['answered', 'import run begins', 'import done']),
    );
    expect(new Set(system.linesOf(requestId).map((line) => line.traceId))).toEqual(new Set([traceId]));
    expect(system.linesOf(requestId).filter(({ thread }) => thread === 'import').length).toBeGreaterThan(0);
  }, 300_000);
});

describe('the access log of the gateway', () => {
  const accessOf = (requestId: string) =>
    system.linesOf(requestId).filter(({ message }) => message === 'access');

  test('tells of a request who sent it from where and what came of it, without the values of its query', async () => {
    await system.send('GET', '/v1/clients?search=secret', { requestId: 'access-1' });
    await until(async () => accessOf('access-1').length > 0);
    const [line] = accessOf('access-1');
    expect(line).toMatchObject({
      level: 'info',
      service: 'gateway',
      method: 'GET',
      path: '/v1/clients',
      answeredBy: 'clients-projects',
      status: 200,
      caller: `key:${system.keyId}`,
      address: '127.0.0.1',
      bytes: expect.any(Number),
      ms: expect.any(Number),
    });
    expect(Number.isNaN(Date.parse(String(line?.time)))).toBe(false);
    expect(JSON.stringify(system.linesOf('access-1'))).not.toContain('secret');
  });

  test('has no line of a request that was refused: the audit has one', async () => {
    const path = `/v1/clients/${'x'.repeat(1000)}`;
    expect((await system.send('GET', path, { requestId: 'refused-1', key: 'none' })).status).toBe(401);
    await system.send('GET', `/v1/clients/${'x'.repeat(1000)}"\\`, { requestId: 'access-2' });
    await until(async () => accessOf('access-2').length > 0);
    expect(messagesOf('refused-1', 'gateway')).toEqual(['audit']);
    expect(String(accessOf('access-2')[0]?.path)).toHaveLength(200);
  });
});

describe('an import whose process was killed', () => {
  test('is told of when it is taken over: which, of which file, how often, how long it stood still', async () => {
    const [process] = system.services['equipment-wbs'];
    await system.sql.unsafe('begin; lock table equipment_wbs.equipment in exclusive mode');
    const taskId = await system.importEquipment(30, { requestId: 'taken-over-1' });
    await system.taskIs(taskId, 'running');
    await process?.kill();
    await system.sql.unsafe('rollback');
    await process?.start();
    await system.taskIs(taskId, 'completed');
    const [line] = system
      .linesOf('taken-over-1')
      .filter(({ message }) => message === 'interrupted import taken over');
    expect(line).toMatchObject({
      level: 'warn',
      service: 'equipment-wbs',
      taskId,
      fileName: expect.stringMatching(/\.csv$/),
      run: 2,
      interruptions: 1,
      idleSeconds: expect.any(Number),
    });
  }, 300_000);
});
