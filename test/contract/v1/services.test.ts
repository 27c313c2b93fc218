import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { commonProjectSystem, type ProjectSystem, unknownId as unknown } from '../../support/project-system';

let system: ProjectSystem;
let projectId: string;
let path: string;

beforeAll(async () => {
  system = await commonProjectSystem();
});

afterAll(async () => {
  await system.stop();
});

beforeEach(async () => {
  ({ projectId } = await system.newProject());
  path = `/v1/projects/${projectId}/services`;
});

const create = (fields: object) => system.newService(projectId, fields as Record<string, unknown>);

describe('GET /v1/projects/{projectId}/services', () => {
  test('200 newest first with total and counts by type, without details', async () => {
    const first = await create({ serviceType: 'claims' });
    const second = await create({ serviceType: 'estimation' });
    const { status, body } = await system.request('GET', path);
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['data', 'total', 'byType']);
    expect(body.data.map((one: { id: string }) => one.id)).toEqual([second.id, first.id]);
    expect(body.data[0]).not.toHaveProperty('details');
    expect(body.total).toBe(2);
    expect(body.byType).toEqual({ estimation: 1, loanMonitoring: 0, projectControls: 0, claims: 1 });
  });

  test('200 filtered by type and status; counts follow the status only', async () => {
    await create({ serviceType: 'claims', status: 'in-progress' });
    await create({ serviceType: 'project-controls', status: 'in-progress' });
    await create({ serviceType: 'claims' });
    const { body } = await system.request('GET', `${path}?serviceType=claims&status=in-progress`);
    expect(body.total).toBe(1);
    expect(body.data[0]).toMatchObject({ serviceType: 'claims', status: 'in-progress' });
    expect(body.byType).toEqual({ estimation: 0, loanMonitoring: 0, projectControls: 1, claims: 1 });
  });

  test('200 an empty list of a project without services', async () => {
    expect((await system.request('GET', path)).body).toMatchObject({ data: [], total: 0 });
  });

  test.each([unknown, 'no-uuid'])('404 the project %s is unknown', async (id) => {
    const { status, body } = await system.request('GET', `/v1/projects/${id}/services`);
    expect([status, body.code, body.resource]).toEqual([404, 'NOT_FOUND', 'project']);
  });

  test.each([
    ['status=open', 'ENUM'],
    ['serviceType=loanMonitoring', 'ENUM'],
    ['skip=0', 'UNKNOWN_FIELD'],
  ])('400 query %s', async (query, code) => {
    const { status, body } = await system.request('GET', `${path}?${query}`);
    expect([status, body.code, body.errors[0].code]).toEqual([400, 'VALIDATION_ERROR', code]);
  });
});

describe('POST /v1/projects/{projectId}/services', () => {
  test('201 name, code and status by default, under the names of both documents', async () => {
    await create({ serviceType: 'estimation' });
    const { status, body, headers } = await system.request('POST', path, {
      json: { serviceType: 'estimation' },
    });
    expect(status).toBe(201);
    expect(headers.get('etag')).toBe('"1"');
    expect(body).toMatchObject({
      id: body.serviceId,
      projectId,
      name: 'Estimation 2',
      serviceName: 'Estimation 2',
      code: 'EST-02',
      serviceCode: 'EST-02',
      status: 'draft',
      version: 1,
      createdBy: 'tester',
      completedAt: null,
      approvedAt: null,
      approvedBy: null,
    });
  });

  test.each([
    ['loan-monitoring', 'LM-01'],
    ['project-controls', 'PC-01'],
    ['claims', 'CL-01'],
  ])('201 the code of the first %s service', async (serviceType, code) => {
    expect((await create({ serviceType })).code).toBe(code);
  });

  test('201 created in any status, with its stamps', async () => {
    const approved = await create({ serviceType: 'claims', status: 'approved' });
    expect(approved).toMatchObject({ status: 'approved', approvedBy: 'tester' });
    expect(Date.parse(approved.approvedAt)).toBeGreaterThan(0);
    expect(Date.parse(approved.completedAt)).toBeGreaterThan(0);
  });

  test('201 codes of services created at once differ', async () => {
    const created = await Promise.all(Array.from({ length: 8 }, () => create({ serviceType: 'claims' })));
    expect(new Set(created.map(({ code }) => code)).size).toBe(8);
  });

  test('201 one service for a repeated request with the same key', async () => {
    const options = { json: { serviceType: 'claims' }, headers: { 'idempotency-key': crypto.randomUUID() } };
    const first = await system.request('POST', path, options);
    const second = await system.request('POST', path, options);
    expect(second.body).toEqual(first.body);
    expect((await system.request('GET', path)).body.total).toBe(1);
  });

  test('201 keys that only the server sets are ignored', async () => {
    const body = await create({ serviceType: 'claims', id: unknown, completedAt: 'x', approvedBy: 'me' });
    expect(body.id).not.toBe(unknown);
    expect(body.approvedBy).toBeNull();
  });

  test('400 every fault at once', async () => {
    const { status, body } = await system.request('POST', path, {
      json: {
        serviceType: 'loan-monitoring',
        name: 'x'.repeat(201),
        feeAmount: -1,
        startDate: '2025-02-02',
        dueDate: '2025-02-01',
        team: ['a', null],
        colour: 'red',
        details: { loanAmount: '5', draws: [{ drawNumber: 1, status: 'paid' }] },
      },
    });
    expect([status, body.code]).toEqual([400, 'VALIDATION_ERROR']);
    const faults = body.errors.map((one: { field: string; code: string }) => `${one.field} ${one.code}`);
    expect(faults.sort()).toEqual([
      'colour UNKNOWN_FIELD',
      'details.draws[0].status ENUM',
      'details.loanAmount TYPE',
      'dueDate MIN',
      'feeAmount MIN',
      'name MAX_LENGTH',
      'team[1] REQUIRED',
    ]);
  });

  test.each([
    ['without serviceType', {}, 'serviceType', 'REQUIRED'],
    ['unknown serviceType', { serviceType: 'audit', details: { a: 1 } }, 'serviceType', 'ENUM'],
    [
      'two names that differ',
      { serviceType: 'claims', name: 'a', serviceName: 'b' },
      'serviceName',
      'CONFLICTING_NAMES',
    ],
    ['details that are no object', { serviceType: 'claims', details: [] }, 'details', 'TYPE'],
    ['a body that is no object', [], 'body', 'TYPE'],
  ])('400 %s', async (_case, json, field, code) => {
    const { status, body } = await system.request('POST', path, { json });
    expect(status).toBe(400);
    expect(body.errors).toContainEqual(expect.objectContaining({ field, code }));
  });

  test('404 unknown project', async () => {
    const at = `/v1/projects/${unknown}/services`;
    expect((await system.request('POST', at, { json: { serviceType: 'claims' } })).status).toBe(404);
  });

  test('409 the code exists in the project, case ignored; free in another project', async () => {
    await create({ serviceType: 'claims', code: 'Alpha' });
    const json = { serviceType: 'estimation', serviceCode: 'ALPHA' };
    const { status, body } = await system.request('POST', path, { json });
    expect([status, body.code]).toEqual([409, 'CODE_EXISTS']);
    const other = await system.newProject();
    expect((await system.newService(other.projectId, json)).code).toBe('ALPHA');
  });
});
