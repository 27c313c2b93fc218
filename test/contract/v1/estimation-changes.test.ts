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
const put = (id: string, json: unknown, headers = {}) =>
  system.request('PUT', `${path}/${id}`, { json, headers });
const putService = (json: unknown) =>
  system.request('PUT', `/v1/projects/${projectId}/services/${serviceId}`, { json });
const faultsOf = (body: { errors: { field: string; code: string }[] }) =>
  body.errors.map(({ field, code }) => `${field} ${code}`);
const lines = { itemCount: 3, totalManHours: '12.5', totalCost: '1000.55', labourCost: '600' };
const byDiscipline = [pipingBlock];

describe('GET /v1/projects/{projectId}/services/{serviceId}/estimations/{estimationId}', () => {
  test('200 one version with its ETag', async () => {
    const { body } = await post();
    const found = await get(body.estimationId);
    expect([found.status, found.headers.get('etag')]).toEqual([200, '"1"']);
    expect(found.body).toEqual(body);
  });

  test('404 unknown, no UUID, of another service', async () => {
    const { body } = await post();
    await useService();
    for (const id of [unknown, 'x', body.id]) {
      const answer = await get(id);
      expect([answer.status, answer.body.resource]).toEqual([404, 'estimation']);
    }
  });
});

describe('PUT /v1/projects/{projectId}/services/{serviceId}/estimations/{estimationId}', () => {
  test('200 merges; totals go on following the lines', async () => {
    const { body } = await post({ description: 'why', contingencyPercent: 5 });
    await withTakeoff(system.natsUrl, async (takeoff) => {
      takeoff.services.set(serviceId, { totals: lines });
      const changed = await put(body.id, {
        contingencyPercent: 10,
        indirectAmount: null,
        versionLabel: null,
      });
      expect(changed.body).toMatchObject({
        description: 'why',
        contingencyPercent: 10,
        indirectAmount: 0,
        versionLabel: 'V1',
        version: 2,
        totals: { contingency: 100.06 },
      });
      takeoff.services.set(serviceId, { totals: { ...lines, totalCost: '10' } });
      expect((await get(body.id)).body.totals.lineTotal).toBe(10);
    });
  });

  test('200 a version read and sent back changes nothing', async () => {
    const { body } = await post({ estimateClass: '3', exchangeRates: [{ currency: 'USD', rate: 1.5 }] });
    expect((await put(body.id, body)).body).toEqual(body);
  });

  test('200 approved: totals are frozen and the version is read-only', async () => {
    const { body } = await post();
    await withTakeoff(system.natsUrl, async (takeoff) => {
      takeoff.services.set(serviceId, { totals: lines, byDiscipline });
      const approved = await put(body.id, { status: 'approved', indirectAmount: 9 });
      expect(approved.body).toMatchObject({
        approvedBy: 'tester',
        totals: { subtotal: 1009.55 },
        byDiscipline,
      });
      takeoff.services.set(serviceId, { totals: { totalCost: '1' } });
      const before = takeoff.asked.totals;
      expect((await get(body.id)).body.totals).toEqual(approved.body.totals);
      expect((await system.request('GET', path)).body[0].totals).toEqual(approved.body.totals);
      expect(takeoff.asked.totals).toBe(before);
    });
    expect((await get(body.id)).body.totals.subtotal).toBe(1009.55);
    const refused = await put(body.id, { indirectAmount: 10, name: 'x' });
    expect(refused.status).toBe(400);
    expect(faultsOf(refused.body)).toEqual(['indirectAmount READ_ONLY', 'name READ_ONLY']);
  });

  test('200 the lines are kept once, when the version ceases to be a draft, and released when it is one again', async () => {
    await withTakeoff(system.natsUrl, async ({ asked }) => {
      const { body } = await post({ status: 'in-review' });
      const changes = ['withdrawn', 'draft', 'in-review', 'approved'];
      for (const status of changes) expect((await put(body.id, { status })).status).toBe(200);
      expect(asked.copies).toEqual(
        ['keep', 'release', 'release', 'keep'].map((question) => `${question} ${body.id}`),
      );
    });
  });

  test('200 a copy that is there from a change given up is released before the lines are kept', async () => {
    await withTakeoff(system.natsUrl, async ({ asked }) => {
      const { body } = await post();
      await put(body.id, { name: 'Draft' });
      expect(asked.copies).toEqual([]);
      await put(body.id, { status: 'approved' });
      expect(asked.copies).toEqual([`release ${body.id}`, `keep ${body.id}`]);
    });
  });

  test('200 in review and approved: the figures stand still, back in draft they follow the lines again', async () => {
    const { body } = await post({ contingencyPercent: 10 });
    await withTakeoff(system.natsUrl, async (takeoff) => {
      takeoff.services.set(serviceId, { totals: lines, byDiscipline });
      const { body: reviewed } = await put(body.id, { status: 'in-review' });
      expect(reviewed).toMatchObject({ totals: { lineTotal: 1000.55, contingency: 100.06 }, byDiscipline });
      takeoff.services.set(serviceId, { totals: { totalCost: '10' } });
      const inReview = (await get(body.id)).body;
      expect(inReview).toEqual(reviewed);
      expect((await system.request('GET', path)).body[0].totals).toEqual(reviewed.totals);
      await put(body.id, { status: 'draft' });
      expect((await get(body.id)).body.totals.lineTotal).toBe(10);
      await put(body.id, { status: 'in-review' });
      takeoff.services.set(serviceId, { totals: lines });
      const { body: approved } = await put(body.id, { status: 'approved' });
      expect(approved.totals.lineTotal).toBe(10);
    });
  });

  test('400 in review only what the version is called and by whom can be changed, also with its approval', async () => {
    await withTakeoff(system.natsUrl, async () => {
      const { body } = await post({ status: 'in-review' });
      const labels = {
        versionLabel: 'R1',
        name: 'Tender',
        description: 'why',
        preparedBy: 'A',
        reviewedBy: 'B',
      };
      expect((await put(body.id, labels)).body).toMatchObject({ ...labels, status: 'in-review' });
      const figures = { indirectAmount: 1, contingencyPercent: 5, exclusions: ['land'], currency: 'USD' };
      for (const more of [{}, { status: 'approved' }]) {
        const refused = await put(body.id, { ...figures, name: 'x', ...more });
        expect(refused.status).toBe(400);
        expect(faultsOf(refused.body).sort()).toEqual([
          'contingencyPercent READ_ONLY',
          'currency READ_ONLY',
          'exclusions READ_ONLY',
          'indirectAmount READ_ONLY',
        ]);
        expect(refused.body.errors[0].message).toBe('cannot be changed while the version is in-review');
      }
      const approved = await put(body.id, { status: 'approved', reviewedBy: 'C' });
      expect(approved.body).toMatchObject({ status: 'approved', reviewedBy: 'C' });
      expect((await put(body.id, { reviewedBy: 'D' })).status).toBe(400);
    });
  });

  test('200 in review before figures were kept there: follows the lines until it is approved', async () => {
    await withTakeoff(system.natsUrl, async (takeoff) => {
      takeoff.services.set(serviceId, { totals: lines });
      const { body } = await post({ status: 'in-review' });
      await system.sql`update clients_projects.estimation
        set frozen = null, frozen_indirect_costs = null, frozen_crew_rates = null where id = ${body.id}`;
      takeoff.services.set(serviceId, { totals: { totalCost: '10' } });
      expect((await get(body.id)).body).toMatchObject({ totals: { lineTotal: 10 }, crewRates: [] });
      expect((await put(body.id, { status: 'approved' })).body.totals.lineTotal).toBe(10);
      takeoff.services.set(serviceId, { totals: lines });
      expect((await get(body.id)).body).toMatchObject({
        totals: { lineTotal: 10 },
        crewRates: [],
        indirectCosts: { projectId },
      });
    });
  });

  test('200 approved before indirect costs and crew rates were kept: both are null', async () => {
    await withTakeoff(system.natsUrl, async () => {
      const { body } = await post({ status: 'approved' });
      await system.sql`update clients_projects.estimation
        set frozen_indirect_costs = null, frozen_crew_rates = null where id = ${body.id}`;
      const found = await get(body.id);
      expect(found.body).toMatchObject({ indirectCosts: null, crewRates: null });
      expect(found.body).not.toHaveProperty('unavailable');
    });
  });

  test('200 withdrawn keeps its totals, reopened follows the lines again', async () => {
    await withTakeoff(system.natsUrl, async (takeoff) => {
      takeoff.services.set(serviceId, { totals: lines });
      const { body } = await post();
      await put(body.id, { status: 'withdrawn' });
      takeoff.services.set(serviceId, { totals: { totalCost: '1' } });
      expect((await get(body.id)).body.totals.lineTotal).toBe(1000.55);
      expect((await put(body.id, { status: 'draft', name: 'again' })).body.totals.lineTotal).toBe(1);
    });
  });

  test('400 the source cannot be changed', async () => {
    const { body } = await post();
    const { body: other } = await post();
    const refused = await put(body.id, { sourceEstimationId: other.id });
    expect([refused.status, ...faultsOf(refused.body)]).toEqual([400, 'sourceEstimationId READ_ONLY']);
  });

  test('404 unknown version', async () => {
    expect((await put(unknown, { name: 'x' })).status).toBe(404);
  });

  test('409 a version of an approved service', async () => {
    const { body } = await post();
    await withTakeoff(system.natsUrl, () => putService({ status: 'approved' }));
    const refused = await put(body.id, { name: 'x' });
    expect([refused.status, refused.body.code]).toEqual([409, 'SERVICE_APPROVED']);
  });

  test('412 another version of the record', async () => {
    const { body } = await post();
    expect((await put(body.id, { name: 'x' }, { 'if-match': '"9"' })).status).toBe(412);
  });

  test.each(['in-review', 'approved'])('503 %s while takeoff is silent changes nothing', async (wanted) => {
    const { body } = await post();
    const { status, headers } = await put(body.id, { status: wanted });
    expect(status).toBe(503);
    expect(headers.has('retry-after')).toBe(true);
    expect((await get(body.id)).body).toMatchObject({ status: 'draft', version: 1 });
  });
});
