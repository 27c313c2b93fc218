import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type CrewSystem, commonCrewSystem } from '../../support/crew-system';
import { faultsOf, unknownId } from '../../support/project-system';

let system: CrewSystem;
let clientId: string;
let projectId: string;

beforeAll(async () => {
  system = await commonCrewSystem();
  ({ projectId, clientId } = await system.newProject());
});

afterAll(() => system.stop());

const ask = (method: string, path: string, json?: unknown) => system.askProjects(method, path, { json });
const fee = { code: 'FEE', name: 'Fee', kind: 'lump-sum', value: 5 };
const create = (more: object = {}) =>
  ask('POST', '/api/v1/estimate-sheets', { clientId, name: 'Fixed price', items: [fee], ...more });

const sheets = '/api/v1/estimate-sheets';

describe('POST /api/v1/estimate-sheets', () => {
  test('201 a template with its items', async () => {
    const { status, body } = await create();
    expect([status, body.itemCount, body.items[0].code]).toEqual([201, 1, 'FEE']);
  });

  test('422 an unknown client, and items that a sheet would refuse', async () => {
    const { status, body } = await create({ clientId: unknownId });
    expect([status, faultsOf(body)]).toEqual([422, { clientId: 'REFERENCE' }]);
    const twice = await create({ items: [fee, { ...fee, code: 'fee' }] });
    expect(faultsOf(twice.body)).toEqual({ 'items[1].code': 'DUPLICATE' });
    const wrong = await create({ items: [{ ...fee, itemId: 'x' }] });
    expect(faultsOf(wrong.body)).toEqual({ 'items[0].itemId': 'FORMAT' });
  });
});

describe('GET /api/v1/estimate-sheets', () => {
  test('200 the templates of a client by their names', async () => {
    const { clientId: other } = await system.newProject();
    await create({ clientId: other, name: 'Turnkey' });
    const { body } = await ask('GET', `${sheets}?clientId=${other}&search=turn`);
    expect([body.total, body.data[0].itemCount]).toEqual([1, 1]);
    expect((await ask('GET', `${sheets}?clientId=${other}&search=unit`)).body.total).toBe(0);
  });
});

describe('GET /api/v1/estimate-sheets/{templateId}', () => {
  test('200 as it was created, 404 an unknown one', async () => {
    const { body } = await create();
    expect((await ask('GET', `${sheets}/${body.templateId}`)).body).toEqual(body);
    expect((await ask('GET', `${sheets}/${unknownId}`)).status).toBe(404);
  });
});

describe('PUT /api/v1/estimate-sheets/{templateId}', () => {
  test('200 other items, 404 an unknown one', async () => {
    const { body } = await create();
    const changed = await ask('PUT', `${sheets}/${body.templateId}`, { items: [] });
    expect(changed.body).toMatchObject({ itemCount: 0, name: body.name, version: 2 });
    expect((await ask('PUT', `${sheets}/${unknownId}`, { name: 'x' })).status).toBe(404);
  });
});

describe('DELETE /api/v1/estimate-sheets/{templateId}', () => {
  test('204, and 404 afterwards', async () => {
    const { body } = await create();
    const path = `${sheets}/${body.templateId}`;
    expect((await ask('DELETE', path)).status).toBe(204);
    for (const method of ['GET', 'DELETE']) expect((await ask(method, path)).status).toBe(404);
  });
});

const historyOfOne = async () => {
  const { body } = await create();
  await ask('PUT', `${sheets}/${body.templateId}`, { items: [] });
  await ask('DELETE', `${sheets}/${body.templateId}`);
  const history = await ask('GET', `/api/v1/history/estimate-sheets?recordId=${body.templateId}`);
  return history.body.data as { kind: string; operationId: string }[];
};

describe('GET /api/v1/history/estimate-sheets', () => {
  test('200 every write of a template, newest first', async () => {
    expect((await historyOfOne()).map(({ kind }) => kind)).toEqual(['delete', 'update', 'create']);
  });
});

describe('GET /api/v1/history/estimate-sheets/{operationId}', () => {
  test('200 the items before and after', async () => {
    const [, update] = await historyOfOne();
    const { body } = await ask('GET', `/api/v1/history/estimate-sheets/${update?.operationId}`);
    expect(body.changes[0]).toMatchObject({ label: 'Fixed price', fields: { items: { after: [] } } });
  });
});

describe('the sheet of a version', () => {
  test('copies the items of a template of its client by templateId, and no other', async () => {
    const { body: template } = await create();
    const { serviceId } = await system.newService(projectId);
    const versions = `/v1/projects/${projectId}/services/${serviceId}/estimations`;
    const { body: version } = await ask('POST', versions, {});
    const path = `${versions}/${version.id}/sheet`;
    const { body } = await ask('PUT', path, { templateId: template.templateId });
    expect([body.templateId, body.sheetAmount, body.items[0].code]).toEqual([template.templateId, 5, 'FEE']);
    expect(body.items[0].itemId).not.toBe(template.items[0].itemId);
    const other = await system.newProject();
    const { body: foreign } = await create({ clientId: other.clientId });
    for (const templateId of [foreign.templateId, unknownId]) {
      const answer = await ask('PUT', path, { templateId });
      expect([answer.status, faultsOf(answer.body)]).toEqual([400, { templateId: 'REFERENCE' }]);
    }
  });
});
