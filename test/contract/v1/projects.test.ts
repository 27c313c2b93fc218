import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import {
  answerForLines,
  commonProjectSystem,
  faultsOf,
  freshCode,
  type ProjectSystem,
  unknownId,
} from '../../support/project-system';
import type { ServiceUnderTest } from '../../support/system';

let system: ProjectSystem;
let request: ServiceUnderTest['request'];

beforeAll(async () => {
  system = await commonProjectSystem();
  request = system.request;
});
afterAll(() => system.stop());

const idsOf = (body: { data: { id: string }[] }) => body.data.map(({ id }) => id);

describe('GET /v1/projects', () => {
  test('200: list envelope, newest first, names of both documents', async () => {
    const older = await system.newProject();
    const newer = await system.newProject();
    const { status, body } = await request('GET', '/v1/projects?limit=100');
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual(['data', 'limit', 'skip', 'total']);
    expect(idsOf(body).indexOf(newer.id)).toBeLessThan(idsOf(body).indexOf(older.id));
    expect(body.data[0]).toMatchObject({ projectCode: newer.code, projectName: newer.name, serviceCount: 0 });
  });

  test('200: every filter alone and all together', async () => {
    const { id: clientId } = await system.newClient();
    const wanted = await system.newProject({
      clientId,
      name: 'Coker unit',
      description: 'Delayed coking',
      status: 'active',
      projectType: 'Refinery',
      country: 'CA',
      year: 2031,
    });
    const other = await system.newProject({
      clientId,
      name: 'Mill',
      projectType: 'mining',
      country: 'US',
      year: 2032,
    });
    const filters = [
      'status=active',
      'projectType=REFINERY',
      'country=ca',
      'year=2031',
      'search=COKER',
      'search=delayed',
    ];
    for (const filter of filters) {
      const { body } = await request('GET', `/v1/projects?clientId=${clientId}&${filter}`);
      expect([filter, ...idsOf(body)]).toEqual([filter, wanted.id]);
    }
    const all = filters.slice(0, 5).join('&');
    expect(idsOf((await request('GET', `/v1/projects?clientId=${clientId}&${all}`)).body)).toEqual([
      wanted.id,
    ]);
    const both = await request('GET', `/v1/projects?clientId=${clientId.toUpperCase()}`);
    expect(idsOf(both.body)).toEqual([other.id, wanted.id]);
  });

  test('200: filters that match nothing give an empty list', async () => {
    for (const filter of [`clientId=${unknownId}`, 'country=Atlantis', 'year=1', 'projectType=none']) {
      const { status, body } = await request('GET', `/v1/projects?${filter}`);
      expect([filter, status, body.total]).toEqual([filter, 200, 0]);
    }
  });

  test('200: skip beyond the end', async () => {
    const { body } = await request('GET', '/v1/projects?skip=999999999999');
    expect(body.data).toEqual([]);
    expect(body.total).toBeGreaterThan(0);
  });

  const refused: [string, string, string][] = [
    ['clientId=nonsense', 'clientId', 'FORMAT'],
    ['status=open', 'status', 'ENUM'],
    ['year=two', 'year', 'TYPE'],
    ['year=99999999999', 'year', 'MAX'],
    ['limit=101', 'limit', 'MAX'],
    ['quarter=Q1', 'quarter', 'UNKNOWN_FIELD'],
  ];
  for (const [query, field, code] of refused) {
    test(`400: ${query}`, async () => {
      const { status, body } = await request('GET', `/v1/projects?${query}`);
      expect(status).toBe(400);
      expect(faultsOf(body)).toEqual({ [field]: code });
    });
  }
});

describe('POST /v1/projects', () => {
  test('201: the least that is required, with defaults and a generated code', async () => {
    const client = await system.newClient({ defaultCurrency: 'CAD' });
    const json = { name: 'Expansion', clientId: client.id };
    const { status, headers, body } = await request('POST', '/v1/projects', { json });
    expect(status).toBe(201);
    expect(headers.get('etag')).toBe('"1"');
    expect(body).toMatchObject({ projectCode: `${client.code}-0001`, code: `${client.code}-0001` });
    expect(body).toMatchObject({ projectName: 'Expansion', name: 'Expansion', clientId: client.id });
    expect(body).toMatchObject({
      status: 'planning',
      unitSystem: 'metric',
      currency: 'CAD',
      serviceCount: 0,
    });
    expect(body.projectId).toBe(body.id);
  });

  test('201: the currency is USD when the client proposes none, and the given one otherwise', async () => {
    expect(await system.newProject()).toMatchObject({ currency: 'USD' });
    expect(await system.newProject({ currency: 'sar' })).toMatchObject({ currency: 'SAR' });
  });

  test('201: every field is stored as given', async () => {
    const fields = {
      code: 'P-1',
      description: 'Coker and utilities',
      status: 'on-hold',
      projectType: 'refinery',
      industrySector: 'Oil & Gas',
      contractType: 'epc-turnkey',
      country: 'SA',
      region: 'Gulf',
      province: 'Eastern',
      city: 'Jubail',
      siteAddress: 'Road 1',
      latitude: 27.0174,
      longitude: -49.662501,
      year: 2025,
      quarter: 'Q3',
      currency: 'SAR',
      unitSystem: 'us',
      siteCondition: 'brownfield',
      startDate: '2025-01-01',
      mechanicalCompletionDate: '2027-06-30',
      endDate: '2027-12-31',
      capacity: '50,000 bpd',
      budgetAmount: 999_999_999_999.99,
      projectManager: 'Jo',
      clientReference: 'REF-1',
      tags: ['coker', 'priority'],
      remarks: 'two\nlines',
    };
    const created = await system.newProject(fields);
    expect(created).toMatchObject(fields);
    expect((await request('GET', `/v1/projects/${created.id}`)).body).toMatchObject(fields);
  });

  test('201: the names of set 2; both names when they agree', async () => {
    const { id: clientId } = await system.newClient();
    const create = (json: object) => request('POST', '/v1/projects', { json: { clientId, ...json } });
    const one = await create({ projectCode: 'A', projectName: 'Alpha' });
    expect(one.body).toMatchObject({ code: 'A', name: 'Alpha' });
    const both = await create({ projectCode: 'B', code: 'B', projectName: 'Beta', name: 'Beta' });
    expect(both.status).toBe(201);
  });

  test('400 CONFLICTING_NAMES: two values for one pair', async () => {
    const { id: clientId } = await system.newClient();
    const { status, body } = await request('POST', '/v1/projects', {
      json: { clientId, name: 'A', projectName: 'B', code: 'X', projectCode: null },
    });
    expect(status).toBe(400);
    expect(faultsOf(body)).toEqual({ projectName: 'CONFLICTING_NAMES', projectCode: 'CONFLICTING_NAMES' });
  });

  test('201: ten at once get ten codes', async () => {
    const client = await system.newClient();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => system.newProject({ clientId: client.id })),
    );
    const codes = answers.map(({ code }) => code).sort();
    expect(codes).toEqual(
      Array.from({ length: 10 }, (_, n) => `${client.code}-${String(n + 1).padStart(4, '0')}`),
    );
  });

  test('201: a generated code avoids one that was given', async () => {
    const client = await system.newClient();
    await system.newProject({ clientId: client.id, code: `${client.code.toLowerCase()}-0002` });
    expect(await system.newProject({ clientId: client.id })).toMatchObject({ code: `${client.code}-0003` });
  });

  test('400: every fault at once', async () => {
    const json = {
      clientId: 'nonsense',
      code: 'x'.repeat(41),
      status: 'open',
      latitude: 91,
      year: 1989,
      quarter: 'Q5',
      budgetAmount: -1,
      longitude: 0.1234567,
      startDate: '2025-02-30',
      tags: ['a', null],
      colour: 'red',
    };
    const { status, body } = await request('POST', '/v1/projects', { json });
    expect(status).toBe(400);
    expect(faultsOf(body)).toEqual({
      name: 'REQUIRED',
      clientId: 'FORMAT',
      code: 'MAX_LENGTH',
      status: 'ENUM',
      latitude: 'MAX',
      year: 'MIN',
      quarter: 'ENUM',
      budgetAmount: 'MIN',
      longitude: 'FORMAT',
      startDate: 'FORMAT',
      'tags[1]': 'REQUIRED',
      colour: 'UNKNOWN_FIELD',
    });
  });

  test('400: the end before the start, a budget of 10^12, no client', async () => {
    const { body } = await request('POST', '/v1/projects', {
      json: { name: 'A', startDate: '2025-02-02', endDate: '2025-02-01', budgetAmount: 1e12 },
    });
    expect(faultsOf(body)).toEqual({ clientId: 'REQUIRED', endDate: 'MIN', budgetAmount: 'MAX' });
  });

  test('404: client not found', async () => {
    const { status, body } = await request('POST', '/v1/projects', {
      json: { name: 'A', clientId: unknownId },
    });
    expect(status).toBe(404);
    expect(body).toMatchObject({ code: 'NOT_FOUND', resource: 'client' });
  });

  test('409 CODE_EXISTS: within the client only, case ignored', async () => {
    const project = await system.newProject({ code: 'Same' });
    const json = { name: 'A', code: 'SAME', clientId: project.clientId };
    const { status, body } = await request('POST', '/v1/projects', { json });
    expect([status, body.code]).toEqual([409, 'CODE_EXISTS']);
    expect(await system.newProject({ code: 'SAME' })).toMatchObject({ code: 'SAME' });
  });

  test('201: a repeat with the same Idempotency-Key creates one project', async () => {
    const { id: clientId } = await system.newClient();
    const options = { json: { name: 'Once', clientId }, headers: { 'idempotency-key': freshCode('key-') } };
    const first = await request('POST', '/v1/projects', options);
    const repeat = await request('POST', '/v1/projects', options);
    expect(repeat.body).toEqual(first.body);
    expect((await request('GET', `/v1/projects?clientId=${clientId}`)).body.total).toBe(1);
  });
});

describe('GET /v1/projects/{projectId}', () => {
  test('200: ProjectDetailed with client, services and indirect costs', async () => {
    const client = await system.newClient();
    const project = await system.newProject({ clientId: client.id });
    const service = await system.newService(project.id);
    const { status, headers, body } = await request('GET', `/v1/projects/${project.id}`);
    expect(status).toBe(200);
    expect(headers.get('etag')).toBe('"1"');
    expect(body.client).toEqual({ id: client.id, code: client.code, name: client.name });
    expect(body.services).toHaveLength(1);
    expect(body.services[0]).toMatchObject({
      serviceId: service.id,
      serviceType: 'estimation',
      serviceName: 'Estimation 1',
    });
    expect(body.services[0].details).toBeUndefined();
    expect(body.indirectCosts).toMatchObject({ projectId: project.id, version: 0, labour: {} });
    expect(body.serviceCount).toBe(1);
  });

  for (const id of [unknownId, 'nonsense']) {
    test(`404: ${id}`, async () => {
      const { status, body } = await request('GET', `/v1/projects/${id}`);
      expect(status).toBe(404);
      expect(body).toMatchObject({ code: 'NOT_FOUND', resource: 'project' });
    });
  }
});

describe('PUT /v1/projects/{projectId}', () => {
  const put = (id: string, json: object, headers?: Record<string, string>) =>
    request('PUT', `/v1/projects/${id}`, { json, headers });

  test('200: merges, null clears, and takes either name', async () => {
    const project = await system.newProject({ city: 'Jubail', tags: ['a'], year: 2025 });
    const { status, headers, body } = await put(project.id, { projectName: 'New', city: null, tags: ['b'] });
    expect(status).toBe(200);
    expect(headers.get('etag')).toBe('"2"');
    expect(body).toMatchObject({
      name: 'New',
      projectName: 'New',
      city: null,
      tags: ['b'],
      year: 2025,
      version: 2,
    });
  });

  test('200: a detailed record that was read can be sent back', async () => {
    const project = await system.newProject();
    await system.newService(project.id);
    const { body: read } = await request('GET', `/v1/projects/${project.id}`);
    const { status, body } = await put(project.id, { ...read, city: 'Jubail' });
    expect(status).toBe(200);
    expect(body.city).toBe('Jubail');
  });

  test('200: a cleared code is generated, a cleared currency is that of the client', async () => {
    const client = await system.newClient({ defaultCurrency: 'CAD' });
    const project = await system.newProject({ clientId: client.id, code: 'X' });
    const { body } = await put(project.id, { code: null, currency: null });
    expect(body).toMatchObject({ code: `${client.code}-0002`, currency: 'CAD' });
  });

  const statuses = ['planning', 'active', 'completed', 'on-hold', 'cancelled'];
  const allowed: Record<string, string[]> = {
    planning: ['active', 'on-hold', 'completed', 'cancelled'],
    active: ['on-hold', 'completed', 'cancelled'],
    'on-hold': ['planning', 'active', 'completed', 'cancelled'],
    completed: ['active'],
    cancelled: ['planning'],
  };
  for (const from of statuses) {
    for (const to of statuses) {
      const isAllowed = from === to || allowed[from]?.includes(to);
      test(`${isAllowed ? 200 : 409}: ${from} to ${to}`, async () => {
        const project = await system.newProject({ status: from });
        const { status, body } = await put(project.id, { status: to });
        expect(status).toBe(isAllowed ? 200 : 409);
        if (isAllowed) expect(body.status).toBe(to);
        else
          expect(body).toMatchObject({ code: 'INVALID_STATUS_TRANSITION', from, to, allowed: allowed[from] });
      });
    }
  }

  for (const open of ['draft', 'in-progress']) {
    test(`409 PROJECT_HAS_ACTIVE_SERVICES: completed while a service is ${open}`, async () => {
      const project = await system.newProject({ status: 'active' });
      const service = await system.newService(project.id, { status: open });
      const { status, body } = await put(project.id, { status: 'completed' });
      expect(status).toBe(409);
      expect(body.code).toBe('PROJECT_HAS_ACTIVE_SERVICES');
      expect(body.blocking.items[0].id).toBe(service.id);
    });
  }

  test('200: completed while services are completed, approved or cancelled; cancelled with any', async () => {
    const project = await system.newProject({ status: 'active' });
    for (const status of ['completed', 'approved', 'cancelled'])
      await system.newService(project.id, { status });
    expect((await put(project.id, { status: 'completed' })).status).toBe(200);
    const other = await system.newProject({ status: 'active' });
    const draft = await system.newService(other.id);
    expect((await put(other.id, { status: 'cancelled' })).status).toBe(200);
    const { body } = await request('GET', `/v1/projects/${other.id}/services/${draft.id}`);
    expect(body.status).toBe('draft');
  });

  test('200: another client while there is no service; 409 PROJECT_HAS_SERVICES with one', async () => {
    const [from, to] = [await system.newClient(), await system.newClient()];
    const project = await system.newProject({ clientId: from.id });
    expect((await put(project.id, { clientId: to.id })).body.clientId).toBe(to.id);
    const service = await system.newService(project.id);
    const { status, body } = await put(project.id, { clientId: from.id });
    expect(status).toBe(409);
    expect(body.code).toBe('PROJECT_HAS_SERVICES');
    expect(body.blocking).toEqual({
      count: 1,
      items: [{ id: service.id, code: 'EST-01', name: 'Estimation 1' }],
    });
    expect((await put(project.id, { clientId: to.id.toUpperCase(), city: 'X' })).status).toBe(200);
  });

  test('404: moved to an unknown client; 409 CODE_EXISTS: to one that has the code', async () => {
    const project = await system.newProject({ code: 'P' });
    const missing = await put(project.id, { clientId: unknownId });
    expect([missing.status, missing.body.resource]).toEqual([404, 'client']);
    const other = await system.newProject({ code: 'p' });
    expect((await put(project.id, { clientId: other.clientId })).body.code).toBe('CODE_EXISTS');
  });

  test('409 CODE_EXISTS: the code of another project of the client', async () => {
    const one = await system.newProject({ code: 'A' });
    const other = await system.newProject({ code: 'B', clientId: one.clientId });
    const { status, body } = await put(other.id, { projectCode: 'a' });
    expect([status, body.code]).toEqual([409, 'CODE_EXISTS']);
  });

  test('503 DEPENDENCY_UNAVAILABLE: the currency changes and the takeoff service does not answer', async () => {
    const project = await system.newProject();
    const { status, headers, body } = await put(project.id, { currency: 'CAD' });
    expect(status).toBe(503);
    expect(body).toMatchObject({ code: 'DEPENDENCY_UNAVAILABLE', dependency: 'mto' });
    expect(headers.get('retry-after')).toBe('2');
    expect((await request('GET', `/v1/projects/${project.id}`)).body).toMatchObject({
      currency: 'USD',
      version: 1,
    });
    expect((await put(project.id, { currency: 'USD', city: 'X' })).status).toBe(200);
  });

  describe('while the takeoff service answers', () => {
    let lines: Awaited<ReturnType<typeof answerForLines>>;
    beforeAll(async () => {
      lines = await answerForLines(system.natsUrl);
    });
    afterAll(() => lines.stop());

    test('200: the currency changes without priced lines', async () => {
      const project = await system.newProject();
      expect((await put(project.id, { currency: 'CAD' })).body.currency).toBe('CAD');
    });

    test('409 CURRENCY_IN_USE: lines carry prices', async () => {
      const project = await system.newProject();
      lines.pricedLines.set(project.id, 3);
      const { status, body } = await put(project.id, { currency: 'CAD' });
      expect(status).toBe(409);
      expect(body).toMatchObject({ code: 'CURRENCY_IN_USE', count: 3 });
    });
  });

  test('400: a required key cleared, a server key alone changes nothing', async () => {
    const project = await system.newProject();
    const { status, body } = await put(project.id, { name: null, clientId: null });
    expect(status).toBe(400);
    expect(faultsOf(body)).toEqual({ name: 'REQUIRED', clientId: 'REQUIRED' });
    expect((await put(project.id, {})).status).toBe(400);
    expect((await put(project.id, { serviceCount: 7 })).body).toMatchObject({ serviceCount: 0, version: 1 });
  });

  test('400: an end before the start that is stored', async () => {
    const project = await system.newProject({ startDate: '2025-05-05' });
    const { body } = await put(project.id, { endDate: '2025-05-04' });
    expect(faultsOf(body)).toEqual({ endDate: 'MIN' });
  });

  test('404: unknown project', async () => {
    expect((await put(unknownId, { name: 'x' })).status).toBe(404);
  });

  test('412: another version', async () => {
    const project = await system.newProject();
    const { status, body } = await put(project.id, { name: 'x' }, { 'if-match': '"2"' });
    expect([status, body.code]).toEqual([412, 'VERSION_MISMATCH']);
    expect((await put(project.id, { name: 'x' }, { 'if-match': '"1"' })).status).toBe(200);
  });
});

describe('DELETE /v1/projects/{projectId}', () => {
  test('204: with all that it owns, and the other services are told once', async () => {
    const project = await system.newProject();
    await system.newService(project.id, { status: 'completed' });
    await system.newService(project.id, { status: 'cancelled' });
    const { status } = await request('DELETE', `/v1/projects/${project.id}`);
    expect(status).toBe(204);
    expect((await request('GET', `/v1/projects/${project.id}`)).status).toBe(404);
    const reported = (await system.events('evt.clients-projects.project.deleted')).filter(
      (event) => (event as { projectId: string }).projectId === project.id,
    );
    expect(reported).toHaveLength(1);
    expect((await system.newProject({ clientId: project.clientId, code: project.code })).code).toBe(
      project.code,
    );
  });

  for (const serviceStatus of ['draft', 'in-progress', 'approved']) {
    test(`409 PROJECT_HAS_ACTIVE_SERVICES: a service is ${serviceStatus}`, async () => {
      const project = await system.newProject();
      const service = await system.newService(project.id, { status: serviceStatus });
      const { status, body } = await request('DELETE', `/v1/projects/${project.id}`);
      expect(status).toBe(409);
      expect(body.code).toBe('PROJECT_HAS_ACTIVE_SERVICES');
      expect(body.blocking).toEqual({
        count: 1,
        items: [{ id: service.id, code: 'EST-01', name: 'Estimation 1' }],
      });
      const events = await system.events('evt.clients-projects.project.deleted');
      expect(events).not.toContainEqual({ projectId: project.id });
    });
  }

  test('404: unknown project, and one that was deleted', async () => {
    const project = await system.newProject();
    await request('DELETE', `/v1/projects/${project.id}`);
    expect((await request('DELETE', `/v1/projects/${project.id}`)).status).toBe(404);
    expect((await request('DELETE', `/v1/projects/${unknownId}`)).status).toBe(404);
  });

  test('412: another version', async () => {
    const project = await system.newProject();
    const { status } = await request('DELETE', `/v1/projects/${project.id}`, {
      headers: { 'if-match': '"9"' },
    });
    expect(status).toBe(412);
  });

  test('a delete and the creation of a service do not pass each other', async () => {
    for (let round = 0; round < 10; round++) {
      const project = await system.newProject();
      const [deleted, created] = await Promise.all([
        request('DELETE', `/v1/projects/${project.id}`),
        request('POST', `/v1/projects/${project.id}/services`, { json: { serviceType: 'claims' } }),
      ]);
      expect([deleted.status, created.status]).toBeOneOf([
        [204, 404],
        [409, 201],
      ]);
    }
  });

  test('405: PATCH', async () => {
    const { status, headers } = await request('PATCH', `/v1/projects/${unknownId}`, { json: {} });
    expect(status).toBe(405);
    expect(headers.get('allow')).toBe('GET, HEAD, PUT, DELETE');
  });
});
