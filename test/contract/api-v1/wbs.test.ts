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
const list = async (query: Record<string, string>) =>
  (await request('GET', `${path}?${new URLSearchParams({ limit: '100', ...query })}`)).body;
const codesOf = ({ data }: { data: { wbsCode: string }[] }) => data.map(({ wbsCode }) => wbsCode);

interface Branch {
  wbsCode: string;
  children: Branch[];
}

/** A tree as text: `a(b c(d))`. */
const drawn = (branches: Branch[]): string =>
  branches
    .map(({ wbsCode, children }) => wbsCode + (children.length > 0 ? `(${drawn(children)})` : ''))
    .join(' ');

/** A project with the items `a`, below it `b` and `c`, below `c` `d`, and `e`. */
async function forest() {
  const projectId = await system.newProject();
  const add = (wbsCode: string, parentCode: string | null, more: object = {}) =>
    system.newItem({ projectId, wbsCode, parentCode, ...more });
  const a = await add('a', null);
  const c = await add('c', 'a', { discipline: 'civil', description: 'Concrete works' });
  const b = await add('b', 'a', { isActive: false });
  const d = await add('d', 'c', { name: 'Footings', discipline: 'civil' });
  const e = await add('e', null);
  return { projectId, a, b, c, d, e };
}

describe('GET /api/v1/wbs', () => {
  test('200: paginated, newest first, with tree data', async () => {
    const { projectId, a, c } = await forest();
    const { status, body } = await request(
      'GET',
      `${path}?scope=project&projectId=${projectId}&limit=2&skip=3`,
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({ total: 5, skip: 3, limit: 2, hasMore: false });
    expect(body.data).toEqual([
      { ...c, childCount: 1, isLeaf: false },
      { ...a, childCount: 2, isLeaf: false },
    ]);
  });

  test('200: sort order comes before age', async () => {
    const projectId = await system.newProject();
    for (const [wbsCode, sortOrder] of [
      ['x', 20],
      ['y', 10],
      ['z', null],
      ['zz', null],
    ] as const)
      await system.newItem({ projectId, wbsCode, sortOrder });
    expect(codesOf(await list({ scope: 'project', projectId }))).toEqual(['y', 'x', 'zz', 'z']);
    const tree = await list({ scope: 'project', projectId, tree: 'true' });
    expect(drawn(tree.data)).toBe('y x z zz');
  });

  test('200: filters', async () => {
    const { projectId, a, c } = await forest();
    const found = async (query: Record<string, string>) =>
      codesOf(await list({ scope: 'project', projectId, ...query })).sort();
    expect(await found({ parentId: 'root' })).toEqual(['a', 'e']);
    expect(await found({ parentId: a.wbsId })).toEqual(['b', 'c']);
    expect(await found({ parentId: unknownId })).toEqual([]);
    expect(await found({ level: '2' })).toEqual(['b', 'c']);
    expect(await found({ search: 'FOOT' })).toEqual(['d']);
    expect(await found({ search: 'concrete w' })).toEqual(['c']);
    expect(await found({ search: 'C', parentId: a.wbsId })).toEqual(['c']);
    expect(await found({ discipline: 'civil', level: '3' })).toEqual(['d']);
    expect(await found({ isActive: 'false' })).toEqual(['b']);
    expect(await found({ parentId: c.wbsId.toUpperCase() })).toEqual(['d']);
  });

  test('200: with a project and no scope, universal items and those of the project', async () => {
    const { projectId } = await forest();
    const { wbsCode } = await system.newItem();
    const other = await system.newItem({ projectId: await system.newProject() });
    const search = async (query: Record<string, string>) => codesOf(await list(query));
    expect(await search({ projectId, search: wbsCode })).toEqual([wbsCode]);
    expect(await search({ projectId, search: other.wbsCode })).toEqual([]);
    expect(await search({ projectId, search: 'footings' })).toEqual(['d']);
    expect(await search({ scope: 'universal', projectId, search: wbsCode })).toEqual([wbsCode]);
    expect(await search({ scope: 'universal', search: 'footings' })).toEqual([]);
    expect(await search({ scope: 'project', search: other.wbsCode })).toEqual([other.wbsCode]);
    expect((await list({ scope: 'project', projectId: unknownId })).total).toBe(0);
  });

  test('200: a tree of roots with children by code, paging applies to roots', async () => {
    const { projectId, a } = await forest();
    const body = await list({ scope: 'project', projectId, tree: 'true' });
    expect(drawn(body.data)).toBe('a(b c(d)) e');
    expect(body).toMatchObject({ total: 2, skip: 0, limit: 100, hasMore: false });
    expect(body.data[0].children[1].children[0]).toMatchObject({
      wbsCode: 'd',
      level: 3,
      path: 'a/c/d',
      isLeaf: true,
      childCount: 0,
      children: [],
    });
    const second = await request('GET', `${path}?scope=project&projectId=${projectId}&tree=true&limit=1`);
    expect(drawn(second.body.data)).toBe('a(b c(d))');
    expect(second.body).toMatchObject({ total: 2, hasMore: true });
    expect(drawn((await list({ projectId, parentId: a.wbsId, tree: 'true' })).data)).toBe('b c(d)');
  });

  test('200: a filtered tree keeps what is above a match', async () => {
    const { projectId, a } = await forest();
    const found = async (query: Record<string, string>) => {
      const body = await list({ scope: 'project', projectId, tree: 'true', ...query });
      return [drawn(body.data), body.total];
    };
    expect(await found({ search: 'footings' })).toEqual(['a(c(d))', 1]);
    expect(await found({ level: '2' })).toEqual(['a(b c)', 1]);
    expect(await found({ isActive: 'true' })).toEqual(['a(c(d)) e', 2]);
    expect(await found({ search: 'footings', parentId: a.wbsId })).toEqual(['c(d)', 1]);
    expect(await found({ search: 'nothing' })).toEqual(['', 0]);
    const { data } = await list({ projectId, search: 'footings', tree: 'true' });
    expect(data[0]).toMatchObject({ wbsCode: 'a', childCount: 2, isLeaf: false });
  });

  test('200: reads need no other service', async () => {
    const { projectId } = await forest();
    await system.withoutProjects(async () => {
      expect((await list({ projectId, scope: 'project' })).total).toBe(5);
    });
  });

  test('422: unknown parameter, value and paging', async () => {
    const query =
      'scope=local&projectId=x&parentId=top&level=9&tree=yes&limit=101&skip=-1&colour=red&isActive=1';
    const { status, body } = await request('GET', `${path}?${query}`);
    expect([status, body.code]).toEqual([422, 'VALIDATION_ERROR']);
    expect(faultsOf(body)).toEqual({
      scope: 'ENUM',
      projectId: 'FORMAT',
      parentId: 'FORMAT',
      level: 'MAX',
      tree: 'TYPE',
      limit: 'MAX',
      skip: 'MIN',
      colour: 'UNKNOWN_FIELD',
      isActive: 'TYPE',
    });
  });
});

describe('GET /api/v1/wbs/{wbsId}', () => {
  test('200: the item with its tree data and ETag', async () => {
    const item = await system.newItem();
    const child = await system.newItem({ parentId: item.wbsId });
    const { status, headers, body } = await request('GET', `${path}/${item.wbsId.toUpperCase()}`);
    expect([status, headers.get('etag')]).toEqual([200, '"1"']);
    expect(body).toEqual({ ...item, isLeaf: false, childCount: 1 });
    expect(child).toMatchObject({
      parentId: item.wbsId,
      level: 2,
      path: `${item.wbsCode}/${child.wbsCode}`,
      isLeaf: true,
    });
  });

  test('404: unknown identifier, and one that is no UUID', async () => {
    for (const id of [unknownId, 'nonsense', freshCode('W-')]) {
      const { status, body } = await request('GET', `${path}/${id}`);
      expect([status, body.code, body.resource]).toEqual([404, 'NOT_FOUND', 'WBS item']);
    }
  });

  test('405: another method', async () => {
    const { status, headers } = await request('PATCH', `${path}/${unknownId}`, { json: {} });
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, PUT, DELETE']);
  });
});
