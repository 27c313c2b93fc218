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
  request = system.askEquipment;
  history = historyOf(request);
});
afterAll(() => system.stop());

const kindsOn = async (type: string, recordId: string) =>
  (await history.operationsOn(type, recordId)).map(({ kind }: Body) => kind);

const importRows = (path: string, rows: string[], parts?: Record<string, string>) =>
  listFiles(request, path).imported(csvFile(rows), parts);

async function newItem(more: object = {}): Promise<Body> {
  const json = { scope: 'universal', wbsCode: freshCode('W'), name: 'Piping', ...more };
  const { status, body } = await request('POST', '/api/v1/wbs', { json });
  expect(status).toBe(201);
  return body;
}

const deleteProject = async ({ id }: Body) => {
  expect((await system.askProjects('DELETE', `/v1/projects/${id}`)).status).toBe(204);
  const [operation] = await historyOf(system.askProjects).operationsOn('projects', id);
  return operation;
};

describe('GET /api/v1/history/equipment', () => {
  test('200: create, update, import and delete of a machine, newest first, page by page', async () => {
    const { id, equipmentCode } = await system.newEquipment();
    await request('PUT', `/api/v1/equipment/${equipmentCode}`, { json: { name: 'Crawler' } });
    const rows = ['equipmentCode,name', `${equipmentCode},Crawler crane`];
    await importRows('/api/v1/equipment', rows, { updateExisting: 'true' });
    await request('DELETE', `/api/v1/equipment/${equipmentCode}`);
    expect(await kindsOn('equipment', id)).toEqual(['delete', 'import', 'update', 'create']);
    const page = await history.list('equipment', { recordId: id, skip: '1', limit: '1', by: 'tester' });
    expect(page).toMatchObject({ total: 4, skip: 1, limit: 1, data: [{ kind: 'import', by: 'tester' }] });
  });

  test('200: an operator that follows its trade is told by the person who renamed it', async () => {
    const trade = await system.newTrade();
    const operator = { operatorTradeCode: trade.tradeCode, operatorLaborDesignation: 'Journeyman' };
    const { id, equipmentCode } = await system.newEquipment(operator);
    const tradeCode = freshCode('T');
    await system.request('PUT', `/v1/crew-trades/${trade.id}`, { json: { tradeCode } });
    const operation = await history.awaited('equipment', id, 'cascade');
    expect(operation).toMatchObject({ by: 'tester', counts: { updated: 1 } });
    const cause = await historyOf(system.request).read('trades', operation.causedBy);
    expect(cause).toMatchObject({ kind: 'update', changes: [{ recordId: trade.id }] });
    expect(cause.requestId).toBe(operation.requestId);
    const { body } = await request('GET', `/api/v1/equipment/${equipmentCode}`);
    expect(body).toMatchObject({ operatorTradeCode: tradeCode, updatedBy: 'tester' });
  });

  test('422: filters of no record, person or moment', () => history.refusesBadFilters('equipment'));
});

describe('GET /api/v1/history/equipment/{operationId}', () => {
  test('200: code, name and rates before and after', async () => {
    const { id, equipmentCode } = await system.newEquipment();
    await request('PUT', `/api/v1/equipment/${equipmentCode}`, { json: { monthlyRate: 2000.5 } });
    const [updated, created] = await history.changesOf('equipment', id);
    expect(updated).toEqual({
      ...{ kind: 'update', recordId: id, code: equipmentCode, label: 'Crane', action: 'update' },
      fields: { monthlyRate: { before: 1760, after: 2000.5 } },
    });
    expect(Object.keys(created.fields)).not.toContain('operatorSince');
  });

  test('200: the cause of crews that its rate made stale', async () => {
    const project = await system.newProject();
    const service = await system.newService(project.id);
    const trade = await system.newTrade();
    await system.newCard(trade);
    const { id, equipmentCode } = await system.newEquipment();
    const crew = await system.newServiceCrew(project.id, service.id, {
      labourMembers: [system.persons(trade)],
      equipmentMembers: [{ equipmentCode, quantity: 1 }],
    });
    expect(crew.status).toBe('complete');
    await request('PUT', `/api/v1/equipment/${equipmentCode}`, { json: { monthlyRate: 3000 } });
    const stale = await historyOf(system.request).awaited('service-crews', crew.id, 'cascade');
    expect(stale).toMatchObject({ by: 'tester', projectId: project.id, serviceId: service.id });
    const cause = await history.read('equipment', stale.causedBy);
    expect(cause).toMatchObject({ kind: 'update', changes: [{ recordId: id }] });
  });

  test('404: unknown operation', () => history.knowsNoOther('equipment'));
});

describe('GET /api/v1/history/equipment-tags', () => {
  test('200: create, update and delete of a tag, by its project', async () => {
    const project = await system.newProject();
    const { equipmentCode } = await system.newEquipment();
    const tag = await system.newTag(project.id, equipmentCode);
    await request('PUT', `/api/v1/equipment-tags/${tag.id}`, { json: { monthlyRate: 10 } });
    await request('DELETE', `/api/v1/equipment-tags/${tag.id}`);
    expect(await kindsOn('equipment-tags', tag.id)).toEqual(['delete', 'update', 'create']);
    const { data } = await history.list('equipment-tags', { projectId: project.id });
    expect(data.map(({ kind }: Body) => kind)).toEqual(['delete', 'update', 'create']);
  });

  test('200: those of a project that was deleted go by the same person', async () => {
    const project = await system.newProject();
    const { equipmentCode } = await system.newEquipment();
    const tag = await system.newTag(project.id, equipmentCode);
    const cause = await deleteProject(project);
    expect(await history.awaited('equipment-tags', tag.id, 'cascade')).toMatchObject({
      ...{ by: 'tester', causedBy: cause.operationId, projectId: project.id },
      counts: { created: 0, updated: 0, deleted: 1 },
    });
  });

  test('422: filters of no record, person or moment', () => history.refusesBadFilters('equipment-tags'));
});

describe('GET /api/v1/history/equipment-tags/{operationId}', () => {
  test('200: a new default and the one before it, known by number and equipment', async () => {
    const project = await system.newProject();
    const { equipmentCode } = await system.newEquipment({ name: 'Crawler crane' });
    const first = await system.newTag(project.id, equipmentCode);
    const second = await system.newTag(project.id, equipmentCode, { description: 'North', isDefault: true });
    const [operation] = await history.operationsOn('equipment-tags', second.id);
    const { changes, ...reported } = await history.read('equipment-tags', operation.operationId);
    expect(reported).toMatchObject({ kind: 'create', counts: { created: 1, updated: 1 }, total: 2 });
    expect(changes.find(({ recordId }: Body) => recordId === first.id)).toEqual({
      ...{ recordId: first.id, code: first.tagNumber, label: 'Crawler crane', action: 'update' },
      fields: { isDefault: { before: true, after: false } },
    });
    expect(changes.find(({ recordId }: Body) => recordId === second.id)).toMatchObject({
      ...{ code: second.tagNumber, label: 'North', action: 'create' },
    });
  });

  test('404: unknown operation', () => history.knowsNoOther('equipment-tags'));
});

describe('GET /api/v1/history/wbs', () => {
  test('200: create, update, import and delete of an item', async () => {
    const { id, wbsCode } = await newItem();
    await request('PUT', `/api/v1/wbs/${id}`, { json: { name: 'Pipes' } });
    await importRows('/api/v1/wbs', ['wbsCode,name', `${wbsCode},Pipework`], { updateExisting: 'true' });
    await request('DELETE', `/api/v1/wbs/${id}`);
    expect(await kindsOn('wbs', id)).toEqual(['delete', 'import', 'update', 'create']);
  });

  test('200: items of a project, which go with it', async () => {
    const project = await system.newProject();
    const item = await newItem({ scope: 'project', projectId: project.id });
    const { operationId: causedBy } = await deleteProject(project);
    await history.awaited('wbs', item.id, 'cascade');
    const { data } = await history.list('wbs', { projectId: project.id });
    expect(data).toMatchObject([{ kind: 'cascade', causedBy, by: 'tester' }, { kind: 'create' }]);
    expect((await historyOf(system.askProjects).read('projects', causedBy)).kind).toBe('delete');
  });

  test('422: filters of no record, person or moment', () => history.refusesBadFilters('wbs'));
});

describe('GET /api/v1/history/wbs/{operationId}', () => {
  test('200: an item that moves is the only one that changes', async () => {
    const [item, parent] = [await newItem(), await newItem()];
    const child = await newItem({ parentId: item.id });
    await request('PUT', `/api/v1/wbs/${item.id}`, { json: { parentId: parent.id } });
    const [moved] = await history.changesOf('wbs', item.id);
    expect(moved).toMatchObject({ code: item.wbsCode, label: 'Piping', action: 'update' });
    expect(moved.fields).toEqual({
      parentId: { before: null, after: parent.id },
      parentCode: { before: null, after: parent.wbsCode },
    });
    expect(await kindsOn('wbs', child.id)).toEqual(['create']);
  });

  test('404: unknown operation', () => history.knowsNoOther('wbs'));
});
