import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { faultsOf, freshCode, unknownId } from '../../support/project-system';
import type { ServiceUnderTest } from '../../support/system';
import { commonWbsSystem, type WbsSystem } from '../../support/wbs-system';

let system: WbsSystem;
let request: ServiceUnderTest['request'];

beforeAll(async () => {
  system = await commonWbsSystem();
  request = system.request;
});
afterAll(() => system.stop());

const path = '/api/v1/wbs';
const post = (json: unknown, headers = {}) => request('POST', path, { json, headers });

/** Items one below the other, from the root down. */
async function chain(length: number) {
  const items = [await system.newItem()];
  while (items.length < length) items.push(await system.newItem({ parentId: items.at(-1).wbsId }));
  return items;
}

describe('POST /api/v1/wbs', () => {
  test('201: the least that is required, with defaults', async () => {
    const code = freshCode('W-');
    const { status, headers, body } = await post({
      scope: 'universal',
      wbsCode: ` ${code} `,
      name: 'Piping',
    });
    expect([status, headers.get('etag')]).toEqual([201, '"1"']);
    expect(body).toEqual({
      wbsId: body.id,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      version: 1,
      scope: 'universal',
      projectId: null,
      wbsCode: code,
      code,
      name: 'Piping',
      parentId: null,
      description: null,
      discipline: null,
      unitOfMeasure: null,
      costType: null,
      costAccount: null,
      responsible: null,
      budgetHours: null,
      budgetCost: null,
      sourceWbsId: null,
      sortOrder: null,
      isActive: true,
      level: 1,
      path: code,
      isLeaf: true,
      childCount: 0,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      createdBy: 'tester',
      updatedBy: 'tester',
    });
  });

  test('201: every field as given, a copy of a universal item', async () => {
    const projectId = await system.newProject();
    const source = await system.newItem({ name: 'Pipe racks' });
    const fields = {
      scope: 'project',
      projectId,
      wbsCode: source.wbsCode,
      name: source.name,
      description: 'All racks of unit 3',
      discipline: 'mechanical_equipment',
      unitOfMeasure: 't',
      costType: 'direct',
      costAccount: '30.50.100',
      responsible: 'K. Lee',
      budgetHours: 1250.5,
      budgetCost: 98000.25,
      sourceWbsId: source.wbsId,
      sortOrder: -3,
      isActive: false,
    };
    const { status, body } = await post({ ...fields, projectId: projectId.toUpperCase() });
    expect(status).toBe(201);
    expect(body).toMatchObject({ ...fields, level: 1, path: source.wbsCode });
  });

  test('201: below a parent by identifier, by code and by both', async () => {
    const projectId = await system.newProject();
    const root = await system.newItem({ projectId, wbsCode: 'Root' });
    const add = (more: object) => system.newItem({ projectId, ...more });
    expect(await add({ wbsCode: '1', parentId: root.wbsId.toUpperCase() })).toMatchObject({
      parentId: root.wbsId,
      level: 2,
      path: 'Root/1',
    });
    expect(await add({ wbsCode: '2', parentCode: 'ROOT' })).toMatchObject({ path: 'Root/2' });
    expect(await add({ wbsCode: '3', parentCode: 'Root', parentId: root.wbsId })).toMatchObject({
      path: 'Root/3',
    });
    expect(await add({ wbsCode: '4', parentCode: '1', parentId: null })).toMatchObject({ path: 'Root/1/4' });
    expect((await request('GET', `${path}/${root.wbsId}`)).body).toMatchObject({ childCount: 3, version: 1 });
  });

  test('201: eight levels, and 422 MAX for the ninth', async () => {
    const items = await chain(8);
    expect(items.at(-1)).toMatchObject({ level: 8, path: items.map(({ code }) => code).join('/') });
    const ninth = { scope: 'universal', wbsCode: freshCode('W-'), name: 'Too deep' };
    const { status, body } = await post({ ...ninth, parentId: items.at(-1).wbsId });
    expect([status, faultsOf(body)]).toEqual([422, { parentId: 'MAX' }]);
    const named = await post({ ...ninth, parentCode: items.at(-1).wbsCode });
    expect([named.status, faultsOf(named.body)]).toEqual([422, { parentCode: 'MAX' }]);
  });

  test('201: a code may be used once in each scope and project; 409 CODE_EXISTS for the second time', async () => {
    const projects = [await system.newProject(), await system.newProject()];
    const code = freshCode('w-');
    for (const projectId of [undefined, ...projects]) {
      const scope = projectId ? { scope: 'project', projectId } : { scope: 'universal' };
      expect((await post({ ...scope, code, name: 'First' })).status).toBe(201);
      const { status, body } = await post({ ...scope, code: code.toUpperCase(), name: 'Second' });
      expect([status, body.code, body.field]).toEqual([409, 'CODE_EXISTS', 'code']);
    }
  });

  test('201: the same key answers the same item, another body 409', async () => {
    const json = { scope: 'universal', wbsCode: freshCode('W-'), name: 'Once' };
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const first = await post(json, headers);
    const second = await post(json, headers);
    expect([second.status, second.body, second.headers.get('etag')]).toEqual([201, first.body, '"1"']);
    const other = await post({ ...json, name: 'Twice' }, headers);
    expect([other.status, other.body.code]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
  });

  test('422: every fault at once', async () => {
    const { status, body } = await post({
      scope: 'local',
      wbsCode: 'x'.repeat(61),
      projectId: 'x',
      description: 'x'.repeat(2001),
      discipline: 'plumbing',
      unitOfMeasure: 'x'.repeat(17),
      costType: 'free',
      budgetHours: -1,
      budgetCost: '12',
      sourceWbsId: 7,
      sortOrder: 1.5,
      isActive: 'yes',
      colour: 'red',
    });
    expect([status, body.code]).toEqual([422, 'VALIDATION_ERROR']);
    expect(faultsOf(body)).toEqual({
      scope: 'ENUM',
      wbsCode: 'MAX_LENGTH',
      name: 'REQUIRED',
      projectId: 'FORMAT',
      description: 'MAX_LENGTH',
      discipline: 'ENUM',
      unitOfMeasure: 'MAX_LENGTH',
      costType: 'ENUM',
      budgetHours: 'MIN',
      budgetCost: 'TYPE',
      sourceWbsId: 'TYPE',
      sortOrder: 'TYPE',
      isActive: 'TYPE',
      colour: 'UNKNOWN_FIELD',
    });
    const empty = await post({});
    expect(faultsOf(empty.body)).toEqual({ scope: 'REQUIRED', wbsCode: 'REQUIRED', name: 'REQUIRED' });
  });

  test('422: names that disagree', async () => {
    const json = { scope: 'universal', wbsCode: 'one', code: 'two', name: 'Two names' };
    expect(faultsOf((await post(json)).body)).toEqual({ code: 'CONFLICTING_NAMES' });
    const [first, second] = [await system.newItem(), await system.newItem()];
    const below = { parentId: first.wbsId, parentCode: second.wbsCode };
    const { status, body } = await post({ ...json, code: undefined, ...below });
    expect([status, faultsOf(body)]).toEqual([422, { parentCode: 'CONFLICTING_NAMES' }]);
  });

  test('422: fields of projects on a universal item, and a project item without a project', async () => {
    const item = { wbsCode: freshCode('W-'), name: 'Piping' };
    const ofProject = { projectId: unknownId, budgetHours: 1, budgetCost: 1, sourceWbsId: unknownId };
    const universal = await post({ ...item, scope: 'universal', ...ofProject });
    expect([universal.status, faultsOf(universal.body)]).toEqual([
      422,
      {
        projectId: 'UNKNOWN_FIELD',
        budgetHours: 'UNKNOWN_FIELD',
        budgetCost: 'UNKNOWN_FIELD',
        sourceWbsId: 'UNKNOWN_FIELD',
      },
    ]);
    const project = await post({ ...item, scope: 'project' });
    expect([project.status, faultsOf(project.body)]).toEqual([422, { projectId: 'REQUIRED' }]);
  });

  test('422: REFERENCE for a parent that is unknown, or of another scope or project', async () => {
    const [projectId, otherId] = [await system.newProject(), await system.newProject()];
    const [universal, other] = [await system.newItem(), await system.newItem({ projectId: otherId })];
    const item = { scope: 'project', projectId, wbsCode: freshCode('W-'), name: 'Piping' };
    for (const parentId of [unknownId, universal.wbsId, other.wbsId])
      expect(faultsOf((await post({ ...item, parentId })).body)).toEqual({ parentId: 'REFERENCE' });
    for (const parentCode of ['no-such', universal.wbsCode, other.wbsCode])
      expect(faultsOf((await post({ ...item, parentCode })).body)).toEqual({ parentCode: 'REFERENCE' });
  });

  test('422: REFERENCE for a source that is unknown or not universal', async () => {
    const projectId = await system.newProject();
    const other = await system.newItem({ projectId });
    const item = { scope: 'project', projectId, wbsCode: freshCode('W-'), name: 'Copy' };
    for (const sourceWbsId of [unknownId, other.wbsId])
      expect(faultsOf((await post({ ...item, sourceWbsId })).body)).toEqual({ sourceWbsId: 'REFERENCE' });
  });

  test('404: unknown project', async () => {
    const { status, body } = await post({
      scope: 'project',
      projectId: unknownId,
      wbsCode: '1',
      name: 'One',
    });
    expect([status, body.code, body.resource]).toEqual([404, 'NOT_FOUND', 'project']);
  });

  test('503 for an item of a project while clients-projects does not answer, 201 for a universal one', async () => {
    const projectId = await system.newProject();
    await system.withoutProjects(async () => {
      const { status, headers, body } = await post({
        scope: 'project',
        projectId,
        wbsCode: '1',
        name: 'One',
      });
      expect([status, body.code]).toEqual([503, 'DEPENDENCY_UNAVAILABLE']);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await system.newItem()).level).toBe(1);
    });
  });
});
