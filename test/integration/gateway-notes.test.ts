import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { clientsProjects } from '@consulting/clients-projects/service';
import { crewsRates } from '@consulting/crews-rates/service';
import { equipmentWbs } from '@consulting/equipment-wbs/service';
import { endpointOf, routes } from '@consulting/gateway/routing/route-table';
import { exampleIds } from '@consulting/kernel/schema';
import { mto } from '@consulting/mto/service';
import { exampleRequests } from '../support/example-requests';
import { ExampleSender } from '../support/example-sender';
import { type GatewaySystem, startGatewaySystem } from '../support/gateway-system';
import { unknownId } from '../support/project-system';

/** A record of each type, of those that the examples of the API document make. */
const recordsOf: Record<string, keyof typeof exampleIds> = {
  clients: 'client',
  projects: 'project',
  services: 'service',
  estimations: 'estimation',
  'indirect-costs': 'project',
  subcontractors: 'subcontractor',
  trades: 'trade',
  'rate-cards': 'rateCard',
  crews: 'crew',
  'price-books': 'priceBook',
  'price-rows': 'priceRow',
  'service-crews': 'serviceCrew',
  equipment: 'equipment',
  'equipment-tags': 'tag',
  wbs: 'wbs',
  'takeoff-lines': 'line',
  'api-keys': 'apiKey',
  'estimate-sheets': 'estimateTemplate',
  grants: 'grant',
};

const types = Object.keys(routes).flatMap((path) => /^\/api\/v1\/notes\/([a-z-]+)$/.exec(path)?.[1] ?? []);

let system: GatewaySystem;
let examples: ExampleSender;
let reader: string;

beforeAll(async () => {
  system = await startGatewaySystem([clientsProjects, crewsRates, equipmentWbs, mto]);
  examples = await ExampleSender.open(system);
  reader = (await system.newKey('Reader')).key;
  for (const request of exampleRequests.slice(0, firstOfTakeoff + 1)) {
    const { status, body } = await examples.send(request);
    expect({ request, isDone: status < 300, body }).toMatchObject({ request, isDone: true });
  }
});
afterAll(() => system.stop());

const firstOfTakeoff = exampleRequests.findIndex(({ makes }) => makes === 'line');

const idOf = (type: string) =>
  examples
    .addressOf({ operation: 'get /', query: exampleIds[recordsOf[type] ?? 'client'] })
    .split('?')[1] as string;

test('every type of record that has a history has notes', () => {
  expect(types.toSorted()).toEqual(Object.keys(recordsOf).toSorted());
});

describe.each(types)('/api/v1/notes/%s', (type) => {
  const path = `/api/v1/notes/${type}`;

  test('201, 200 and 204: written, listed, resolved, in the history, deleted', async () => {
    const recordId = idOf(type);
    const { status, body: note } = await examples.call('POST', path, { recordId, text: `About ${type}.` });
    expect({ type, status, detail: note.detail }).toEqual({ type, status: 201, detail: undefined });
    expect(endpointOf('GET', path).service).toBe(endpointOf('GET', `/api/v1/history/${type}`).service);
    const list = await examples.call('GET', `${path}?recordId=${recordId}&open=true`);
    expect(list.body.data.map(({ noteId }: { noteId: string }) => noteId)).toContain(note.noteId);
    if (note.projectId !== null) expect(note.projectId).toBe(idOf('projects'));
    const resolvedAt = new Date().toISOString();
    const resolved = await examples.call('PUT', `${path}/${note.noteId}`, { resolvedAt });
    expect([resolved.status, resolved.body.resolvedBy]).toEqual([200, note.createdBy]);
    expect((await examples.call('DELETE', `${path}/${note.noteId}`)).status).toBe(204);
    const history = await examples.call('GET', `/api/v1/history/${type}-notes?recordId=${note.noteId}`);
    const kinds = history.body.data.map(({ kind, projectId }: Record<string, unknown>) => [kind, projectId]);
    expect(kinds).toEqual(['delete', 'update', 'create'].map((kind) => [kind, note.projectId]));
  });

  test('404: a record or note that does not exist', async () => {
    const json = { recordId: unknownId, text: 'x' };
    expect((await examples.call('POST', path, json)).status).toBe(404);
    expect((await examples.call('PUT', `${path}/${unknownId}`, { text: 'x' })).status).toBe(404);
    expect((await examples.call('DELETE', `${path}/${unknownId}`)).status).toBe(404);
  });

  test('a Reader reads, and gets 403 for a write; 401 without a credential', async () => {
    const { gateway } = examples;
    const isOpen = type !== 'api-keys' && type !== 'grants';
    expect((await gateway.call('GET', path, { key: reader })).status).toBe(isOpen ? 200 : 403);
    const json = { recordId: unknownId, text: 'x' };
    expect((await gateway.call('POST', path, { key: reader, json })).status).toBe(403);
    for (const method of ['PUT', 'DELETE'])
      expect((await gateway.call(method, `${path}/${unknownId}`, { key: reader, json })).status).toBe(403);
    expect((await gateway.call('GET', path)).status).toBe(401);
  });
});

test('404: notes on a type that does not exist', async () => {
  expect((await examples.call('GET', '/api/v1/notes/unicorns')).status).toBe(404);
});
