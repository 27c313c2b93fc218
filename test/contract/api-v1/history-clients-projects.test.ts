import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { clientsProjects } from '@consulting/clients-projects/service';
import { crewsRates } from '@consulting/crews-rates/service';
import { mto } from '@consulting/mto/service';
import postgres from 'postgres';
import { type Left, leftBy, type Operation } from '../../support/history';
import { freshCode, unknownId } from '../../support/project-system';
import { type Answer, type ServiceUnderTest, startTestSystem, type TestSystem } from '../../support/system';
import { until } from '../../support/until';

let system: TestSystem;
let owner: ServiceUnderTest;
let takeoff: ServiceUnderTest;
let sql: postgres.Sql;

beforeAll(async () => {
  system = await startTestSystem([clientsProjects, crewsRates, mto]);
  owner = await system.start(clientsProjects);
  takeoff = await system.start(mto);
  await system.start(crewsRates);
  sql = postgres(system.databaseUrl, { max: 1, onnotice: () => {} });
  const { versions } = await newService(await newProject());
  await until(async () => (await post(versions, { status: 'approved' })).status === 201);
});
afterAll(async () => {
  await sql.end();
  await system.stop();
});

const post = (path: string, json: object) => owner.request('POST', path, { json });
const put = (path: string, json: object) => owner.request('PUT', path, { json });
const remove = (path: string) => owner.request('DELETE', path);

async function create(path: string, json: object): Promise<Answer['body']> {
  const { status, body } = await post(path, json);
  expect({ path, status, errors: body.errors }).toEqual({ path, status: 201, errors: undefined });
  return body;
}

const newClient = () => create('/v1/clients', { code: freshCode('C'), name: 'Borealis' });

async function newProject(clientId?: string): Promise<string> {
  const owning = clientId ?? (await newClient()).clientId;
  return (await create('/v1/projects', { clientId: owning, name: 'Expansion', currency: 'CAD' })).projectId;
}

async function newService(projectId: string, more: object = {}) {
  const path = `/v1/projects/${projectId}/services`;
  const { serviceId } = await create(path, { serviceType: 'estimation', ...more });
  return { projectId, serviceId, path: `${path}/${serviceId}`, versions: `${path}/${serviceId}/estimations` };
}

const newVersion = async (versions: string, more: object = {}): Promise<string> =>
  `${versions}/${(await create(versions, more)).estimationId}`;

async function newSubcontractor(projectId: string): Promise<string> {
  const path = `/api/v1/projects/${projectId}/subcontractors`;
  return `${path}/${(await create(path, { name: 'Ironworks' })).subcontractorId}`;
}

/** A project that may be deleted, with a record of every kind below it. */
async function newFullProject(clientId?: string): Promise<string> {
  const projectId = await newProject(clientId);
  const { path, versions } = await newService(projectId);
  await newVersion(versions);
  await newVersion(versions);
  await newSubcontractor(projectId);
  await put(`/v1/projects/${projectId}/indirect-costs`, { basisNotes: 'Winter work' });
  expect((await put(path, { status: 'cancelled' })).status).toBe(200);
  return projectId;
}

async function newClosedProject(clientId: string): Promise<string> {
  const projectId = await newFullProject(clientId);
  expect((await put(`/v1/projects/${projectId}`, { status: 'cancelled' })).status).toBe(200);
  return projectId;
}

const subcontractorFile = (text: string, parts: Record<string, string> = {}) => {
  const form = new FormData();
  form.set('file', new File([text], 'subcontractors.csv'));
  for (const [name, value] of Object.entries(parts)) form.set(name, value);
  return form;
};

const withoutQuery = (path: string) => path.split('?')[0] ?? '';

const importItems = {
  updateExisting: true,
  items: [{ name: 'Ironworks', city: 'Calgary' }, { name: 'Weldco' }],
};

const one = (...action: ('created' | 'updated' | 'deleted')[]) => ({
  ...{ created: 0, updated: 0, deleted: 0 },
  ...Object.fromEntries(action.map((name) => [name, 1])),
});
const counts = (changed: Partial<Record<'created' | 'updated' | 'deleted', number>>) => ({
  ...{ created: 0, updated: 0, deleted: 0 },
  ...changed,
});

const belowProject = (projects: number): Left[] => [
  ['services', 'cascade', counts({ deleted: projects })],
  ['estimations', 'cascade', counts({ deleted: 2 * projects })],
  ['indirect-costs', 'cascade', counts({ deleted: projects })],
  ['subcontractors', 'cascade', counts({ deleted: projects })],
];

type Send = () => Promise<Answer>;
/** Makes what the write needs, and gives the write. */
type Prepare = () => Promise<Send>;

const writes: [string, Prepare, number, Left[]][] = [
  [
    'POST /v1/clients',
    async () => () => post('/v1/clients', { code: freshCode('C'), name: 'Acme' }),
    201,
    [['clients', 'create', one('created')]],
  ],
  [
    'PUT /v1/clients/{clientId}',
    async () => {
      const { clientId } = await newClient();
      return () => put(`/v1/clients/${clientId}`, { city: 'Calgary' });
    },
    200,
    [['clients', 'update', one('updated')]],
  ],
  [
    'DELETE /v1/clients/{clientId} with two projects and all below them',
    async () => {
      const { clientId } = await newClient();
      await newClosedProject(clientId);
      await newClosedProject(clientId);
      return () => remove(`/v1/clients/${clientId}`);
    },
    204,
    [
      ['clients', 'delete', one('deleted')],
      ['projects', 'cascade', counts({ deleted: 2 })],
      ...belowProject(2),
    ],
  ],
  ...['/v1', '/api/v1'].flatMap((set): [string, Prepare, number, Left[]][] => [
    [
      `POST ${set}/projects`,
      async () => {
        const { clientId } = await newClient();
        const named =
          set === '/v1' ? { name: 'Plant' } : { projectName: 'Plant', projectCode: freshCode('P') };
        return () => post(`${set}/projects`, { clientId, ...named });
      },
      201,
      [['projects', 'create', one('created')]],
    ],
    [
      `PUT ${set}/projects/{projectId}`,
      async () => {
        const { clientId } = await newClient();
        const path = `${set}/projects/${await newProject(clientId)}?clientId=${clientId}`;
        return () => put(set === '/v1' ? withoutQuery(path) : path, { country: 'CA', currency: 'USD' });
      },
      200,
      [['projects', 'update', one('updated')]],
    ],
    [
      `DELETE ${set}/projects/{projectId} with all below it`,
      async () => {
        const { clientId } = await newClient();
        const path = `${set}/projects/${await newFullProject(clientId)}?clientId=${clientId}`;
        return () => remove(set === '/v1' ? withoutQuery(path) : path);
      },
      204,
      [['projects', 'delete', one('deleted')], ...belowProject(1)],
    ],
    [
      `POST ${set}/projects/{projectId}/services`,
      async () => {
        const projectId = await newProject();
        const service = { serviceType: 'claims', name: 'Claims', serviceName: 'Claims' };
        return () => post(`${set}/projects/${projectId}/services`, service);
      },
      201,
      [['services', 'create', one('created')]],
    ],
  ]),
  ...[(_: string, path: string) => path, (serviceId: string) => `/api/v1/services/${serviceId}`].flatMap(
    (pathOf): [string, Prepare, number, Left[]][] => [
      [
        `PUT ${pathOf('{serviceId}', '/v1/projects/{projectId}/services/{serviceId}')}`,
        async () => {
          const { serviceId, path } = await newService(await newProject());
          return () => put(pathOf(serviceId, path), { leadConsultant: 'Jane Moreau' });
        },
        200,
        [['services', 'update', one('updated')]],
      ],
      [
        `DELETE ${pathOf('{serviceId}', '/v1/projects/{projectId}/services/{serviceId}')} with its versions`,
        async () => {
          const { serviceId, path, versions } = await newService(await newProject());
          await newVersion(versions);
          return () => remove(pathOf(serviceId, path));
        },
        204,
        [
          ['services', 'delete', one('deleted')],
          ['estimations', 'cascade', one('deleted')],
        ],
      ],
    ],
  ),
  [
    'PUT /v1/projects/{projectId}/indirect-costs, the first',
    async () => {
      const projectId = await newProject();
      return () => put(`/v1/projects/${projectId}/indirect-costs`, { basisNotes: 'Winter work' });
    },
    200,
    [['indirect-costs', 'create', one('created')]],
  ],
  [
    'PUT /v1/projects/{projectId}/indirect-costs, another',
    async () => {
      const path = `/v1/projects/${await newProject()}/indirect-costs`;
      await put(path, { basisNotes: 'Winter work' });
      return () => put(path, { basisNotes: 'Summer work' });
    },
    200,
    [['indirect-costs', 'update', one('updated')]],
  ],
  [
    'POST /v1/projects/{projectId}/services/{serviceId}/estimations',
    async () => {
      const { versions } = await newService(await newProject());
      return () => post(versions, {});
    },
    201,
    [['estimations', 'create', one('created')]],
  ],
  [
    'POST /v1/projects/{projectId}/services/{serviceId}/estimations approved, another is superseded',
    async () => {
      const { versions } = await newService(await newProject());
      await newVersion(versions, { status: 'approved' });
      return () => post(versions, { status: 'approved' });
    },
    201,
    [['estimations', 'create', one('created', 'updated')]],
  ],
  [
    'PUT /v1/projects/{projectId}/services/{serviceId}/estimations/{estimationId}',
    async () => {
      const { versions } = await newService(await newProject());
      const version = await newVersion(versions);
      return () => put(version, { name: 'Class 4' });
    },
    200,
    [['estimations', 'update', one('updated')]],
  ],
  [
    'PUT /v1/projects/{projectId}/services/{serviceId}/estimations/{estimationId} to approved, another is superseded',
    async () => {
      const { versions } = await newService(await newProject());
      await newVersion(versions, { status: 'approved' });
      const version = await newVersion(versions, { status: 'in-review' });
      return () => put(version, { status: 'approved' });
    },
    200,
    [['estimations', 'update', counts({ updated: 2 })]],
  ],
  [
    'POST /api/v1/projects/{projectId}/subcontractors',
    async () => {
      const projectId = await newProject();
      return () => post(`/api/v1/projects/${projectId}/subcontractors`, { name: 'Ironworks' });
    },
    201,
    [['subcontractors', 'create', one('created')]],
  ],
  [
    'PUT /api/v1/projects/{projectId}/subcontractors/{subcontractorId}',
    async () => {
      const path = await newSubcontractor(await newProject());
      return () => put(path, { rating: 4 });
    },
    200,
    [['subcontractors', 'update', one('updated')]],
  ],
  [
    'DELETE /api/v1/projects/{projectId}/subcontractors/{subcontractorId}',
    async () => {
      const path = await newSubcontractor(await newProject());
      return () => remove(path);
    },
    204,
    [['subcontractors', 'delete', one('deleted')]],
  ],
  [
    'POST /api/v1/projects/{projectId}/subcontractors/import of items',
    async () => {
      const projectId = await newProject();
      await newSubcontractor(projectId);
      return () => post(`/api/v1/projects/${projectId}/subcontractors/import`, importItems);
    },
    200,
    [['subcontractors', 'import', one('created', 'updated')]],
  ],
  [
    'POST /api/v1/projects/{projectId}/subcontractors/import of a file',
    async () => {
      const path = `/api/v1/projects/${await newProject()}/subcontractors/import`;
      return () => owner.request('POST', path, { form: subcontractorFile('code,name\nS-1,A\nS-2,B') });
    },
    200,
    [['subcontractors', 'import', counts({ created: 2 })]],
  ],
];

const operationOf = async ({ recordType, operationId }: Operation, query = '') =>
  (await owner.request('GET', `/api/v1/history/${recordType}/${operationId}${query}`)).body;

describe('every write of clients-projects leaves an operation of its type, and what follows from it carries it', () => {
  test.each(writes)('%s', async (_, prepare, status, left) => {
    const send = await prepare();
    const { answer, operations } = await leftBy(sql, 'clients_projects', send);
    expect(answer.status).toBe(status);
    const reported = operations.map(({ recordType, kind, counts }) => [recordType, kind, counts]);
    expect(reported.toSorted()).toEqual(left.toSorted() as never);
    const main = operations.find(({ causedBy }) => causedBy === null);
    expect(main?.recordType).toBe(left[0]?.[0] as string);
    for (const operation of operations) {
      expect(operation).toMatchObject({
        by: 'tester',
        requestId: answer.headers.get('x-request-id'),
        causedBy: operation === main ? null : main?.operationId,
      });
      const { changes, total, canUndo } = await operationOf(operation, '?limit=100');
      const { created, updated, deleted } = operation.counts;
      expect([changes.length, total, canUndo]).toEqual([total, created + updated + deleted, false]);
    }
  });

  test('POST /api/v1/projects/{projectId}/subcontractors/import/async: one of kind import, with the task', async () => {
    const path = `/api/v1/projects/${await newProject()}/subcontractors/import/async`;
    const { answer, operations } = await leftBy(sql, 'clients_projects', async () => {
      const accepted = await owner.request('POST', path, { form: subcontractorFile('name\nA\nB\nC') });
      const status = `/api/v1/mto/import/status/${accepted.body.taskId}`;
      await until(async () => (await takeoff.request('GET', status)).body.status === 'completed');
      return accepted;
    });
    expect(operations).toMatchObject([
      {
        ...{ recordType: 'subcontractors', kind: 'import', by: 'tester', counts: { created: 3 } },
        ...{ taskId: answer.body.taskId, requestId: answer.headers.get('x-request-id') },
      },
    ]);
  });

  test('a repeat with the Idempotency-Key leaves none', async () => {
    const options = {
      json: { code: freshCode('C'), name: 'Acme' },
      headers: { 'idempotency-key': crypto.randomUUID() },
    };
    const { operations } = await leftBy(sql, 'clients_projects', async () => {
      const { body } = await owner.request('POST', '/v1/clients', options);
      const again = await owner.request('POST', '/v1/clients', options);
      expect(again.body).toEqual(body);
      return again;
    });
    expect(operations.map(({ kind }) => kind)).toEqual(['create']);
  });
});

const refusals: [string, Prepare, number][] = [
  ['POST /v1/clients, an invalid body', async () => () => post('/v1/clients', {}), 400],
  [
    'POST /v1/clients, a code that another has',
    async () => {
      const { code } = await newClient();
      return () => post('/v1/clients', { code, name: 'Acme' });
    },
    409,
  ],
  [
    'PUT /v1/clients/{clientId}, nothing else than before',
    async () => {
      const { clientId, name } = await newClient();
      return () => put(`/v1/clients/${clientId}`, { name });
    },
    200,
  ],
  [
    'PUT /v1/clients/{clientId}, another version',
    async () => {
      const { clientId } = await newClient();
      const options = { json: { name: 'Acme' }, headers: { 'if-match': '"7"' } };
      return () => owner.request('PUT', `/v1/clients/${clientId}`, options);
    },
    412,
  ],
  [
    'DELETE /v1/clients/{clientId}, one of its projects is active',
    async () => {
      const { clientId } = await newClient();
      await newProject(clientId);
      return () => remove(`/v1/clients/${clientId}`);
    },
    409,
  ],
  [
    'PUT /v1/projects/{projectId}, a code that another has, found after others were written',
    async () => {
      const { clientId } = await newClient();
      await create('/v1/projects', { clientId, code: 'TAKEN', name: 'Plant' });
      const projectId = await newProject(clientId);
      return () => put(`/v1/projects/${projectId}`, { code: 'TAKEN' });
    },
    409,
  ],
  [
    'DELETE /v1/projects/{projectId}, a service is a draft',
    async () => {
      const projectId = await newProject();
      await newService(projectId);
      return () => remove(`/v1/projects/${projectId}`);
    },
    409,
  ],
  [
    'POST /api/v1/projects/{projectId}/subcontractors/import, a dry run',
    async () => {
      const path = `/api/v1/projects/${await newProject()}/subcontractors/import`;
      const form = subcontractorFile('name\nA', { dryRun: 'true' });
      return () => owner.request('POST', path, { form });
    },
    200,
  ],
  [
    'DELETE /api/v1/projects/{projectId}/subcontractors/{subcontractorId}, unknown',
    async () => {
      const path = `/api/v1/projects/${await newProject()}/subcontractors/${unknownId}`;
      return () => remove(path);
    },
    404,
  ],
];

describe('a write that changes nothing leaves no operation', () => {
  test.each(refusals)('%s', async (_, prepare, status) => {
    const send = await prepare();
    const { answer, operations } = await leftBy(sql, 'clients_projects', send);
    expect([answer.status, operations]).toEqual([status, []]);
  });
});

const listOf = async (type: string, query: string): Promise<Operation[]> => {
  const { status, body } = await owner.request('GET', `/api/v1/history/${type}?${query}`);
  expect(status).toBe(200);
  return body.data;
};

const kindsOf = async (type: string, query: string) => (await listOf(type, query)).map(({ kind }) => kind);

async function lastChangeOf(type: string, recordId: string): Promise<Answer['body']> {
  const [operation] = await listOf(type, `recordId=${recordId}`);
  if (!operation) throw new Error(`no operation changed ${recordId}`);
  return (await operationOf(operation)).changes.find(
    (change: { recordId: string }) => change.recordId === recordId,
  );
}

describe('GET /api/v1/history/projects', () => {
  test('200: of a project, by its own identifier', async () => {
    const [projectId] = [await newProject(), await newProject()];
    await put(`/v1/projects/${projectId}`, { country: 'CA' });
    expect(await kindsOf('projects', `projectId=${projectId}`)).toEqual(['update', 'create']);
  });

  test('200: several that go with their client are of none', async () => {
    const { clientId } = await newClient();
    const [projectId] = [await newClosedProject(clientId), await newClosedProject(clientId)];
    await remove(`/v1/clients/${clientId}`);
    expect(await listOf('projects', `recordId=${projectId}&kind=cascade`)).toMatchObject([
      { projectId: null, serviceId: null, counts: { deleted: 2 } },
    ]);
  });
});

describe('GET /api/v1/history/projects/{operationId}', () => {
  test('200: columns by the keys of the API', async () => {
    const projectId = await newProject();
    await put(`/v1/projects/${projectId}`, { siteAddress: 'Mile 12', budgetAmount: 1.5, tags: ['a'] });
    expect(await lastChangeOf('projects', projectId)).toMatchObject({
      ...{ recordId: projectId, label: 'Expansion', action: 'update' },
      fields: {
        siteAddress: { before: null, after: 'Mile 12' },
        budgetAmount: { before: null, after: 1.5 },
        tags: { before: null, after: ['a'] },
      },
    });
  });
});

describe('GET /api/v1/history/services', () => {
  test('200: of a project or of a service', async () => {
    const projectId = await newProject();
    const { serviceId, path } = await newService(projectId);
    await newService(projectId);
    await put(path, { status: 'in-progress' });
    expect(await kindsOf('services', `projectId=${projectId}`)).toEqual(['update', 'create', 'create']);
    expect(await kindsOf('services', `serviceId=${serviceId}`)).toEqual(['update', 'create']);
  });
});

describe('GET /api/v1/history/services/{operationId}', () => {
  test('200: details count as fields of the service', async () => {
    const { serviceId, path } = await newService(await newProject(), { serviceType: 'claims' });
    const { status } = await put(path, { details: { contractNumber: 'K-1' }, leadConsultant: 'Jane Moreau' });
    expect(status).toBe(200);
    const { code, fields } = await lastChangeOf('services', serviceId);
    expect(code).toBe('CL-01');
    expect(fields).toEqual({
      contractNumber: { before: null, after: 'K-1' },
      leadConsultant: { before: null, after: 'Jane Moreau' },
    });
  });
});

describe('GET /api/v1/history/estimations', () => {
  test('200: of a service', async () => {
    const { serviceId, versions } = await newService(await newProject());
    await put(await newVersion(versions), { name: 'Class 4' });
    expect(await kindsOf('estimations', `serviceId=${serviceId}`)).toEqual(['update', 'create']);
  });
});

describe('GET /api/v1/history/estimations/{operationId}', () => {
  test('200: what was approved and what that superseded, without the figures that are kept', async () => {
    const { versions } = await newService(await newProject());
    const first = (await newVersion(versions, { status: 'approved' })).split('/').at(-1) ?? '';
    const version = await newVersion(versions, { status: 'in-review' });
    await put(version, { status: 'approved' });
    expect((await lastChangeOf('estimations', first)).fields).toEqual({
      status: { before: 'approved', after: 'superseded' },
    });
    const { fields } = await lastChangeOf('estimations', version.split('/').at(-1) ?? '');
    expect(Object.keys(fields).sort()).toEqual(['approvedAt', 'approvedBy', 'status']);
  });
});

describe('GET /api/v1/history/indirect-costs', () => {
  test('200: by project, which is the record, too', async () => {
    const projectId = await newProject();
    await put(`/v1/projects/${projectId}/indirect-costs`, { basisNotes: 'Winter work' });
    for (const filter of ['projectId', 'recordId'])
      expect(await kindsOf('indirect-costs', `${filter}=${projectId}`)).toEqual(['create']);
  });
});

describe('GET /api/v1/history/indirect-costs/{operationId}', () => {
  test('200: the whole table of labour entries before and after', async () => {
    const projectId = await newProject();
    const path = `/v1/projects/${projectId}/indirect-costs`;
    await put(path, { basisNotes: 'Winter work' });
    const before = (await owner.request('GET', path)).body.labour;
    await put(path, { labour: { supervision: { percentage: 12.5 } } });
    const after = (await owner.request('GET', path)).body.labour;
    expect((await lastChangeOf('indirect-costs', projectId)).fields).toEqual({ labour: { before, after } });
  });
});

describe('GET /api/v1/history/subcontractors', () => {
  test('200: of a project', async () => {
    const projectId = await newProject();
    await remove(await newSubcontractor(projectId));
    expect(await kindsOf('subcontractors', `projectId=${projectId}`)).toEqual(['delete', 'create']);
  });
});

describe('GET /api/v1/history/subcontractors/{operationId}', () => {
  test('200: pages of the changes of an import; a deleted record is still named', async () => {
    const projectId = await newProject();
    const path = `/api/v1/projects/${projectId}/subcontractors`;
    const names = Array.from({ length: 25 }, (_, at) => `Company ${at}`);
    await owner.request('POST', `${path}/import`, { form: subcontractorFile(['name', ...names].join('\n')) });
    const [operation] = await listOf('subcontractors', `projectId=${projectId}`);
    if (!operation) throw new Error('the import left no operation');
    const pages = await Promise.all([0, 20].map((skip) => operationOf(operation, `?skip=${skip}&limit=20`)));
    expect(pages.map(({ total, skip, limit, changes }) => [total, skip, limit, changes.length])).toEqual([
      [25, 0, 20, 20],
      [25, 20, 20, 5],
    ]);
    const labels = pages.flatMap(({ changes }) => changes.map((change: { label: string }) => change.label));
    expect(labels.toSorted()).toEqual(names.toSorted());
    const { recordId, label } = pages[0].changes[0];
    await put(`${path}/${recordId}`, { city: 'Calgary' });
    await remove(`${path}/${recordId}`);
    const [, update] = await listOf('subcontractors', `recordId=${recordId}`);
    expect((await operationOf(update as Operation)).changes).toMatchObject([
      { recordId, label, action: 'update' },
    ]);
  });
});
