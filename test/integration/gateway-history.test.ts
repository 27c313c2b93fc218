import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { clientsProjects } from '@consulting/clients-projects/service';
import { crewsRates } from '@consulting/crews-rates/service';
import { equipmentWbs } from '@consulting/equipment-wbs/service';
import { endpointOf, routes, type Service } from '@consulting/gateway/routing/route-table';
import { mto } from '@consulting/mto/service';
import { type GatewaySystem, type GatewayUnderTest, startGatewaySystem } from '../support/gateway-system';
import { unknownId } from '../support/project-system';

/** Which service has the records of a type. */
const owners: Record<string, Service> = {
  clients: 'clients-projects',
  projects: 'clients-projects',
  services: 'clients-projects',
  estimations: 'clients-projects',
  'indirect-costs': 'clients-projects',
  subcontractors: 'clients-projects',
  'estimate-sheets': 'clients-projects',
  trades: 'crews-rates',
  'rate-cards': 'crews-rates',
  crews: 'crews-rates',
  'price-books': 'crews-rates',
  'price-rows': 'crews-rates',
  'service-crews': 'crews-rates',
  equipment: 'equipment-wbs',
  'equipment-tags': 'equipment-wbs',
  wbs: 'equipment-wbs',
  'takeoff-lines': 'mto',
  'review-checks': 'mto',
  'api-keys': 'identity',
  grants: 'identity',
};

const recordTypes = Object.keys(routes).flatMap(
  (path) => /^\/api\/v1\/history\/([a-z-]+)$/.exec(path)?.[1] ?? [],
);
const open = recordTypes.filter((type) => !/^(api-keys|grants)/.test(type));

const ownerOf = (type: string) => owners[type.replace(/-notes$/, '')];

let system: GatewaySystem;
let gateway: GatewayUnderTest;
let reader: string;
let contributor: string;

beforeAll(async () => {
  system = await startGatewaySystem([clientsProjects, crewsRates, mto, equipmentWbs]);
  gateway = await system.openGateway();
  reader = (await system.newKey('Reader')).key;
  contributor = (await system.newKey('Contributor')).key;
});
afterAll(() => system.stop());

test('the record types are those of the specification, each with its notes', () => {
  expect(recordTypes.toSorted()).toEqual(
    Object.keys(owners)
      .flatMap((type) => (type === 'review-checks' ? [type] : [type, `${type}-notes`]))
      .toSorted(),
  );
});

describe.each(open)('GET /api/v1/history/%s', (type) => {
  test('goes to the service that has the records; 200 for a Reader', async () => {
    const path = `/api/v1/history/${type}`;
    expect(endpointOf('GET', path).service).toBe(ownerOf(type));
    const { status, body } = await gateway.call('GET', path, { key: reader });
    expect([status, Array.isArray(body.data)]).toEqual([200, true]);
  });

  test('of an operation: 404 from the service, for a Reader', async () => {
    const { status, body } = await gateway.call('GET', `/api/v1/history/${type}/${unknownId}`, {
      key: reader,
    });
    expect([status, body.code]).toEqual([404, 'NOT_FOUND']);
  });
});

describe('GET /api/v1/history/api-keys', () => {
  const path = '/api/v1/history/api-keys';

  test('403 for a Reader, of an operation and below it, too, however the path is written', async () => {
    for (const one of [
      path,
      `${path}/`,
      `${path}?limit=1`,
      `${path}/${unknownId}`,
      `${path}/${unknownId}/more`,
    ]) {
      const { status, body } = await gateway.call('GET', one, { key: reader });
      expect([one, status, body.code]).toEqual([one, 403, 'INSUFFICIENT_ROLE']);
    }
    expect(endpointOf('HEAD', path).role).toBe('Contributor');
  });

  test('401 without a credential', async () => {
    expect((await gateway.call('GET', path)).status).toBe(401);
  });

  test('200 for a Contributor, who made which key; no secret in it', async () => {
    const json = { name: `made ${crypto.randomUUID()}` };
    const made = await gateway.call('POST', '/api/v1/api-keys', { key: contributor, json });
    const { status, body } = await gateway.call('GET', `${path}?recordId=${made.body.id}`, {
      key: contributor,
    });
    expect(status).toBe(200);
    const [{ operationId, by }] = body.data;
    expect(by).toMatch(/^key:/);
    const detail = await gateway.call('GET', `${path}/${operationId}`, { key: contributor });
    expect(detail.body.changes).toMatchObject([
      { recordId: made.body.id, label: json.name, action: 'create' },
    ]);
    expect(JSON.stringify(detail.body)).not.toContain(made.body.keyPrefix);
  });
});

test('a write through the gateway is that of the key that it came with', async () => {
  const json = { code: 'HISTORY', name: 'Borealis' };
  const { headers, body } = await gateway.call('POST', '/v1/clients', { key: contributor, json });
  const history = await gateway.call('GET', `/api/v1/history/clients?recordId=${body.clientId}`, {
    key: reader,
  });
  expect(history.body.data).toMatchObject([
    { kind: 'create', by: body.createdBy, requestId: headers.get('x-request-id') },
  ]);
  expect(body.createdBy).toMatch(/^key:/);
});
