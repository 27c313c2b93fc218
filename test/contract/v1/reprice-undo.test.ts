import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type CrewSystem, commonCrewSystem, freshCode } from '../../support/crew-system';
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

/** A record without what every write moves on. */
const content = ({ version: _, updatedAt: _at, updatedBy: _by, ...record }: Body): Body => record;

async function undone(operationId: string, json: object = {}): Promise<Body> {
  const { status, body } = await ways.undo(operationId, json);
  expect({ status, reported: body.detail }).toEqual({ status: 200, reported: undefined });
  return body;
}

/** A service in Alberta that was repriced to Texas, and what its crew and line were before and after. */
async function arrangeRepriced() {
  const target = await ways.arrange();
  const before = { crew: await ways.crew(target.crew), line: await ways.line(target.line) };
  const { operationIds } = await ways.repriced(target, { place: texas, escalationPercent: 10 });
  const after = { crew: await ways.crew(target.crew), line: await ways.line(target.line) };
  expect(after.line.labourRate).toBe(48.4);
  return { ...target, before, after, operationIds };
}

describe('POST /api/v1/history/takeoff-lines/{operationId}/undo of a reprice', () => {
  test('200: the crews and the lines are those of before, field by field, and stay so', async () => {
    const { crew, line, service, before, operationIds } = await arrangeRepriced();
    const body = await undone(operationIds.takeoffLines);
    expect(body).toMatchObject({
      kind: 'undo',
      undoes: operationIds.takeoffLines,
      counts: { created: 0, updated: 1, deleted: 0 },
      skipped: [],
      serviceCrews: { restored: 1, skipped: [] },
    });
    expect(body.serviceCrews.operationId).toBe(body.causedBy);
    expect(content(await ways.crew(crew))).toEqual(content(before.crew));
    expect(content(await ways.line(line))).toEqual(content(before.line));
    await ways.settled(service.id);
    expect(content(await ways.line(line))).toEqual(content(before.line));
    expect(await ways.operations('takeoff-lines', service.id)).toHaveLength(3);
    const [crews, repriced] = await ways.operations('service-crews', service.id);
    expect(crews).toMatchObject({ kind: 'undo', by: 'tester', undoes: operationIds.serviceCrews });
    expect(repriced).toMatchObject({ undoneBy: crews?.operationId });
  });

  test('200: undo of the undo gives the repriced rates back, and can be undone in turn', async () => {
    const { crew, line, service, before, after, operationIds } = await arrangeRepriced();
    const first = await undone(operationIds.takeoffLines);
    const second = await undone(first.operationId);
    expect(second.serviceCrews).toMatchObject({ restored: 1 });
    expect(content(await ways.crew(crew))).toEqual(content(after.crew));
    expect(content(await ways.line(line))).toEqual(content(after.line));
    const repriced = (await ways.operations('service-crews', service.id)).at(-2);
    expect(repriced).toMatchObject({ operationId: operationIds.serviceCrews, undoneBy: null });
    await undone(second.operationId);
    expect(content(await ways.crew(crew))).toEqual(content(before.crew));
    expect(content(await ways.line(line))).toEqual(content(before.line));
  });

  test('200: dry: what would be restored, and nothing is', async () => {
    const { crew, line, after, service, operationIds } = await arrangeRepriced();
    const body = await undone(operationIds.takeoffLines, { dryRun: true, expectedCount: 1 });
    expect(body).toMatchObject({
      operationId: null,
      counts: { updated: 1 },
      serviceCrews: { operationId: null, restored: 1, skipped: [] },
    });
    expect([await ways.crew(crew), await ways.line(line)]).toEqual([after.crew, after.line]);
    expect(await ways.operations('service-crews', service.id)).toHaveLength(2);
  });

  test('200: lines that were added since follow the crews', async () => {
    const { service, newLine, operationIds } = await arrangeRepriced();
    const added = await newLine();
    expect(added.labourRate).toBe(48.4);
    await undone(operationIds.takeoffLines);
    await ways.settled(service.id);
    expect(await ways.line(added)).toMatchObject({ labourRate: 55, totalCost: 1100 });
  });

  test('409 and 200: a crew that was changed since refuses, or stays with its lines', async () => {
    const { project, service, trade, crew, line } = await ways.arrange();
    await system.newServiceCrew(project.id, service.id, {
      crewCode: freshCode('Crew'),
      labourMembers: [system.persons(trade)],
    });
    const { operationIds } = await ways.repriced({ project, service }, { place: texas });
    await ways.putCrew(crew, { labourMembers: [system.persons(trade, 3)] });
    await ways.settled(service.id);
    const refused = await ways.undo(operationIds.takeoffLines);
    expect([refused.status, refused.body.code]).toEqual([409, 'CHANGED_SINCE']);
    expect(refused.body.blocking).toEqual({
      count: 1,
      items: [{ id: crew.id, code: crew.crewCode, name: null }],
    });
    expect((await ways.line(line)).labourRate).toBe(44);
    const body = await undone(operationIds.takeoffLines, { onConflict: 'skip' });
    expect(body.serviceCrews).toMatchObject({
      restored: 1,
      skipped: [{ serviceCrewId: crew.id, crewCode: crew.crewCode }],
    });
    expect((await ways.crew(crew)).rates.labourRatePerManHour).toBe(44);
    expect(await ways.line(line)).toMatchObject({ labourRate: 44, crewSize: 3 });
  });

  test('409: crews whose rates were locked, and deleted ones, are changed', async () => {
    const locked = await arrangeRepriced();
    await ways.putCrew(locked.crew, { ratesLocked: true });
    expect((await ways.undo(locked.operationIds.takeoffLines)).body.code).toBe('CHANGED_SINCE');
    const gone = await arrangeRepriced();
    await system.request('DELETE', `/api/v1/service-crews/${gone.crew.id}`);
    await ways.settled(gone.service.id);
    const { status, body } = await ways.undo(gone.operationIds.takeoffLines);
    expect([status, body.code]).toEqual([409, 'CHANGED_SINCE']);
  });

  test('409: of the older of two reprices', async () => {
    const { project, service, operationIds } = await arrangeRepriced();
    await ways.repriced({ project, service }, { escalationPercent: 2 });
    const { status, body } = await ways.undo(operationIds.takeoffLines);
    expect([status, body.code]).toEqual([409, 'CHANGED_SINCE']);
  });

  test('409: a line that was changed since keeps the crews as they are', async () => {
    const { project, crew, line, after, operationIds } = await arrangeRepriced();
    const path = `/api/v1/mto/${line.id}?projectId=${project.id}`;
    await system.askLines('PUT', path, { json: { labourRate: 10 } });
    const { status, body } = await ways.undo(operationIds.takeoffLines);
    expect([status, body.code]).toEqual([409, 'CHANGED_SINCE']);
    expect(await ways.crew(crew)).toEqual(after.crew);
  });

  test('409: undone already, and in an approved service', async () => {
    const { operationIds } = await arrangeRepriced();
    await undone(operationIds.takeoffLines);
    expect((await ways.undo(operationIds.takeoffLines)).body.code).toBe('ALREADY_UNDONE');
    const approved = await arrangeRepriced();
    await ways.approve(approved);
    const { status, body } = await ways.undo(approved.operationIds.takeoffLines);
    expect([status, body.code]).toEqual([409, 'SERVICE_APPROVED']);
  });

  test('409: what the crews were before is no longer kept', async () => {
    const { line, operationIds } = await arrangeRepriced();
    await system.sql`delete from crews_rates.history_repriced_crew where operation_id = ${operationIds.serviceCrews}`;
    const { status, body } = await ways.undo(operationIds.takeoffLines);
    expect([status, body.code]).toEqual([409, 'HISTORY_EXPIRED']);
    expect((await ways.line(line)).labourRate).toBe(48.4);
  });

  test('503: without the crews the lines stay as they are', async () => {
    const { line, operationIds } = await arrangeRepriced();
    const { status, body } = await system.without('crews-rates', () => ways.undo(operationIds.takeoffLines));
    expect([status, body.code]).toEqual([503, 'DEPENDENCY_UNAVAILABLE']);
    expect((await ways.line(line)).labourRate).toBe(48.4);
    await undone(operationIds.takeoffLines);
    expect((await ways.line(line)).labourRate).toBe(55);
  });

  test('200: crews whose rate cards changed meanwhile come back as stale', async () => {
    const { trade, crew, operationIds } = await arrangeRepriced();
    const cards = await system.request('GET', `/v1/crew-members?tradeCode=${trade.tradeCode}&country=CA`);
    const [card] = cards.body.data;
    await system.request('PUT', `/v1/crew-members/${card.id}`, { json: { baseWage: 51 } });
    await undone(operationIds.takeoffLines);
    expect(await ways.crew(crew)).toMatchObject({ status: 'stale', rates: { labourRatePerManHour: 55 } });
  });

  test('200: the history of the crews shows what the reprice gave', async () => {
    const { operationIds } = await arrangeRepriced();
    const path = `/api/v1/history/service-crews/${operationIds.serviceCrews}`;
    const { body } = await system.request('GET', path);
    expect(body.changes).toHaveLength(1);
    expect(body.changes[0].fields.repricing).toEqual({
      before: null,
      after: { place: texas, escalationPercent: 10 },
    });
    expect(body.changes[0].fields.snapshot).toBeUndefined();
  });
});
