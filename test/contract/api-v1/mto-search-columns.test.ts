import { afterAll, describe, expect, test } from 'bun:test';
import { mto } from '@consulting/mto/service';
import { commonFields } from '@consulting/takeoff-fields/common';
import fc from 'fast-check';
import type { ImportTarget } from '../../support/import-file';
import { startLineHistory } from '../../support/line-history';
import { randomCriteria, randomLines } from '../../support/random-lines';
import { rounds } from '../../support/rounds';

type Json = Record<string, unknown>;

const history = await startLineHistory();
const byTable = await history.start(mto, { MTO_COLUMNS_MEGABYTES: '0' });
const byColumns = await history.start(mto, { MTO_COLUMNS_LINES_MIN: '0' });

afterAll(() => history.stop());

const keys = commonFields.map(({ key }) => key).filter((key) => key !== 'projectId');
const lines = randomLines(50, 20261123);

async function filled(): Promise<ImportTarget> {
  const target = history.newTarget();
  await history.bulkCreate(target, lines);
  return target;
}

const answersOf = async (path: string, json?: Json): Promise<[unknown, unknown]> => {
  const ask = async (service: typeof byTable) => {
    const options = json ? { json } : {};
    const { status, body } = await service.request(json ? 'POST' : 'GET', `/api/v1/mto${path}`, options);
    expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined });
    return body;
  };
  return [await ask(byColumns), await ask(byTable)];
};

async function expectSame(path: string, json?: Json): Promise<{ next: string | null }> {
  const [columns, table] = await answersOf(path, json);
  expect({ path, json, body: columns }).toEqual({ path, json, body: table });
  return columns as { next: string | null };
}

/** How many questions columns have answered, and how many they left to the table. */
async function searchesFrom(): Promise<{ columns: number; table: number }> {
  const answer = await byColumns.fetch(new Request('http://localhost/metrics'));
  const text = await answer.text();
  const of = (source: string) =>
    Number(
      new RegExp(`^consulting_line_searches_total\\{from="${source}".*\\} (\\d+)$`, 'm').exec(text)?.[1],
    );
  return { columns: of('columns'), table: of('table') };
}

const randomKeys = fc.uniqueArray(fc.constantFrom(...keys), { maxLength: 3 });
const direction = fc.constantFrom('asc', 'desc');
const searches = fc.record({
  filters: fc.option(randomCriteria(lines, keys)),
  sort: randomKeys.chain((fields) =>
    fc.tuple(...fields.map((field) => direction.map((one) => ({ field, direction: one })))),
  ),
  groupBy: randomKeys,
  discipline: fc.option(fc.constantFrom('piping', 'civil')),
  skip: fc.integer({ min: 0, max: 30 }),
  limit: fc.integer({ min: 1, max: 20 }),
});

/** Asks both for a page and for what comes behind it. */
async function comparePages(target: ImportTarget, search: Json): Promise<void> {
  const json = { projectId: target.projectId, ...search };
  const { next } = await expectSame('/search', json);
  if (next !== null) await expectSame('/search', { ...json, skip: 0, after: next });
}

describe('POST /api/v1/mto/search from columns', () => {
  test('200 what the table answers, cursors included, whatever the criteria and the order', async () => {
    const target = await filled();
    const before = await searchesFrom();
    await fc.assert(
      fc.asyncProperty(searches, (search) => comparePages(target, search)),
      { numRuns: rounds(250) },
    );
    const after = await searchesFrom();
    expect(after.columns - before.columns).toBeGreaterThanOrEqual(rounds(250));
    expect(after.table).toBe(before.table);
  }, 180_000);

  test('200 what the table answers after any change, from the next question on', async () => {
    const target = await filled();
    const other = { ...target, serviceId: history.records.addService(target.projectId) };
    const idsOf = async (owner: ImportTarget) =>
      (await history.contents(owner)).map(({ mtoId }) => String(mtoId));
    const some = async (count: number) => (await idsOf(target)).slice(2, 2 + count);
    const changes: Record<string, () => Promise<unknown>> = {
      'create of a line': () => history.addLines(target, { tag: 'NEW-1', description: 'Änderung' }),
      'create of a line of another service': () => history.addLines(other, { tag: 'NEW-2' }),
      update: async () =>
        history.put(target, (await some(1))[0] ?? '', { remarks: 'ÄB 7', materialUnitPrice: 7.25 }),
      'bulk create': () => history.bulkCreate(target, lines.slice(0, 7)),
      'bulk edit': async () =>
        history.bulkEdit(target, await some(9), { quantity: { multiply: 1.1 }, area: 'north' }),
      'bulk patch': async () =>
        history.bulkPatch(
          target,
          (await some(3)).map((id) => ({ mtoId: id, tag: `T-${id.slice(-4)}` })),
        ),
      delete: async () => history.remove((await some(1))[0] ?? ''),
      'bulk delete': async () => history.bulkDelete(target, await some(4)),
      undo: async () => history.undone((await history.newest(target)).operationId),
      'import that appends': () => history.importLines(target, 'append', history.takeoffFile([901, 902])),
      'import that changes': () => history.importLines(target, 'upsert', history.takeoffFile([902, 903])),
      'import that replaces': () => history.importLines(other, 'replace', history.takeoffFile([1, 2, 3])),
      'undo of the import': async () => history.undone((await history.newest(target)).operationId),
    };
    const random = fc.sample(searches, { numRuns: Object.keys(changes).length * 2, seed: 7 });
    for (const [name, change] of Object.entries(changes)) {
      await change();
      for (const search of random.splice(0, 2)) await comparePages(target, search);
      const all = { sort: [{ field: 'remarks', direction: 'desc' }], limit: 100 };
      const [columns, table] = await answersOf('/search', { projectId: target.projectId, ...all });
      expect({ name, body: columns }).toEqual({ name, body: table });
    }
  }, 180_000);
});

describe('GET /api/v1/mto/project/{projectId}/distinct-values/{field} from columns', () => {
  test('200 what the table answers, of every common field, with a search, a discipline and a limit', async () => {
    const { projectId } = await filled();
    const before = await searchesFrom();
    for (const key of keys)
      for (const query of ['', '?limit=2', '?search=A', '?discipline=piping&search=1'])
        await expectSame(`/project/${projectId}/distinct-values/${key}${query}`);
    const after = await searchesFrom();
    expect(after.columns - before.columns).toBeGreaterThan(4 * 50);
    expect(after.table).toBe(before.table);
  }, 180_000);
});
