import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type CrewSystem, commonCrewSystem, freshCode } from '../../support/crew-system';
import { csvFile, listFiles } from '../../support/list-files';
import { historyOf } from '../../support/reported-history';
import type { Answer, ServiceUnderTest } from '../../support/system';

type Body = Answer['body'];

let system: CrewSystem;
let request: ServiceUnderTest['request'];
let history: ReturnType<typeof historyOf>;

beforeAll(async () => {
  system = await commonCrewSystem();
  request = system.request;
  history = historyOf(request);
});
afterAll(() => system.stop());

const kindsOn = async (type: string, recordId: string) =>
  (await history.operationsOn(type, recordId)).map(({ kind }: Body) => kind);

const importRows = (path: string, rows: string[], parts?: Record<string, string>) =>
  listFiles(request, path).imported(csvFile(rows), parts);

async function pricedCrew(more: object = {}) {
  const project = await system.newProject();
  const service = await system.newService(project.id);
  const trade = await system.newTrade();
  const card = await system.newCard(trade);
  const labourMembers = [system.persons(trade)];
  const crew = await system.newServiceCrew(project.id, service.id, { labourMembers, ...more });
  return { project, service, trade, card, crew };
}

describe('GET /api/v1/history/trades', () => {
  test('200: create, update, import and delete of a trade, newest first, by person and kind', async () => {
    const { id, tradeCode } = await system.newTrade();
    await request('PUT', `/v1/crew-trades/${id}`, { json: { tradeName: 'Rigger' } });
    const rows = ['tradeCode,laborDesignation,sortOrder', `${tradeCode},Journeyman,7`];
    await importRows('/api/v1/crews/trades', rows, { updateExisting: 'true' });
    await request('DELETE', `/v1/crew-trades/${id}`);
    expect(await kindsOn('trades', id)).toEqual(['delete', 'import', 'update', 'create']);
    const mine = await history.list('trades', { recordId: id, by: 'tester', kind: 'import' });
    expect(mine).toMatchObject({ total: 1, data: [{ projectId: null, counts: { updated: 1 } }] });
    expect((await history.list('trades', { recordId: id, by: 'nobody' })).total).toBe(0);
  });

  test('200: from a moment to another, page by page', async () => {
    const { id } = await system.newTrade();
    for (const tradeName of ['One', 'Two', 'Three'])
      await request('PUT', `/v1/crew-trades/${id}`, { json: { tradeName } });
    const [last, third, second, first] = await history.operationsOn('trades', id);
    const between = { recordId: id, from: second.at, to: third.at };
    expect((await history.list('trades', between)).data).toEqual([third, second]);
    const page = await history.list('trades', { recordId: id, skip: '1', limit: '2' });
    expect(page).toMatchObject({ data: [third, second], total: 4, skip: 1, limit: 2 });
    expect([last.kind, first.kind]).toEqual(['update', 'create']);
  });

  test('422: filters of no record, person or moment', () => history.refusesBadFilters('trades'));
});

describe('GET /api/v1/history/trades/{operationId}', () => {
  test('200: code and designation, the new name in the operation of the trade alone', async () => {
    const trade = await system.newTrade();
    const card = await system.newCard(trade);
    const tradeCode = freshCode('RENAMED');
    await request('PUT', `/v1/crew-trades/${trade.id}`, { json: { tradeCode } });
    const [change] = await history.changesOf('trades', trade.id);
    expect(change).toMatchObject({
      ...{ code: tradeCode, label: 'Journeyman', action: 'update' },
      fields: { tradeCode: { before: trade.tradeCode, after: tradeCode } },
    });
    expect(await kindsOn('rate-cards', card.id)).toEqual(['create']);
  });

  test('200: what a cascade took along carries its operation', async () => {
    const trade = await system.newTrade();
    const card = await system.newCard(trade);
    const crew = await system.newCrew({ labourMembers: [system.persons(trade)] });
    await request('DELETE', `/api/v1/crews/trades/${trade.tradeCode}/cascade`);
    const [{ operationId }] = await history.operationsOn('trades', trade.id);
    for (const [type, id] of [
      ['rate-cards', card.id],
      ['crews', crew.id],
    ]) {
      const [operation] = await history.operationsOn(type, id);
      expect(operation).toMatchObject({ kind: 'cascade', causedBy: operationId, by: 'tester' });
    }
    const [left] = await history.changesOf('crews', crew.id);
    expect(left.fields).toEqual({
      isActive: { before: true, after: false },
      [`labourMembers.${trade.tradeCode} Journeyman`]: {
        before: expect.objectContaining({ quantity: 1 }),
        after: null,
      },
    });
  });

  test('404: unknown operation', () => history.knowsNoOther('trades'));
});

describe('GET /api/v1/history/rate-cards', () => {
  test('200: create, update, import and delete of a card', async () => {
    const trade = await system.newTrade();
    const card = await system.newCard(trade);
    await request('PUT', `/v1/crew-members/${card.id}`, { json: { baseWage: 51 } });
    const rows = [
      'tradeCode,laborDesignation,country,region,province,year,quarter,projectType,currency,baseWage',
      `${trade.tradeCode},Journeyman,CA,Western Canada,Alberta,2025,Q3,petrochemical,CAD,52`,
    ];
    await importRows('/api/v1/crews/members', rows, { updateExisting: 'true' });
    await request('DELETE', `/v1/crew-members/${card.id}`);
    expect(await kindsOn('rate-cards', card.id)).toEqual(['delete', 'import', 'update', 'create']);
  });

  test('422: filters of no record, person or moment', () => history.refusesBadFilters('rate-cards'));
});

describe('GET /api/v1/history/rate-cards/{operationId}', () => {
  test('200: named by trade, place and quarter, also when trade and card are gone', async () => {
    const trade = await system.newTrade();
    const card = await system.newCard(trade);
    await request('PUT', `/v1/crew-members/${card.id}`, { json: { baseWage: 51 } });
    await request('DELETE', `/api/v1/crews/trades/${trade.tradeCode}/cascade`);
    const [deleted, updated, created] = await history.changesOf('rate-cards', card.id);
    const label = 'Journeyman, CA, Western Canada, Alberta, 2025, Q3, petrochemical';
    for (const change of [deleted, updated, created])
      expect(change).toMatchObject({ code: trade.tradeCode, label });
    expect(updated.fields).toEqual({ baseWage: { before: 50, after: 51 } });
    expect(deleted.fields.baseWage).toEqual({ before: 51, after: null });
    expect(created.fields).toMatchObject({
      tradeId: { before: null, after: trade.id },
      tradeCode: { before: null, after: trade.tradeCode },
      laborDesignation: { before: null, after: 'Journeyman' },
      baseWage: { before: null, after: 50 },
    });
    for (const key of ['placeId', 'version', 'createdBy'])
      expect(Object.keys(created.fields)).not.toContain(key);
  });

  test('404: unknown operation', () => history.knowsNoOther('rate-cards'));
});

const books = '/api/v1/price-books';

async function changedBook() {
  const created = { code: freshCode('B'), name: 'Norms', discipline: 'piping' };
  const { body: book } = await request('POST', books, { json: created });
  const json = { rowCode: 'A', target: 'hoursPipeErection', driver: 'fieldDiaInch', value: 1 };
  const { body: row } = await request('POST', `${books}/${book.id}/rows`, { json });
  await request('PATCH', `${books}/${book.id}/rows/${row.id}`, { json: { value: 2 } });
  await request('PATCH', `${books}/${book.id}`, { json: { name: 'Other' } });
  await request('DELETE', `${books}/${book.id}`);
  return { book, row };
}

describe('GET /api/v1/history/price-books', () => {
  test('200: create, update and delete of a book; its rows are no change of it', async () => {
    const { book } = await changedBook();
    expect(await kindsOn('price-books', book.id)).toEqual(['delete', 'update', 'create']);
  });

  test('422: filters of no record, person or moment', () => history.refusesBadFilters('price-books'));
});

describe('GET /api/v1/history/price-books/{operationId}', () => {
  test('200: what changed, by code and name', async () => {
    const { book } = await changedBook();
    const [deleted, updated] = await history.changesOf('price-books', book.id);
    expect(updated).toMatchObject({ code: book.code, fields: { name: { before: 'Norms', after: 'Other' } } });
    expect(deleted.fields.name).toEqual({ before: 'Other', after: null });
  });

  test('404: unknown operation', () => history.knowsNoOther('price-books'));
});

describe('GET /api/v1/history/price-rows', () => {
  test('200: create, update and delete with the book', async () => {
    const { row } = await changedBook();
    expect(await kindsOn('price-rows', row.id)).toEqual(['cascade', 'update', 'create']);
  });

  test('422: filters of no record, person or moment', () => history.refusesBadFilters('price-rows'));
});

describe('GET /api/v1/history/price-rows/{operationId}', () => {
  test('200: named by row and book, also when both are gone', async () => {
    const { book, row } = await changedBook();
    const [deleted, updated, created] = await history.changesOf('price-rows', row.id);
    for (const change of [deleted, updated, created]) expect(change.code).toBe('A');
    expect(updated.fields).toEqual({ value: { before: 1, after: 2 } });
    expect(created.fields).toMatchObject({
      priceBook: { before: null, after: book.code },
      value: { before: null, after: 1 },
    });
  });

  test('404: unknown operation', () => history.knowsNoOther('price-rows'));
});

describe('GET /api/v1/history/crews', () => {
  test('200: create, update, import and delete of a crew', async () => {
    const trade = await system.newTrade();
    const crew = await system.newCrew({ labourMembers: [system.persons(trade)] });
    await request('PUT', `/v1/crews/${crew.id}`, { json: { labourMembers: [system.persons(trade, 2)] } });
    const rows = ['crewCode,crewName', `${crew.code},Renamed`];
    await importRows('/api/v1/crews', rows, { updateExisting: 'true' });
    await request('DELETE', `/v1/crews/${crew.id}`);
    expect(await kindsOn('crews', crew.id)).toEqual(['delete', 'import', 'update', 'create']);
  });

  test('200: crews of a project, by the crew that they were made of', async () => {
    const { project, service, trade } = await pricedCrew();
    const crew = await system.newCrew({ labourMembers: [system.persons(trade)] });
    const json = { crewId: crew.id, serviceId: service.id };
    const { body } = await request('POST', `/v1/projects/${project.id}/import-crew`, { json });
    const { data } = await history.list('crews', { projectId: project.id });
    expect(data).toMatchObject([{ kind: 'import', projectId: project.id, counts: { created: 1 } }]);
    const [change] = await history.changesOf('crews', body.projectCrewId);
    expect(change).toMatchObject({ code: crew.code, label: crew.name, action: 'create' });
    const [own] = await history.operationsOn('service-crews', body.serviceCrewId);
    expect(own).toMatchObject({ kind: 'cascade', causedBy: data[0].operationId, serviceId: service.id });
  });

  test('422: filters of no record, person or moment', () => history.refusesBadFilters('crews'));
});

describe('GET /api/v1/history/crews/{operationId}', () => {
  test('200: members are fields of their crew', async () => {
    const [trade, other] = [await system.newTrade(), await system.newTrade()];
    const { equipmentCode } = await system.newEquipment({ equipmentCode: freshCode('CRN_a_') });
    const equipmentMembers = [{ equipmentCode, quantity: 1 }];
    const labourMembers = [system.persons(trade), system.persons(other)];
    const crew = await system.newCrew({ labourMembers, equipmentMembers });
    const json = { name: 'Night crew', labourMembers: [system.persons(trade, 3)] };
    await request('PUT', `/v1/crews/${crew.id}`, { json });
    await request('DELETE', `/v1/crews/${crew.id}`);
    const [deleted, updated, created] = await history.changesOf('crews', crew.id);
    expect(updated).toMatchObject({ code: crew.code, label: 'Night crew' });
    const member = { tradeId: trade.id, tradeCode: trade.tradeCode, position: 0, straightTimeHours: null };
    expect(updated.fields).toEqual({
      name: { before: 'Pipe crew', after: 'Night crew' },
      [`labourMembers.${trade.tradeCode} Journeyman`]: {
        before: expect.objectContaining({ ...member, quantity: 1 }),
        after: expect.objectContaining({ ...member, quantity: 3 }),
      },
      [`labourMembers.${other.tradeCode} Journeyman`]: { before: expect.anything(), after: null },
    });
    const machine = `equipmentMembers.${equipmentCode}`;
    expect(created.fields[machine].after).toMatchObject({ rentalBasis: 'monthly', quantity: 1 });
    expect(deleted.fields[machine]).toEqual({ before: created.fields[machine].after, after: null });
    expect(deleted.action).toBe('delete');
  });

  test('404: unknown operation', () => history.knowsNoOther('crews'));
});

describe('GET /api/v1/history/service-crews', () => {
  test('200: create, update, reprice and delete of a crew, by its project and service', async () => {
    const { project, service, card, crew } = await pricedCrew();
    const path = `/api/v1/service-crews/${crew.id}`;
    await request('PUT', path, { json: { name: 'Named' } });
    await request('PUT', `/v1/crew-members/${card.id}`, { json: { baseWage: 80 } });
    const stale = await history.awaited('service-crews', crew.id, 'cascade');
    const [cause] = await history.operationsOn('rate-cards', card.id);
    expect(stale).toMatchObject({ by: 'tester', causedBy: cause.operationId });
    await request('PUT', path, { json: { ratesLocked: false } });
    await request('DELETE', path);
    const kinds = ['delete', 'reprice', 'cascade', 'update', 'create'];
    for (const [key, id] of [
      ['recordId', crew.id],
      ['projectId', project.id],
      ['serviceId', service.id],
    ] as const)
      expect((await history.list('service-crews', { [key]: id })).data.map(({ kind }: Body) => kind)).toEqual(
        kinds,
      );
  });

  test('422: filters of no record, person or moment', () => history.refusesBadFilters('service-crews'));
});

describe('GET /api/v1/history/service-crews/{operationId}', () => {
  test('200: rates before and after, without what only the service needs', async () => {
    const { card, crew } = await pricedCrew({ name: 'Site crew' });
    await request('PUT', `/v1/crew-members/${card.id}`, { json: { baseWage: 100 } });
    await history.awaited('service-crews', crew.id, 'cascade');
    const { body } = await request('PUT', `/api/v1/service-crews/${crew.id}`, {
      json: { ratesLocked: false },
    });
    const [repriced, stale, created] = await history.changesOf('service-crews', crew.id);
    expect(stale.fields).toEqual({ status: { before: 'complete', after: 'stale' } });
    expect(repriced).toMatchObject({ kind: 'reprice', code: crew.crewCode, label: 'Site crew' });
    expect(repriced.fields).toMatchObject({
      rates: { before: crew.rates, after: body.rates },
      status: { before: 'stale', after: 'complete' },
    });
    for (const key of ['snapshot', 'tradeKeys', 'crewSize', 'country'])
      expect(Object.keys(created.fields)).not.toContain(key);
  });

  test('404: unknown operation', () => history.knowsNoOther('service-crews'));
});
