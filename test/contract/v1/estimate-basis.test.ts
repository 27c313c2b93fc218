import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { getEstimateBasis } from '@consulting/kernel/contracts/estimation';
import { type CrewSystem, commonCrewSystem } from '../../support/crew-system';
import { faultsOf, unknownId } from '../../support/project-system';

let system: CrewSystem;
let serviceId: string;
let service: string;
let versions: string;

beforeAll(async () => {
  system = await commonCrewSystem();
});

afterAll(() => system.stop());

beforeEach(async () => {
  const { projectId } = await system.newProject();
  ({ serviceId } = await system.newService(projectId));
  service = `/v1/projects/${projectId}/services/${serviceId}`;
  versions = `${service}/estimations`;
});

const get = (path: string) => system.askProjects('GET', path);
const put = (path: string, json: unknown, headers: Record<string, string> = {}) =>
  system.askProjects('PUT', path, { json, headers });
const newVersion = async (json: object = {}) =>
  (await system.askProjects('POST', versions, { json })).body.id as string;
const approve = () => put(service, { status: 'approved' });
const askBasis = (estimationId: string | null) =>
  system.bus.ask(getEstimateBasis, { serviceId, estimationId }).then(({ found }) => found);

const required = async (): Promise<string[]> =>
  (await get(`${service}/class`)).body.deliverables.flatMap((one: { key: string; isRequired: boolean }) =>
    one.isRequired ? [one.key] : [],
  );

const all = async (maturity: string, others: Record<string, string> = {}) => [
  ...(await required()).filter((key) => !(key in others)).map((key) => ({ key, maturity })),
  ...Object.entries(others).map(([key, own]) => ({ key, maturity: own })),
];

describe('GET /v1/projects/{projectId}/services/{serviceId}/class', () => {
  test('200 a service without any supports none, and what every estimate needs limits it', async () => {
    const { status, body, headers } = await get(`${service}/class`);
    expect([status, body.supports, headers.get('etag')]).toEqual([200, null, '"1"']);
    expect(body.limitedBy).toEqual(['scopeDescription', 'capacity', 'location']);
  });

  test('400 for a service without versions, 404 for an unknown one', async () => {
    const [, projectPath] = /^(.*)\/services/.exec(service) ?? [];
    const { body } = await system.askProjects('POST', `${projectPath}/services`, {
      json: { serviceType: 'claims' },
    });
    const claims = `${projectPath}/services/${body.id}`;
    for (const answer of [await get(`${claims}/class`), await put(`${claims}/class`, { deliverables: [] })])
      expect([answer.status, answer.body.code]).toEqual([400, 'NOT_AN_ESTIMATION_SERVICE']);
    const unknown = `${projectPath}/services/${unknownId}/class`;
    for (const answer of [await get(unknown), await put(unknown, { deliverables: [] })])
      expect(answer.status).toBe(404);
  });
});

describe('PUT /v1/projects/{projectId}/services/{serviceId}/class', () => {
  test('200 the lowest class of a required deliverable is supported; one that is listed counts, too', async () => {
    const best = await put(`${service}/class`, { deliverables: await all('complete') });
    expect([best.status, best.body.supports, best.body.version]).toEqual([200, '1', 2]);
    const schedule = await all('complete', { schedule: 'preliminary' });
    expect((await put(`${service}/class`, { deliverables: schedule })).body).toMatchObject({
      supports: '3',
      limitedBy: ['schedule'],
    });
    const drawings = await all('complete', { civilDrawings: 'none' });
    expect((await put(`${service}/class`, { deliverables: drawings })).body).toMatchObject({
      supports: '4',
      limitedBy: ['civilDrawings'],
    });
    expect((await get(`${service}/class`)).body.supports).toBe('4');
  });

  test('200 the change is in the history of the service', async () => {
    await put(`${service}/class`, { deliverables: [{ key: 'capacity', maturity: 'started' }] });
    const { body } = await get(`/api/v1/history/services?serviceId=${serviceId}`);
    const { body: operation } = await get(`/api/v1/history/services/${body.data[0].operationId}`);
    expect(operation.changes[0].fields.deliverables).toEqual({
      before: null,
      after: [{ key: 'capacity', maturity: 'started' }],
    });
  });

  test('409 SERVICE_APPROVED, 412 for another version', async () => {
    const { status } = await put(`${service}/class`, { deliverables: [] }, { 'if-match': '"7"' });
    expect(status).toBe(412);
    await approve();
    const { status: approved, body } = await put(`${service}/class`, { deliverables: await all('complete') });
    expect([approved, body.code]).toEqual([409, 'SERVICE_APPROVED']);
  });

  test('400 an unknown deliverable, one twice, an unknown maturity, each named', async () => {
    const { status, body } = await put(`${service}/class`, {
      deliverables: [
        { key: 'drawings', maturity: 'complete' },
        { key: 'schedule', maturity: 'finished' },
        { key: 'capacity', maturity: 'none' },
        { key: 'capacity', maturity: 'none' },
      ],
    });
    expect([status, faultsOf(body)]).toEqual([
      400,
      {
        'deliverables[0].key': 'ENUM',
        'deliverables[1].maturity': 'ENUM',
        'deliverables[3].key': 'DUPLICATE',
      },
    ]);
  });
});

describe('GET /v1/projects/{projectId}/services/{serviceId}/estimations/{estimationId}/basis', () => {
  test('200 the basis of a draft without texts, 404 an unknown version', async () => {
    const id = await newVersion();
    const { status, body } = await get(`${versions}/${id}/basis`);
    expect([status, body]).toMatchObject([200, { estimationId: id, sections: {}, status: 'draft' }]);
    expect((await get(`${versions}/${unknownId}/basis`)).status).toBe(404);
  });
});

describe('PUT /v1/projects/{projectId}/services/{serviceId}/estimations/{estimationId}/basis', () => {
  test('200 texts merge by section, null removes one, and the history has them', async () => {
    const id = await newVersion();
    await put(`${versions}/${id}/basis`, { sections: { purpose: 'Funds', team: 'Jane' } });
    const { body } = await put(`${versions}/${id}/basis`, { sections: { team: null, risks: 'Ground' } });
    expect(body).toMatchObject({ sections: { purpose: 'Funds', risks: 'Ground' }, version: 3 });
    expect((await get(`${versions}/${id}/basis`)).body.sections).toEqual(body.sections);
    const { body: history } = await get(`/api/v1/history/estimations?recordId=${id}`);
    const { body: operation } = await get(`/api/v1/history/estimations/${history.data[0].operationId}`);
    expect(operation.changes[0].fields.basisSections).toEqual({
      before: { purpose: 'Funds', team: 'Jane' },
      after: { purpose: 'Funds', risks: 'Ground' },
    });
  });

  test('200 a version that copies another has its texts, and a version in review keeps them: 400 READ_ONLY', async () => {
    const id = await newVersion();
    await put(`${versions}/${id}/basis`, { sections: { purpose: 'Funds' } });
    await put(`${versions}/${id}`, { status: 'in-review' });
    const { status, body } = await put(`${versions}/${id}/basis`, { sections: { purpose: 'Other' } });
    expect([status, faultsOf(body)]).toEqual([400, { sections: 'READ_ONLY' }]);
    const copy = await newVersion({ sourceEstimationId: id });
    expect((await get(`${versions}/${copy}/basis`)).body.sections).toEqual({ purpose: 'Funds' });
  });

  test('400 an unknown section and a text that is too long, 404 an unknown version, 409 an approved service, 412', async () => {
    const id = await newVersion();
    const { status, body } = await put(`${versions}/${id}/basis`, {
      sections: { weather: 'Cold', risks: 'x'.repeat(8001) },
    });
    expect([status, faultsOf(body)]).toEqual([
      400,
      { 'sections.weather': 'UNKNOWN_FIELD', 'sections.risks': 'MAX_LENGTH' },
    ]);
    expect((await put(`${versions}/${unknownId}/basis`, { sections: {} })).status).toBe(404);
    const other = await put(`${versions}/${id}/basis`, { sections: { team: 'x' } }, { 'if-match': '"9"' });
    expect(other.status).toBe(412);
    await approve();
    const { body: approved } = await put(`${versions}/${id}/basis`, { sections: { team: 'x' } });
    expect(approved.code).toBe('SERVICE_APPROVED');
  });
});

describe('the question estimation.basis', () => {
  test('has the class that is supported, and the basis of a version of the service', async () => {
    const id = await newVersion({ estimateClass: '2' });
    await put(`${service}/class`, { deliverables: await all('started') });
    await put(`${versions}/${id}/basis`, { sections: { purpose: 'Funds' } });
    const found = await askBasis(id);
    expect(found).toMatchObject({
      supports: '5',
      basis: { estimateClass: '2', status: 'draft', sections: { purpose: 'Funds' } },
    });
    expect(found?.deliverables).toContainEqual({ key: 'capacity', maturity: 'started' });
    expect(await askBasis(null)).toMatchObject({ basis: null });
    expect(await askBasis(unknownId)).toMatchObject({ basis: null });
  });
});
