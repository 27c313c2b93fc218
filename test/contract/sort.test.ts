import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type CrewSystem, faultsOf, startCrewSystem } from '../support/crew-system';
import { startIdentitySystem } from '../support/identity-system';
import { expectedOrder, idOf, type ListedRecord, lists, type SortedList } from '../support/sorted-records';
import type { ServiceUnderTest } from '../support/system';
import { storeVariedRecords } from '../support/varied-records';

let system: CrewSystem;
let keys: Awaited<ReturnType<typeof startIdentitySystem>>;
let owners: Awaited<ReturnType<typeof storeVariedRecords>>;

beforeAll(async () => {
  [system, keys] = await Promise.all([startCrewSystem(), startIdentitySystem()]);
  owners = await storeVariedRecords(system);
  for (const [name, role] of [
    ['beta', 'Contributor'],
    ['Alpha', 'Reader'],
    ['alpine', 'Contributor'],
  ])
    await keys.newKey({ name, role, ...(role === 'Reader' && { expiresAt: '2040-01-01T00:00:00Z' }) });
  for (const [id, role] of [
    ['beta', null],
    ['Alpha', 'Reader'],
    ['alpine', 'Contributor'],
  ])
    await keys.request('POST', '/api/v1/access/grants', { json: { subject: { kind: 'group', id }, role } });
}, 300_000);
afterAll(async () => {
  await keys.stop();
  await system.stop();
});

/** Lists that have an order of their own: takeoff lines, values or differences of theirs, and what their fields are. */
const elsewhere = [/^\/api\/v1\/mto(\/fields)?$/, /\/mto\/project\/\{projectId\}\//, /\/sheet\/bid-spread$/];

/** Notes and their history are the same lists for every type of record. */
const isAlike = (path: string) => /notes/.test(path) && !/clients/.test(path);

const sorted = lists.filter(({ path }) => !isAlike(path) && !elsewhere.some((pattern) => pattern.test(path)));

const askedOf: [RegExp, () => ServiceUnderTest['request']][] = [
  [/api-keys|grants/, () => keys.request],
  [/crew|trades|rate-cards|price-/, () => system.request],
  [/equipment|wbs/, () => system.askEquipment],
  [/mto|import|takeoff-lines|review-checks/, () => system.askLines],
  [/./, () => system.askProjects],
];

function ask({ path }: SortedList, query: string) {
  const [, request] = askedOf.find(([pattern]) => pattern.test(path)) ?? [];
  if (!request) throw new Error(`Nobody is asked for ${path}`);
  const { projectId, clientId, serviceId, priceBookId } = owners;
  const concrete = path
    .replace('{projectId}', projectId)
    .replace('{serviceId}', serviceId)
    .replace('{priceBookId}', priceBookId);
  const needs: Record<string, string> = {
    '/api/v1/projects/{projectId}/services': `&clientId=${clientId}`,
    '/api/v1/equipment-tags': `&projectId=${projectId}`,
    '/api/v1/mto/imports': `&projectId=${projectId}`,
  };
  return request()('GET', `${concrete}?${query}${needs[path] ?? ''}`);
}

const isPaged = ({ path }: SortedList) => !/^\/v1\/projects\/\{projectId\}\/services/.test(path);

async function read(list: SortedList, query: string): Promise<ListedRecord[]> {
  const { status, body } = await ask(list, isPaged(list) ? `${query}&limit=100` : query);
  if (status !== 200)
    throw new Error(`GET ${list.path}?${query} answered ${status}: ${JSON.stringify(body)}`);
  return Array.isArray(body) ? body : body.data;
}

const isMoment = (values: readonly unknown[]) =>
  values.some((value) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value));

/** Of moments, which are kept finer than they are told, only that they follow each other. */
async function expectSorted(list: SortedList, key: string, turn: 1 | -1): Promise<void> {
  const found = await read(list, `sort=${turn === 1 ? '' : '-'}${key}`);
  const values = found.map((record) => record[key] ?? null);
  if (!isMoment(values)) {
    expect(found.map(idOf)).toEqual(expectedOrder(found, key, turn, list.choicesOf(key)));
    return;
  }
  const moments = values.filter((value) => value !== null);
  expect(values.slice(0, moments.length)).toEqual(moments);
  const reported = moments.map(String);
  expect(reported).toEqual(turn === 1 ? reported.toSorted() : reported.toSorted().reverse());
}

describe('sort of every list', () => {
  test('is there, by the columns of its record', () => {
    expect(sorted.length).toBeGreaterThan(30);
    expect(sorted.filter((list) => list.keys.length === 0).map(({ path }) => path)).toEqual([]);
    const secrets = sorted.flatMap((list) => list.keys.filter((key) => /hash|secret|snapshot/i.test(key)));
    expect(secrets).toEqual([]);
  });

  for (const list of sorted) {
    test(`200: GET ${list.path}, up and down by each of its keys, empty values last and ties by identifier`, async () => {
      expect((await read(list, '')).length).toBeGreaterThan(1);
      for (const key of list.keys) {
        await expectSorted(list, key, 1);
        await expectSorted(list, key, -1);
      }
    }, 300_000);

    test(`${list.path.startsWith('/v1') ? 400 : 422}: GET ${list.path} by a key that it has not, and by one twice`, async () => {
      const [key] = list.keys;
      const unknown = await ask(list, 'sort=colour');
      expect([unknown.status, faultsOf(unknown.body)]).toEqual([
        list.path.startsWith('/v1') ? 400 : 422,
        { sort: 'ENUM' },
      ]);
      expect(faultsOf((await ask(list, `sort=${key},-${key}`)).body)).toEqual({ sort: 'FORMAT' });
    });
  }

  test('200: pages of a sort are cut out of one order, and further keys decide ties', async () => {
    const list = lists.find(({ path }) => path === '/api/v1/equipment') as SortedList;
    const whole = await read(list, 'sort=operatorRequired,-capacity');
    const pages = await Promise.all(
      [0, 2, 4].map((skip) => ask(list, `sort=operatorRequired,-capacity&skip=${skip}&limit=2`)),
    );
    expect(pages.flatMap(({ body }) => body.data)).toEqual(whole);
    expect(whole.map(({ operatorRequired, capacity }) => [operatorRequired, capacity])).toEqual([
      [false, 9],
      [false, 0.25],
      [false, null],
      [true, 100.5],
      [true, 10],
      [true, 10],
    ]);
  });

  test('200: rate cards of a filter', async () => {
    const list = lists.find(({ path }) => path === '/v1/crew-members') as SortedList;
    const all = await read(list, 'sort=-year');
    const years = (await read(list, 'sort=-year&province=ALBERTA')).map(({ year }) => year);
    expect(years).toEqual(all.map(({ year }) => year));
    expect((await read(list, `sort=-year&year=2022`)).map(({ year }) => year)).toEqual([2022]);
  });

  test('200: a tree sorts the items with the same parent', async () => {
    const list = lists.find(({ path }) => path === '/api/v1/wbs') as SortedList;
    for (const [filter, children] of [
      ['', ['F', 'e', 'd', 'C', 'b', 'A']],
      ['&search=W', ['F', 'e', 'd', 'C', 'b', 'A']],
    ] as const) {
      const roots = (await read(list, `tree=true&sort=-name${filter}`)) as (ListedRecord & {
        children: unknown;
      })[];
      expect(roots.map(({ name }) => String(name).toLowerCase())).toEqual([
        'énergie',
        'zone',
        'b',
        'area',
        'area',
        'area',
      ]);
      const below = roots.flatMap((root) => root.children as unknown as ListedRecord[]);
      expect(below.map(({ name }) => name)).toEqual([...children]);
    }
  });
});
