import { afterAll, describe, expect, test } from 'bun:test';
import { whole as line } from '../../support/reviewed-lines';
import { commonTakeoffLines, faultsOf, unknownId } from '../../support/takeoff-lines';

const { system, projectWith, call } = await commonTakeoffLines();

afterAll(() => system.stop());

const empty = { ...line, tag: 'P-1', quantity: 0, wbsCode: '1' };

interface Check {
  code: string;
  dismissed: { state: string; reason: string; by: string } | null;
}

const review = async (projectId: string) => {
  const { status, body } = await call('GET', `/mto/project/${projectId}/review`);
  expect(status).toBe(200);
  const { ready, checks } = body as { ready: boolean; checks: Check[] };
  return { ready, dismissed: (wanted: string) => checks.find(({ code }) => code === wanted)?.dismissed };
};

const decide = (projectId: string, code: string, json: object) =>
  call('PUT', `/mto/project/${projectId}/review/${code}`, { json });

const add = async (projectId: string, serviceId: string, more: object) =>
  expect((await call('POST', '/mto', { json: { ...empty, ...more, projectId, serviceId } })).status).toBe(
    201,
  );

const reason = 'Agreed with the owner.';

describe('PUT /api/v1/mto/project/{projectId}/review/{code}', () => {
  test('200 dismisses a check with its reason, until it finds more lines', async () => {
    const { own, service } = await projectWith(line, { ...line, tag: 'P-2' });
    const { status, body } = await decide(own, 'NO_WBS', { serviceId: service, state: 'dismissed', reason });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        projectId: own,
        code: 'NO_WBS',
        state: 'dismissed',
        reason,
        count: 2,
        amount: 4100,
        version: 1,
      },
    });
    expect((await review(own)).dismissed('NO_WBS')).toMatchObject({ state: 'dismissed', reason });
    await add(own, service, { quantity: 1, wbsCode: null });
    expect((await review(own)).dismissed('NO_WBS')).toBeNull();
  });

  test('200 a dismissed check comes back when its amount grows', async () => {
    const { own, service } = await projectWith({ ...line, itemNumber: 1 });
    await decide(own, 'NO_WBS', { serviceId: service, state: 'dismissed', reason });
    const { body } = await call('POST', '/mto/search', { json: { projectId: own } });
    const path = `/mto/${body.data[0].mtoId}?projectId=${own}`;
    expect((await call('PUT', path, { json: { quantity: 9 } })).status).toBe(200);
    expect((await review(own)).dismissed('NO_WBS')).toMatchObject({ reason });
    expect((await call('PUT', path, { json: { quantity: 11 } })).status).toBe(200);
    expect((await review(own)).dismissed('NO_WBS')).toBeNull();
  });

  test('200 a check that is off stays away, and is active again when somebody says so', async () => {
    const { own, service } = await projectWith(line);
    await decide(own, 'NO_WBS', { serviceId: service, state: 'off', reason });
    await add(own, service, { quantity: 1, wbsCode: null });
    expect((await review(own)).dismissed('NO_WBS')).toMatchObject({ state: 'off' });
    expect((await decide(own, 'NO_WBS', { serviceId: service, state: 'active' })).body.version).toBe(2);
    expect((await review(own)).dismissed('NO_WBS')).toBeNull();
  });

  test('200 an estimate with blockers that are dismissed is ready', async () => {
    const { own, service } = await projectWith(empty);
    for (const code of ['NO_QUANTITY', 'ZERO_TOTAL']) {
      expect((await review(own)).ready).toBe(false);
      await decide(own, code, { serviceId: service, state: 'dismissed', reason });
    }
    expect((await review(own)).ready).toBe(true);
  });

  test('200 of one service leaves the check open for another', async () => {
    const { own, service } = await projectWith(line);
    const other = system.records.addService(own);
    await decide(own, 'NO_WBS', { serviceId: service, state: 'dismissed', reason });
    expect((await review(own)).dismissed('NO_WBS')).not.toBeNull();
    await add(own, other, { quantity: 1, wbsCode: null });
    expect((await review(own)).dismissed('NO_WBS')).toBeNull();
  });

  test('404 of a check that does not exist, and of a service of another project', async () => {
    const { own, service } = await projectWith(line);
    const json = { serviceId: service, state: 'dismissed', reason };
    expect((await decide(own, 'NO_SUCH', json)).status).toBe(404);
    expect((await decide(own, 'NO_WBS', { ...json, serviceId: unknownId })).status).toBe(404);
  });

  test('409 of an approved service', async () => {
    const { own, service } = await projectWith(line);
    system.records.setStatus(service, 'approved');
    const { status, body } = await decide(own, 'NO_WBS', { serviceId: service, state: 'off', reason });
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'SERVICE_APPROVED' });
  });

  test('422 without a reason, and with a state that there is not', async () => {
    const { own, service } = await projectWith(line);
    expect(faultsOf(await decide(own, 'NO_WBS', { serviceId: service, state: 'off' }))).toEqual([
      'reason REQUIRED',
    ]);
    expect(faultsOf(await decide(own, 'NO_WBS', { state: 'gone', reason }))).toEqual([
      'serviceId REQUIRED',
      'state ENUM',
    ]);
  });
});

const decided = async () => {
  const { own, service } = await projectWith(line);
  await decide(own, 'NO_WBS', { serviceId: service, state: 'dismissed', reason });
  await decide(own, 'NO_WBS', { serviceId: service, state: 'active' });
  const { body } = await call('GET', `/history/review-checks?projectId=${own}`);
  return body.data as { kind: string; operationId: string }[];
};

describe('GET /api/v1/history/review-checks', () => {
  test('200 every decision of a project, newest first', async () => {
    expect((await decided()).map(({ kind }) => kind)).toEqual(['update', 'create']);
  });
});

describe('GET /api/v1/history/review-checks/{operationId}', () => {
  test('200 state and reason before and after', async () => {
    const [last] = await decided();
    const { body } = await call('GET', `/history/review-checks/${last?.operationId}`);
    expect(body.changes[0]).toMatchObject({
      code: 'NO_WBS',
      fields: { state: { before: 'dismissed', after: 'active' }, reason: { before: reason, after: null } },
    });
  });
});
