import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import {
  type CrewSystem,
  commonCrewSystem,
  faultsOf,
  freshCode,
  unknownId,
  until,
} from '../../support/crew-system';
import type { Answer } from '../../support/system';
import {
  expected,
  expectedLines,
  expectedMachines,
  expectedResult,
  expectedSubtotals,
  makeWorkedExample,
} from '../../support/worked-example';

type Body = Answer['body'];

let system: CrewSystem;
let worked: Awaited<ReturnType<typeof makeWorkedExample>>;

beforeAll(async () => {
  system = await commonCrewSystem();
  worked = await makeWorkedExample(system);
});
afterAll(() => system.stop());

const calculate = (projectId: string, json: object) =>
  system.request('POST', `/v1/projects/${projectId}/crew-rates`, { json });

describe('POST /v1/projects/{projectId}/crew-rates', () => {
  test('200: the worked example of rates.md 9 to the cent', async () => {
    const { project, crew } = worked;
    const { status, body } = await calculate(project.id, { crewId: crew.id });
    expect(status).toBe(200);
    expect(body.result).toEqual(expectedResult);
  });

  test('200: context, members, every line with its level, subtotals, multipliers and warnings', async () => {
    const { project, crew } = worked;
    const { body } = await calculate(project.id, { crewId: crew.id });
    expect(body).toMatchObject({
      projectId: project.id,
      crewId: crew.id,
      crewCode: 'PF-01',
      currency: 'CAD',
      workWeek: { hoursPerDay: 10, daysPerWeek: 6 },
      location: {
        country: 'CA',
        region: 'Western Canada',
        province: 'Alberta',
        year: 2025,
        quarter: 'Q3',
        projectType: 'petrochemical',
      },
      multipliers: {
        labour: { tier1: 1.3682, tier2: 1.08, tier3: 1.05, tier4: 1.1, total: 1.7067 },
        equipment: { tier1: 1.0526, tier2: 1.05, tier3: 1.03, tier4: 1.08, total: 1.2294 },
      },
    });
    expect(body.labour.members[1]).toMatchObject({
      tradeCode: 'PIPF',
      laborDesignation: 'Journeyman',
      quantity: 4,
      matchStep: 1,
      hours: { straightTime: 40, overtime: 10, doubleTime: 10 },
      baseRates: { straightTime: 51.25, overtime: 76.875, doubleTime: 102.5 },
      burdenedRates: { straightTime: 73.3515, overtime: 103.9771, doubleTime: 134.6029 },
      allInRates: { straightTime: 89.619, overtime: 121.7759, doubleTime: 153.9331 },
      manHours: 240,
      cost: 21279.44,
    });
    expect(body.equipment.members).toMatchObject(
      expectedMachines.map((machine) => ({ ...machine, rateSource: 'tag' })),
    );
    for (const [side, lines] of [
      ['labour', expected.labourLines],
      ['equipment', expected.equipmentLines],
    ] as const) {
      const wanted = expectedLines(lines);
      expect(body[side].lines).toHaveLength(wanted.size);
      for (const line of body[side].lines) expect(line).toMatchObject(wanted.get(line.category) as object);
      expect(body[side].subtotals).toMatchObject(expectedSubtotals(lines));
    }
    expect(body.labour.subtotals.L0).toBe(42174.52);
    expect(body.equipment.subtotals.E0).toBe(5183.75);
    expect(body.labour.lines.map((line: Body) => [line.category, line.level])).toEqual([
      ['traveling', 'project'],
      ['mobilization', 'project'],
      ['demobilization', 'project'],
      ['perDiem', 'rate-card'],
      ['supervision', 'project'],
      ['safety', 'project'],
      ['training', 'project'],
      ['smallTools', 'project'],
      ['consumables', 'rate-card'],
      ['ppe', 'rate-card'],
      ['overhead', 'project'],
      ['contingency', 'project'],
      ['markupProfitLabour', 'project'],
    ]);
    expect(body.warnings.map((one: Body) => [one.code, one.member])).toEqual([
      ['OPERATOR_MISSING', 'CRN-RT-050'],
    ]);
  });

  test('200: inline members give the same figures as the crew', async () => {
    const { project, labourMembers, equipmentMembers } = worked;
    const { body } = await calculate(project.id, { labourMembers, equipmentMembers });
    expect(body).toMatchObject({ crewId: null, crewCode: null, result: expectedResult });
  });

  test('200: entries, week, fuel and exchange rates of the request come first', async () => {
    const { project, crew } = worked;
    const { body } = await calculate(project.id, {
      crewId: crew.id,
      workWeek: { daysPerWeek: 5 },
      fuelPrices: { diesel: 2 },
      indirectCosts: {
        labour: {
          traveling: { percentage: 10 },
          perDiem: { amount: 5 },
          safety: null,
          housing: { amount: 1 },
        },
      },
    });
    expect(body.workWeek).toEqual({ hoursPerDay: 10, daysPerWeek: 5 });
    expect(body.result).toMatchObject({ crewHours: 50, manHours: 400 });
    expect(body.equipment.members[0].fuelPerHour).toBe(28);
    const lineOf = (category: string) => body.labour.lines.find((line: Body) => line.category === category);
    expect(lineOf('traveling')).toMatchObject({ level: 'request', method: 'percentage', percentage: 10 });
    expect(lineOf('perDiem')).toMatchObject({ level: 'request', method: 'amount', value: 2000 });
    expect(lineOf('safety')).toMatchObject({ level: 'project', amount: 1.85, value: 740 });
    expect(lineOf('housing')).toMatchObject({ tier: 1, level: 'request', value: 400 });
    expect(body.labour.lines.findLastIndex((line: Body) => line.tier === 1)).toBe(
      body.labour.lines.indexOf(lineOf('housing')),
    );
  });

  test('200: year, quarter and type of the request replace those of the project; another step is warned of', async () => {
    const { project, crew } = worked;
    const { body } = await calculate(project.id, { crewId: crew.id, year: 2026, quarter: 'Q1' });
    expect(body.location).toMatchObject({ year: 2026, quarter: 'Q1', projectType: 'petrochemical' });
    expect(body.labour.members[0]).toMatchObject({ matchStep: 2, periodDistanceQuarters: -2 });
    expect(body.warnings.filter((one: Body) => one.code === 'FALLBACK_MATCH')).toHaveLength(4);
    expect(body.result.labourTotal).toBe(expectedResult.labourTotal);
  });

  test('200: cards of another currency are converted by the exchange rates', async () => {
    const trade = await system.newTrade();
    await system.newCard(trade, { currency: 'USD', baseWage: 40 });
    const { project } = worked;
    const json = { labourMembers: [system.persons(trade)], exchangeRates: [{ currency: 'usd', rate: 1.5 }] };
    const { body } = await calculate(project.id, json);
    expect(body.labour.members[0].burdenedRates.straightTime).toBe(60);
  });

  test('200: nothing is stored', async () => {
    const { project, crew } = worked;
    const count = async () =>
      (await system.sql`select count(*)::int as count from crews_rates.outbox`)[0]?.count;
    const before = await count();
    await calculate(project.id, { crewId: crew.id });
    expect(await count()).toBe(before);
    expect((await system.request('GET', `/v1/crews/${crew.id}`)).body.version).toBe(1);
  });

  test('400: none or several of crew and members, unknown and faulty keys', async () => {
    const { project, crew, labourMembers } = worked;
    const none = await calculate(project.id, {});
    expect([none.status, faultsOf(none.body)]).toEqual([400, { crewId: 'REQUIRED' }]);
    const several = await calculate(project.id, {
      crewId: crew.id,
      serviceCrewId: unknownId,
      labourMembers,
      workWeek: { hoursPerDay: 17, weeks: 1 },
      quarter: 'Q5',
      indirectCosts: { labour: { traveling: { percentage: 1001, amount: -1 }, 'not a key': {} }, other: {} },
    });
    expect(faultsOf(several.body)).toEqual({
      serviceCrewId: 'DUPLICATE',
      labourMembers: 'DUPLICATE',
      'workWeek.hoursPerDay': 'MAX',
      'workWeek.weeks': 'UNKNOWN_FIELD',
      quarter: 'ENUM',
      'indirectCosts.labour.traveling.percentage': 'MAX',
      'indirectCosts.labour.traveling.amount': 'MIN',
      'indirectCosts.labour.not a key': 'UNKNOWN_FIELD',
      'indirectCosts.other': 'UNKNOWN_FIELD',
    });
  });

  test('400: several crews, also when one is faulty, with every other fault', async () => {
    const { status, body } = await calculate(worked.project.id, {
      crewId: 'PF-01',
      projectCrewId: unknownId,
      equipmentMembers: [{ equipmentCode: 'NONE', quantity: 0 }],
      exchangeRates: [{ currency: 'USD', rate: 1.3 }, { currency: 'EUR' }, { currency: 'usd', rate: 1.4 }],
    });
    expect(status).toBe(400);
    expect(faultsOf(body)).toEqual({
      crewId: 'FORMAT',
      projectCrewId: 'DUPLICATE',
      equipmentMembers: 'DUPLICATE',
      'equipmentMembers[0].quantity': 'MIN',
      'equipmentMembers[0].equipmentCode': 'REFERENCE',
      'exchangeRates[1].rate': 'REQUIRED',
      'exchangeRates[2].currency': 'DUPLICATE',
    });
  });

  test('200: no country and year are needed where no member needs a rate card', async () => {
    const nowhere = await system.newProject({ country: null, year: null });
    const priced = system.persons(await system.newTrade(), 1, { rateOverride: { straightTime: 80 } });
    const { status, body } = await calculate(nowhere.id, { labourMembers: [priced] });
    expect(status).toBe(200);
    expect(body.location).toMatchObject({ country: null, year: null });
    expect(body.result.labourTotal).toBe(40 * 80 + 10 * 120);
  });

  test('400: inline members of unknown trades and equipment', async () => {
    const { status, body } = await calculate(worked.project.id, {
      labourMembers: [{ tradeCode: 'NONE', laborDesignation: 'Foreman', quantity: 1 }],
      equipmentMembers: [{ equipmentCode: 'NONE', quantity: 1 }],
    });
    expect(status).toBe(400);
    expect(faultsOf(body)).toEqual({
      'labourMembers[0].tradeCode': 'TRADE_NOT_FOUND',
      'equipmentMembers[0].equipmentCode': 'REFERENCE',
    });
  });

  test('400: no matching crew members, with the reason of each and the nearest cards', async () => {
    const unpriced = await system.newTrade();
    const abroad = await system.newTrade();
    await system.newCard(abroad, { country: 'SA' });
    const elsewhere = await system.newTrade();
    const near = await system.newCard(elsewhere, { province: 'Ontario' });
    const other = await system.newTrade();
    await system.newCard(other, { projectType: 'power' });
    const old = await system.newTrade();
    await system.newCard(old, { year: 2022 });
    const inactive = await system.newTrade();
    await system.newCard(inactive, { isActive: false });
    const members = [unpriced, abroad, elsewhere, other, old, inactive];
    const { status, body } = await calculate(worked.project.id, {
      labourMembers: [
        ...members.map((trade) => system.persons(trade, 2)),
        { tradeCode: 'PIPF', laborDesignation: 'Foreman', quantity: 1 },
      ],
    });
    expect([status, body.code, body.matched]).toEqual([400, 'NO_MATCHING_CREW_MEMBERS', 1]);
    expect(body.detail).toBe('No matching crew members for the project location');
    expect(body.projectLocation).toEqual({
      country: 'CA',
      region: 'Western Canada',
      province: 'Alberta',
      year: 2025,
      quarter: 'Q3',
      projectType: 'petrochemical',
    });
    expect(body.missing.map((one: Body) => [one.tradeCode, one.quantity, one.reason])).toEqual([
      [unpriced.tradeCode, 2, 'NO_CARD_FOR_TRADE'],
      [abroad.tradeCode, 2, 'NO_CARD_IN_COUNTRY'],
      [elsewhere.tradeCode, 2, 'NO_CARD_IN_LOCATION'],
      [other.tradeCode, 2, 'NO_CARD_FOR_PROJECT_TYPE'],
      [old.tradeCode, 2, 'NO_CARD_IN_PERIOD'],
      [inactive.tradeCode, 2, 'NO_CARD_FOR_TRADE'],
    ]);
    expect(body.missing[2].nearest).toEqual([
      {
        memberId: near.id,
        region: 'Western Canada',
        province: 'Ontario',
        year: 2025,
        quarter: 'Q3',
        projectType: 'petrochemical',
      },
    ]);
  });

  test('400: strict takes the first step only', async () => {
    const { project, crew } = worked;
    const json = { crewId: crew.id, quarter: 'Q4' };
    expect((await calculate(project.id, json)).status).toBe(200);
    const { status, body } = await calculate(project.id, { ...json, strict: true });
    expect([status, body.code, body.missing[0].reason]).toEqual([
      400,
      'NO_MATCHING_CREW_MEMBERS',
      'NO_CARD_IN_PERIOD',
    ]);
  });

  test('400: a project without country and year; no exchange rate; no rental rate', async () => {
    const { crew, project } = worked;
    const nowhere = await system.newProject({ country: null, year: null });
    const { status, body } = await calculate(nowhere.id, { crewId: crew.id });
    expect([status, body.code, body.missing]).toEqual([
      400,
      'PROJECT_LOCATION_INCOMPLETE',
      ['country', 'year'],
    ]);
    const trade = await system.newTrade();
    await system.newCard(trade, { currency: 'EUR' });
    const foreign = await calculate(project.id, { labourMembers: [system.persons(trade)] });
    expect([foreign.status, foreign.body.code, foreign.body.currency]).toEqual([
      400,
      'EXCHANGE_RATE_MISSING',
      'EUR',
    ]);
    const { equipmentCode } = await system.newEquipment({ monthlyRate: null });
    const free = await calculate(project.id, { equipmentMembers: [{ equipmentCode, quantity: 1 }] });
    expect([free.status, free.body.code, free.body.equipmentCode]).toEqual([
      400,
      'EQUIPMENT_RATE_MISSING',
      equipmentCode,
    ]);
  });

  test('404: unknown project, crew, project crew and service crew', async () => {
    const { project, crew } = worked;
    for (const [projectId, json, resource] of [
      [unknownId, { crewId: crew.id }, 'project'],
      ['P-1', { crewId: crew.id }, 'project'],
      [project.id, { crewId: unknownId }, 'crew'],
      [project.id, { projectCrewId: unknownId }, 'project crew'],
      [project.id, { serviceCrewId: unknownId }, 'service crew'],
    ] as const) {
      const { status, body } = await calculate(projectId, json);
      expect([status, body.code, body.resource]).toEqual([404, 'NOT_FOUND', resource]);
    }
  });

  test('503: the owner of the project, and the owner of the equipment, do not answer', async () => {
    const { project, crew } = worked;
    for (const owner of ['clients-projects', 'equipment-wbs'] as const) {
      const { status, body } = await system.without(owner, () => calculate(project.id, { crewId: crew.id }));
      expect([status, body.code, body.dependency]).toEqual([503, 'DEPENDENCY_UNAVAILABLE', owner]);
    }
  });
});

const importCrew = (projectId: string, json: object) =>
  system.request('POST', `/v1/projects/${projectId}/import-crew`, { json });

describe('POST /v1/projects/{projectId}/import-crew', () => {
  test('200: the worked example with rates, match data and snapshot of the members', async () => {
    const { project, crew } = worked;
    const { status, headers, body } = await importCrew(project.id, { crewId: crew.id });
    expect(status).toBe(200);
    expect(headers.get('etag')).toBe(`"${body.version}"`);
    expect(body).toMatchObject({
      projectId: project.id,
      crewId: crew.id,
      serviceCrewId: null,
      crewCode: 'PF-01',
      name: 'Pipe erection and welding',
      discipline: 'piping',
      status: 'complete',
      currency: 'CAD',
      workWeek: { hoursPerDay: 10, daysPerWeek: 6 },
      location: { country: 'CA', province: 'Alberta', year: 2025, quarter: 'Q3' },
      rates: expectedResult,
    });
    expect(body.projectCrewId).toBe(body.id);
    expect(body.importedAt).toMatch(/Z$/);
    expect(body.labourMembers[1]).toMatchObject({
      tradeCode: 'PIPF',
      laborDesignation: 'Journeyman',
      quantity: 4,
      straightTimeHours: null,
      rateOverride: null,
      currency: 'CAD',
      matchStep: 1,
      matchedOn: {
        country: 'CA',
        province: 'Alberta',
        year: 2025,
        quarter: 'Q3',
        projectType: 'petrochemical',
      },
      burdenedRates: { straightTime: 73.3515, overtime: 103.9771, doubleTime: 134.6029 },
      addOns: { perDiem: { straightTime: 12, overtime: 12, doubleTime: 12 } },
      allInRates: { straightTime: 89.619, overtime: 121.7759, doubleTime: 153.9331 },
      manHours: 240,
      cost: 21279.44,
    });
    expect(body.equipmentMembers[0]).toMatchObject({
      equipmentCode: 'CRN-RT-050',
      rentalBasis: 'monthly',
      operatingShare: 30,
      operatingHours: null,
      rateSource: 'tag',
      rentalPerHour: 81.8182,
      fuelPerHour: 20.3,
      operatingRate: 111.6182,
      standbyRate: 40.9091,
    });
    expect(body.indirectCosts.labour.safety).toEqual({ percentage: 3, amount: 1.85 });
    expect(body.warnings.map((one: Body) => [one.code, one.member])).toEqual([
      ['OPERATOR_MISSING', 'CRN-RT-050'],
    ]);
  });

  test('200: importing again refreshes the one project crew, which can be calculated by its identifier', async () => {
    const { project, crew } = worked;
    const { body: first } = await importCrew(project.id, { crewId: crew.id });
    const { body: second } = await importCrew(project.id, {
      crewId: crew.id,
      name: 'Site crew',
      labourMembers: [{ tradeCode: 'PIPF', laborDesignation: 'Journeyman', quantity: 2 }],
      equipmentMembers: [],
      indirectCosts: { labour: { traveling: { percentage: 10 } } },
    });
    expect(second).toMatchObject({
      id: first.id,
      name: 'Site crew',
      version: first.version + 1,
      createdAt: first.createdAt,
      equipmentMembers: [],
      indirectCosts: { labour: { traveling: { percentage: 10, amount: null } } },
    });
    const { body } = await calculate(project.id, { projectCrewId: first.id });
    expect(body).toMatchObject({ crewId: crew.id, crewCode: 'PF-01', projectCrewId: first.id });
    expect(body.result).toEqual(second.rates);
    expect(body.labour.lines[0]).toMatchObject({
      category: 'traveling',
      level: 'service-crew',
      percentage: 10,
    });
    const { body: detail } = await system.request('GET', `/v1/crews/${crew.id}`);
    expect(detail.usage.projectCount).toBe(1);
  });

  test('200: other year, quarter and type than the project, which the project crew keeps', async () => {
    const { project, crew } = worked;
    const { body } = await importCrew(project.id, { crewId: crew.id, year: 2026, quarter: 'Q1' });
    expect(body.location).toMatchObject({ year: 2026, quarter: 'Q1' });
    expect(body.labourMembers[0]).toMatchObject({ matchStep: 2, periodDistanceQuarters: -2 });
    expect(body.warnings.map((one: Body) => one.code)).toContain('FALLBACK_MATCH');
    const { body: calculated } = await calculate(project.id, { projectCrewId: body.projectCrewId });
    expect(calculated.location).toMatchObject({ year: 2026, quarter: 'Q1' });
  });

  test('200: with a service a service crew is created, then refreshed, and a locked one keeps its snapshot', async () => {
    const { project, crew } = worked;
    const service = await system.newService(project.id);
    const given = { crewId: crew.id, serviceId: service.id };
    const { body: created } = await importCrew(project.id, given);
    const path = `/api/v1/service-crews/${created.serviceCrewId}`;
    const read = async () => (await system.request('GET', path)).body;
    expect(await read()).toMatchObject({
      projectId: project.id,
      serviceId: service.id,
      crewId: crew.id,
      crewCode: 'PF-01',
      status: 'complete',
      rates: expectedResult,
      version: 1,
    });
    const members = { labourMembers: [{ tradeCode: 'WELD', laborDesignation: 'Journeyman', quantity: 1 }] };
    await importCrew(project.id, given);
    expect((await read()).version).toBe(1);
    const { body: refreshed } = await importCrew(project.id, { ...given, ...members, name: 'Welders' });
    expect(refreshed.serviceCrewId).toBe(created.serviceCrewId);
    expect(await read()).toMatchObject({ name: 'Welders', version: 2, rates: refreshed.rates });
    await system.request('PUT', path, { json: { ratesLocked: true } });
    const { body: locked } = await importCrew(project.id, given);
    expect(locked.rates).toEqual(expectedResult);
    expect(locked.warnings.at(-1)).toMatchObject({ code: 'RATES_LOCKED' });
    expect(await read()).toMatchObject({ version: 3, rates: refreshed.rates });
  });

  test('200: allowPartial keeps members without a card, without rates', async () => {
    const { project, crew } = worked;
    const unpriced = await system.newTrade();
    const members = [
      { tradeCode: 'PIPF', laborDesignation: 'Foreman', quantity: 1 },
      system.persons(unpriced, 3),
    ];
    const json = { crewId: crew.id, labourMembers: members, allowPartial: true };
    const { status, body } = await importCrew(project.id, json);
    expect([status, body.status, body.rates]).toEqual([200, 'incomplete', null]);
    expect(body.labourMembers[0].cost).toBe(5969.72);
    expect(body.labourMembers[1]).toMatchObject({
      memberId: null,
      matchStep: null,
      burdenedRates: null,
      cost: null,
    });
    expect(body.warnings).toContainEqual(
      expect.objectContaining({ code: 'NO_MATCHING_CREW_MEMBERS', reason: 'NO_CARD_FOR_TRADE' }),
    );
    const calculated = await calculate(project.id, { projectCrewId: body.projectCrewId });
    expect([calculated.status, calculated.body.code]).toEqual([400, 'NO_MATCHING_CREW_MEMBERS']);
  });

  test('400: members without a card, and nothing is stored', async () => {
    const project = await system.newProject();
    const [trade, service] = [await system.newTrade(), await system.newService(project.id)];
    const crew = await system.newCrew({ labourMembers: [system.persons(trade)] });
    const given = { crewId: crew.id, serviceId: service.id };
    for (const json of [given, { ...given, allowPartial: true }]) {
      const { status, body } = await importCrew(project.id, json);
      expect([status, body.code, body.matched]).toEqual([400, 'NO_MATCHING_CREW_MEMBERS', 0]);
      expect(body.missing).toEqual([
        {
          tradeCode: trade.tradeCode,
          laborDesignation: 'Journeyman',
          quantity: 1,
          reason: 'NO_CARD_FOR_TRADE',
          nearest: [],
        },
      ]);
    }
    const { body } = await system.request('GET', `/v1/crews/${crew.id}`);
    expect(body.usage).toMatchObject({ projectCount: 0, serviceCrewCount: 0 });
  });

  test('400: no project location, exchange rate or rental rate, also with allowPartial', async () => {
    const { project, crew } = worked;
    const nowhere = await system.newProject({ year: null });
    const trade = await system.newTrade();
    await system.newCard(trade, { currency: 'EUR' });
    const { equipmentCode } = await system.newEquipment({ monthlyRate: null });
    for (const [projectId, members, code] of [
      [nowhere.id, {}, 'PROJECT_LOCATION_INCOMPLETE'],
      [project.id, { labourMembers: [system.persons(trade)] }, 'EXCHANGE_RATE_MISSING'],
      [project.id, { equipmentMembers: [{ equipmentCode, quantity: 1 }] }, 'EQUIPMENT_RATE_MISSING'],
    ] as const) {
      const json = { crewId: crew.id, allowPartial: true, ...members };
      const { status, body } = await importCrew(projectId, json);
      expect([status, body.code]).toEqual([400, code]);
    }
  });

  test('400: an inactive crew', async () => {
    const { id } = await system.newCrew({ isActive: false });
    const { status, body } = await importCrew(worked.project.id, { crewId: id });
    expect([status, body.code]).toEqual([400, 'CREW_INACTIVE']);
  });

  test('400: unknown keys, a missing crew, unknown members', async () => {
    const { status, body } = await importCrew(worked.project.id, {
      colour: 'red',
      year: 1900,
      labourMembers: [{ tradeCode: 'NONE', laborDesignation: 'Foreman', quantity: 1 }],
    });
    expect(status).toBe(400);
    expect(faultsOf(body)).toEqual({
      colour: 'UNKNOWN_FIELD',
      crewId: 'REQUIRED',
      year: 'MIN',
      'labourMembers[0].tradeCode': 'TRADE_NOT_FOUND',
    });
  });

  test('404: unknown project and crew, and a service of another project', async () => {
    const { project, crew } = worked;
    const other = await system.newService((await system.newProject()).id);
    for (const [projectId, json, resource] of [
      [unknownId, { crewId: crew.id }, 'project'],
      [project.id, { crewId: unknownId }, 'crew'],
      [project.id, { crewId: crew.id, serviceId: other.id }, 'service'],
    ] as const) {
      const { status, body } = await importCrew(projectId, json);
      expect([status, body.code, body.resource]).toEqual([404, 'NOT_FOUND', resource]);
    }
  });

  test('409: an approved service', async () => {
    const { project, crew } = worked;
    const service = await system.newService(project.id, { status: 'approved' });
    const { status, body } = await importCrew(project.id, { crewId: crew.id, serviceId: service.id });
    expect([status, body.code]).toEqual([409, 'SERVICE_APPROVED']);
  });

  test('503: the owner of the project does not answer', async () => {
    const { project, crew } = worked;
    const { status, body } = await system.without('clients-projects', () =>
      importCrew(project.id, { crewId: crew.id }),
    );
    expect([status, body.code]).toEqual([503, 'DEPENDENCY_UNAVAILABLE']);
  });

  test('a crew that a project uses cannot be deleted until the project is', async () => {
    const project = await system.newProject();
    const crew = await system.newCrew({ code: freshCode('PC-') });
    const { body: imported } = await importCrew(project.id, { crewId: crew.id });
    const remove = () => system.request('DELETE', `/v1/crews/${crew.id}`);
    const { status, body } = await remove();
    expect([status, body.code]).toEqual([409, 'CREW_IN_USE']);
    expect(body.blocking).toEqual({
      count: 1,
      items: [{ id: imported.projectCrewId, code: crew.code, name: 'Pipe crew' }],
    });
    await system.askProjects('DELETE', `/v1/projects/${project.id}`);
    await until(async () => (await remove()).status === 204);
  });
});
