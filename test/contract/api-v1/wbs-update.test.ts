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
const put = (wbsId: string, json: unknown, headers = {}) =>
  request('PUT', `${path}/${wbsId}`, { json, headers });
const get = async (wbsId: string) => (await request('GET', `${path}/${wbsId}`)).body;

/** A project with `a`, below it `b` and below that `c`, and `e`. */
async function forest() {
  const projectId = await system.newProject();
  const add = (wbsCode: string, parentCode: string | null) =>
    system.newItem({ projectId, wbsCode, parentCode });
  const a = await add('a', null);
  const b = await add('b', 'a');
  const c = await add('c', 'b');
  return { projectId, a, b, c, e: await add('e', null) };
}

describe('PUT /api/v1/wbs/{wbsId}', () => {
  test('200: changes the keys in the body, null clears, absent keys stay', async () => {
    const { b } = await forest();
    const first = await put(b.wbsId, {
      description: 'Racks',
      budgetHours: 10,
      sortOrder: 5,
      costType: 'owner',
    });
    expect([first.status, first.headers.get('etag')]).toEqual([200, '"2"']);
    expect(first.body).toMatchObject({ description: 'Racks', budgetHours: 10, path: 'a/b', childCount: 1 });
    const second = await put(b.wbsId, { description: null, isActive: null });
    expect(second.body).toMatchObject({ description: null, isActive: true, budgetHours: 10, version: 3 });
  });

  test('200: a record that is read, changed and sent back; what does not change keeps its version', async () => {
    const { b } = await forest();
    const read = await get(b.wbsId);
    expect((await put(b.wbsId, read)).body).toEqual(read);
    const { body } = await put(b.wbsId, { ...read, name: 'Racks', children: [] });
    expect(body).toMatchObject({ name: 'Racks', version: 2, path: 'a/b' });
  });

  test('200: moves with all that is below, whose versions stay', async () => {
    const { a, b, c, e } = await forest();
    const { status, body } = await put(b.wbsId, { parentId: e.wbsId });
    expect(status).toBe(200);
    expect(body).toMatchObject({ parentId: e.wbsId, path: 'e/b', level: 2, version: 2 });
    expect(await get(c.wbsId)).toMatchObject({ path: 'e/b/c', level: 3, version: 1 });
    expect(await get(a.wbsId)).toMatchObject({ childCount: 0, isLeaf: true });
    expect((await put(b.wbsId, { parentId: null })).body).toMatchObject({ path: 'b', level: 1 });
    expect(await get(c.wbsId)).toMatchObject({ path: 'b/c', level: 2 });
    expect((await put(a.wbsId, { parentCode: 'C' })).body).toMatchObject({ path: 'b/c/a', level: 3 });
  });

  test('200: a renamed code shows in every path below', async () => {
    const { a, b, c } = await forest();
    expect((await put(a.wbsId, { code: 'Area/1' })).body).toMatchObject({
      wbsCode: 'Area/1',
      path: 'Area/1',
    });
    expect(await get(c.wbsId)).toMatchObject({ path: 'Area/1/b/c', level: 3, version: 1 });
    expect((await put(b.wbsId, { wbsCode: 'B' })).body).toMatchObject({ code: 'B', path: 'Area/1/B' });
    expect(await get(c.wbsId)).toMatchObject({ path: 'Area/1/B/c' });
  });

  test('200: moved and renamed at once', async () => {
    const { b, c } = await forest();
    expect((await put(b.wbsId, { parentCode: 'e', wbsCode: 'z' })).body).toMatchObject({ path: 'e/z' });
    expect(await get(c.wbsId)).toMatchObject({ path: 'e/z/c' });
  });

  test('422: WBS_CYCLE for the item itself and what is below it', async () => {
    const { a, b, c } = await forest();
    for (const { wbsId } of [a, b, c]) {
      const { status, body } = await put(a.wbsId, { parentId: wbsId });
      expect([status, faultsOf(body)]).toEqual([422, { parentId: 'WBS_CYCLE' }]);
    }
    expect(faultsOf((await put(a.wbsId, { parentCode: 'c' })).body)).toEqual({ parentCode: 'WBS_CYCLE' });
    expect(await get(c.wbsId)).toMatchObject({ path: 'a/b/c' });
  });

  test('422: MAX when the branch would reach below the eighth level', async () => {
    const { projectId, a, b } = await forest();
    const deep = [await system.newItem({ projectId })];
    while (deep.length < 6) deep.push(await system.newItem({ projectId, parentId: deep.at(-1).wbsId }));
    const [fifth, sixth] = deep.slice(-2);
    expect(faultsOf((await put(a.wbsId, { parentId: sixth.wbsId })).body)).toEqual({ parentId: 'MAX' });
    expect((await put(b.wbsId, { parentId: sixth.wbsId })).body).toMatchObject({ level: 7 });
    expect((await put(a.wbsId, { parentId: fifth.wbsId })).body).toMatchObject({ level: 6 });
  });

  test('422: REFERENCE, CONFLICTING_NAMES and READ_ONLY', async () => {
    const { projectId, a, b, e } = await forest();
    const universal = await system.newItem();
    const faults = async (json: object) => faultsOf((await put(b.wbsId, json)).body);
    expect(await faults({ parentId: unknownId })).toEqual({ parentId: 'REFERENCE' });
    expect(await faults({ parentId: universal.wbsId })).toEqual({ parentId: 'REFERENCE' });
    expect(await faults({ parentCode: 'no-such' })).toEqual({ parentCode: 'REFERENCE' });
    expect(await faults({ sourceWbsId: e.wbsId })).toEqual({ sourceWbsId: 'REFERENCE' });
    for (const parentId of [a.wbsId, null])
      expect(await faults({ parentId, parentCode: 'e' })).toEqual({ parentCode: 'CONFLICTING_NAMES' });
    expect(await faults({ parentId: a.wbsId, parentCode: null })).toEqual({
      parentCode: 'CONFLICTING_NAMES',
    });
    expect(await faults({ wbsCode: 'x', code: 'y' })).toEqual({ code: 'CONFLICTING_NAMES' });
    expect(await faults({ scope: 'universal', projectId: unknownId })).toEqual({
      scope: 'READ_ONLY',
      projectId: 'READ_ONLY',
    });
    expect((await put(b.wbsId, { scope: 'project', projectId: projectId.toUpperCase() })).status).toBe(200);
  });

  test('422: an empty body, cleared required keys and fields of projects on a universal item', async () => {
    const { wbsId } = await system.newItem();
    expect(faultsOf((await put(wbsId, {})).body)).toEqual({ body: 'REQUIRED' });
    expect(faultsOf((await put(wbsId, { wbsCode: null, name: '', scope: null })).body)).toEqual({
      wbsCode: 'REQUIRED',
      name: 'REQUIRED',
      scope: 'READ_ONLY',
    });
    expect(faultsOf((await put(wbsId, { budgetCost: 1 })).body)).toEqual({ budgetCost: 'UNKNOWN_FIELD' });
  });

  test('404: unknown item', async () => {
    for (const id of [unknownId, 'nonsense']) {
      const { status, body } = await put(id, { name: 'x' });
      expect([status, body.code, body.resource]).toEqual([404, 'NOT_FOUND', 'WBS item']);
    }
  });

  test('409: CODE_EXISTS, and the tree stays as it was', async () => {
    const { b, c } = await forest();
    const { status, body } = await put(b.wbsId, { wbsCode: 'E', parentId: null });
    expect([status, body.code, body.field]).toEqual([409, 'CODE_EXISTS', 'wbsCode']);
    expect(await get(c.wbsId)).toMatchObject({ path: 'a/b/c' });
    expect((await put(b.wbsId, { wbsCode: 'B' })).body).toMatchObject({ wbsCode: 'B' });
  });

  test('409: WBS_IN_USE for a code that lines of the project carry; another spelling is free', async () => {
    const { projectId, b } = await forest();
    const { newLine } = await system.takeoffOf(projectId);
    const line = await newLine('B', { tag: 'P-1', description: 'Fill' });
    const { status, body } = await put(b.wbsId, { wbsCode: 'b2' });
    expect([status, body.code]).toEqual([409, 'WBS_IN_USE']);
    expect(body.blocking).toEqual({ count: 1, items: [{ id: line.id, code: 'P-1', name: 'Fill' }] });
    expect((await put(b.wbsId, { wbsCode: 'B', name: 'Base' })).status).toBe(200);
  });

  test('409: WBS_IN_USE for a universal code that lines of a project without that code carry', async () => {
    const { wbsId, wbsCode } = await system.newItem();
    const owner = await system.newProject();
    await system.newItem({ projectId: owner, wbsCode });
    await (await system.takeoffOf(owner)).newLine(wbsCode);
    expect((await put(wbsId, { wbsCode: `${wbsCode}-1` })).status).toBe(200);
    expect((await put(wbsId, { wbsCode })).status).toBe(200);
    const line = await (await system.takeoffOf(await system.newProject())).newLine(wbsCode);
    const { status, body } = await put(wbsId, { wbsCode: `${wbsCode}-1` });
    expect([status, body.code, body.blocking.items[0].id]).toEqual([409, 'WBS_IN_USE', line.id]);
  });

  test('412: If-Match of another version changes nothing', async () => {
    const { b } = await forest();
    const { status, body } = await put(b.wbsId, { name: 'x' }, { 'if-match': '"7"' });
    expect([status, body.code, body.version]).toEqual([412, 'VERSION_MISMATCH', 1]);
    expect((await put(b.wbsId, { name: 'Base' }, { 'if-match': '"1"' })).body).toMatchObject({ version: 2 });
  });

  test('503 for another code while mto does not answer; a move needs nobody', async () => {
    const { b, e } = await forest();
    await system.withoutTakeoff(async () => {
      const { status, body } = await put(b.wbsId, { wbsCode: freshCode('W-') });
      expect([status, body.code]).toEqual([503, 'DEPENDENCY_UNAVAILABLE']);
      expect((await put(b.wbsId, { parentId: e.wbsId })).body).toMatchObject({ path: 'e/b' });
    });
  });
});
