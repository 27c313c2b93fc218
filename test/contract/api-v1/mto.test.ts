import { afterAll, describe, expect, test } from 'bun:test';
import { commonTakeoffLines, faultsOf, unknownId } from '../../support/takeoff-lines';

const { call, system, projectId, stored } = await commonTakeoffLines();

afterAll(() => system.stop());

describe('GET /api/v1/mto', () => {
  const list = (query: string) => call('GET', `/mto?${query}`);

  test('200 lines in the order of the takeoff: itemNumber, then creation; without a number last', async () => {
    const ofList = system.records.addProject();
    const listed = system.records.addService(ofList);
    const items = [3, null, 1, 2, 1, null];
    for (const [index, itemNumber] of items.entries())
      await stored({ projectId: ofList, serviceId: listed, itemNumber, tag: `T${index}` });
    const { status, body } = await list(`projectId=${ofList}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ total: 6, skip: 0, limit: 20, hasMore: false });
    expect(body.data.map(({ tag }: { tag: string }) => tag)).toEqual(['T2', 'T4', 'T3', 'T0', 'T1', 'T5']);
    const page = await list(`projectId=${ofList}&skip=2&limit=2`);
    expect(page.body).toMatchObject({ total: 6, skip: 2, limit: 2, hasMore: true });
    expect(page.body.data.map(({ tag }: { tag: string }) => tag)).toEqual(['T3', 'T0']);
    expect(page.body.data[0].version).toBe(1);
  });

  test('200 filters by service and discipline', async () => {
    const ofList = system.records.addProject();
    const [a, b] = [system.records.addService(ofList), system.records.addService(ofList)];
    await stored({ projectId: ofList, serviceId: a });
    await stored({ projectId: ofList, serviceId: b, discipline: 'civil' });
    await stored({ projectId: ofList, serviceId: b, discipline: 'concrete' });
    const total = async (query: string) => (await list(`projectId=${ofList}${query}`)).body.total;
    expect(await total('')).toBe(3);
    expect(await total(`&serviceId=${b}`)).toBe(2);
    expect(await total(`&serviceId=${b}&discipline=civil`)).toBe(1);
    expect(await total(`&serviceId=${a}&discipline=civil`)).toBe(0);
    expect(await total(`&serviceId=${unknownId}`)).toBe(0);
  });

  test('200 without a line', async () => {
    const empty = system.records.addProject();
    expect((await list(`projectId=${empty}`)).body).toEqual({
      data: [],
      total: 0,
      skip: 0,
      limit: 20,
      hasMore: false,
      next: null,
    });
  });

  test('404 for an unknown project', async () => {
    expect((await list(`projectId=${unknownId}`)).status).toBe(404);
  });

  test.each([
    ['', 'projectId REQUIRED'],
    ['projectId=x', 'projectId FORMAT'],
    ['projectId=ID&serviceId=x', 'serviceId FORMAT'],
    ['projectId=ID&discipline=plumbing', 'discipline ENUM'],
    ['projectId=ID&skip=-1', 'skip MIN'],
    ['projectId=ID&limit=0', 'limit MIN'],
    ['projectId=ID&limit=101', 'limit MAX'],
    ['projectId=ID&limit=ten', 'limit TYPE'],
    ['projectId=ID&sort=tagg', 'sort UNKNOWN_FIELD'],
    ['projectId=ID&discipline=civil&sort=-nominalPipeSize', 'sort UNKNOWN_FIELD'],
    ['projectId=ID&sort=tag,-tag', 'sort FORMAT'],
    ['projectId=ID&sort=tag,area,phase,system,supplier,remarks', 'sort MAX_LENGTH'],
    ['projectId=ID&fields=tag,nothing', 'fields UNKNOWN_FIELD'],
    ['projectId=ID&discipline=civil&fields=nominalPipeSize', 'fields UNKNOWN_FIELD'],
    ['projectId=ID&omitEmpty=yes', 'omitEmpty TYPE'],
    ['projectId=ID&search=a%20b%20c%20d%20e%20f%20g%20h%20i%20j%20k', 'search MAX_LENGTH'],
    ['projectId=ID&after=x', 'after FORMAT'],
  ])('422 for ?%s', async (query, fault) => {
    const answer = await list(query.replace('ID', projectId));
    expect(answer.status).toBe(422);
    expect(faultsOf(answer)).toEqual([fault]);
  });

  test('200 while the owner of projects is silent and lines prove that the project exists; else 503', async () => {
    await stored();
    const empty = system.records.addProject();
    await system.without('clients-projects', async () => {
      expect((await list(`projectId=${projectId}`)).status).toBe(200);
      expect((await list(`projectId=${empty}`)).status).toBe(503);
    });
  });
});

describe('GET /api/v1/mto/{mtoId}', () => {
  test('200 with ETag, with and without its project', async () => {
    const line = await stored({ tag: 'V-101' });
    const answer = await call('GET', `/mto/${line.mtoId}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('etag')).toBe('"1"');
    expect(answer.body).toEqual(line);
    expect((await call('GET', `/mto/${line.mtoId.toUpperCase()}?projectId=${projectId}`)).body).toEqual(line);
  });

  test('404 for an unknown identifier, another project and what is no UUID', async () => {
    const line = await stored();
    for (const path of [unknownId, 'not-a-uuid', `${line.mtoId}?projectId=${unknownId}`, "'--"]) {
      const answer = await call('GET', `/mto/${path}`);
      expect(answer.status).toBe(404);
      expect(answer.body).toMatchObject({ code: 'NOT_FOUND', resource: 'takeoff line' });
    }
  });

  test('405 with Allow', async () => {
    const answer = await call('PATCH', `/mto/${unknownId}`, { json: {} });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('GET, HEAD, PUT, DELETE');
  });
});

describe('DELETE /api/v1/mto/{mtoId}', () => {
  const remove = (path: string, headers?: Record<string, string>) =>
    call('DELETE', `/mto/${path}`, { headers });

  test('204, then 404', async () => {
    const line = await stored();
    const answer = await remove(line.mtoId);
    expect(answer.status).toBe(204);
    expect(answer.body).toBeNull();
    expect((await remove(line.mtoId)).status).toBe(404);
    expect((await call('GET', `/mto/${line.mtoId}`)).status).toBe(404);
  });

  test('204 with its project, 404 with another', async () => {
    const line = await stored();
    expect((await remove(`${line.mtoId}?projectId=${unknownId}`)).status).toBe(404);
    expect((await remove(`${line.mtoId}?projectId=${projectId}`)).status).toBe(204);
  });

  test('412 for a version that is past', async () => {
    const line = await stored();
    expect((await remove(line.mtoId, { 'if-match': '"7"' })).status).toBe(412);
    expect((await remove(line.mtoId, { 'if-match': '"1"' })).status).toBe(204);
  });

  test('409 SERVICE_APPROVED', async () => {
    const closing = system.records.addService(projectId);
    const line = await stored({ serviceId: closing });
    system.records.setStatus(closing, 'approved');
    expect((await remove(line.mtoId)).body.code).toBe('SERVICE_APPROVED');
  });

  test('503 when the owner of the service does not answer', async () => {
    const line = await stored();
    expect((await system.without('clients-projects', () => remove(line.mtoId))).status).toBe(503);
    expect((await remove(line.mtoId)).status).toBe(204);
  });

  test('422 for an unknown query parameter', async () => {
    expect((await remove(`${unknownId}?force=true`)).status).toBe(422);
  });
});
