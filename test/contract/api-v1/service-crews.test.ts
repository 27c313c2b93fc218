import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import {
  type CrewSystem,
  commonCrewSystem,
  faultsOf,
  freshCode,
  unknownId,
  until,
} from '../../support/crew-system';
import type { Answer, ServiceUnderTest } from '../../support/system';

type Body = Answer['body'];

let system: CrewSystem;
let request: ServiceUnderTest['request'];
let project: Body;
let service: Body;
let pipefitter: Body;
let crane: Body;

beforeAll(async () => {
  system = await commonCrewSystem();
  request = system.request;
  project = await system.newProject();
  service = await system.newService(project.id);
  pipefitter = await system.newTrade();
  await system.newCard(pipefitter, { baseWage: 50 });
  crane = await system.newEquipment({ monthlyRate: 1760 });
});
afterAll(() => system.stop());

const path = '/api/v1/service-crews';
const owner = () => ({ projectId: project.id, serviceId: service.id });
const create = (json: object) => request('POST', path, { json: { ...owner(), ...json } });
const put = (id: string, json: object, headers = {}) => request('PUT', `${path}/${id}`, { json, headers });
const newCrew = (json: object = {}) => system.newServiceCrew(project.id, service.id, { ...json });
const priced = () => ({ labourMembers: [system.persons(pipefitter, 2)] });
const approve = ({ id }: Body, status = 'approved') =>
  system.askProjects('PUT', `/api/v1/services/${id}`, { json: { status } });

describe('GET /api/v1/service-crews', () => {
  test('200: paginated list, newest first, of a service or project, with the lines that carry their codes', async () => {
    const { id: projectId } = await system.newProject();
    const [one, other] = [await system.newService(projectId), await system.newService(projectId)];
    const first = await system.newServiceCrew(projectId, one.id, { crewCode: 'A' });
    const second = await system.newServiceCrew(projectId, one.id, { crewCode: 'B', ...priced() });
    const third = await system.newServiceCrew(projectId, other.id, { crewCode: 'a' });
    await system.newLine(projectId, one.id, { crewCode: 'a' });
    const { status, body } = await request('GET', `${path}?projectId=${projectId}&limit=2`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ total: 3, skip: 0, limit: 2, hasMore: true });
    expect(body.data).toEqual([third, second]);
    const { body: ofOne } = await request('GET', `${path}?serviceId=${one.id}`);
    expect(ofOne.data.map((crew: Body) => [crew.id, crew.takeoffLineCount])).toEqual([
      [second.id, 0],
      [first.id, 1],
    ]);
    const { body: none } = await request('GET', `${path}?serviceId=${unknownId}`);
    expect([none.data, none.total, none.hasMore]).toEqual([[], 0, false]);
  });

  test('200: lines are unavailable while the takeoff service does not answer', async () => {
    await newCrew({ crewCode: freshCode('L') });
    const { status, body } = await system.without('mto', () => request('GET', `${path}?limit=1`));
    expect(status).toBe(200);
    expect(body.data[0]).toMatchObject({ takeoffLineCount: null, unavailable: ['takeoffLineCount'] });
  });

  test('422: unknown parameters and values', async () => {
    const { status, body } = await request('GET', `${path}?serviceId=1&limit=0&crewCode=A`);
    expect([status, body.code]).toEqual([422, 'VALIDATION_ERROR']);
    expect(faultsOf(body)).toEqual({ serviceId: 'FORMAT', limit: 'MIN', crewCode: 'UNKNOWN_FIELD' });
  });
});

describe('POST /api/v1/service-crews', () => {
  test('201: what it does not say itself is that of the crew, with rates and match data', async () => {
    const crew = await system.newCrew({
      discipline: 'piping',
      description: 'Erection',
      labourMembers: [system.persons(pipefitter, 2)],
      equipmentMembers: [{ equipmentCode: crane.equipmentCode, quantity: 1, operatingShare: 50 }],
    });
    const { status, headers, body } = await create({ crewId: crew.id });
    expect(status).toBe(201);
    expect(headers.get('etag')).toBe('"1"');
    expect(body).toMatchObject({
      ...owner(),
      crewId: crew.id,
      crewCode: crew.code,
      name: crew.name,
      discipline: 'piping',
      description: 'Erection',
      indirectCosts: {},
      workWeek: { hoursPerDay: 10, daysPerWeek: 5 },
      ratesLocked: false,
      status: 'complete',
      warnings: [],
      takeoffLineCount: 0,
      createdBy: 'tester',
    });
    expect(body.serviceCrewId).toBe(body.id);
    expect(body.ratesCalculatedAt).toMatch(/Z$/);
    expect(body.labourMembers[0]).toMatchObject({
      tradeCode: pipefitter.tradeCode,
      quantity: 2,
      matchStep: 1,
      currency: 'CAD',
      burdenedRates: { straightTime: 50, overtime: 75, doubleTime: 100 },
      manHours: 100,
      cost: 5500,
    });
    expect(body.equipmentMembers[0]).toMatchObject({
      rateSource: 'catalogue',
      rentalPerHour: 10,
      operatingHours: null,
      machineHours: 25,
      cost: 250,
    });
    expect(body.rates).toMatchObject({
      labourTotal: 5500,
      labourRatePerManHour: 55,
      equipmentRatePerManHour: 2.5,
    });
    const { body: detail } = await request('GET', `/api/v1/crews/${crew.id}`);
    expect(detail.usage).toMatchObject({ projectCount: 1, serviceCrewCount: 1 });
  });

  test('201: own members, entries and week; entries of the crew come before those of the project', async () => {
    const { id } = await system.newProject();
    const { id: serviceId } = await system.newService(id);
    await system.setIndirectCosts(id, {
      labour: { overhead: { percentage: 10 }, safety: { amount: 1 } },
      workWeek: { hoursPerDay: 8 },
    });
    const crew = await system.newServiceCrew(id, serviceId, {
      ...priced(),
      crewCode: 'OWN',
      indirectCosts: { labour: { overhead: { percentage: 20 }, safety: null }, equipment: {} },
      workWeek: { daysPerWeek: 4 },
    });
    expect(crew).toMatchObject({
      crewId: null,
      workWeek: { hoursPerDay: 8, daysPerWeek: 4 },
      indirectCosts: { labour: { overhead: { percentage: 20, amount: null } }, equipment: {} },
    });
    expect(crew.indirectCosts.labour.safety).toBeUndefined();
    expect(crew.rates).toMatchObject({ crewHours: 32, manHours: 64, labourTotal: 3916.8 });
  });

  test('201: codes are numbered in the service without a crew and code', async () => {
    const { id } = await system.newService(project.id);
    const first = await system.newServiceCrew(project.id, id);
    const taken = await system.newServiceCrew(project.id, id, { crewCode: 'sc-3' });
    const second = await system.newServiceCrew(project.id, id);
    expect([first, taken, second].map(({ crewCode }) => crewCode)).toEqual(['SC-1', 'sc-3', 'SC-4']);
  });

  test('201: a rate entered by hand needs no card', async () => {
    const unpriced = await system.newTrade();
    const override = { rateOverride: { straightTime: 80 } };
    const { body } = await create({
      crewCode: freshCode('H'),
      labourMembers: [system.persons(unpriced, 1, override)],
    });
    expect(body).toMatchObject({ status: 'complete', rates: { labourTotal: 40 * 80 + 10 * 120 } });
    expect(body.labourMembers[0]).toMatchObject({ memberId: null, matchStep: null });
  });

  test('201: incomplete; the warning says by what the nearest card differs', async () => {
    const nobody = await system.newTrade();
    const abroad = await system.newTrade();
    await system.newCard(abroad, { country: 'SA' });
    const elsewhere = await system.newTrade();
    await system.newCard(elsewhere, { province: 'Ontario' });
    const other = await system.newTrade();
    await system.newCard(other, { projectType: 'power' });
    const old = await system.newTrade();
    await system.newCard(old, { year: 2022 });
    const trades = [nobody, abroad, elsewhere, other, old];
    const { body } = await create({
      crewCode: freshCode('D'),
      labourMembers: trades.map((trade) => system.persons(trade)),
    });
    expect(body.warnings.map((one: Body) => one.message.slice(one.message.indexOf(': ') + 2))).toEqual([
      'there is no active card of this trade and designation.',
      'all cards of this trade and designation are for other countries.',
      'the cards of the country are for other regions or provinces (nearest: Western Canada, Ontario).',
      'the cards of the location are for other project types (nearest: power).',
      'the cards of the location are for other periods (nearest: 2022 Q3).',
    ]);
  });

  test('201: incomplete, with a warning, without a card, exchange rate, rental rate or project location', async () => {
    const unpriced = await system.newTrade();
    const foreign = await system.newTrade();
    await system.newCard(foreign, { currency: 'EUR' });
    const free = await system.newEquipment({ monthlyRate: null });
    const { body } = await create({
      crewCode: freshCode('I'),
      labourMembers: [system.persons(unpriced), system.persons(foreign), system.persons(pipefitter)],
      equipmentMembers: [{ equipmentCode: free.equipmentCode, quantity: 1 }],
    });
    expect(body).toMatchObject({ status: 'incomplete', rates: null, ratesCalculatedAt: null });
    expect(body.warnings.map((one: Body) => [one.code, one.member])).toEqual([
      ['NO_MATCHING_CREW_MEMBERS', `${unpriced.tradeCode} Journeyman`],
      ['EXCHANGE_RATE_MISSING', `${foreign.tradeCode} Journeyman`],
      ['EQUIPMENT_RATE_MISSING', free.equipmentCode],
    ]);
    expect(body.labourMembers.map((one: Body) => one.cost)).toEqual([null, null, 2750]);
    const nowhere = await system.newProject({ country: null });
    const { id } = await system.newService(nowhere.id);
    const crew = await system.newServiceCrew(nowhere.id, id, priced());
    expect([crew.status, crew.warnings[0].code]).toEqual(['incomplete', 'PROJECT_LOCATION_INCOMPLETE']);
    const byHand = system.persons(unpriced, 1, { rateOverride: { straightTime: 80 } });
    const placeless = await system.newServiceCrew(nowhere.id, id, { labourMembers: [byHand] });
    expect([placeless.status, placeless.warnings]).toEqual(['complete', []]);
    const request = { json: { serviceCrewId: placeless.id } };
    const { body: calculated } = await system.request(
      'POST',
      `/v1/projects/${nowhere.id}/crew-rates`,
      request,
    );
    expect(calculated.result).toEqual(placeless.rates);
  });

  test('404: unknown crew, project, and service of another project', async () => {
    const other = await system.newService((await system.newProject()).id);
    for (const [json, resource] of [
      [{ crewId: unknownId }, 'crew'],
      [{ projectId: unknownId }, 'project'],
      [{ serviceId: other.id }, 'service'],
    ] as const) {
      const { status, body } = await create(json);
      expect([status, body.code, body.resource]).toEqual([404, 'NOT_FOUND', resource]);
    }
  });

  test('409: the code exists in the service, an approved service', async () => {
    const { crewCode } = await newCrew({ crewCode: freshCode('Code') });
    const { status, body } = await create({ crewCode: crewCode.toUpperCase() });
    expect([status, body.code, body.field]).toEqual([409, 'CODE_EXISTS', 'crewCode']);
    const { id } = await system.newService(project.id, { status: 'approved' });
    const approved = await create({ serviceId: id });
    expect([approved.status, approved.body.code]).toEqual([409, 'SERVICE_APPROVED']);
  });

  test('422: every fault at once', async () => {
    const { status, body } = await request('POST', path, {
      json: {
        projectId: 'P-1',
        crewCode: 'x'.repeat(41),
        colour: 'red',
        labourMembers: [{ tradeCode: 'NONE', laborDesignation: 'Foreman', quantity: 1 }],
        equipmentMembers: [{ equipmentCode: 'NONE', quantity: 1, operatingShare: 100, standbyShare: 1 }],
        indirectCosts: { labour: { traveling: { percentage: -1 } } },
        workWeek: { daysPerWeek: 8 },
      },
    });
    expect([status, body.code]).toEqual([422, 'VALIDATION_ERROR']);
    expect(faultsOf(body)).toEqual({
      projectId: 'FORMAT',
      serviceId: 'REQUIRED',
      crewCode: 'MAX_LENGTH',
      colour: 'UNKNOWN_FIELD',
      'labourMembers[0].tradeCode': 'TRADE_NOT_FOUND',
      'equipmentMembers[0].equipmentCode': 'REFERENCE',
      'equipmentMembers[0].standbyShare': 'MAX',
      'indirectCosts.labour.traveling.percentage': 'MIN',
      'workWeek.daysPerWeek': 'MAX',
    });
  });

  test('503: the owners of project and equipment do not answer', async () => {
    const json = { equipmentMembers: [{ equipmentCode: crane.equipmentCode, quantity: 1 }] };
    for (const name of ['clients-projects', 'equipment-wbs'] as const) {
      const { status, body } = await system.without(name, () => create(json));
      expect([status, body.code]).toEqual([503, 'DEPENDENCY_UNAVAILABLE']);
    }
  });
});

const bulk = (json: object) => request('POST', `${path}/bulk`, { json });

describe('POST /api/v1/service-crews/bulk', () => {
  test('201: creates all items, with codes of crews, own ones and numbers', async () => {
    const { id: serviceId } = await system.newService(project.id);
    const crew = await system.newCrew({ labourMembers: [system.persons(pipefitter)] });
    const { status, body } = await bulk({
      projectId: project.id,
      serviceId,
      items: [{ crewId: crew.id }, { crewCode: 'OWN', ...priced() }, {}, { projectId: project.id }],
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({ created: 4, failed: 0, total: 4 });
    expect(body.items.map((one: Body) => [one.crewCode, one.status])).toEqual([
      [crew.code, 'complete'],
      ['OWN', 'complete'],
      ['SC-3', 'complete'],
      ['SC-4', 'complete'],
    ]);
    expect(body.ids).toEqual(body.items.map((one: Body) => one.id));
    expect((await request('GET', `${path}/${body.ids[1]}`)).body).toEqual(body.items[1]);
  });

  test('201: 200 items in one request, told to the takeoff service in one event', async () => {
    const { id: serviceId } = await system.newService(project.id);
    const items = Array.from({ length: 200 }, () => priced());
    const { status, body } = await bulk({ projectId: project.id, serviceId, items });
    expect([status, body.created]).toEqual([201, 200]);
    const reported = (await system.events('evt.crews-rates.service-crew.rates-changed')) as Body[];
    expect(reported.filter((one) => one.serviceId === serviceId).map(({ crews }) => crews.length)).toEqual([
      200,
    ]);
  });

  test('409: one code exists, and nothing is stored', async () => {
    const { id: serviceId } = await system.newService(project.id);
    await system.newServiceCrew(project.id, serviceId, { crewCode: 'TAKEN' });
    const { status, body } = await bulk({
      projectId: project.id,
      serviceId,
      items: [{ crewCode: 'FREE' }, { crewCode: 'taken' }],
    });
    expect([status, body.code, body.index]).toEqual([409, 'CODE_EXISTS', 1]);
    expect((await request('GET', `${path}?serviceId=${serviceId}`)).body.total).toBe(1);
  });

  test('409: an approved service', async () => {
    const { id: serviceId } = await system.newService(project.id, { status: 'approved' });
    const { status, body } = await bulk({ projectId: project.id, serviceId, items: [{}] });
    expect([status, body.code]).toEqual([409, 'SERVICE_APPROVED']);
  });

  test('422: faults of every item with its index, and nothing is stored', async () => {
    const { id: serviceId } = await system.newService(project.id);
    const { status, body } = await bulk({
      projectId: project.id,
      serviceId,
      items: [
        { crewCode: 'GOOD' },
        { crewCode: 'good', labourMembers: [{ tradeCode: 'NONE', laborDesignation: 'X', quantity: 0 }] },
        { crewId: unknownId, projectId: unknownId },
        'crew',
      ],
    });
    expect([status, body.code]).toEqual([422, 'VALIDATION_ERROR']);
    expect(body.errors.map((one: Body) => [one.index, one.field, one.code])).toEqual([
      [1, 'labourMembers[0].quantity', 'MIN'],
      [1, 'labourMembers[0].tradeCode', 'TRADE_NOT_FOUND'],
      [1, 'crewCode', 'DUPLICATE'],
      [2, 'projectId', 'REFERENCE'],
      [2, 'crewId', 'REFERENCE'],
      [3, 'body', 'TYPE'],
    ]);
    expect((await request('GET', `${path}?serviceId=${serviceId}`)).body.total).toBe(0);
  });

  test('422: none or more than 200 items, and a missing owner', async () => {
    expect(faultsOf((await bulk({ items: [] })).body)).toEqual({
      projectId: 'REQUIRED',
      serviceId: 'REQUIRED',
      items: 'REQUIRED',
    });
    const many = await bulk({ ...owner(), items: Array.from({ length: 201 }, () => ({})) });
    expect([many.status, faultsOf(many.body)]).toEqual([422, { items: 'MAX_LENGTH' }]);
  });

  test('404: unknown project, and service of another project', async () => {
    const other = await system.newService((await system.newProject()).id);
    const unknown = await bulk({ projectId: unknownId, serviceId: service.id, items: [{}] });
    expect([unknown.status, unknown.body.resource]).toEqual([404, 'project']);
    const elsewhere = await bulk({ projectId: project.id, serviceId: other.id, items: [{}] });
    expect([elsewhere.status, elsewhere.body.resource]).toEqual([404, 'service']);
  });
});

describe('GET /api/v1/service-crews/{serviceCrewId}', () => {
  test('200: the record with its ETag', async () => {
    const crew = await newCrew({ crewCode: freshCode('G'), ...priced() });
    const { status, headers, body } = await request('GET', `${path}/${crew.id}`);
    expect([status, headers.get('etag')]).toEqual([200, '"1"']);
    expect(body).toEqual(crew);
  });

  test('404: unknown, and no UUID', async () => {
    for (const id of [unknownId, 'SC-1']) {
      const { status, body } = await request('GET', `${path}/${id}`);
      expect([status, body.code, body.resource]).toEqual([404, 'NOT_FOUND', 'service crew']);
    }
  });
});

describe('PUT /api/v1/service-crews/{serviceCrewId}', () => {
  test('200: a record that was read can be sent back; what stays as it was makes no new version', async () => {
    const crew = await newCrew({ crewCode: freshCode('S'), ...priced() });
    const { status, body } = await put(crew.id, crew);
    expect(status).toBe(200);
    expect(body).toEqual(crew);
    const { body: renamed } = await put(crew.id, { ...crew, name: 'Other' });
    expect(renamed).toMatchObject({ name: 'Other', version: 2, rates: crew.rates });
  });

  test('200: rates are calculated with fresh cards', async () => {
    const trade = await system.newTrade();
    const card = await system.newCard(trade, { baseWage: 40 });
    const crew = await newCrew({ crewCode: freshCode('F'), labourMembers: [system.persons(trade)] });
    expect(crew.rates.labourRatePerManHour).toBe(44);
    await request('PUT', `/v1/crew-members/${card.id}`, { json: { baseWage: 60 } });
    const { body } = await put(crew.id, { name: 'Fresh' });
    expect(body).toMatchObject({ status: 'complete', rates: { labourRatePerManHour: 66 } });
    const reported = (await system.events('evt.crews-rates.service-crew.rates-changed')) as Body[];
    expect(reported.filter(({ crews }) => crews[0].serviceCrewId === crew.id)).toHaveLength(2);
  });

  test('200: locked rates stay; members that are added are priced now', async () => {
    const trade = await system.newTrade();
    const card = await system.newCard(trade, { baseWage: 40 });
    const members = [system.persons(trade)];
    const crew = await newCrew({ crewCode: freshCode('K'), labourMembers: members, ratesLocked: true });
    await request('PUT', `/v1/crew-members/${card.id}`, { json: { baseWage: 60 } });
    const locked = await put(crew.id, { indirectCosts: { labour: { traveling: { percentage: 10 } } } });
    expect(locked.body.rates).toMatchObject({ labourTotal: 2420 });
    const { body: added } = await put(crew.id, { labourMembers: [...members, system.persons(pipefitter)] });
    expect(added.labourMembers.map((one: Body) => one.burdenedRates.straightTime)).toEqual([40, 50]);
    const { body: unlocked } = await put(crew.id, { ratesLocked: false });
    expect(unlocked.labourMembers.map((one: Body) => one.burdenedRates.straightTime)).toEqual([60, 50]);
  });

  test('200: a trade that is gone stays in the crew, which is incomplete then', async () => {
    const trade = await system.newTrade();
    await system.newCard(trade);
    const crew = await newCrew({ crewCode: freshCode('Z'), labourMembers: [system.persons(trade)] });
    await request('DELETE', `/api/v1/crews/trades/${trade.tradeCode}/cascade`);
    const { status, body } = await put(crew.id, { ...crew, name: 'Without trade' });
    expect([status, body.status]).toEqual([200, 'incomplete']);
    expect(body.labourMembers[0]).toMatchObject({ tradeCode: trade.tradeCode, quantity: 1, cost: null });
  });

  test('200: a crew that becomes incomplete, and complete again', async () => {
    const trade = await system.newTrade();
    const card = await system.newCard(trade);
    const crew = await newCrew({ crewCode: freshCode('N'), labourMembers: [system.persons(trade)] });
    await request('PUT', `/v1/crew-members/${card.id}`, { json: { isActive: false } });
    const { body: incomplete } = await put(crew.id, { name: 'Without card' });
    expect(incomplete).toMatchObject({ status: 'incomplete', rates: null });
    await request('PUT', `/v1/crew-members/${card.id}`, { json: { isActive: true } });
    const { body: complete } = await put(crew.id, { name: 'With card' });
    expect(complete).toMatchObject({ status: 'complete', rates: crew.rates, warnings: [] });
  });

  test('200: entries merge by category, null removes one; a cleared week and code take their defaults', async () => {
    const { id: serviceId } = await system.newService(project.id);
    const crew = await system.newServiceCrew(project.id, serviceId, {
      ...priced(),
      crewCode: 'X',
      indirectCosts: { labour: { traveling: { percentage: 1 }, safety: { amount: 1 } } },
      workWeek: { hoursPerDay: 12 },
    });
    const { body } = await put(crew.id, {
      crewCode: null,
      workWeek: null,
      indirectCosts: { labour: { traveling: null, overhead: { percentage: 5 } } },
    });
    expect(body).toMatchObject({
      crewCode: 'SC-2',
      workWeek: { hoursPerDay: 10, daysPerWeek: 5 },
      indirectCosts: {
        labour: { safety: { percentage: 0, amount: 1 }, overhead: { percentage: 5, amount: null } },
      },
    });
    expect(Object.keys(body.indirectCosts.labour).sort()).toEqual(['overhead', 'safety']);
  });

  test('404: unknown crew, unknown template', async () => {
    expect((await put(unknownId, { name: 'Crew' })).status).toBe(404);
    const { id } = await newCrew({ crewCode: freshCode('T') });
    const { status, body } = await put(id, { crewId: unknownId });
    expect([status, body.resource]).toEqual([404, 'crew']);
  });

  test('409: a code that lines carry; another case of it is none', async () => {
    const { id, crewCode } = await newCrew({ crewCode: freshCode('Used') });
    const line = await system.newLine(project.id, service.id, { crewCode });
    const { status, body } = await put(id, { crewCode: freshCode('New') });
    expect([status, body.code]).toEqual([409, 'CREW_IN_USE']);
    expect(body.blocking).toMatchObject({ count: 1, items: [{ id: line.id }] });
    expect((await put(id, { crewCode: crewCode.toUpperCase() })).status).toBe(200);
  });

  test('409: the code of another crew of the service', async () => {
    const other = await newCrew({ crewCode: freshCode('O') });
    const { id } = await newCrew({ crewCode: freshCode('M') });
    const { status, body } = await put(id, { crewCode: other.crewCode.toLowerCase() });
    expect([status, body.code]).toEqual([409, 'CODE_EXISTS']);
  });

  test('409: the service is approved', async () => {
    const approved = await system.newService(project.id);
    const { id } = await system.newServiceCrew(project.id, approved.id);
    await approve(approved);
    const { status, body } = await put(id, { name: 'Crew' });
    expect([status, body.code]).toEqual([409, 'SERVICE_APPROVED']);
    const removed = await request('DELETE', `${path}/${id}`);
    expect([removed.status, removed.body.code]).toEqual([409, 'SERVICE_APPROVED']);
  });

  test('412: If-Match names another version', async () => {
    const { id } = await newCrew({ crewCode: freshCode('V') });
    const { status, body } = await put(id, { name: 'Crew' }, { 'if-match': '"2"' });
    expect([status, body.code]).toEqual([412, 'VERSION_MISMATCH']);
  });

  test('422: another owner, faulty members, no object', async () => {
    const { id } = await newCrew({ crewCode: freshCode('W') });
    const { status, body } = await put(id, {
      projectId: unknownId,
      labourMembers: [system.persons({ tradeCode: 'NONE', laborDesignation: 'X' }, 0)],
    });
    expect(status).toBe(422);
    expect(faultsOf(body)).toEqual({
      projectId: 'READ_ONLY',
      'labourMembers[0].quantity': 'MIN',
      'labourMembers[0].tradeCode': 'TRADE_NOT_FOUND',
    });
    expect(faultsOf((await put(id, [])).body)).toEqual({ body: 'TYPE' });
  });

  test('503: the code changes while the takeoff service does not answer', async () => {
    const { id } = await newCrew({ crewCode: freshCode('Q') });
    const { status } = await system.without('mto', () => put(id, { crewCode: freshCode('Q') }));
    expect(status).toBe(503);
  });
});

const recalculate = (id: string, headers = {}) => request('POST', `${path}/${id}/recalculate`, { headers });

/** Both ways to take the present rates without a change of anything else. */
const retakings = { 'PUT with {}': (id: string) => put(id, {}), 'POST recalculate': recalculate };

const read = async (id: string) => (await request('GET', `${path}/${id}`)).body;

/** A crew at 44 per man-hour whose card has risen since, so that it is stale. */
async function staleCrew(more: object = {}) {
  const trade = await system.newTrade();
  const card = await system.newCard(trade, { baseWage: 40 });
  const crewCode = freshCode('R');
  const crew = await newCrew({ crewCode, labourMembers: [system.persons(trade)], ...more });
  const line = await system.newLine(project.id, service.id, { crewCode, unitManHours: 2 });
  await request('PUT', `/v1/crew-members/${card.id}`, { json: { baseWage: 60 } });
  await until(async () => (await read(crew.id)).status === 'stale');
  return { crew, line };
}

const lineOf = async ({ id }: Body): Promise<Body> =>
  (await system.askLines('GET', `/api/v1/mto/${id}`)).body;
const operationsOn = async (id: string): Promise<Body[]> =>
  (await request('GET', `/api/v1/history/service-crews?recordId=${id}`)).body.data;

describe('POST /api/v1/service-crews/{serviceCrewId}/recalculate', () => {
  for (const [way, retake] of Object.entries(retakings)) {
    test(`200: ${way} takes what a changed rate card gives, which the crew and its lines had not before`, async () => {
      const { crew, line } = await staleCrew();
      const before = await read(crew.id);
      expect(before.rates).toEqual(crew.rates);
      expect((await lineOf(line)).labourRate).toBe(44);
      const { status, headers, body } = await retake(crew.id);
      expect([status, headers.get('etag')]).toEqual([200, `"${before.version + 1}"`]);
      expect(body).toMatchObject({ status: 'complete', rates: { labourRatePerManHour: 66 } });
      expect(body).toEqual(await read(crew.id));
      const repriced = (await operationsOn(crew.id)).filter(({ kind }) => kind === 'reprice');
      expect(repriced).toMatchObject([{ counts: { created: 0, updated: 1, deleted: 0 }, by: 'tester' }]);
      await until(async () => (await lineOf(line)).labourRate === 66);
      expect((await lineOf(line)).version).toBe(line.version + 1);
    });

    test(`200: ${way} leaves locked rates, and lines with them, as they are`, async () => {
      const { crew, line } = await staleCrew({ ratesLocked: true });
      const before = await read(crew.id);
      const { status, body } = await retake(crew.id);
      expect(status).toBe(200);
      expect(body).toEqual(before);
      expect(body).toMatchObject({ status: 'stale', rates: crew.rates, ratesLocked: true });
      expect((await operationsOn(crew.id)).map(({ kind }) => kind)).not.toContain('reprice');
      expect(await lineOf(line)).toEqual(line);
    });

    test(`200: ${way} of a crew that is as it would be makes no new version`, async () => {
      const crew = await newCrew({ crewCode: freshCode('S'), ...priced() });
      expect((await retake(crew.id)).body).toEqual(crew);
    });

    test(`409: ${way} while the service is approved`, async () => {
      const approved = await system.newService(project.id);
      const crew = await system.newServiceCrew(project.id, approved.id, priced());
      await approve(approved);
      const { status, body } = await retake(crew.id);
      expect([status, body.code]).toEqual([409, 'SERVICE_APPROVED']);
      expect(await read(crew.id)).toEqual(crew);
    });
  }

  test('404: unknown, and no UUID', async () => {
    for (const id of [unknownId, 'SC-1']) {
      const { status, body } = await recalculate(id);
      expect([status, body.resource]).toEqual([404, 'service crew']);
    }
  });

  test('412: If-Match names another version', async () => {
    const { crew } = await staleCrew();
    const { status, body } = await recalculate(crew.id, { 'if-match': `"${crew.version}"` });
    expect([status, body.code]).toEqual([412, 'VERSION_MISMATCH']);
    expect((await read(crew.id)).status).toBe('stale');
  });

  test('503: the owner of the project does not answer', async () => {
    const { id } = await newCrew({ crewCode: freshCode('U') });
    const { status } = await system.without('clients-projects', () => recalculate(id));
    expect(status).toBe(503);
  });
});

describe('DELETE /api/v1/service-crews/{serviceCrewId}', () => {
  test('204: the crew is gone and the takeoff service hears of it', async () => {
    const { id, crewCode } = await newCrew({ crewCode: freshCode('D') });
    const { status, body } = await request('DELETE', `${path}/${id}`);
    expect([status, body]).toEqual([204, null]);
    expect((await request('GET', `${path}/${id}`)).status).toBe(404);
    const reported = await system.events('evt.crews-rates.service-crew.deleted');
    expect(reported.at(-1)).toEqual({ ...owner(), crews: [{ serviceCrewId: id, crewCode }] });
  });

  test('404: unknown', async () => {
    expect((await request('DELETE', `${path}/${unknownId}`)).status).toBe(404);
  });

  test('503: the owner of the service does not answer', async () => {
    const { id } = await newCrew({ crewCode: freshCode('U') });
    const { status } = await system.without('clients-projects', () => request('DELETE', `${path}/${id}`));
    expect(status).toBe(503);
  });
});

describe('DELETE /api/v1/service-crews/service/{serviceId}/all', () => {
  const remove = (serviceId: string) => request('DELETE', `${path}/service/${serviceId}/all`);

  test('204: every crew of the service and no other, told in one event', async () => {
    const { id: serviceId } = await system.newService(project.id);
    const other = await newCrew({ crewCode: freshCode('A') });
    for (const crewCode of ['ONE', 'TWO']) await system.newServiceCrew(project.id, serviceId, { crewCode });
    expect((await remove(serviceId)).status).toBe(204);
    expect((await request('GET', `${path}?serviceId=${serviceId}`)).body.total).toBe(0);
    expect((await request('GET', `${path}/${other.id}`)).status).toBe(200);
    const reported = (await system.events('evt.crews-rates.service-crew.deleted')) as Body[];
    expect(
      reported
        .at(-1)
        .crews.map((one: Body) => one.crewCode)
        .sort(),
    ).toEqual(['ONE', 'TWO']);
    expect((await remove(serviceId)).status).toBe(204);
  });

  test('404: unknown service', async () => {
    const { status, body } = await remove(unknownId);
    expect([status, body.resource]).toEqual([404, 'service']);
  });

  test('409: the service is approved', async () => {
    const approved = await system.newService(project.id);
    await system.newServiceCrew(project.id, approved.id);
    await approve(approved);
    const { status, body } = await remove(approved.id);
    expect([status, body.code]).toEqual([409, 'SERVICE_APPROVED']);
  });
});
