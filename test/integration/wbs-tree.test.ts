import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { rounds } from '../support/rounds';
import { commonWbsSystem, type WbsSystem } from '../support/wbs-system';
import { type Outcome, TreeOracle } from '../support/wbs-tree-oracle';

let system: WbsSystem;

beforeAll(async () => {
  system = await commonWbsSystem();
});
afterAll(() => system.stop());

const path = '/api/v1/wbs';

const number = fc.integer({ min: 0, max: 9999 });

/** What happens to a tree; items are named by any number, taken as a place among those that are there. */
const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('create'), item: number, to: number }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('move'), item: number, to: number }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('rename'), item: number, to: number }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete'), item: number, to: number }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** One step against the service, and what the oracle expects of it. */
async function take(
  { kind, item, to }: Step,
  oracle: TreeOracle,
  projectId: string,
): Promise<[Outcome, Outcome]> {
  const target = oracle.at(item);
  if (kind === 'create') {
    const parentId = oracle.parentAt(to);
    const json = { scope: 'project', projectId, wbsCode: oracle.codeFor(item), name: 'Item', parentId };
    const { status, body } = await system.request('POST', path, { json });
    const expected = oracle.create(body.id, json.wbsCode, parentId);
    return [outcomeOf(status, body), expected];
  }
  if (target === undefined) return ['200', '200'];
  const at = `${path}/${target}`;
  if (kind === 'delete') {
    const { status, body } = await system.request('DELETE', at);
    return [outcomeOf(status, body), oracle.remove(target)];
  }
  const json = kind === 'move' ? { parentId: oracle.parentAt(to) } : { wbsCode: oracle.codeFor(to) };
  const { status, body } = await system.request('PUT', at, { json });
  const expected =
    'parentId' in json
      ? oracle.move(target, json.parentId ?? null)
      : oracle.rename(target, json.wbsCode ?? '');
  return [outcomeOf(status, body), expected];
}

const outcomeOf = (status: number, body: { code?: string; errors?: { code: string }[] } | null): Outcome =>
  status < 300 ? String(status) : `${status} ${body?.errors?.[0]?.code ?? body?.code}`;

describe('a tree after any sequence of creations, moves, renames and deletes', () => {
  test('is the one that an oracle in memory keeps, and every answer is the expected one', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60, size: 'max' }), async (steps) => {
        const projectId = await system.newProject();
        const oracle = new TreeOracle();
        for (const one of steps) {
          const [outcome, expected] = await take(one, oracle, projectId);
          expect(outcome).toBe(expected);
        }
        const list = async (query: string) =>
          (await system.request('GET', `${path}?scope=project&projectId=${projectId}${query}`)).body;
        const tree = await list('&tree=true&limit=100');
        expect(tree.data.map(TreeOracle.outline)).toEqual(oracle.outline());
        const second = await list('&tree=true&limit=1&skip=1');
        expect(second.data.map(TreeOracle.outline)).toEqual(oracle.outline().slice(1, 2));
        expect((await list('')).total).toBe(oracle.size);
      }),
      { numRuns: rounds(12) },
    );
  });
});

describe('moves at once', () => {
  test('make no cycle, and leave levels and paths that fit', async () => {
    for (let round = 0; round < 6; round += 1) {
      const projectId = await system.newProject();
      const oracle = new TreeOracle();
      const ids: string[] = [];
      for (let at = 0; at < 6; at += 1) {
        const item = await system.newItem({ projectId, wbsCode: `c${at}`, parentId: ids[at - 3] ?? null });
        ids.push(item.id);
        oracle.create(item.id, `c${at}`, ids[at - 3] ?? null);
      }
      const moves = ids.flatMap((id, at) =>
        [1, 2].map((step) => [id, ids[(at + step) % ids.length]] as const),
      );
      const answers = await Promise.all(
        moves.map(([id, parentId]) => system.request('PUT', `${path}/${id}`, { json: { parentId } })),
      );
      expect(answers.every(({ status }) => status === 200 || status === 422)).toBe(true);
      expect(answers.some(({ status }) => status === 200)).toBe(true);
      const rows = await system.sql`
        select id, parent_id as "parentId" from equipment_wbs.wbs_item where project_id = ${projectId}`;
      oracle.follow(rows as unknown as { id: string; parentId: string | null }[]);
      const tree = await system.request('GET', `${path}?scope=project&projectId=${projectId}&tree=true`);
      expect(tree.body.data.map(TreeOracle.outline)).toEqual(oracle.outline());
      expect(oracle.size).toBe(ids.length);
    }
  });

  test('and creations leave every new item with the path of its parent', async () => {
    const projectId = await system.newProject();
    const [a, b] = [
      await system.newItem({ projectId, wbsCode: 'a' }),
      await system.newItem({ projectId, wbsCode: 'b' }),
    ];
    const c = await system.newItem({ projectId, wbsCode: 'c', parentId: a.id });
    const writes = Array.from({ length: 30 }, (_, at) =>
      at % 3 === 0
        ? system.request('PUT', `${path}/${c.id}`, { json: { parentId: at % 2 === 0 ? a.id : b.id } })
        : system.request('POST', path, {
            json: { scope: 'project', projectId, wbsCode: `c.${at}`, name: 'Item', parentId: c.id },
          }),
    );
    const statuses = (await Promise.all(writes)).map(({ status }) => status);
    expect(statuses.every((status) => status < 300)).toBe(true);
    const { body } = await system.request('GET', `${path}/${c.id}`);
    expect(body.childCount).toBe(20);
    const children = await system.request('GET', `${path}?parentId=${c.id}&limit=100`);
    for (const child of children.body.data) expect(child.path).toBe(`${body.path}/${child.wbsCode}`);
  });
});

describe('deletes at once with what refers to the item', () => {
  test('no item is created below one that is deleted', async () => {
    for (let round = 0; round < 10; round += 1) {
      const projectId = await system.newProject();
      const parent = await system.newItem({ projectId });
      const json = { scope: 'project', projectId, wbsCode: 'child', name: 'Item', parentId: parent.id };
      const [created, removed] = await Promise.all([
        system.request('POST', path, { json }),
        system.request('DELETE', `${path}/${parent.id}`),
      ]);
      expect([created.status, removed.status]).toEqual(created.status === 201 ? [201, 409] : [422, 204]);
    }
  });

  test('no copy is made of a universal item that is deleted', async () => {
    for (let round = 0; round < 10; round += 1) {
      const projectId = await system.newProject();
      const source = await system.newItem();
      const json = { scope: 'project', projectId, wbsCode: 'copy', name: 'Copy', sourceWbsId: source.id };
      const [created, removed] = await Promise.all([
        system.request('POST', path, { json }),
        system.request('DELETE', `${path}/${source.id}`),
      ]);
      expect([created.status, removed.status]).toEqual(created.status === 201 ? [201, 409] : [422, 204]);
    }
  });

  test('the same code is created once', async () => {
    const projectId = await system.newProject();
    const json = { scope: 'project', projectId, wbsCode: 'same', name: 'Item' };
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => system.request('POST', path, { json })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
  });

  test('no item outlives its project', async () => {
    for (let round = 0; round < 8; round += 1) {
      const projectId = await system.newProject();
      const creations = Array.from({ length: 4 }, (_, at) =>
        system.request('POST', path, {
          json: { scope: 'project', projectId, wbsCode: String(at), name: 'Item' },
        }),
      );
      const removal = system.projects('DELETE', `/v1/projects/${projectId}`);
      const statuses = (await Promise.all(creations)).map(({ status }) => status);
      expect(statuses.every((status) => [201, 404].includes(status))).toBe(true);
      expect((await removal).status).toBe(204);
      await system.isEmpty(projectId);
    }
  });
});
