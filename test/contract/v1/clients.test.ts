import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import {
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

describe('GET /v1/clients', () => {
  test('200: list envelope, newest first, with the project count', async () => {
    const older = await system.newClient();
    const newer = await system.newClient();
    await system.newProject({ clientId: older.id });
    const { status, body } = await request('GET', '/v1/clients');
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual(['data', 'limit', 'skip', 'total']);
    expect(body).toMatchObject({ skip: 0, limit: 20 });
    const ids = body.data.map((client: { id: string }) => client.id);
    expect(ids.indexOf(newer.id)).toBeLessThan(ids.indexOf(older.id));
    expect(body.data[ids.indexOf(older.id)]).toMatchObject({ clientId: older.id, projectCount: 1 });
  });

  test('200: skip and limit cut, total counts all that match', async () => {
    const industry = freshCode('Industry ');
    for (let count = 0; count < 3; count++) await system.newClient({ industry });
    const { body } = await request('GET', `/v1/clients?industry=${industry}&skip=1&limit=1`);
    expect(body).toMatchObject({ total: 3, skip: 1, limit: 1 });
    expect(body.data).toHaveLength(1);
  });

  const searchable = {
    name: 'needle-name',
    legalName: 'needle-legal',
    contactName: 'needle-contact',
    contactPhone: 'needle-phone',
    contactPosition: 'needle-position',
    contactEmail: 'needle@mail.example',
    contacts: [{ name: 'Jo', email: 'needle-further@mail.example' }],
  };
  for (const [key, value] of Object.entries(searchable)) {
    test(`200: search finds ${key}, case ignored`, async () => {
      const client = await system.newClient({ [key]: value });
      const needle = (typeof value === 'string' ? value : 'needle-further').toUpperCase();
      const { body } = await request('GET', `/v1/clients?search=${encodeURIComponent(needle)}`);
      expect(body.data.map((found: { id: string }) => found.id)).toContain(client.id);
    });
  }

  test('200: search takes %, _ and \\ as they are', async () => {
    const client = await system.newClient({ name: '100%_sure\\' });
    const { body } = await request('GET', `/v1/clients?search=${encodeURIComponent('%_sure\\')}`);
    expect(body.data.map((found: { id: string }) => found.id)).toEqual([client.id]);
  });

  test('200: search does not find names of contact keys', async () => {
    await system.newClient({ contacts: [{ name: 'Jo' }] });
    const { body } = await request('GET', '/v1/clients?search=%22name%22');
    expect(body.total).toBe(0);
  });

  test('200: status and industry filter', async () => {
    const industry = freshCode('Mining ');
    const prospect = await system.newClient({ industry, status: 'prospect' });
    await system.newClient({ industry });
    const { body } = await request('GET', `/v1/clients?status=prospect&industry=${industry.toUpperCase()}`);
    expect(body.data.map((found: { id: string }) => found.id)).toEqual([prospect.id]);
  });

  const refused: [string, string, string][] = [
    ['limit=101', 'limit', 'MAX'],
    ['limit=0', 'limit', 'MIN'],
    ['limit=ten', 'limit', 'TYPE'],
    ['skip=-1', 'skip', 'MIN'],
    ['skip=1e99', 'skip', 'TYPE'],
    ['status=open', 'status', 'ENUM'],
    ['colour=red', 'colour', 'UNKNOWN_FIELD'],
    ['search=%00', 'search', 'INVALID_CHARACTER'],
    ['status=active&status=inactive', 'status', 'FORMAT'],
  ];
  for (const [query, field, code] of refused) {
    test(`400: ${query}`, async () => {
      const { status, body } = await request('GET', `/v1/clients?${query}`);
      expect(status).toBe(400);
      expect(body.code).toBe('VALIDATION_ERROR');
      expect(faultsOf(body)).toEqual({ [field]: code });
    });
  }
});

describe('POST /v1/clients', () => {
  test('201: the client with defaults, server keys and ETag', async () => {
    const code = freshCode('New-');
    const { status, headers, body } = await request('POST', '/v1/clients', {
      json: { code: ` ${code} `, name: 'Borealis', country: 'ca', remarks: '  ' },
    });
    expect(status).toBe(201);
    expect(headers.get('etag')).toBe('"1"');
    expect(body).toMatchObject({ code, name: 'Borealis', status: 'active', country: 'CA', remarks: null });
    expect(body).toMatchObject({ version: 1, projectCount: 0, createdBy: 'tester', updatedBy: 'tester' });
    expect(body.clientId).toBe(body.id);
    expect(body.createdAt).toMatch(/^\d{4}-\d{2}-\d{2}T.*Z$/);
  });

  for (const status of ['active', 'inactive', 'prospect']) {
    test(`201: created as ${status}`, async () => {
      expect(await system.newClient({ status })).toMatchObject({ status });
    });
  }

  test('201: keys that only the server sets are ignored', async () => {
    const created = await system.newClient({ id: unknownId, clientId: unknownId, version: 9, projects: [] });
    expect(created.id).not.toBe(unknownId);
    expect(created.version).toBe(1);
  });

  test('400: every fault at once', async () => {
    const json = {
      name: 5,
      status: 'open',
      contactEmail: 'nobody',
      country: 'ZZ',
      defaultCurrency: 'XXX',
      paymentTermsDays: 366,
      contacts: [{ name: 'Jo', mobile: '1' }, 'Jo'],
      remarks: 'x'.repeat(2001),
      colour: 'red',
    };
    const { status, body } = await request('POST', '/v1/clients', { json });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'VALIDATION_ERROR', status: 400, title: 'Bad Request' });
    expect(body.requestId).toBeString();
    expect(faultsOf(body)).toMatchObject({
      code: 'REQUIRED',
      name: 'TYPE',
      status: 'ENUM',
      contactEmail: 'FORMAT',
      country: 'FORMAT',
      defaultCurrency: 'FORMAT',
      paymentTermsDays: 'MAX',
      'contacts[0].mobile': 'UNKNOWN_FIELD',
      'contacts[1]': 'TYPE',
      remarks: 'MAX_LENGTH',
      colour: 'UNKNOWN_FIELD',
    });
  });

  for (const json of [[], null, 'text', 5]) {
    test(`400: the body ${JSON.stringify(json)} is no object`, async () => {
      const { status, body } = await request('POST', '/v1/clients', { json });
      expect(status).toBe(400);
      expect(faultsOf(body)).toMatchObject({ body: 'TYPE' });
    });
  }

  test('400: unreadable JSON', async () => {
    const { status, body } = await send('{"code":', 'application/json');
    expect(status).toBe(400);
    expect(body.code).toBe('INVALID_JSON');
  });

  test('415: another media type', async () => {
    const { status, body } = await send('{}', 'text/plain');
    expect(status).toBe(415);
    expect(body.code).toBe('UNSUPPORTED_MEDIA_TYPE');
  });

  test('413: a body over the limit', async () => {
    const { status, body } = await send(`{"name":"${'x'.repeat(1024 * 1024)}"}`, 'application/json');
    expect(status).toBe(413);
    expect(body.code).toBe('BODY_TOO_LARGE');
  });

  test('409: a code that exists, case ignored', async () => {
    const { code } = await system.newClient();
    const { status, body } = await request('POST', '/v1/clients', {
      json: { code: code.toLowerCase(), name: 'Other' },
    });
    expect(status).toBe(409);
    expect(body.code).toBe('CODE_EXISTS');
  });

  const send = (text: string, type: string) =>
    request('POST', '/v1/clients', { text, headers: { 'content-type': type } });
});

describe('Idempotency-Key on POST /v1/clients', () => {
  test('201: a repeat returns the first answer and creates nothing', async () => {
    const code = freshCode('Once-');
    const json = { code, name: 'Borealis' };
    const headers = { 'idempotency-key': freshCode('key-') };
    const first = await request('POST', '/v1/clients', { json, headers });
    const repeat = await request('POST', '/v1/clients', { json, headers });
    expect(first.status).toBe(201);
    expect(repeat.status).toBe(201);
    expect(repeat.body).toEqual(first.body);
    expect(repeat.headers.get('etag')).toBe('"1"');
    const { body } = await request('GET', `/v1/clients?search=${code}`);
    expect(body.total).toBe(1);
  });

  test('409 IDEMPOTENCY_KEY_REUSED: the same key with another body', async () => {
    const headers = { 'idempotency-key': freshCode('key-') };
    await request('POST', '/v1/clients', { json: { code: freshCode('A'), name: 'A' }, headers });
    const other = await request('POST', '/v1/clients', {
      json: { code: freshCode('B'), name: 'B' },
      headers,
    });
    expect(other.status).toBe(409);
    expect(other.body.code).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  test('201: a refused answer is not kept', async () => {
    const code = freshCode('Later-');
    const headers = { 'idempotency-key': freshCode('key-') };
    const refused = await request('POST', '/v1/clients', { json: { code }, headers });
    const accepted = await request('POST', '/v1/clients', { json: { code, name: 'Now' }, headers });
    expect([refused.status, accepted.status]).toEqual([400, 201]);
  });

  test('409 IDEMPOTENCY_KEY_IN_PROGRESS: a repeat while the first runs', async () => {
    const code = freshCode('Slow-');
    const json = { code, name: 'Borealis' };
    const headers = { 'idempotency-key': freshCode('key-') };
    const [first, repeat] = await system.sql.begin(async (sql) => {
      // Another transaction holds the code, so the first request waits inside its own.
      await sql`insert into clients_projects.client (code, name, status, created_by, updated_by)
        values (${code}, 'Holder', 'active', 'test', 'test')`;
      const running = request('POST', '/v1/clients', { json, headers });
      const isWaiting = async () => {
        const [row] = await system.sql`
          select count(*)::int as waiting from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`;
        return row?.waiting > 0;
      };
      while (!(await isWaiting())) await Bun.sleep(5);
      const second = await request('POST', '/v1/clients', { json, headers });
      return [running, second] as const;
    });
    expect(repeat.status).toBe(409);
    expect(repeat.body.code).toBe('IDEMPOTENCY_KEY_IN_PROGRESS');
    expect((await first).body.code).toBe('CODE_EXISTS');
  });

  test('400: an empty key and one of 201 characters', async () => {
    for (const key of ['', 'k'.repeat(201)]) {
      const json = { code: freshCode('K'), name: 'K' };
      const { status, body } = await request('POST', '/v1/clients', {
        json,
        headers: { 'idempotency-key': key },
      });
      expect(status).toBe(400);
      expect(faultsOf(body)).toEqual({ 'Idempotency-Key': 'FORMAT' });
    }
  });
});

describe('GET /v1/clients/{clientId}', () => {
  test('200: ClientDetailed with its projects, newest first', async () => {
    const client = await system.newClient();
    const older = await system.newProject({ clientId: client.id });
    const newer = await system.newProject({ clientId: client.id });
    const { status, headers, body } = await request('GET', `/v1/clients/${client.id}`);
    expect(status).toBe(200);
    expect(headers.get('etag')).toBe('"1"');
    expect(body).toMatchObject({ clientId: client.id, projectCount: 2 });
    expect(body.projects.map((project: { id: string }) => project.id)).toEqual([newer.id, older.id]);
    expect(body.projects[0]).toMatchObject({
      projectCode: newer.code,
      projectName: newer.name,
      serviceCount: 0,
    });
  });

  test('200: an upper-case identifier', async () => {
    const client = await system.newClient();
    const { status } = await request('GET', `/v1/clients/${client.id.toUpperCase()}`);
    expect(status).toBe(200);
  });

  for (const id of [unknownId, 'nonsense', "'; drop table client; --"]) {
    test(`404: ${id}`, async () => {
      const { status, body } = await request('GET', `/v1/clients/${id}`);
      expect(status).toBe(404);
      expect(body).toMatchObject({ code: 'NOT_FOUND', resource: 'client' });
    });
  }
});

describe('PUT /v1/clients/{clientId}', () => {
  test('200: merges; null clears, an absent key stays, arrays are replaced', async () => {
    const client = await system.newClient({
      legalName: 'Borealis Inc.',
      city: 'Calgary',
      contacts: [{ name: 'Jo' }],
    });
    const json = { legalName: null, name: 'Borealis North', contacts: [{ name: 'Al' }, { email: 'b@c.de' }] };
    const { status, headers, body } = await request('PUT', `/v1/clients/${client.id}`, { json });
    expect(status).toBe(200);
    expect(headers.get('etag')).toBe('"2"');
    expect(body).toMatchObject({ name: 'Borealis North', legalName: null, city: 'Calgary', version: 2 });
    expect(body.contacts.map((one: { name: string | null }) => one.name)).toEqual(['Al', null]);
  });

  test('200: a record that was read can be sent back', async () => {
    const client = await system.newClient();
    const { body: read } = await request('GET', `/v1/clients/${client.id}`);
    const { status, body } = await request('PUT', `/v1/clients/${client.id}`, {
      json: { ...read, city: 'Calgary' },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ city: 'Calgary', version: 2 });
  });

  test('200: what changes nothing keeps the version', async () => {
    const client = await system.newClient({ status: 'prospect' });
    const { status, body } = await request('PUT', `/v1/clients/${client.id}`, {
      json: { status: 'prospect' },
    });
    expect(status).toBe(200);
    expect(body.version).toBe(1);
  });

  test('200: the code changes, also in case only, and the old one becomes free', async () => {
    const client = await system.newClient();
    const path = `/v1/clients/${client.id}`;
    const lower = await request('PUT', path, { json: { code: client.code.toLowerCase() } });
    expect(lower.body.code).toBe(client.code.toLowerCase());
    expect((await request('PUT', path, { json: { code: freshCode('Renamed-') } })).status).toBe(200);
    expect(await system.newClient({ code: client.code })).toMatchObject({ code: client.code });
  });

  test('409 CODE_EXISTS: the code of another client', async () => {
    const [one, other] = [await system.newClient(), await system.newClient()];
    const { status, body } = await request('PUT', `/v1/clients/${one.id}`, {
      json: { code: other.code.toLowerCase() },
    });
    expect(status).toBe(409);
    expect(body.code).toBe('CODE_EXISTS');
    expect((await request('GET', `/v1/clients/${one.id}`)).body).toMatchObject({
      code: one.code,
      version: 1,
    });
  });

  const transitions: [string, string, number][] = [
    ['prospect', 'active', 200],
    ['prospect', 'inactive', 200],
    ['active', 'inactive', 200],
    ['inactive', 'active', 200],
    ['active', 'prospect', 409],
    ['inactive', 'prospect', 409],
  ];
  for (const [from, to, expected] of transitions) {
    test(`${expected}: ${from} to ${to}`, async () => {
      const client = await system.newClient({ status: from });
      const { status, body } = await request('PUT', `/v1/clients/${client.id}`, { json: { status: to } });
      expect(status).toBe(expected);
      if (expected === 200) expect(body.status).toBe(to);
      else
        expect(body).toMatchObject({
          code: 'INVALID_STATUS_TRANSITION',
          from,
          to,
          allowed: expect.any(Array),
        });
    });
  }

  test('200: active to inactive with open projects', async () => {
    const project = await system.newProject({ status: 'active' });
    const { status } = await request('PUT', `/v1/clients/${project.clientId}`, {
      json: { status: 'inactive' },
    });
    expect(status).toBe(200);
  });

  test('400: a body without any key, a required key cleared, an unknown key', async () => {
    const { id } = await system.newClient();
    const faults = async (json: object) => {
      const { status, body } = await request('PUT', `/v1/clients/${id}`, { json });
      expect(status).toBe(400);
      return faultsOf(body);
    };
    expect(await faults({})).toEqual({ body: 'REQUIRED' });
    expect(await faults({ name: null })).toEqual({ name: 'REQUIRED' });
    expect(await faults({ name: '   ' })).toEqual({ name: 'REQUIRED' });
    expect(await faults({ nmae: 'x' })).toEqual({ nmae: 'UNKNOWN_FIELD' });
  });

  test('404: unknown client', async () => {
    const { status } = await request('PUT', `/v1/clients/${unknownId}`, { json: { name: 'x' } });
    expect(status).toBe(404);
  });

  test('412: another version; 200: the present one, also weak or in a list, *, and the number alone', async () => {
    const { id } = await system.newClient();
    const put = (name: string, version: string) =>
      request('PUT', `/v1/clients/${id}`, { json: { name }, headers: { 'if-match': version } });
    const stale = await put('A', '"7"');
    expect(stale.status).toBe(412);
    expect(stale.body).toMatchObject({ code: 'VERSION_MISMATCH', version: 1, updatedBy: 'tester' });
    expect(Date.parse(stale.body.updatedAt)).toBeLessThanOrEqual(Date.now());
    expect((await put('B', '"1"')).status).toBe(200);
    expect((await put('C', '*')).status).toBe(200);
    expect((await put('D', '3')).status).toBe(200);
    expect((await put('E', 'W/"4"')).status).toBe(200);
    expect((await put('F', '"9", W/"5"')).status).toBe(200);
    for (const broken of ['"', 'W/"5"', '6x', '""', '*, "5"', ''])
      expect([broken, (await put('G', broken)).status]).toEqual([broken, 412]);
  });

  test('one of two writers with the same version wins', async () => {
    const { id } = await system.newClient();
    const put = (name: string) =>
      request('PUT', `/v1/clients/${id}`, { json: { name }, headers: { 'if-match': '"1"' } });
    const answers = await Promise.all([put('A'), put('B'), put('C')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412]);
  });
});

describe('DELETE /v1/clients/{clientId}', () => {
  test('204: tells others of it in the transaction of the delete, and nobody of a refused one', async () => {
    const [client, stored] = [await system.newClient(), await system.newClient()];
    await system.newProject({ clientId: stored.id });
    expect((await request('DELETE', `/v1/clients/${client.id}`)).status).toBe(204);
    expect((await request('DELETE', `/v1/clients/${stored.id}`)).status).toBe(409);
    const reported = await system.events('evt.clients-projects.client.deleted');
    expect(reported).toContainEqual({ clientId: client.id });
    expect(reported).not.toContainEqual({ clientId: stored.id });
  });

  test('204: without projects; the code becomes free', async () => {
    const client = await system.newClient();
    const { status, body } = await request('DELETE', `/v1/clients/${client.id}`);
    expect([status, body]).toEqual([204, null]);
    expect((await request('GET', `/v1/clients/${client.id}`)).status).toBe(404);
    await system.newClient({ code: client.code });
  });

  test('204: with completed and cancelled projects, which go with all they own, and each is told', async () => {
    const client = await system.newClient();
    const completed = await system.newProject({ clientId: client.id, status: 'completed' });
    const cancelled = await system.newProject({ clientId: client.id, status: 'cancelled' });
    await system.newService(completed.id, { status: 'completed' });
    await system.newSubcontractor(completed.id);
    await request('PUT', `/v1/projects/${completed.id}/indirect-costs`, { json: { basisNotes: 'x' } });
    expect((await request('DELETE', `/v1/clients/${client.id}`)).status).toBe(204);
    for (const project of [completed, cancelled]) {
      expect((await request('GET', `/v1/projects/${project.id}`)).status).toBe(404);
      expect(await system.events('evt.clients-projects.project.deleted')).toContainEqual({
        projectId: project.id,
      });
    }
    const [left] = await system.sql`
      select (select count(*) from clients_projects.project_service where project_id = ${completed.id})::int as services,
        (select count(*) from clients_projects.subcontractor where project_id = ${completed.id})::int as subcontractors,
        (select count(*) from clients_projects.indirect_costs where project_id = ${completed.id})::int as costs`;
    expect(left).toEqual({ services: 0, subcontractors: 0, costs: 0 });
  });

  for (const projectStatus of ['planning', 'active', 'on-hold']) {
    test(`409 CLIENT_HAS_ACTIVE_PROJECTS: a project in ${projectStatus}`, async () => {
      const project = await system.newProject({ status: projectStatus });
      await system.newProject({ clientId: project.clientId, status: 'completed' });
      const { status, body } = await request('DELETE', `/v1/clients/${project.clientId}`);
      expect(status).toBe(409);
      expect(body.code).toBe('CLIENT_HAS_ACTIVE_PROJECTS');
      const { id, code, name } = project;
      expect(body.blocking).toEqual({ count: 1, items: [{ id, code, name }] });
      expect((await request('GET', `/v1/clients/${project.clientId}`)).body.projectCount).toBe(2);
    });
  }

  test('409: blocking lists at most 20 and counts all', async () => {
    const client = await system.newClient();
    for (let count = 0; count < 22; count++) await system.newProject({ clientId: client.id });
    const { body } = await request('DELETE', `/v1/clients/${client.id}`);
    expect(body.blocking.count).toBe(22);
    expect(body.blocking.items).toHaveLength(20);
  });

  test('409 PROJECT_HAS_ACTIVE_SERVICES: a completed project holds an approved service', async () => {
    const project = await system.newProject({ status: 'completed' });
    const service = await system.newService(project.id, { status: 'approved' });
    const { status, body } = await request('DELETE', `/v1/clients/${project.clientId}`);
    expect(status).toBe(409);
    expect(body.code).toBe('PROJECT_HAS_ACTIVE_SERVICES');
    expect(body.blocking).toEqual({
      count: 1,
      items: [{ id: service.id, code: 'EST-01', name: 'Estimation 1' }],
    });
  });

  test('404: unknown client', async () => {
    expect((await request('DELETE', `/v1/clients/${unknownId}`)).status).toBe(404);
  });

  test('412: another version', async () => {
    const { id } = await system.newClient();
    const { status } = await request('DELETE', `/v1/clients/${id}`, { headers: { 'if-match': '"2"' } });
    expect(status).toBe(412);
    expect((await request('GET', `/v1/clients/${id}`)).status).toBe(200);
  });

  test('a delete and the creation of a project do not pass each other', async () => {
    for (let round = 0; round < 10; round++) {
      const client = await system.newClient();
      const [deleted, created] = await Promise.all([
        request('DELETE', `/v1/clients/${client.id}`),
        request('POST', '/v1/projects', { json: { name: 'Race', clientId: client.id } }),
      ]);
      expect([deleted.status, created.status]).toBeOneOf([
        [204, 404],
        [409, 201],
      ]);
    }
  });
});

describe('other methods of /v1/clients', () => {
  test('405 with Allow', async () => {
    const list = await request('DELETE', '/v1/clients');
    expect(list.status).toBe(405);
    expect(list.headers.get('allow')).toBe('GET, HEAD, POST');
    const one = await request('PATCH', `/v1/clients/${unknownId}`, { json: {} });
    expect(one.status).toBe(405);
    expect(one.headers.get('allow')).toBe('GET, HEAD, PUT, DELETE');
  });

  test('401: a request that did not come through the gateway', async () => {
    const { status, body } = await request('GET', '/v1/clients', { headers: { 'x-caller': 'forged.token' } });
    expect(status).toBe(401);
    expect(body.code).toBe('AUTHENTICATION_REQUIRED');
  });
});
