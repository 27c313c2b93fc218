import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { keepVersionLines } from '@consulting/kernel/contracts/mto';
import { type CrewSystem, commonCrewSystem } from '../../support/crew-system';

let system: CrewSystem;
let projectId: string;
let serviceId: string;
let path: string;

beforeAll(async () => {
  system = await commonCrewSystem();
});

afterAll(() => system.stop());

beforeEach(async () => {
  ({ projectId } = await system.newProject());
  ({ serviceId } = await system.newService(projectId));
  path = `/v1/projects/${projectId}/services/${serviceId}/estimations`;
  await system.setIndirectCosts(projectId, { labour: { safety: { percentage: 3 } } });
});

const create = async (json: object = {}) => {
  const { status, body } = await system.askProjects('POST', path, { json });
  expect([status, body.errors]).toEqual([201, undefined]);
  return body;
};
const put = async (id: string, json: object) => {
  const { status, body } = await system.askProjects('PUT', `${path}/${id}`, { json });
  expect([status, body.code]).toEqual([200, undefined]);
  return body;
};
const get = async (id: string) => (await system.askProjects('GET', `${path}/${id}`)).body;

/** What must stand still. */
const figuresOf = ({ totals, byDiscipline, indirectCosts, crewRates }: Record<string, unknown>) => ({
  totals,
  byDiscipline,
  indirectCosts,
  crewRates,
});

const newCrew = async (crewCode: string, straightTime = 100) => {
  const trade = await system.newTrade();
  const labourMembers = [system.persons(trade, 2, { rateOverride: { straightTime } })];
  return system.newServiceCrew(projectId, serviceId, { crewCode, name: `Crew ${crewCode}`, labourMembers });
};

const addLine = (materialUnitPrice: number) =>
  system.newLine(projectId, serviceId, { unitOfMeasure: 'm', materialUnitPrice });

/** Lines, indirect costs and crews are all others afterwards. */
async function changeEverything(crew: { id: string; labourMembers: object[] }) {
  await addLine(7);
  await system.setIndirectCosts(projectId, { labour: { safety: { percentage: 50 } }, basisNotes: 'later' });
  const [member] = crew.labourMembers as { tradeCode: string; laborDesignation: string }[];
  const { tradeCode, laborDesignation } = member ?? {};
  const rateOverride = { straightTime: 900 };
  const { status } = await system.request('PUT', `/api/v1/service-crews/${crew.id}`, {
    json: { labourMembers: [{ tradeCode, laborDesignation, quantity: 5, rateOverride }] },
  });
  expect(status).toBe(200);
  await newCrew(`N${crypto.randomUUID().slice(0, 6)}`);
}

describe('GET /v1/projects/{projectId}/services/{serviceId}/estimations/{estimationId}: figures', () => {
  test('200 a draft has the present lines, indirect costs and crew rates', async () => {
    const crew = await newCrew('PF-01');
    await addLine(10);
    const { id } = await create();
    const before = await get(id);
    expect(before).toMatchObject({
      totals: { lineTotal: 10, itemCount: 1 },
      indirectCosts: { projectId, version: 1, labour: { safety: { percentage: 3, amount: null } } },
      crewRates: [
        {
          serviceCrewId: crew.id,
          crewCode: 'PF-01',
          name: 'Crew PF-01',
          status: 'complete',
          crewSize: 2,
          labourRate: crew.rates.labourRatePerManHour,
          equipmentRate: crew.rates.equipmentRatePerManHour,
        },
      ],
      superseded: null,
    });
    const setup = await system.askProjects('GET', `/v1/projects/${projectId}/indirect-costs`);
    expect(before.indirectCosts).toEqual(setup.body);
    await changeEverything(crew);
    const after = await get(id);
    expect(after).toMatchObject({
      totals: { lineTotal: 17 },
      indirectCosts: { version: 2, basisNotes: 'later' },
    });
    expect(after.crewRates).toHaveLength(2);
    expect(after.crewRates[0].labourRate).not.toBe(before.crewRates[0].labourRate);
  });

  test('200 crews of several pages come in one list, each once', async () => {
    const template = await newCrew('FIRST');
    await system.sql`
      insert into crews_rates.service_crew
        (project_id, service_id, crew_code, name, status, created_by, updated_by)
      select project_id, service_id, 'C' || n, repeat('€', 200), 'incomplete', 'x', 'x'
      from crews_rates.service_crew, generate_series(1, 1000) n where id = ${template.id}`;
    const { id } = await create();
    const { crewRates } = await get(id);
    expect(crewRates).toHaveLength(1001);
    expect(new Set(crewRates.map(({ crewCode }: { crewCode: string }) => crewCode)).size).toBe(1001);
    const incomplete = crewRates.find(({ crewCode }: { crewCode: string }) => crewCode === 'C1000');
    expect(incomplete).toMatchObject({ labourRate: null, equipmentRate: null, crewSize: null });
  });

  test('200 crew rates of a draft are null and named while crews-rates is silent, those of a version in review are there', async () => {
    const crew = await newCrew('PF-01');
    const draft = await create();
    const reviewed = await create({ status: 'in-review' });
    await system.without('crews-rates', async () => {
      expect(await get(draft.id)).toMatchObject({ crewRates: null, unavailable: ['crewRates'] });
      const stored = await get(reviewed.id);
      expect(stored.crewRates).toMatchObject([{ serviceCrewId: crew.id }]);
      expect(stored).not.toHaveProperty('unavailable');
    });
  });
});

describe('PUT /v1/projects/{projectId}/services/{serviceId}/estimations/{estimationId}: figures', () => {
  test('200 from review on nothing that happens changes the figures, and the approval keeps them', async () => {
    const crew = await newCrew('PF-01');
    await addLine(10);
    const a = await create({ versionLabel: 'A', contingencyPercent: 10 });
    const live = await get(a.id);
    const reviewed = await put(a.id, { status: 'in-review' });
    expect(figuresOf(reviewed)).toEqual(figuresOf(live));
    await changeEverything(crew);
    expect(figuresOf(await get(a.id))).toEqual(figuresOf(reviewed));
    const approved = await put(a.id, { status: 'approved' });
    expect(figuresOf(approved)).toEqual(figuresOf(reviewed));
    await changeEverything(crew);
    expect(figuresOf(await get(a.id))).toEqual(figuresOf(reviewed));
    const [listed] = (await system.askProjects('GET', path)).body;
    expect(listed.totals).toEqual(reviewed.totals);
    expect(listed).not.toHaveProperty('crewRates');
  });

  test.each([
    ['the version reviewed first is approved first', [0, 1]],
    ['the version reviewed first is approved last', [1, 0]],
  ])('200 two versions, %s: each keeps its own figures', async (_order, order) => {
    const crew = await newCrew('PF-01');
    await addLine(10);
    const a = await create({ status: 'in-review' });
    await changeEverything(crew);
    const b = await create({ status: 'in-review' });
    await changeEverything(crew);
    expect(a.totals.lineTotal).toBe(10);
    expect(b.totals.lineTotal).toBe(17);
    const versions = [a, b];
    const [first, second] = order.map((at) => versions[at]);
    expect((await put(first.id, { status: 'approved' })).superseded).toBeNull();
    expect((await put(second.id, { status: 'approved' })).superseded).toBe(first.id);
    const statuses = { [first.id]: 'superseded', [second.id]: 'approved' };
    for (const version of versions) {
      const found = await get(version.id);
      expect(figuresOf(found)).toEqual(figuresOf(version));
      expect([found.status, found.superseded]).toEqual([statuses[version.id], null]);
    }
  });

  test.each([
    ['review', ['draft']],
    ['withdrawal from review', ['withdrawn', 'draft']],
  ])(
    '200 back to draft from %s shows present figures, and the next review keeps those',
    async (_from, way) => {
      const crew = await newCrew('PF-01');
      await addLine(10);
      const reviewed = await create({ status: 'in-review' });
      await changeEverything(crew);
      const onTheWay = [];
      for (const status of way) onTheWay.push(await put(reviewed.id, { status }));
      const draft = onTheWay.pop();
      for (const version of onTheWay) expect(figuresOf(version)).toEqual(figuresOf(reviewed));
      expect(draft).toMatchObject({ totals: { lineTotal: 17 }, indirectCosts: { basisNotes: 'later' } });
      expect(draft.crewRates).toHaveLength(2);
      await changeEverything(crew);
      const again = await put(reviewed.id, { status: 'in-review' });
      expect(again.totals.lineTotal).toBe(24);
      expect(again.crewRates).toHaveLength(3);
      await changeEverything(crew);
      expect(figuresOf(await put(reviewed.id, { status: 'approved' }))).toEqual(figuresOf(again));
    },
  );

  test.each(['in-review', 'approved', 'withdrawn'])(
    '503 %s while crews-rates is silent changes nothing, neither does a new version come',
    async (status) => {
      await newCrew('PF-01');
      const { id } = await create();
      await system.without('crews-rates', async () => {
        const changed = await system.askProjects('PUT', `${path}/${id}`, { json: { status } });
        expect([changed.status, changed.body.code]).toEqual([503, 'DEPENDENCY_UNAVAILABLE']);
        expect(changed.headers.has('retry-after')).toBe(true);
        const made = await system.askProjects('POST', path, { json: { status } });
        expect([made.status, made.body.code]).toEqual([503, 'DEPENDENCY_UNAVAILABLE']);
      });
      expect(await get(id)).toMatchObject({ status: 'draft', version: 1 });
      expect((await system.askProjects('GET', path)).body).toHaveLength(1);
      expect(await put(id, { status })).toMatchObject({ status, crewRates: [{ crewCode: 'PF-01' }] });
    },
  );

  test('200 approval needs nobody after the review, 503 back to draft while mto is silent', async () => {
    await addLine(10);
    const [a, b] = [await create({ status: 'in-review' }), await create({ status: 'in-review' })];
    await system.without('mto', async () => {
      const refused = await system.askProjects('PUT', `${path}/${b.id}`, { json: { status: 'draft' } });
      expect([refused.status, refused.body.code]).toEqual([503, 'DEPENDENCY_UNAVAILABLE']);
      expect(figuresOf(await put(a.id, { status: 'approved' }))).toEqual(figuresOf(a));
    });
    expect(await get(b.id)).toMatchObject({ status: 'in-review', version: 1, totals: b.totals });
  });

  test('200 lines kept for a change that was given up are not those of the next review', async () => {
    await addLine(10);
    const { id } = await create();
    await system.bus.ask(keepVersionLines, { estimationId: id, projectId, serviceId });
    await addLine(7);
    expect((await put(id, { status: 'in-review' })).totals.lineTotal).toBe(17);
  });

  test('200 versions approved at once: one is approved at the end, and each names the one before', async () => {
    const versions = await Promise.all(Array.from({ length: 4 }, () => create({ status: 'in-review' })));
    const approved = await Promise.all(versions.map(({ id }) => put(id, { status: 'approved' })));
    const ended = approved.map(({ superseded }) => superseded).filter((id) => id !== null);
    expect(new Set(ended).size).toBe(3);
    const found = await Promise.all(versions.map(({ id }) => get(id)));
    const last = found.filter(({ status }) => status === 'approved').map(({ id }) => id);
    expect([...ended, ...last].toSorted()).toEqual(versions.map(({ id }) => id).toSorted());
  });

  test('200 a version keeps the rates of a crew that is deleted', async () => {
    const crew = await newCrew('PF-01');
    const { id, crewRates } = await create({ status: 'in-review' });
    expect((await system.request('DELETE', `/api/v1/service-crews/${crew.id}`)).status).toBe(204);
    expect((await put(id, { status: 'approved' })).crewRates).toEqual(crewRates);
    expect((await create()).crewRates).toEqual([]);
  });
});
