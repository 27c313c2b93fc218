import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type CrewHouse, faultsOf, startCrewHouse, unknownId } from '../../support/crew-house';
import type { Answer } from '../../support/house';
import {
  expected,
  expectedLines,
  expectedMachines,
  expectedResult,
  expectedSubtotals,
  makeWorkedExample,
} from '../../support/worked-example';

type Body = Answer['body'];

let house: CrewHouse;
let worked: Awaited<ReturnType<typeof makeWorkedExample>>;

beforeAll(async () => {
  house = await startCrewHouse();
  worked = await makeWorkedExample(house);
});
afterAll(() => house.stop());

const calculate = (projectId: string, json: object) =>
  house.request('POST', `/v1/projects/${projectId}/crew-rates`, { json });

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
    const trade = await house.newTrade();
    await house.newCard(trade, { currency: 'USD', baseWage: 40 });
    const { project } = worked;
    const json = { labourMembers: [house.persons(trade)], exchangeRates: [{ currency: 'usd', rate: 1.5 }] };
    const { body } = await calculate(project.id, json);
    expect(body.labour.members[0].burdenedRates.straightTime).toBe(60);
  });

  test('200: a Reader may calculate: the request stores nothing', async () => {
    const { project, crew } = worked;
    const count = async () =>
      (await house.sql`select count(*)::int as count from crews_rates.outbox`)[0]?.count;
    const before = await count();
    await calculate(project.id, { crewId: crew.id });
    expect(await count()).toBe(before);
    expect((await house.request('GET', `/v1/crews/${crew.id}`)).body.version).toBe(1);
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
    const unpriced = await house.newTrade();
    const abroad = await house.newTrade();
    await house.newCard(abroad, { country: 'SA' });
    const elsewhere = await house.newTrade();
    const near = await house.newCard(elsewhere, { province: 'Ontario' });
    const other = await house.newTrade();
    await house.newCard(other, { projectType: 'power' });
    const old = await house.newTrade();
    await house.newCard(old, { year: 2022 });
    const inactive = await house.newTrade();
    await house.newCard(inactive, { isActive: false });
    const members = [unpriced, abroad, elsewhere, other, old, inactive];
    const { status, body } = await calculate(worked.project.id, {
      labourMembers: [
        ...members.map((trade) => house.persons(trade, 2)),
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
    const nowhere = await house.newProject({ country: null, year: null });
    const { status, body } = await calculate(nowhere.id, { crewId: crew.id });
    expect([status, body.code, body.missing]).toEqual([
      400,
      'PROJECT_LOCATION_INCOMPLETE',
      ['country', 'year'],
    ]);
    const trade = await house.newTrade();
    await house.newCard(trade, { currency: 'EUR' });
    const foreign = await calculate(project.id, { labourMembers: [house.persons(trade)] });
    expect([foreign.status, foreign.body.code, foreign.body.currency]).toEqual([
      400,
      'EXCHANGE_RATE_MISSING',
      'EUR',
    ]);
    const { equipmentCode } = await house.newEquipment({ monthlyRate: null });
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
      const { status, body } = await house.without(owner, () => calculate(project.id, { crewId: crew.id }));
      expect([status, body.code, body.dependency]).toEqual([503, 'DEPENDENCY_UNAVAILABLE', owner]);
    }
  });
});
