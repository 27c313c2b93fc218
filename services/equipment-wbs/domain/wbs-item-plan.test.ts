import { expect, test } from 'bun:test';
import { loweredText } from '@consulting/kernel/schema';
import fc from 'fast-check';
import { codesAbove } from './wbs-item-codes';
import { levelMax } from './wbs-item-fields';
import { type PlannedItem, TreePlan } from './wbs-item-plan';
import { readItemRow } from './wbs-item-rows';

const rowOf = (number: number, wbsCode: string, parentCode: string | null = null) =>
  readItemRow({
    sheet: 'WBS',
    number,
    cells: null,
    values: { wbsCode, name: wbsCode, parentCode },
    faults: [],
  });

function planned(rows: readonly (readonly [code: string, parent: string | null])[]): PlannedItem[] {
  const plan = new TreePlan([]);
  for (const [at, [code, parent]] of rows.entries()) plan.name(rowOf(at + 2, code, parent));
  plan.findParents(true);
  return plan.settle();
}

const faultsOf = ({ read }: PlannedItem) => (read?.faults ?? []).map(({ code }) => code as string);

test('parents are found by the code alone, whatever the order of the rows', () => {
  const code = fc
    .array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: levelMax })
    .chain((parts) => fc.constantFrom('.', '-', '_', '/', ':').map((separator) => parts.join(separator)));
  fc.assert(
    fc.property(fc.uniqueArray(code, { minLength: 1, maxLength: 40 }), (codes) => {
      const current = new Set(codes.map(loweredText));
      for (const item of planned(codes.map((one) => [one, null]))) {
        const above = codesAbove(item.code).find((one) => current.has(one)) ?? null;
        expect([item.code, item.parent === null ? null : loweredText(item.parent.code)]).toEqual([
          item.code,
          above,
        ]);
        expect(item.place?.level).toBe((item.parent?.place?.level ?? 0) + 1);
        expect(item.place?.path).toBe(item.parent ? `${item.parent.place?.path}/${item.code}` : item.code);
      }
    }),
  );
});

test('with any parents named, each item has its place below its parent, or is refused with its reason', () => {
  const count = 12;
  const parent = fc.option(fc.integer({ min: 0, max: count }), { nil: null });
  fc.assert(
    fc.property(fc.array(parent, { minLength: 1, maxLength: count }), (parents) => {
      const rows = parents.map((one, at) => [`N${at}`, one === null ? null : `N${one}`] as const);
      const depthOf = (at: number, seen = new Set<number>()): number => {
        const above = parents[at] ?? null;
        if (above === null) return 1;
        if (above >= parents.length || seen.has(at)) return Number.POSITIVE_INFINITY;
        return 1 + depthOf(above, seen.add(at));
      };
      for (const [at, item] of planned(rows).entries()) {
        const isStored = depthOf(at) <= levelMax;
        expect([item.code, item.isRefused]).toEqual([item.code, !isStored]);
        if (isStored) expect([item.place?.level, faultsOf(item)]).toEqual([depthOf(at), []]);
        else expect(faultsOf(item).length).toBeGreaterThan(0);
      }
    }),
  );
});
