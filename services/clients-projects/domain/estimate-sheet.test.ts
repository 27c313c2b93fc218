import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import type { SheetItem } from '../store/tables/estimate-sheet';
import { circlesIn, costElements, sheetFigures } from './estimate-sheet';

const item = (code: string, kind: string, more: Partial<SheetItem> = {}): SheetItem => ({
  itemId: code,
  code,
  name: code,
  kind,
  basis: null,
  value: null,
  quantity: null,
  unit: null,
  unitPrice: null,
  wbsCode: null,
  costType: null,
  note: null,
  ...more,
});

const partOf = (labour: number, material: number, other: number) => ({
  lines: 2,
  labourCost: (labour / 100).toFixed(2),
  materialCost: (material / 100).toFixed(2),
  freightCost: '0',
  equipmentCost: '0',
  subcontractCost: '0',
  totalCost: ((labour + material + other) / 100).toFixed(2),
});

const whole = { itemCount: 5, totalCost: '1000.00' };

describe('sheetFigures', () => {
  test('rounds each amount to the cent before another uses it, half away from zero', () => {
    const items = [
      item('A', 'lump-sum', { value: 0.3 }),
      item('B', 'percent', { value: 15, basis: { items: ['a'] } }),
      item('C', 'percent', { value: 50, basis: { items: ['B'] } }),
    ];
    const { amounts, sheetAmount } = sheetFigures(items, [], whole);
    expect(amounts).toEqual([0.3, 0.05, 0.03]);
    expect(sheetAmount).toBe('0.38');
  });

  test('takes percentages of cost elements, of lines and of other items', () => {
    const items = [
      item('LINES', 'direct', { basis: { filters: {} } }),
      item('HUTS', 'quantity', { quantity: 14, unitPrice: 8500, costType: 'equipment' }),
      item('TOOLS', 'percent', { value: 12, basis: { items: ['LINES', 'HUTS'], costElements: ['labour'] } }),
      item('FUEL', 'percent', {
        value: 10,
        basis: { items: ['LINES', 'HUTS'], costElements: ['equipment'] },
      }),
      item('REST', 'percent', { value: 1, basis: { items: ['LINES'], costElements: ['other'] } }),
    ];
    const { amounts, otherDirect, lines } = sheetFigures(items, [partOf(20_000, 5_000, 1_000)], whole);
    expect(amounts).toEqual([260, 119_000, 24, 11_900, 0.1]);
    expect([lines[0], lines[1], otherDirect]).toEqual([2, null, { lines: 3, amount: 740 }]);
  });

  test('a subtotal counts nowhere, and adds up what it names or what stands above it', () => {
    const items = [
      item('A', 'lump-sum', { value: 10 }),
      item('S', 'subtotal'),
      item('B', 'allowance', { value: 5 }),
      item('T', 'subtotal'),
      item('U', 'subtotal', { basis: { items: ['B', 'S'] } }),
      item('P', 'percent', { value: 10, basis: { items: ['T'] } }),
    ];
    const { amounts, sheetAmount } = sheetFigures(items, [], whole);
    expect(amounts).toEqual([10, 10, 5, 15, 15, 1.5]);
    expect(sheetAmount).toBe('16.5');
  });
});

describe('circlesIn', () => {
  test('names the codes of a circle, also through a subtotal of what stands above it', () => {
    const items = [
      item('FEE', 'percent', { value: 5, basis: { items: ['SUM'] } }),
      item('A', 'lump-sum', { value: 5 }),
      item('SUM', 'subtotal'),
    ];
    expect(circlesIn(items)).toEqual([['FEE', 'SUM']]);
    expect(circlesIn([item('X', 'percent', { basis: { items: ['x'] } })])).toEqual([['X']]);
    expect(circlesIn(items.slice(1))).toEqual([]);
  });
});

const money = fc.integer({ min: -900_000, max: 900_000 });

/** An item may refer to those before it in the order of making; the sheet has them in another order. */
const sheets = fc
  .array(
    fc.record({
      kind: fc.constantFrom('direct', 'lump-sum', 'quantity', 'percent', 'risk', 'subtotal'),
      value: money,
      percent: fc.integer({ min: -20_000, max: 20_000 }),
      part: fc.tuple(money, money, money),
      references: fc.array(fc.nat(), { minLength: 1, maxLength: 4 }),
      costType: fc.option(fc.constantFrom(...costElements)),
      elements: fc.option(fc.subarray([...costElements], { minLength: 1 })),
      order: fc.nat(),
    }),
    { minLength: 1, maxLength: 25 },
  )
  .map((drawn) => {
    const made = drawn.map(({ kind, value, percent, references, costType, elements, part, order }, at) => {
      const code = `I${at}`;
      const items = at === 0 ? [] : [...new Set(references.map((place) => `i${place % at}`))];
      const cost = { costType };
      const built =
        kind === 'direct'
          ? item(code, kind, { basis: { filters: {} } })
          : kind === 'quantity'
            ? item(code, kind, { quantity: percent / 1000, unitPrice: value / 1000, ...cost })
            : kind === 'percent' && at > 0
              ? item(code, kind, { value: percent / 1000, basis: { items, costElements: elements }, ...cost })
              : kind === 'subtotal' && at > 0
                ? item(code, kind, { basis: { items } })
                : item(code, 'lump-sum', { value: value / 1000, ...cost });
      return { item: built, part, order };
    });
    return { made, displayed: made.toSorted((one, other) => one.order - other.order) };
  });

type Sheet = { made: { item: SheetItem; part: [number, number, number] }[] };

/** Half away from zero, in whole thousandths of a cent or finer, all of them whole numbers. */
function centsOf(numerator: bigint, denominator: bigint): bigint {
  const isNegative = numerator < 0n;
  const size = isNegative ? -numerator : numerator;
  const rounded = (2n * size + denominator) / (2n * denominator);
  return isNegative ? -rounded : rounded;
}

const thousandths = (value: number | null) => BigInt(Math.round((value ?? 0) * 1000));

/** Item after item in the order of making, in whole cents: another order and another arithmetic. */
function recalculated({ made }: Sheet): Map<string, bigint> {
  const elementsOf = new Map<string, Map<string, bigint>>();
  const amounts = new Map<string, bigint>();
  for (const { item: one, part } of made) {
    const [labour, material, other] = part.map(BigInt) as [bigint, bigint, bigint];
    const named = (one.basis?.items ?? []).map((code) => elementsOf.get(code.toUpperCase()) ?? new Map());
    const added = (chosen: readonly string[]) =>
      named.reduce((sum, all) => chosen.reduce((of, key) => of + (all.get(key) ?? 0n), sum), 0n);
    const elements = new Map<string, bigint>();
    if (one.kind === 'direct')
      for (const [key, value] of Object.entries({ labour, material, other })) elements.set(key, value);
    else if (one.kind === 'subtotal') for (const key of costElements) elements.set(key, added([key]));
    else {
      const amount =
        one.kind === 'percent'
          ? centsOf(added(one.basis?.costElements ?? costElements) * thousandths(one.value), 100_000n)
          : one.kind === 'quantity'
            ? centsOf(thousandths(one.quantity) * thousandths(one.unitPrice), 10_000n)
            : centsOf(thousandths(one.value), 10n);
      elements.set(one.costType ?? 'other', amount);
    }
    elementsOf.set(one.code, elements);
    amounts.set(
      one.code,
      [...elements.values()].reduce((sum, value) => sum + value, 0n),
    );
  }
  return amounts;
}

describe('a sheet without a circle', () => {
  test('has the amounts that a plain recalculation in another order gives', () => {
    const seed = Number(process.env.TEST_SEED ?? 20261127);
    fc.assert(
      fc.property(sheets, ({ made, displayed }) => {
        const items = displayed.map((one) => one.item);
        fc.pre(circlesIn(items).length === 0);
        const direct = displayed.filter((one) => one.item.kind === 'direct');
        const parts = direct.map(({ part }) => partOf(...part));
        const figures = sheetFigures(items, parts, whole);
        const expected = recalculated({ made });
        const inCents = (amount: number) => BigInt(Math.round(amount * 100));
        expect(figures.amounts.map(inCents)).toEqual(items.map(({ code }) => expected.get(code) ?? 0n));
        const added = items
          .filter(({ kind }) => kind !== 'direct' && kind !== 'subtotal')
          .reduce((sum, { code }) => sum + (expected.get(code) ?? 0n), 0n);
        expect(inCents(Number(figures.sheetAmount))).toBe(added);
      }),
      { seed, numRuns: 300 },
    );
  });
});
