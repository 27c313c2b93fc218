import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { clientsProjects } from '@consulting/clients-projects/service';
import { crewsRates } from '@consulting/crews-rates/service';
import { equipmentWbs } from '@consulting/equipment-wbs/service';
import { mto } from '@consulting/mto/service';
import {
  type Call,
  type GatewaySystem,
  type GatewayUnderTest,
  startGatewaySystem,
} from '../support/gateway-system';
import type { Answer } from '../support/system';
import { until } from '../support/until';

let system: GatewaySystem;
let gateway: GatewayUnderTest;
let all: string;
let limited: string;
let own: Takeoff;
let foreign: Takeoff;

interface Takeoff {
  clientId: string;
  projectId: string;
  serviceId: string;
  lineIds: string[];
  taskId: string;
}

const call = (key: string, method: string, path: string, more: Call = {}): Promise<Answer> =>
  gateway.call(method, path, { key, ...more });

async function made(path: string, json: object): Promise<Answer['body']> {
  const { status, body } = await call(all, 'POST', path, { json });
  if (status >= 300) throw new Error(`POST ${path} answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

function formOf(code: string, fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new File([`Item No.,Description,Quantity,UOM\n1,${code} pipe,2,m\n`], 'takeoff.csv'));
  return form;
}

async function newTakeoff(code: string): Promise<Takeoff> {
  const clientId = (await made('/v1/clients', { code, name: code })).id;
  const projectId = (await made('/v1/projects', { clientId, name: code })).id;
  const serviceId = (await made(`/v1/projects/${projectId}/services`, { serviceType: 'estimation' })).id;
  const items = Array.from({ length: 5 }, (_, at) => ({
    ...{ description: `${code} ${at}`, quantity: at + 1, discipline: 'piping' },
  }));
  const { body } = await call(all, 'POST', '/api/v1/mto/bulk', { json: { projectId, serviceId, items } });
  const form = formOf(code, { projectId, serviceId, discipline: 'piping' });
  const { taskId } = (await call(all, 'POST', '/api/v1/mto/import/async', { form })).body;
  await until(async () => {
    const { status } = (await call(all, 'GET', `/api/v1/mto/import/status/${taskId}`)).body;
    return status !== 'queued' && status !== 'running';
  });
  expect(body.items.length).toBe(5);
  return { clientId, projectId, serviceId, lineIds: body.items.map(({ id }: { id: string }) => id), taskId };
}

beforeAll(async () => {
  system = await startGatewaySystem([clientsProjects, crewsRates, equipmentWbs, mto]);
  gateway = await system.openGateway();
  all = (await system.newKey('Contributor')).key;
  own = await newTakeoff('own');
  foreign = await newTakeoff('foreign');
  const { id, key } = await system.newKey('Contributor');
  limited = key;
  await made('/api/v1/access/grants', { subject: { kind: 'api-key', id }, clientIds: [own.clientId] });
});
afterAll(() => system.stop());

const unknown = crypto.randomUUID();

// The answer without what differs between any two requests and without the identifier that was asked for.
async function seen(id: string, method: string, path: string, more: Call = {}) {
  const { status, body, headers } = await call(limited, method, path, more);
  const { requestId: _, ...rest } = typeof body === 'object' ? (body ?? {}) : { body };
  return JSON.stringify([status, rest, headers.get('etag')]).replaceAll(id, '{id}');
}

async function expectAlike(id: string, ask: (id: string) => Promise<string>): Promise<void> {
  const [other, none] = [await ask(id), await ask(unknown)];
  const [at = 0] = [...other].flatMap((one, index) => (one === none[index] ? [] : [index]));
  const differing =
    other === none ? [] : [other, none].map((one) => one.slice(Math.max(0, at - 100), at + 200));
  expect(differing).toEqual([]);
  expect(/foreign/.exec(other)).toBeNull();
}

describe('an import of another client is one that does not exist', () => {
  const parts: [string, string][] = [
    ['GET', ''],
    ['GET', '/survey'],
    ['GET', '/workbook'],
    ['GET', '/errors'],
    ['GET', '/events'],
    ['POST', '/events/ticket'],
    ['POST', '/cancel'],
  ];
  test.each(parts)('404: %s /api/v1/mto/import/status/{taskId}%s', async (method, part) => {
    const ask = (id: string) => seen(id, method, `/api/v1/mto/import/status/${id}${part}`);
    await expectAlike(foreign.taskId, ask);
    expect(await ask(foreign.taskId)).toStartWith('[404');
  });

  test('as the file of another import', async () => {
    const ask = (sourceTaskId: string) => {
      const { projectId, serviceId } = own;
      const form = new FormData();
      const fields = { projectId, serviceId, discipline: 'piping', sourceTaskId };
      for (const [name, value] of Object.entries(fields)) form.set(name, value);
      return seen(sourceTaskId, 'POST', '/api/v1/mto/import/async', { form });
    };
    await expectAlike(foreign.taskId, ask);
  });
});

describe('in a search of own lines', () => {
  const search = (value: string, condition: object) =>
    seen(value, 'POST', '/api/v1/mto/search', {
      json: { projectId: own.projectId, filters: { logicalOperator: 'OR', conditions: [condition] } },
    });

  test.each(['projectId', 'serviceId', 'id', 'importTaskId'])(
    'a filter by %s finds nothing',
    async (field) => {
      const ids: Record<string, string | undefined> = {
        projectId: foreign.projectId,
        serviceId: foreign.serviceId,
        id: foreign.lineIds[0],
        importTaskId: foreign.taskId,
      };
      for (const operator of ['equals', 'notEquals', 'contains'])
        await expectAlike(ids[field] ?? '', (value) => search(value, { field, operator, value }));
    },
  );

  test('`after` of another takeoff gives no line of it', async () => {
    const path = (of: Takeoff, after = '') => `/api/v1/mto?projectId=${of.projectId}&limit=2${after}`;
    const { next } = (await call(all, 'GET', path(foreign))).body;
    expect(next).toBeString();
    const { status, body } = await call(limited, 'GET', path(own, `&after=${encodeURIComponent(next)}`));
    expect(JSON.stringify(body)).not.toMatch(/foreign/);
    expect([200, 400, 422]).toContain(status);
    expect((await call(limited, 'GET', path(foreign, `&after=${encodeURIComponent(next)}`))).status).toBe(
      404,
    );
  });
});

test('a bulk edit, deletion or export of lines by their identifiers takes none of another client', async () => {
  const [line = ''] = foreign.lineIds;
  const { projectId, serviceId } = own;
  for (const [method, path, json] of [
    ['POST', '/api/v1/mto/bulk-edit', { updates: { remarks: 'x' } }],
    ['POST', '/api/v1/mto/bulk-delete', {}],
    ['POST', '/api/v1/mto/export', {}],
  ] as const) {
    const selection = (id: string) => ({ mode: 'ids', ids: [id] });
    await expectAlike(line, (id) =>
      seen(id, method, path, { json: { projectId, serviceId, selection: selection(id), ...json } }),
    );
  }
  expect((await call(all, 'GET', `/api/v1/mto/${line}`)).body.remarks ?? null).toBeNull();
});

test('an entity tag and an Idempotency-Key of somebody else say nothing', async () => {
  const path = `/v1/projects/${foreign.projectId}`;
  const etag = (await call(all, 'GET', path)).headers.get('etag') ?? '';
  const conditions: Record<string, string>[] = [{ 'if-none-match': etag }, { 'if-match': etag }];
  for (const headers of conditions)
    await expectAlike(foreign.projectId, (id) =>
      seen(id, 'PUT', `/v1/projects/${id}`, { headers, json: { name: 'x' } }),
    );
  const headers = { 'idempotency-key': 'of-somebody' };
  const json = { clientId: foreign.clientId, name: 'Once' };
  const first = await call(all, 'POST', '/v1/projects', { headers, json });
  const again = await call(limited, 'POST', '/v1/projects', { headers, json });
  expect([first.status, again.status]).toEqual([201, 404]);
});

test('WBS of an own project is imported, of another one 404, of all 403, and a row of another is refused', async () => {
  const file = (rows: string) => new File([`WBS Code,Name,Project ID\n${rows}\n`], 'wbs.csv');
  const send = async (rows: string, fields: Record<string, string>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    form.set('file', file(rows));
    const { status, body } = await call(limited, 'POST', '/api/v1/wbs/import', { form });
    return [status, body.imported ?? body.code, body.errorCount ?? 0];
  };
  const { projectId } = own;
  expect(await send('10,Own,', { projectId })).toEqual([200, 1, 0]);
  expect(await send('11,Foreign,', { projectId: foreign.projectId })).toEqual([404, 'NOT_FOUND', 0]);
  expect(await send('12,All,', {})).toEqual([403, 'INSUFFICIENT_SCOPE', 0]);
  expect(await send('13,All,', { projectId, scope: 'universal' })).toEqual([403, 'INSUFFICIENT_SCOPE', 0]);
  expect(await send(`14,Foreign,${foreign.projectId}`, { projectId })).toEqual([200, 0, 1]);
  const { body } = await call(all, 'GET', `/api/v1/wbs?projectId=${foreign.projectId}&scope=project`);
  expect(body.total).toBe(0);
});

test('GET /metrics of a service and its answers to limited callers name no client or project of others', async () => {
  for (const service of ['mto', 'clients-projects']) {
    const metrics = await (await fetch(`${system.services.get(service)?.url}/metrics`)).text();
    for (const id of [foreign.clientId, foreign.projectId, foreign.serviceId, 'foreign'])
      expect(metrics).not.toContain(id);
  }
});
