import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { commonProjectSystem, type ProjectSystem, unknownId as unknown } from '../../support/project-system';
import { pipingBlock, withTakeoff } from '../../support/takeoff-answers';

let system: ProjectSystem;
let projectId: string;
let serviceId: string;
let path: string;

beforeAll(async () => {
  system = await commonProjectSystem();
  ({ projectId } = await system.newProject({ currency: 'CAD' }));
});

afterAll(async () => {
  await system.stop();
});

const useService = async (fields: Record<string, unknown> = {}) => {
  ({ serviceId } = await system.newService(projectId, { serviceType: 'estimation', ...fields }));
  path = `/v1/projects/${projectId}/services/${serviceId}/estimations`;
};

beforeEach(() => useService());

const post = (json: unknown = {}) => system.request('POST', path, { json });
const get = (id: string) => system.request('GET', `${path}/${id}`);
const faultsOf = (body: { errors: { field: string; code: string }[] }) =>
  body.errors.map(({ field, code }) => `${field} ${code}`);
const lines = { itemCount: 3, totalManHours: '12.5', totalCost: '1000.55', labourCost: '600' };
const byDiscipline = [pipingBlock];

describe('GET /v1/projects/{projectId}/services/{serviceId}/estimations', () => {
  test('200 a plain array, newest version first; totals of the lines asked once', async () => {
    for (let version = 1; version <= 3; version++) await post();
    await withTakeoff(system.natsUrl, async (takeoff) => {
      takeoff.services.set(serviceId, { totals: lines, byDiscipline });
      const { status, body } = await system.request('GET', path);
      expect([status, Array.isArray(body)]).toEqual([200, true]);
      expect(body.map((one: { versionNumber: number }) => one.versionNumber)).toEqual([3, 2, 1]);
      expect(body[0]).toMatchObject({ totals: { lineTotal: 1000.55, itemCount: 3 }, byDiscipline });
      expect(body[0]).not.toHaveProperty('unavailable');
      expect(takeoff.asked.totals).toBe(1);
    });
  });

  test('200 empty without versions; totals are null and named while takeoff is silent', async () => {
    expect((await system.request('GET', path)).body).toEqual([]);
    await post();
    const { body } = await system.request('GET', path);
    expect(body[0]).toMatchObject({
      totals: null,
      byDiscipline: null,
      unavailable: ['totals', 'byDiscipline'],
    });
  });

  test('400 a service of another kind', async () => {
    await useService({ serviceType: 'claims' });
    const { status, body } = await system.request('GET', path);
    expect([status, body.code]).toEqual([400, 'NOT_AN_ESTIMATION_SERVICE']);
  });

  test('404 unknown service, service of another project, unknown project', async () => {
    const other = await system.newProject();
    for (const at of [
      `${projectId}/services/${unknown}`,
      `${other.projectId}/services/${serviceId}`,
      `${unknown}/services/${serviceId}`,
    ]) {
      expect((await system.request('GET', `/v1/projects/${at}/estimations`)).status).toBe(404);
    }
  });
});

describe('POST /v1/projects/{projectId}/services/{serviceId}/estimations', () => {
  test('201 without any key: defaults of number, label, name, class, accuracy, project', async () => {
    await useService({ details: { estimateClass: 2, assumptions: ['a'], exclusions: ['b'] } });
    const rates = [{ currency: 'USD', rate: 1.37, date: '2025-01-01' }];
    await system.request('PUT', `/v1/projects/${projectId}/indirect-costs`, {
      json: { exchangeRates: rates },
    });
    await post();
    const { status, body, headers } = await post();
    expect([status, headers.get('etag')]).toEqual([201, '"1"']);
    expect(body).toMatchObject({
      id: body.estimationId,
      serviceId,
      projectId,
      versionNumber: 2,
      versionLabel: 'V2',
      name: 'Version 2',
      status: 'draft',
      estimateClass: '2',
      accuracyLowPercent: -15,
      accuracyHighPercent: 20,
      currency: 'CAD',
      exchangeRates: [{ currency: 'USD', rate: 1.37 }],
      indirectAmount: 0,
      ownersCostAmount: 0,
      assumptions: ['a'],
      exclusions: ['b'],
      approvedAt: null,
    });
  });

  test.each([
    ['5', -50, 100],
    ['4', -30, 50],
    ['3', -20, 30],
    ['2', -15, 20],
    ['1', -10, 15],
  ])('201 accuracy of class %s', async (estimateClass, accuracyLowPercent, accuracyHighPercent) => {
    expect((await post({ estimateClass })).body).toMatchObject({ accuracyLowPercent, accuracyHighPercent });
  });

  test('201 stated values win over defaults', async () => {
    const given = {
      versionLabel: 'R1',
      name: 'Tender',
      estimateClass: '1',
      accuracyLowPercent: -3,
      currency: 'USD',
    };
    expect((await post(given)).body).toMatchObject({ ...given, accuracyHighPercent: 15 });
  });

  test('201 versions created at once get numbers of their own', async () => {
    const created = await Promise.all(Array.from({ length: 8 }, () => post()));
    const numbers = created.map(({ body }) => body.versionNumber).sort((a, b) => a - b);
    expect(numbers).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  test('201 copies what the body leaves empty from its source, not its label, name, reason and people', async () => {
    const source = await post({
      estimateClass: '3',
      accuracyHighPercent: 25,
      indirectAmount: 7,
      contingencyPercent: 10,
      exclusions: ['land'],
      currency: 'EUR',
      description: 'first',
      preparedBy: 'A',
    });
    const { body } = await post({ sourceEstimationId: source.body.id, contingencyPercent: 8 });
    expect(body).toMatchObject({
      sourceEstimationId: source.body.id,
      estimateClass: '3',
      accuracyLowPercent: -20,
      accuracyHighPercent: 25,
      indirectAmount: 7,
      contingencyPercent: 8,
      exclusions: ['land'],
      currency: 'EUR',
      description: null,
      preparedBy: null,
      name: 'Version 2',
    });
    const reclassed = await post({ sourceEstimationId: source.body.id, estimateClass: '1' });
    expect(reclassed.body).toMatchObject({ accuracyLowPercent: -10, accuracyHighPercent: 15 });
  });

  test('201 the build-up of totals over the lines', async () => {
    await withTakeoff(system.natsUrl, async (takeoff) => {
      takeoff.services.set(serviceId, { totals: lines, byDiscipline });
      const { body } = await post({
        indirectAmount: 100,
        ownersCostAmount: 50.5,
        escalationPercent: 2,
        contingencyPercent: 10,
        managementReservePercent: 5,
      });
      expect(body.totals).toMatchObject({
        itemCount: 3,
        totalManHours: 12.5,
        labourCost: 600,
        lineTotal: 1000.55,
        subtotal: 1151.05,
        escalation: 23.02,
        contingency: 117.41,
        managementReserve: 64.57,
        grandTotal: 1356.05,
      });
    });
  });

  test('201 a draft while takeoff is silent, without totals', async () => {
    const { status, body } = await post();
    expect([status, body.totals, body.crewRates]).toEqual([201, null, null]);
    expect(body.unavailable).toEqual(['totals', 'byDiscipline', 'crewRates']);
  });

  test('201 created approved: totals kept, the approved one before it superseded', async () => {
    await withTakeoff(system.natsUrl, async (takeoff) => {
      takeoff.services.set(serviceId, { totals: lines });
      const first = await post({ status: 'approved' });
      expect(first.body).toMatchObject({ approvedBy: 'tester', totals: { lineTotal: 1000.55 } });
      const second = await post({ status: 'approved' });
      expect([first.body.superseded, second.body.superseded]).toEqual([null, first.body.id]);
      const { body } = await get(first.body.id);
      expect(body).toMatchObject({ status: 'superseded', version: 2, totals: { lineTotal: 1000.55 } });
    });
  });

  test('400 a service of another kind', async () => {
    await useService({ serviceType: 'claims' });
    const { status, body } = await post();
    expect([status, body.code]).toEqual([400, 'NOT_AN_ESTIMATION_SERVICE']);
  });

  test.each([
    ['created in superseded', { status: 'superseded' }, ['status ENUM']],
    ['a source of another service', { sourceEstimationId: unknown }, ['sourceEstimationId REFERENCE']],
    [
      'two rates of one currency',
      {
        exchangeRates: [
          { currency: 'USD', rate: 1 },
          { currency: 'usd', rate: 2 },
        ],
      },
      ['exchangeRates[1].currency DUPLICATE'],
    ],
    [
      'several faults',
      { escalationPercent: -51, exchangeRates: [{ currency: 'USD', rate: 0 }], estimateClass: 6, title: 'x' },
      ['escalationPercent MIN', 'estimateClass ENUM', 'exchangeRates[0].rate MIN', 'title UNKNOWN_FIELD'],
    ],
  ])('400 %s', async (_case, json, expected) => {
    const { status, body } = await post(json);
    expect(status).toBe(400);
    expect(faultsOf(body).sort()).toEqual(expected);
  });

  test('404 unknown service', async () => {
    path = path.replace(serviceId, unknown);
    expect((await post()).status).toBe(404);
  });

  test('409 an approved service takes no new version', async () => {
    await useService({ status: 'approved' });
    const { status, body } = await post();
    expect([status, body.code]).toEqual([409, 'SERVICE_APPROVED']);
  });

  test('503 created approved while takeoff is silent; no version is left behind', async () => {
    const { status, body } = await post({ status: 'approved' });
    expect([status, body.code]).toEqual([503, 'DEPENDENCY_UNAVAILABLE']);
    expect((await system.request('GET', path)).body).toEqual([]);
  });
});
