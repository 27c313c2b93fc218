import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type ProjectSystem, startProjectSystem, unknownId } from '../../support/project-system';
import type { ServiceUnderTest } from '../../support/system';

let system: ProjectSystem;
let request: ServiceUnderTest['request'];

beforeAll(async () => {
  system = await startProjectSystem();
  request = system.request;
});
afterAll(() => system.stop());

const operationsOn = async (type: string, recordId: string) => {
  const { status, body } = await request('GET', `/api/v1/history/${type}?recordId=${recordId}`);
  expect(status).toBe(200);
  return body.data;
};

describe('GET /api/v1/history/clients', () => {
  test('200: create, update and delete of a client, newest first', async () => {
    const client = await system.newClient({ name: 'Borealis' });
    await request('PUT', `/v1/clients/${client.id}`, { json: { name: 'Borealis Energy', city: 'Calgary' } });
    await request('DELETE', `/v1/clients/${client.id}`);
    const operations = await operationsOn('clients', client.id);
    expect(operations.map(({ kind }: { kind: string }) => kind)).toEqual(['delete', 'update', 'create']);
  });

  test('200: an update that changes nothing leaves no operation', async () => {
    const client = await system.newClient({ name: 'Borealis' });
    await request('PUT', `/v1/clients/${client.id}`, { json: { name: 'Borealis' } });
    expect(await operationsOn('clients', client.id)).toHaveLength(1);
  });
});

describe('GET /api/v1/history/clients/{operationId}', () => {
  test('200: the fields of a change before and after', async () => {
    const client = await system.newClient({ name: 'Borealis' });
    await request('PUT', `/v1/clients/${client.id}`, { json: { name: 'Borealis Energy', city: 'Calgary' } });
    const [{ operationId }] = await operationsOn('clients', client.id);
    const { status, body } = await request('GET', `/api/v1/history/clients/${operationId}`);
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

  test('404: unknown operation', async () => {
    const { status } = await request('GET', `/api/v1/history/clients/${unknownId}`);
    expect(status).toBe(404);
  });
});
