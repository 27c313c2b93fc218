import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { commonProjectSystem, faultsOf, type ProjectSystem, unknownId } from '../../support/project-system';
import type { ServiceUnderTest } from '../../support/system';

let system: ProjectSystem;
let request: ServiceUnderTest['request'];
const path = '/api/v1/history/clients';

beforeAll(async () => {
  system = await commonProjectSystem();
  request = system.request;
});
afterAll(() => system.stop());

async function listed(query: string) {
  const { status, body } = await request('GET', `${path}?${query}`);
  expect(status).toBe(200);
  return body;
}

const kindsOf = async (query: string): Promise<string[]> =>
  (await listed(query)).data.map(({ kind }: { kind: string }) => kind);

/** A client that was created, changed and deleted. */
async function goneClient(): Promise<string> {
  const { id } = await system.newClient({ name: 'Borealis' });
  await request('PUT', `/v1/clients/${id}`, { json: { name: 'Borealis Energy', city: 'Calgary' } });
  await request('DELETE', `/v1/clients/${id}`);
  return id;
}

describe('GET /api/v1/history/clients', () => {
  test('200: create, update and delete of a client, newest first', async () => {
    const { data } = await listed(`recordId=${await goneClient()}`);
    expect(data.map(({ kind }: { kind: string }) => kind)).toEqual(['delete', 'update', 'create']);
    expect(data[0]).toMatchObject({
      ...{ by: 'tester', recordType: 'clients', counts: { created: 0, updated: 0, deleted: 1 } },
      ...{ projectId: null, serviceId: null, taskId: null, causedBy: null, undoes: null, undoneBy: null },
      canUndo: false,
    });
    expect(data[0].requestId).toEqual(expect.any(String));
    expect(data[0].at > data[1].at && data[1].at > data[2].at).toBe(true);
  });

  test('200: an update that changes nothing leaves no operation', async () => {
    const client = await system.newClient({ name: 'Borealis' });
    await request('PUT', `/v1/clients/${client.id}`, { json: { name: 'Borealis' } });
    expect(await kindsOf(`recordId=${client.id}`)).toEqual(['create']);
  });

  test('200: of a kind, of a person, between two moments, each bound included', async () => {
    const one = `recordId=${await goneClient()}`;
    expect(await kindsOf(`${one}&kind=update`)).toEqual(['update']);
    expect(await kindsOf(`${one}&by=tester&kind=delete`)).toEqual(['delete']);
    expect(await kindsOf(`${one}&by=Jane%20Moreau`)).toEqual([]);
    const [, update] = (await listed(one)).data;
    expect(await kindsOf(`${one}&from=${update.at}`)).toEqual(['delete', 'update']);
    expect(await kindsOf(`${one}&to=${update.at}`)).toEqual(['update', 'create']);
    expect(await kindsOf(`${one}&from=${update.at}&to=${update.at}`)).toEqual(['update']);
    expect(await kindsOf(`${one}&projectId=${unknownId}`)).toEqual([]);
    expect(await kindsOf(`${one}&serviceId=${unknownId}`)).toEqual([]);
    expect(await kindsOf(`recordId=${unknownId}`)).toEqual([]);
  });

  test('200: pages of the newest first, with their total', async () => {
    const one = `recordId=${await goneClient()}`;
    const pages = [await listed(`${one}&limit=2`), await listed(`${one}&skip=2&limit=2`)];
    expect(pages.map(({ total, hasMore, data }) => [total, hasMore, data.length])).toEqual([
      [3, true, 2],
      [3, false, 1],
    ]);
    const operations = pages.flatMap(({ data }) => data);
    expect(operations).toEqual((await listed(one)).data);
  });

  test('422: all faults of the filters at once', async () => {
    const query = `projectId=x&serviceId=x&recordId=x&by=${'x'.repeat(257)}&kind=x&from=x&to=x&limit=101&skip=-1&who=x`;
    const { status, body } = await request('GET', `${path}?${query}`);
    expect(status).toBe(422);
    expect(faultsOf(body)).toEqual({
      ...{ projectId: 'FORMAT', serviceId: 'FORMAT', recordId: 'FORMAT', by: 'MAX_LENGTH', kind: 'ENUM' },
      ...{ from: 'FORMAT', to: 'FORMAT', limit: 'MAX', skip: 'MIN', who: 'UNKNOWN_FIELD' },
    });
  });
});

describe('GET /api/v1/history/clients/{operationId}', () => {
  test('200: the fields of a change before and after', async () => {
    const client = await system.newClient({ name: 'Borealis' });
    await request('PUT', `/v1/clients/${client.id}`, { json: { name: 'Borealis Energy', city: 'Calgary' } });
    const { data } = await listed(`recordId=${client.id}`);
    const { status, body } = await request('GET', `${path}/${data[0].operationId}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ kind: 'update', total: 1, counts: { created: 0, updated: 1, deleted: 0 } });
    expect(body.changes).toEqual([
      {
        recordId: client.id,
        code: client.code,
        label: 'Borealis Energy',
        action: 'update',
        fields: {
          name: { before: 'Borealis', after: 'Borealis Energy' },
          city: { before: null, after: 'Calgary' },
        },
      },
    ]);
  });

  test('404: unknown operation, no identifier, one of another record type', async () => {
    const client = await system.newClient();
    const { data } = await listed(`recordId=${client.id}`);
    const paths = [`${path}/${unknownId}`, `${path}/x`, `/api/v1/history/projects/${data[0].operationId}`];
    for (const one of paths) {
      const { status, body } = await request('GET', one);
      expect([status, body.code]).toEqual([404, 'NOT_FOUND']);
    }
  });

  test('422: bad paging, unknown parameter', async () => {
    const { status, body } = await request('GET', `${path}/${unknownId}?limit=0&kind=update`);
    expect([status, faultsOf(body)]).toEqual([422, { limit: 'MIN', kind: 'UNKNOWN_FIELD' }]);
  });
});
