import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { csvFile, type ImportTarget, importFile } from '../../support/import-file';
import { commonImportSystem, type ImportSystem } from '../../support/import-system';
import { readWorkbook } from '../../support/read-workbook';
import { faultsOf, unknownId } from '../../support/takeoff-lines';

let system: ImportSystem;
let target: ImportTarget;
let first: string;
let second: string;

const pipes = (...tags: string[]) =>
  csvFile(['Item No.,Tag,Quantity,UOM'].concat(tags.map((tag, at) => `${at + 1},${tag},1,m`)).join('\n'));

beforeAll(async () => {
  system = await commonImportSystem();
  target = system.newTarget();
  const bring = async (...tags: string[]) =>
    (await importFile(system, target, pipes(...tags), { discipline: 'piping' })).taskId;
  first = await bring('A', 'B');
  second = await bring('C');
  await call('POST', '/mto', { ...target, discipline: 'piping', quantity: 1, tag: 'D' });
});
afterAll(() => system.stop());

type Json = Record<string, unknown>;

const call = (method: string, path: string, json?: Json) =>
  system.mto.request(method, `/api/v1${path}`, { json });
const filters = (operator: string, value?: unknown) => ({
  conditions: [{ field: 'importTaskId', operator, value }],
});
const search = (more: Json) => call('POST', '/mto/search', { projectId: target.projectId, ...more });
const tagsOf = async (more: Json) =>
  (await search(more)).body.data.map(({ tag }: { tag: string }) => tag).sort();

describe('POST /api/v1/mto/search by importTaskId', () => {
  test('200 equals, notEquals, in, notIn, isEmpty and isNotEmpty, with and without a discipline', async () => {
    for (const discipline of [null, 'piping']) {
      const found = (operator: string, value?: unknown) =>
        tagsOf({ discipline, filters: filters(operator, value) });
      expect(await found('equals', first)).toEqual(['A', 'B']);
      expect(await found('equals', first.toUpperCase())).toEqual(['A', 'B']);
      expect(await found('notEquals', first)).toEqual(['C', 'D']);
      expect(await found('in', [first, second])).toEqual(['A', 'B', 'C']);
      expect(await found('notIn', [second])).toEqual(['A', 'B', 'D']);
      expect(await found('isEmpty')).toEqual(['D']);
      expect(await found('isNotEmpty')).toEqual(['A', 'B', 'C']);
      expect(await found('equals', unknownId)).toEqual([]);
    }
  });

  test('200 beside other conditions, in a group of alternatives', async () => {
    const alternatives = {
      logicalOperator: 'OR',
      conditions: [...filters('equals', second).conditions, { field: 'tag', operator: 'equals', value: 'a' }],
    };
    expect(await tagsOf({ filters: alternatives })).toEqual(['A', 'C']);
  });

  test('200 sorted in both directions, lines without an import last', async () => {
    const sorted = async (direction: string) => {
      const sort = [{ field: 'importTaskId', direction }, { field: 'tag' }];
      return (await search({ sort })).body.data.map(({ tag }: { tag: string }) => tag);
    };
    expect(await sorted('asc')).toEqual(['A', 'B', 'C', 'D']);
    expect(await sorted('desc')).toEqual(['C', 'A', 'B', 'D']);
  });

  test.each([
    ['equals', 'the last one', 'filters.conditions[0].value FORMAT'],
    ['equals', 7, 'filters.conditions[0].value TYPE'],
    ['equals', undefined, 'filters.conditions[0].value REQUIRED'],
    ['in', [unknownId, 'x'], 'filters.conditions[0].value[1] FORMAT'],
    ['contains', '01', 'filters.conditions[0].operator ENUM'],
    ['greaterThan', unknownId, 'filters.conditions[0].operator ENUM'],
    ['isEmpty', unknownId, 'filters.conditions[0].value TYPE'],
  ])('422 %s %p: %s', async (operator, value, fault) => {
    expect(faultsOf(await search({ filters: filters(operator, value) }))).toEqual([fault]);
  });
});

describe('POST /api/v1/mto/export by importTaskId', () => {
  test('200 the lines of the import alone', async () => {
    const { status, body } = await call('POST', '/mto/export', {
      projectId: target.projectId,
      filters: filters('equals', first),
    });
    expect(status).toBe(200);
    const sheets = await readWorkbook(body);
    const tags = sheets.flatMap(({ rows }) => rows.map((row) => row['Tag No.'])).filter(Boolean);
    expect(tags).toEqual(['A', 'B']);
  });
});

describe('GET /api/v1/mto/project/{projectId}/distinct-values/{field} of importTaskId', () => {
  test('200 the imports of the lines with their counts', async () => {
    const { body } = await call('GET', `/mto/project/${target.projectId}/distinct-values/importTaskId`);
    expect(body).toMatchObject({
      data: [
        { value: first, count: 2 },
        { value: second, count: 1 },
      ],
      emptyCount: 1,
      total: 2,
    });
    const part = first.slice(-6).toUpperCase();
    const found = await call(
      'GET',
      `/mto/project/${target.projectId}/distinct-values/importTaskId?search=${part}`,
    );
    expect(found.body.values).toEqual([first]);
  });
});

describe('POST /api/v1/mto/bulk-edit by importTaskId', () => {
  const select = (updates: Json) =>
    call('POST', '/mto/bulk-edit', {
      projectId: target.projectId,
      selection: { mode: 'filters', filters: filters('equals', second) },
      updates,
    });

  test('200 changes the lines of the import alone', async () => {
    const { status, body } = await select({ area: '900' });
    expect([status, body.updated]).toEqual([200, 1]);
    const { body: found } = await search({
      filters: { conditions: [{ field: 'area', operator: 'equals', value: '900' }] },
    });
    expect(found.data).toMatchObject([{ tag: 'C', importTaskId: second }]);
  });

  test('422 READ_ONLY as a field to change', async () => {
    expect(faultsOf(await select({ importTaskId: first }))).toEqual(['updates.importTaskId READ_ONLY']);
  });
});

describe('POST /api/v1/mto/bulk-delete by importTaskId', () => {
  test('200 deletes the lines of the import alone', async () => {
    const { status } = await call('POST', '/mto/bulk-delete', {
      projectId: target.projectId,
      selection: { mode: 'filters', filters: filters('equals', second) },
      confirm: true,
    });
    expect(status).toBe(200);
    expect(await tagsOf({})).toEqual(['A', 'B', 'D']);
  });
});
