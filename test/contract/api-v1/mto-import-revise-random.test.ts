import { afterAll, describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import type { ImportTarget, SheetCells } from '../../support/import-file';
import { rounds } from '../../support/rounds';
import { commonTakeoffImports, counts } from '../../support/takeoff-import';

const imports = await commonTakeoffImports();
const { system, sheet } = imports;

afterAll(() => imports.stop());

interface Row {
  sourceId: string;
  description: string;
  quantity: number;
  materialUnitPrice: number | null;
}

interface Line extends Row {
  revision: string | null;
  status: string | null;
}

interface Revised {
  rows: Row[];
  hasPrices: boolean;
  missing: 'void' | 'delete' | 'keep';
  revision: string | null;
  carries: boolean;
}

const keys = ['sourceId', 'description', 'quantity', 'materialUnitPrice', 'revision', 'status', 'totalCost'];

const price = fc.option(fc.integer({ min: 1, max: 3 }), { nil: null });
const rows = fc.uniqueArray(
  fc.record({
    sourceId: fc.constantFrom(...'ABCDEF').map((letter) => `P-${letter}`),
    description: fc.constantFrom('Pipe', 'Elbow', 'Tee'),
    quantity: fc.integer({ min: 1, max: 4 }),
    materialUnitPrice: price,
  }),
  { minLength: 1, maxLength: 6, selector: ({ sourceId }) => sourceId },
);
const revised: fc.Arbitrary<Revised> = fc.record({
  rows,
  hasPrices: fc.boolean(),
  missing: fc.constantFrom('void', 'void', 'delete', 'keep'),
  revision: fc.constantFrom(null, 'B', 'C'),
  carries: fc.boolean(),
});

function cellsOf(given: readonly Row[], hasPrices: boolean): SheetCells {
  const header = [
    'Source ID',
    'Description',
    'Quantity',
    'UOM',
    ...(hasPrices ? ['Material Unit Price'] : []),
  ];
  return [
    header,
    ...given.map(({ sourceId, description, quantity, materialUnitPrice }) => [
      ...[sourceId, description, quantity, 'm'],
      ...(hasPrices ? [materialUnitPrice] : []),
    ]),
  ];
}

const costOf = ({ quantity, materialUnitPrice }: Row) => quantity * (materialUnitPrice ?? 0);
const total = (lines: readonly Line[]) =>
  lines.filter(({ status }) => status !== 'void').reduce((sum, line) => sum + costOf(line), 0);

/** Section 25.2 and 25.3 line by line, without sets or keys of a database. */
function expected(before: readonly Line[], { rows, hasPrices, missing, revision, carries }: Revised) {
  const found = { matched: 0, changed: 0, unchanged: 0, added: 0, carried: 0, unpriced: 0, missing: 0 };
  const after: Line[] = [];
  for (const line of before) {
    const row = rows.find(({ sourceId }) => sourceId === line.sourceId);
    if (row === undefined) {
      const isGone = line.status !== 'void';
      if (isGone) found.missing += 1;
      if (!isGone || missing === 'keep') after.push(line);
      else if (missing === 'void')
        after.push({ ...line, status: 'void', revision: revision ?? line.revision });
      continue;
    }
    found.matched += 1;
    const status = line.status === 'void' ? 'draft' : line.status;
    const materialUnitPrice = (hasPrices ? row.materialUnitPrice : null) ?? line.materialUnitPrice;
    const next = { ...line, ...row, status, materialUnitPrice };
    const isSame = Bun.deepEquals(next, line);
    found[isSame ? 'unchanged' : 'changed'] += 1;
    after.push(isSame ? line : { ...next, revision: revision ?? line.revision });
  }
  for (const row of rows) {
    if (before.some(({ sourceId }) => sourceId === row.sourceId)) continue;
    const own = hasPrices ? row.materialUnitPrice : null;
    const alike = before.filter(
      ({ status, description }) => status !== 'void' && description === row.description,
    );
    const prices = new Set(alike.map(({ materialUnitPrice }) => materialUnitPrice));
    const [common = null] = carries && prices.size === 1 ? prices : [];
    const line = { ...row, materialUnitPrice: own ?? common, revision, status: null };
    found.added += 1;
    if (own === null && common !== null) found.carried += 1;
    if (costOf(line) === 0) found.unpriced += 1;
    after.push(line);
  }
  const removed = missing === 'keep' ? 0 : found.missing;
  return { after, found: { ...found, removed }, deleted: missing === 'delete' ? removed : 0 };
}

const bySource = (lines: readonly Record<string, unknown>[]) =>
  lines
    .map((line) => Object.fromEntries(keys.map((key) => [key, line[key]])))
    .sort((one, other) => String(one.sourceId).localeCompare(String(other.sourceId)));

const withCost = (lines: readonly Line[]) =>
  bySource(lines.map((line) => ({ ...line, totalCost: costOf(line) })));

function partsOf({ missing, revision, carries }: Revised, dryRun: boolean) {
  return {
    ...{ mode: 'revise', missing, dryRun, force: true },
    ...(revision !== null && { revision }),
    ...(carries && { carryFrom: JSON.stringify(['description']) }),
  };
}

async function revisionOf(taskId: string) {
  const { body } = await system.mto.request('GET', `/api/v1/mto/import/status/${taskId}`);
  return body.revision;
}

async function undoLast(into: ImportTarget): Promise<void> {
  const history = '/api/v1/history/takeoff-lines';
  const { body } = await system.mto.request('GET', `${history}?projectId=${into.projectId}&limit=1`);
  const path = `${history}/${body.data[0].operationId}/undo`;
  const { status } = await system.mto.request('POST', path, { json: {} });
  expect(status).toBe(200);
}

describe('POST /api/v1/mto/import/async: mode revise', () => {
  test('200 makes of every line what the rule makes of it, with its counts and money, and the undo brings it back', async () => {
    const takeoffs = fc.tuple(rows, fc.array(revised, { minLength: 2, maxLength: 4 }));
    await fc.assert(
      fc.asyncProperty(takeoffs, async ([first, revisions]) => {
        const into = imports.target(system.records.addProject());
        await sheet(cellsOf(first, true), {}, into);
        let before: Line[] = first.map((row) => ({ ...row, revision: null, status: null }));
        for (const [at, given] of revisions.entries()) {
          const cells = cellsOf(given.rows, given.hasPrices);
          const { after, found, deleted } = expected(before, given);
          const dry = await sheet(cells, partsOf(given, true), into);
          expect(bySource(dry.lines)).toEqual(withCost(before));
          const { task, lines } = await sheet(cells, partsOf(given, false), into);
          expect(bySource(lines)).toEqual(withCost(after));
          expect(counts(task)).toEqual([found.added, found.changed, found.unchanged, 0, deleted]);
          const revision = await revisionOf(task.taskId);
          expect(revision).toMatchObject(found);
          expect(await revisionOf(dry.task.taskId)).toEqual(revision);
          const [{ totalCost }] = revision.byDiscipline;
          const [from, to] = [total(before), total(after)];
          expect([totalCost.before, totalCost.after, totalCost.difference].map(Number)).toEqual([
            from,
            to,
            to - from,
          ]);
          const moved = totalCost.causes.map(({ amount }: { amount: string }) => Number(amount));
          expect(moved.reduce((sum: number, amount: number) => sum + amount, 0)).toBe(to - from);
          if (at < revisions.length - 1) before = after;
          else if (found.changed + found.added + found.removed > 0) {
            await undoLast(into);
            const again = await sheet(cells, partsOf(given, true), into);
            expect(bySource(again.lines)).toEqual(withCost(before));
          }
        }
      }),
      { numRuns: rounds(40), endOnFailure: true },
    );
  }, 240_000);
});
