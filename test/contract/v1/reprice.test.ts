import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type CrewSystem, commonCrewSystem, freshCode, unknownId } from '../../support/crew-system';
import { repricing, texas } from '../../support/reprice-system';
import type { Answer } from '../../support/system';

type Body = Answer['body'];

let system: CrewSystem;
let ways: ReturnType<typeof repricing>;

beforeAll(async () => {
  system = await commonCrewSystem();
  ways = repricing(system);
});
afterAll(() => system.stop());

const change = (before: number, after: number) => ({ before, after, difference: after - before });

describe('POST /v1/projects/{projectId}/services/{serviceId}/reprice', () => {
  test('200: dry without dryRun: every rate and figure before and after, and nothing is stored', async () => {
    const { project, service, crewCode, crew, line } = await ways.arrange();
    const { status, body } = await ways.reprice({ project, service }, { place: texas });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      dryRun: true,
      operationIds: { serviceCrews: null, takeoffLines: null },
      linesFollow: false,
      matched: 1,
      changed: 1,
      total: { totalManHours: change(20, 20), labourCost: change(1100, 880), totalCost: change(1100, 880) },
      byDiscipline: [{ discipline: 'piping', totalCost: change(1100, 880) }],
      byWbs: [{ wbsCode: null, kind: 'none', totalCost: change(1100, 880) }],
    });
    expect(body.crews).toMatchObject([
      {
        serviceCrewId: crew.id,
        crewCode,
        outcome: 'repriced',
        location: texas,
        before: { labourRate: 55, equipmentRate: 0, totalRate: 55 },
        after: { labourRate: 44, equipmentRate: 0, totalRate: 44 },
        difference: { labourRate: -11, equipmentRate: 0, totalRate: -11 },
        warnings: [],
      },
    ]);
    expect(await ways.crew(crew)).toEqual(
      crew.takeoffLineCount === 1 ? crew : { ...crew, takeoffLineCount: 1 },
    );
    expect(await ways.line(line)).toEqual(line);
    expect(await ways.operations('service-crews', service.id)).toHaveLength(1);
  });

  test('200: the match of every member, before and after', async () => {
    const { project, service, crew } = await ways.arrange();
    const { body } = await ways.reprice({ project, service }, { place: { ...texas, quarter: 'Q4' } });
    const [member] = body.crews[0].members;
    const [stored] = crew.labourMembers;
    expect(member).toMatchObject({
      tradeCode: stored.tradeCode,
      quantity: 2,
      matchStep: 2,
      periodDistanceQuarters: -2,
      matchedOn: { ...texas, currency: 'CAD' },
      before: { memberId: stored.memberId, matchStep: 1, allInRates: stored.allInRates, cost: stored.cost },
      after: { memberId: member.memberId, matchStep: 2, allInRates: { straightTime: 40 } },
    });
    expect(member.memberId).not.toBe(stored.memberId);
    expect(body.crews[0].warnings).toMatchObject([{ code: 'FALLBACK_MATCH', step: 2 }]);
  });

  test('200: stored, the lines calculated before the answer, each as one operation that tells of the other', async () => {
    const { project, service, crew, line } = await ways.arrange();
    const dry = (await ways.reprice({ project, service }, { place: texas })).body;
    const body = await ways.repriced({ project, service }, { place: texas });
    expect(await ways.line(line)).toMatchObject({
      labourRate: 44,
      totalCost: 880,
      labourRateSource: 'crew',
      version: line.version + 1,
      updatedBy: 'tester',
    });
    const { operationIds, ...reported } = body;
    expect(reported).toEqual({
      ...reported,
      crews: dry.crews,
      total: dry.total,
      byWbs: dry.byWbs,
      dryRun: false,
    });
    expect(await ways.crew(crew)).toMatchObject({
      version: 2,
      status: 'complete',
      repricing: { place: texas },
      rates: { labourRatePerManHour: 44 },
      labourMembers: [{ matchedOn: texas }],
    });
    const [crews] = await ways.operations('service-crews', service.id);
    expect(crews).toMatchObject({ operationId: operationIds.serviceCrews, kind: 'reprice', canUndo: false });
    const [lines] = await ways.operations('takeoff-lines', service.id);
    expect(lines).toMatchObject({
      operationId: operationIds.takeoffLines,
      kind: 'reprice',
      by: 'tester',
      causedBy: operationIds.serviceCrews,
      counts: { created: 0, updated: 1, deleted: 0 },
      canUndo: true,
    });
  });

  test('200: the event of the crews then finds nothing left to do', async () => {
    const { project, service, line } = await ways.arrange();
    await ways.repriced({ project, service }, { place: texas });
    const after = await ways.line(line);
    await ways.settled(service.id);
    expect(await ways.line(line)).toEqual(after);
    expect(await ways.operations('takeoff-lines', service.id)).toHaveLength(2);
  });

  test('200: the event does it, as the same operation, when a long write of lines keeps the takeoff from answering', async () => {
    const { project, service, crew, line } = await ways.arrange();
    await ways.settled(service.id);
    const body = await system.sql.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock_shared(hashtextextended('mto.writers.service.' || ${service.id}, 0))`;
      return ways.repriced({ project, service }, { place: texas });
    });
    expect(body).toMatchObject({ linesFollow: true, operationIds: { takeoffLines: null } });
    expect(await ways.crew(crew)).toMatchObject({ rates: { labourRatePerManHour: 44 } });
    await ways.settled(service.id);
    expect(await ways.line(line)).toMatchObject({ labourRate: 44, totalCost: 880 });
    const [lines, ...others] = await ways.operations('takeoff-lines', service.id);
    expect(lines).toMatchObject({ kind: 'reprice', causedBy: body.operationIds.serviceCrews, canUndo: true });
    expect(others).toHaveLength(1);
  });

  test('200: a repeat changes nothing and leaves no operation', async () => {
    const { project, service, crew } = await ways.arrange();
    await ways.repriced({ project, service }, { place: texas });
    const body = await ways.repriced({ project, service }, { place: texas });
    expect(body.crews).toMatchObject([{ outcome: 'unchanged', difference: { labourRate: 0 } }]);
    expect(body.operationIds).toEqual({ serviceCrews: null, takeoffLines: null });
    expect((await ways.crew(crew)).version).toBe(2);
  });

  test('200: with an Idempotency-Key the lines follow before the answer, too, and a repeat gets it again', async () => {
    const { project, service, line } = await ways.arrange();
    const key = { 'Idempotency-Key': freshCode('key') };
    const json = { place: texas, dryRun: false };
    const first = await ways.reprice({ project, service }, json, key);
    expect(first.body).toMatchObject({ linesFollow: false, crews: [{ outcome: 'repriced' }] });
    expect((await ways.line(line)).labourRate).toBe(44);
    expect((await ways.reprice({ project, service }, json, key)).body).toEqual(first.body);
    expect(await ways.operations('service-crews', service.id)).toHaveLength(2);
  });

  test('200: crews with locked rates stay and are listed', async () => {
    const { project, service, crew, line } = await ways.arrange();
    await ways.putCrew(crew, { ratesLocked: true });
    const locked = await ways.crew(crew);
    const body = await ways.repriced({ project, service }, { place: texas, escalationPercent: 5 });
    expect(body.crews).toMatchObject([
      { outcome: 'locked', before: { labourRate: 55 }, after: { labourRate: 55 } },
    ]);
    expect(body.total.totalCost).toEqual(change(1100, 1100));
    expect(await ways.crew(crew)).toEqual(locked);
    expect((await ways.line(line)).labourRate).toBe(55);
  });

  test('200: a crew with a member that has no card there keeps its rates, and the others are stored', async () => {
    const { project, service, crew } = await ways.arrange();
    const priced = await ways.newTradeOf({ alberta: 50, texas: 40 });
    const missing = await ways.newTradeOf({ alberta: 60 });
    const other = await system.newServiceCrew(project.id, service.id, {
      crewCode: freshCode('Crew'),
      labourMembers: [system.persons(priced), system.persons(missing)],
    });
    const body = await ways.repriced({ project, service }, { place: texas });
    const reported = body.crews.find((one: Body) => one.serviceCrewId === other.id);
    expect(reported).toMatchObject({
      outcome: 'unpriced',
      status: 'complete',
      after: reported.before,
      members: [{ matchStep: 1 }, { memberId: null, matchStep: null, after: { allInRates: null } }],
      warnings: [{ code: 'NO_MATCHING_CREW_MEMBERS', reason: 'NO_CARD_IN_COUNTRY' }],
    });
    expect(await ways.crew(other)).toMatchObject({ version: 1, rates: other.rates, repricing: null });
    expect((await ways.crew(crew)).rates.labourRatePerManHour).toBe(44);
  });

  test('200: only the crews that are named, their case ignored', async () => {
    const { project, service, crewCode, crew, trade } = await ways.arrange();
    const other = await system.newServiceCrew(project.id, service.id, {
      crewCode: freshCode('Crew'),
      labourMembers: [system.persons(trade)],
    });
    const body = await ways.repriced({ project, service }, { place: texas, crews: [crewCode.toUpperCase()] });
    expect(body.crews.map((one: Body) => one.serviceCrewId)).toEqual([crew.id]);
    expect((await ways.crew(other)).rates.labourRatePerManHour).toBe(55);
  });

  test('200: escalation multiplies the rates to 4 decimals, half away from zero', async () => {
    const { project, service, crew, line } = await ways.arrange();
    const body = await ways.repriced({ project, service }, { escalationPercent: 3.3335 });
    expect(body.crews[0].after.labourRate).toBe(56.8334);
    const stored = await ways.crew(crew);
    expect(stored.repricing).toEqual({ escalationPercent: 3.3335 });
    expect(stored.rates.labourRatePerManHour).toBe(56.8334);
    expect((await ways.line(line)).labourRate).toBe(56.8334);
    const path = `/v1/projects/${project.id}/crew-rates`;
    const explained = (await system.request('POST', path, { json: { serviceCrewId: crew.id } })).body;
    expect(explained).toMatchObject({ escalationPercent: 3.3335, result: stored.rates });
    expect(explained.labour.subtotals.L4).toBe(5500);
  });

  test('200: the working week and indirect costs in the place of those of the project, category by category', async () => {
    const { project, service } = await ways.arrange();
    const entries = { overhead: { percentage: 10 }, supervision: { percentage: 20 } };
    await system.setIndirectCosts(project.id, { labour: entries });
    const labour = { overhead: { percentage: 5 }, supervision: null };
    const { body } = await ways.reprice(
      { project, service },
      { workWeek: { hoursPerDay: 8, daysPerWeek: 5 }, indirectCosts: { labour } },
    );
    expect(body.crews[0].after.labourRate).toBe(52.5);
  });

  test('200: later calculations take what a reprice gave, and an empty one the project again', async () => {
    const { project, service, crew, line } = await ways.arrange();
    await ways.repriced({ project, service }, { place: texas, escalationPercent: 10 });
    const renamed = await ways.putCrew(crew, { name: 'Night crew' });
    expect(renamed).toMatchObject({ name: 'Night crew', rates: { labourRatePerManHour: 48.4 } });
    const path = `/api/v1/service-crews/${crew.id}/recalculate`;
    expect((await system.request('POST', path)).body.rates.labourRatePerManHour).toBe(48.4);
    await ways.repriced({ project, service }, {});
    expect(await ways.crew(crew)).toMatchObject({ repricing: null, rates: { labourRatePerManHour: 55 } });
    expect((await ways.line(line)).labourRate).toBe(55);
  });

  test('200: what a place leaves out: regions and provinces of another country are none, the period is that of the project', async () => {
    const { project, service } = await ways.arrange();
    const at = async (place: object) =>
      (await ways.reprice({ project, service }, { place })).body.crews[0].location;
    const own = { region: 'Western Canada', province: 'Alberta', year: 2025, quarter: 'Q3' };
    expect(await at({ country: 'US' })).toMatchObject({
      ...own,
      country: 'US',
      region: null,
      province: null,
    });
    expect(await at({ region: 'Prairies' })).toMatchObject({
      ...own,
      country: 'CA',
      region: 'Prairies',
      province: null,
    });
    expect(await at({ province: 'Manitoba', year: 2026 })).toMatchObject({
      ...own,
      province: 'Manitoba',
      year: 2026,
    });
  });

  test('200: byWbs is null while the owner of the WBS does not answer', async () => {
    const target = await ways.arrange();
    const { status, body } = await system.without('equipment-wbs', () =>
      ways.reprice(target, { place: texas }),
    );
    expect([status, body.byWbs, body.unavailable]).toEqual([200, null, ['byWbs']]);
  });

  test('200: lines with a rate entered by hand, and of other services, stay', async () => {
    const { project, service, crewCode, newLine, line } = await ways.arrange();
    const manual = await newLine({ labourRate: 10 });
    const elsewhere = await system.newService(project.id);
    const other = await system.newLine(project.id, elsewhere.id, { crewCode });
    const body = await ways.repriced({ project, service }, { place: texas });
    expect(body).toMatchObject({ matched: 2, changed: 1 });
    expect([await ways.line(manual), await ways.line(other)]).toEqual([manual, other]);
    expect((await ways.line(line)).labourRate).toBe(44);
  });

  test('200: a service without crews', async () => {
    const project = await system.newProject();
    const service = await system.newService(project.id);
    const { status, body } = await ways.reprice({ project, service }, { dryRun: false });
    expect([status, body.crews, body.operationIds]).toEqual([
      200,
      [],
      { serviceCrews: null, takeoffLines: null },
    ]);
  });

  test('400: every fault at once, codes of no crew among them', async () => {
    const { project, service, crewCode } = await ways.arrange();
    const { status, body } = await ways.reprice(
      { project, service },
      {
        crews: [crewCode, 'NO-1', 'NO-2'],
        place: { country: 'Texas', year: 1800, planet: 'Mars' },
        workWeek: { daysPerWeek: 8 },
        indirectCosts: { labour: { overhead: { percentage: -1 } } },
        escalationPercent: -101,
        dryRun: 'no',
        colour: 'red',
      },
    );
    expect([status, body.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(body.errors.map(({ field, code }: Body) => `${field} ${code}`).sort()).toEqual(
      [
        'colour UNKNOWN_FIELD',
        'crews[1] REFERENCE',
        'crews[2] REFERENCE',
        'dryRun TYPE',
        'escalationPercent MIN',
        'indirectCosts.labour.overhead.percentage MIN',
        'place.country MAX_LENGTH',
        'place.planet UNKNOWN_FIELD',
        'place.year MIN',
        'workWeek.daysPerWeek MAX',
      ].sort(),
    );
  });

  test('400: an empty list of crews, and more than 500', async () => {
    const target = await ways.arrange();
    const empty = await ways.reprice(target, { crews: [] });
    expect([empty.status, empty.body.errors[0].field]).toEqual([400, 'crews']);
    const many = await ways.reprice(target, { crews: Array.from({ length: 501 }, (_, at) => `C-${at}`) });
    expect(many.body.errors).toMatchObject([{ field: 'crews', code: 'MAX_LENGTH' }]);
  });

  test('404: an unknown project, and a service of another project', async () => {
    const { project, service } = await ways.arrange();
    const unknown = await ways.reprice({ project: { id: unknownId }, service });
    expect([unknown.status, unknown.body.code]).toEqual([404, 'NOT_FOUND']);
    const other = await system.newProject();
    const elsewhere = await ways.reprice({ project: other, service });
    expect([elsewhere.status, elsewhere.body.code]).toEqual([404, 'NOT_FOUND']);
    expect((await ways.reprice({ project, service: { id: 'x' } })).status).toBe(404);
  });

  test('409: an approved service, also dry', async () => {
    const target = await ways.arrange();
    await ways.approve(target);
    for (const dryRun of [true, false]) {
      const { status, body } = await ways.reprice(target, { place: texas, dryRun });
      expect([status, body.code]).toEqual([409, 'SERVICE_APPROVED']);
    }
  });

  test('503: without the projects, and without the takeoff nothing is stored', async () => {
    const target = await ways.arrange();
    for (const name of ['clients-projects', 'mto'] as const) {
      const { status, body } = await system.without(name, () =>
        ways.reprice(target, { place: texas, dryRun: false }),
      );
      expect([status, body.code]).toEqual([503, 'DEPENDENCY_UNAVAILABLE']);
    }
    expect((await ways.crew(target.crew)).rates.labourRatePerManHour).toBe(55);
  });
});
