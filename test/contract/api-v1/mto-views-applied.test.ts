import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { callerHeader, createCallerSigner } from '@consulting/kernel/http';
import { keyCaller } from '@consulting/kernel/process';
import { callerSecret } from '../../support/system';
import { commonTakeoffLines, faultsOf, type TakeoffLines, unknownId } from '../../support/takeoff-lines';

let lines: TakeoffLines;
let own: string;

const sign = createCallerSigner(callerSecret);

beforeAll(async () => {
  lines = await commonTakeoffLines();
  const { own: projectId } = await lines.projectWith(
    { tag: 'A', description: 'Pipe', area: '1', nominalPipeSize: 6, quantity: 3 },
    { tag: 'B', description: 'Pipe', area: '1', nominalPipeSize: 2, quantity: 5 },
    { tag: 'C', description: 'Valve', area: '2', nominalPipeSize: 8, quantity: 7 },
    { tag: 'D', description: 'Pile', discipline: 'civil', area: '2', quantity: 9 },
  );
  own = projectId;
});
afterAll(() => lines.system.stop());

type Json = Record<string, unknown>;

const condition = (field: string, operator: string, value?: unknown) => ({ field, operator, value });

async function view(more: Json): Promise<string> {
  const json = { name: `View ${crypto.randomUUID()}`, projectId: own, ...more };
  const { status, body } = await lines.call('POST', '/mto/views', { json });
  expect({ status, errors: body.errors }).toEqual({ status: 201, errors: undefined });
  return body.id;
}

const large = { conditions: [condition('nominalPipeSize', 'greaterThan', 4)] };
const whole = {
  discipline: 'piping',
  columns: [{ key: 'tag' }, { key: 'quantity' }],
  filters: large,
  sort: '-quantity',
  groupBy: ['area'],
};

const get = (query: string) => lines.call('GET', `/mto?projectId=${own}&${query}`);
const search = (json: Json) => lines.call('POST', '/mto/search', { json: { projectId: own, ...json } });
const aggregate = (json: Json) => lines.call('POST', '/mto/aggregate', { json: { projectId: own, ...json } });
const tags = ({ body }: { body: { data: Json[] } }) => body.data.map(({ tag }) => tag);
const textOf = ({ body }: { body: ArrayBuffer }) => new TextDecoder().decode(body).replace(/^\uFEFF/, '');

describe('GET /api/v1/mto with viewId', () => {
  test('200 filters, discipline, groups, order and columns of the view', async () => {
    const answer = await get(`viewId=${await view(whole)}`);
    expect([answer.status, tags(answer), answer.body.ignored]).toEqual([200, ['A', 'C'], []]);
    const ungrouped = await get(`viewId=${await view({ ...whole, groupBy: [] })}`);
    expect(tags(ungrouped)).toEqual(['C', 'A']);
    expect(Object.keys(answer.body.data[0]).sort()).toEqual(['id', 'quantity', 'tag', 'version']);
  });

  test('200 what the request says wins', async () => {
    const viewId = await view({ ...whole, search: 'valve' });
    expect(tags(await get(`viewId=${viewId}`))).toEqual(['C']);
    expect(tags(await get(`viewId=${viewId}&search=pipe&fields=tag,area`))).toEqual(['A']);
    const sorted = await get(`viewId=${await view(whole)}&sort=-quantity&fields=tag`);
    expect(tags(sorted)).toEqual(['C', 'A']);
    expect(Object.keys(sorted.body.data[0]).sort()).toEqual(['id', 'tag', 'version']);
  });

  test('200 fields that the discipline of the request does not have are left out and named', async () => {
    const viewId = await view({ ...whole, columns: [{ key: 'tag' }, { key: 'pipeSchedule' }] });
    const answer = await get(`viewId=${viewId}&discipline=civil`);
    expect([tags(answer), answer.body.ignored.toSorted()]).toEqual([
      ['D'],
      ['nominalPipeSize', 'pipeSchedule'],
    ]);
  });

  test('200 pages go on with after; 422 once the view has other filters', async () => {
    const viewId = await view(whole);
    const first = await get(`viewId=${viewId}&limit=1`);
    const after = encodeURIComponent(first.body.next);
    expect(tags(await get(`viewId=${viewId}&limit=1&after=${after}`))).toEqual(['C']);
    await lines.call('PUT', `/mto/views/${viewId}`, { json: { filters: null } });
    expect(faultsOf(await get(`viewId=${viewId}&limit=1&after=${after}`))).toEqual(['after FORMAT']);
  });

  test('404 an unknown view, one of another project or client, and one that another caller does not share', async () => {
    const foreign = [
      await view({ projectId: lines.projectId }),
      await view({ projectId: null, clientId: lines.system.records.addClient() }),
    ];
    const headers = { [callerHeader]: await sign(keyCaller('other', 'other', 'Contributor')) };
    const json = { name: crypto.randomUUID(), projectId: own };
    foreign.push((await lines.call('POST', '/mto/views', { json, headers })).body.id);
    for (const viewId of [unknownId, ...foreign]) {
      const { status, body } = await get(`viewId=${viewId}`);
      expect([status, body.resource]).toEqual([404, 'view']);
    }
  });

  test('200 a view of the client of the project, and one for all projects', async () => {
    const clientId = lines.system.records.projects.get(own)?.clientId;
    for (const owner of [{ projectId: null, clientId }, { projectId: null }])
      expect(tags(await get(`viewId=${await view({ ...whole, ...owner })}`))).toEqual(['A', 'C']);
  });

  test('422 a viewId that is no UUID', async () => {
    expect(faultsOf(await get('viewId=mine'))).toEqual(['viewId FORMAT']);
  });
});

describe('POST /api/v1/mto/search with viewId', () => {
  test('200 filters, groups, order and columns of the view; empty filters and groups of the request win', async () => {
    const viewId = await view(whole);
    const answer = await search({ viewId });
    expect([tags(answer), answer.body.ignored]).toEqual([['A', 'C'], []]);
    const all = { viewId, filters: { conditions: [] } };
    expect(tags(await search({ ...all, sort: ['-tag'] }))).toEqual(['B', 'A', 'C']);
    expect(tags(await search({ ...all, groupBy: [] }))).toEqual(['C', 'B', 'A']);
    expect(tags(await search({ viewId, fields: ['area', 'tag'], groupBy: ['tag'] }))).toEqual(['A', 'C']);
  });

  test('200 a condition of a nested group whose field is another discipline’s goes, and its group with it', async () => {
    const nested = { logicalOperator: 'OR', conditions: [condition('nominalPipeSize', 'isNotEmpty')] };
    const viewId = await view({ filters: { conditions: [condition('area', 'equals', '2'), nested] } });
    expect(tags(await search({ viewId }))).toEqual(['C']);
    const civil = await search({ viewId, discipline: 'civil' });
    expect([tags(civil), civil.body.ignored]).toEqual([['D'], ['nominalPipeSize']]);
  });

  test('200 without a view nothing is ignored', async () => {
    expect((await search({})).body.ignored).toBeUndefined();
  });

  test('404 an unknown view; 422 one of another type', async () => {
    expect((await search({ viewId: unknownId })).status).toBe(404);
    expect(faultsOf(await search({ viewId: 7 }))).toEqual(['viewId TYPE']);
  });
});

describe('POST /api/v1/mto/aggregate with viewId', () => {
  const groups = ({ body }: { body: { data: { group: Json; values: Json }[] } }) =>
    body.data.map(({ group, values }): Json => ({ ...group, lines: values.lines }));

  test('200 filters, discipline and keys of the view; keys of the request win', async () => {
    const viewId = await view(whole);
    const answer = await aggregate({ viewId });
    expect(groups(answer)).toEqual([
      { area: '1', lines: 1 },
      { area: '2', lines: 1 },
    ]);
    expect(answer.body.ignored).toEqual([]);
    expect(groups(await aggregate({ viewId, groupBy: [] }))).toEqual([{ lines: 2 }]);
    expect(groups(await aggregate({ viewId, groupBy: ['tag'] }))).toEqual([
      { tag: 'A', lines: 1 },
      { tag: 'C', lines: 1 },
    ]);
  });

  test('200 discipline and words of the request itself', async () => {
    expect(groups(await aggregate({ discipline: 'civil' }))).toEqual([{ lines: 1 }]);
    expect(groups(await aggregate({ search: 'pipe' }))).toEqual([{ lines: 2 }]);
    const words = await view({ search: 'valve' });
    expect(groups(await aggregate({ viewId: words }))).toEqual([{ lines: 1 }]);
  });
});

describe('GET /api/v1/mto/export with viewId', () => {
  test('200 lines and columns of the view; X-Ignored names what is left out', async () => {
    const columns = [{ key: 'tag' }, { key: 'createdBy' }, { key: 'quantity' }];
    const viewId = await view({ ...whole, columns });
    const answers = [
      await lines.call('GET', `/mto/export?projectId=${own}&viewId=${viewId}&format=csv`),
      await lines.call('POST', '/mto/export', { json: { projectId: own, viewId, format: 'csv' } }),
    ];
    for (const answer of answers) {
      expect([answer.status, answer.headers.get('x-ignored')]).toEqual([200, 'createdBy']);
      const [header = '', ...rows] = textOf(answer).trim().split(/\r?\n/);
      expect([header.split(',').length, rows.map((row) => row.split(',')[0])]).toEqual([2, ['A', 'C']]);
    }
  });

  test('200 columns, filters and words of the request win', async () => {
    const viewId = await view(whole);
    const json = { projectId: own, viewId, format: 'ndjson', columns: ['tag'], filters: { conditions: [] } };
    const answer = await lines.call('POST', '/mto/export', { json: { ...json, search: 'pipe' } });
    expect(textOf(answer).trim().split('\n')).toEqual(['{"tag":"B"}', '{"tag":"A"}']);
  });

  test('200 lines come in the groups and the order of the view; those of the request win', async () => {
    const viewId = await view({ ...whole, filters: null, columns: [{ key: 'tag' }] });
    const exported = async (path: string, json?: Json) => {
      const answer = await (json
        ? lines.call('POST', path, { json: { projectId: own, viewId, format: 'csv', ...json } })
        : lines.call('GET', path));
      expect(answer.status).toBe(200);
      return textOf(answer).trim().split(/\r?\n/).slice(1);
    };
    const inGroups = ['B', 'A', 'C'];
    expect(await exported(`/mto/export?projectId=${own}&viewId=${viewId}&format=csv`)).toEqual(inGroups);
    expect(await exported('/mto/export', {})).toEqual(inGroups);
    expect(await exported('/mto/export', { groupBy: [] })).toEqual(['C', 'B', 'A']);
    expect(await exported('/mto/export', { groupBy: ['tag'], sort: ['-tag'] })).toEqual(['C', 'B', 'A']);
    const levels = { groupBy: [{ wbsLevel: 1 }], sort: ['tag'] };
    expect(await exported('/mto/export', levels)).toEqual(['A', 'B', 'C']);
    const refused = await lines.call('POST', '/mto/export', { json: { projectId: own, groupBy: ['id', 7] } });
    expect(faultsOf(refused)).toEqual(['groupBy[0] UNKNOWN_FIELD', 'groupBy[1] TYPE']);
  });

  test('200 without a view no X-Ignored', async () => {
    const { headers } = await lines.call('GET', `/mto/export?projectId=${own}&format=csv`);
    expect(headers.has('x-ignored')).toBe(false);
  });
});
