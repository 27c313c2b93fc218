import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { freshCode, unknownId, until } from '../../support/project-system';
import type { ServiceUnderTest } from '../../support/system';
import { commonWbsSystem, type WbsSystem } from '../../support/wbs-system';

let system: WbsSystem;
let request: ServiceUnderTest['request'];

beforeAll(async () => {
  system = await commonWbsSystem();
  request = system.request;
});
afterAll(() => system.stop());

const pathOf = (wbsId: string) => `/api/v1/wbs/${wbsId}`;
const remove = (wbsId: string, headers = {}) => request('DELETE', pathOf(wbsId), { headers });

describe('DELETE /api/v1/wbs/{wbsId}', () => {
  test('204: the item is gone and its code is free', async () => {
    const projectId = await system.newProject();
    for (const more of [{}, { projectId }]) {
      const root = await system.newItem(more);
      const { wbsId, wbsCode } = await system.newItem({ ...more, parentId: root.wbsId });
      const { status, body } = await remove(wbsId);
      expect([status, body]).toEqual([204, null]);
      expect((await request('GET', pathOf(wbsId))).status).toBe(404);
      expect((await request('GET', pathOf(root.wbsId))).body).toMatchObject({ childCount: 0, isLeaf: true });
      expect(await system.newItem({ ...more, wbsCode })).toMatchObject({ wbsCode });
    }
  });

  test('404: unknown item', async () => {
    for (const id of [unknownId, 'nonsense']) {
      const { status, body } = await remove(id);
      expect([status, body.code, body.resource]).toEqual([404, 'NOT_FOUND', 'WBS item']);
    }
  });

  test('409: WBS_HAS_CHILDREN with the number and the first twenty by code', async () => {
    const root = await system.newItem();
    for (let at = 25; at > 0; at--)
      await system.newItem({
        parentId: root.wbsId,
        wbsCode: `${root.wbsCode}.${String(at).padStart(2, '0')}`,
      });
    const { status, body } = await remove(root.wbsId);
    expect([status, body.code, body.blocking.count, body.blocking.items.length]).toEqual([
      409,
      'WBS_HAS_CHILDREN',
      25,
      20,
    ]);
    expect(body.blocking.items[0]).toEqual({
      id: expect.any(String),
      code: `${root.wbsCode}.01`,
      name: 'Piping',
    });
  });

  test('409: WBS_IN_USE while lines of the project carry the code, whatever its case', async () => {
    const projectId = await system.newProject();
    const { wbsId, wbsCode } = await system.newItem({ projectId });
    const { newLine } = await system.takeoffOf(projectId);
    const lines = [];
    for (let at = 0; at < 22; at++)
      lines.push(await newLine(wbsCode.toLowerCase(), { itemNumber: at + 1, description: 'Fill' }));
    await newLine(freshCode('W-'));
    const { status, body } = await remove(wbsId);
    expect([status, body.code, body.blocking.count, body.blocking.items.length]).toEqual([
      409,
      'WBS_IN_USE',
      22,
      20,
    ]);
    expect(body.blocking.items[0]).toEqual({ id: lines[0].id, code: '1', name: 'Fill' });
  });

  test('204: lines of another project that carry the code do not matter', async () => {
    const { wbsId, wbsCode } = await system.newItem({ projectId: await system.newProject() });
    await (await system.takeoffOf(await system.newProject())).newLine(wbsCode);
    expect((await remove(wbsId)).status).toBe(204);
  });

  test('409: WBS_IN_USE for a universal item while projects have copies of it', async () => {
    const { wbsId, wbsCode } = await system.newItem();
    const projectId = await system.newProject();
    const copy = await system.newItem({ projectId, wbsCode: `${wbsCode}-1`, sourceWbsId: wbsId });
    const { status, body } = await remove(wbsId);
    expect([status, body.code]).toEqual([409, 'WBS_IN_USE']);
    expect(body.blocking).toEqual({
      count: 1,
      items: [{ id: copy.wbsId, code: copy.wbsCode, name: copy.name }],
    });
    expect((await request('PUT', pathOf(copy.wbsId), { json: { sourceWbsId: null } })).status).toBe(200);
    expect((await remove(wbsId)).status).toBe(204);
  });

  test('412: If-Match of another version', async () => {
    const { wbsId } = await system.newItem();
    const { status, body } = await remove(wbsId, { 'if-match': '"2"' });
    expect([status, body.code]).toEqual([412, 'VERSION_MISMATCH']);
    expect((await remove(wbsId, { 'if-match': '"1"' })).status).toBe(204);
  });

  test('503 for an item of a project while mto does not answer, 204 for a universal one', async () => {
    const [ofProject, universal] = [
      await system.newItem({ projectId: await system.newProject() }),
      await system.newItem(),
    ];
    await system.withoutTakeoff(async () => {
      const { status, body } = await remove(ofProject.wbsId);
      expect([status, body.code]).toEqual([503, 'DEPENDENCY_UNAVAILABLE']);
      expect((await remove(universal.wbsId)).status).toBe(204);
    });
    expect((await remove(ofProject.wbsId)).status).toBe(204);
  });
});

describe('items go with their project', () => {
  test('all of them, and only these', async () => {
    const [gone, stored] = [await system.newProject(), await system.newProject()];
    const source = await system.newItem();
    const root = await system.newItem({ projectId: gone, sourceWbsId: source.wbsId });
    const child = await system.newItem({ projectId: gone, parentId: root.wbsId });
    const other = await system.newItem({ projectId: stored });
    expect((await system.projects('DELETE', `/v1/projects/${gone}`)).status).toBe(204);
    await until(async () => (await request('GET', pathOf(child.wbsId))).status === 404);
    const left = await request('GET', `/api/v1/wbs?scope=project&projectId=${gone}`);
    expect(left.body.total).toBe(0);
    for (const { wbsId } of [source, other]) expect((await request('GET', pathOf(wbsId))).status).toBe(200);
    expect((await remove(source.wbsId)).status).toBe(204);
  });
});
