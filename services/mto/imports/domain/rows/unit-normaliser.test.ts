import { describe, expect, test } from 'bun:test';
import type { Cell, Line } from '@consulting/mto-engine/fields/line';
import { lineEvaluator } from '@consulting/mto-engine/formula/evaluate';
import { fieldsOf, positionOf } from '@consulting/takeoff-fields/registry';
import type { UnitSystem } from '@consulting/takeoff-fields/unit-dimensions';
import fc from 'fast-check';
import { UnitNormaliser } from './unit-normaliser';

const discipline = 'piping';
const at = (key: string) => positionOf(discipline, key);
const calculate = lineEvaluator(discipline);

function lineOf(values: Record<string, Cell>): Line {
  const line: Line = fieldsOf(discipline).map(() => null);
  for (const [key, value] of Object.entries(values)) line[at(key)] = value;
  return line;
}

function normalise(system: UnitSystem, values: Record<string, Cell>) {
  const line = lineOf(values);
  const normaliser = new UnitNormaliser(discipline, system);
  normaliser.normalise(line);
  const converted = [...normaliser.counts.keys()].map((position) => fieldsOf(discipline)[position]?.key);
  return { line, converted, stored: normaliser.stored };
}

const outcomes = fieldsOf(discipline).filter(
  ({ unit, computed }) => computed !== undefined && (unit === 'currency' || unit === 'h'),
);

function outcomeOf(line: Line) {
  const calculated = [...line];
  calculate(calculated);
  return outcomes.map(({ key }) => [key, calculated[at(key)]]);
}

describe('UnitNormaliser', () => {
  test.each<[UnitSystem, string, number, string, number]>([
    ['metric', 'mm', 22122, 'm', 22.122],
    ['metric', 'km', 1.5, 'm', 1500],
    ['metric', 'in', 10, 'm', 0.254],
    ['metric', 'ft2', 100, 'm2', 9.290304],
    ['metric', 'L', 250, 'm3', 0.25],
    ['metric', 'kg', 1250.5, 't', 1.2505],
    ['metric', 'ton', 2, 't', 1.814369],
    ['us', 'in', 18, 'ft', 1.5],
    ['us', 'yd', 3, 'ft', 9],
    ['us', 'm', 10, 'ft', 32.808399],
    ['us', 'ft3', 54, 'yd3', 2],
    ['us', 'lb', 500, 'ton', 0.25],
  ])('%s: %s of %p becomes %s of %p', (system, unit, quantity, expected, converted) => {
    const { line, stored } = normalise(system, { quantity, unitOfMeasure: unit });
    expect([line[at('quantity')], line[at('unitOfMeasure')], stored]).toEqual([converted, expected, null]);
  });

  test('every figure per unit goes with the quantity, and costs and hours stay', () => {
    const values = {
      quantity: 22122,
      unitOfMeasure: 'mm',
      sparesQuantity: 500,
      unitManHours: 0.00125,
      materialUnitPrice: 0.0485,
      subcontractUnitPrice: 0.0021,
      labourRate: 149.9556,
      fixedManHours: null,
      materialDiscountPercent: 5,
    };
    const { line, converted } = normalise('metric', values);
    expect(converted).toEqual([
      'quantity',
      'sparesQuantity',
      'unitManHours',
      'materialUnitPrice',
      'subcontractUnitPrice',
    ]);
    expect(converted.map((key) => line[at(key ?? '')])).toEqual([22.122, 0.5, 1.25, 48.5, 2.1]);
    expect(outcomeOf(line)).toEqual(outcomeOf(lineOf(values)));
    expect(outcomeOf(line)).toContainEqual(['totalManHours', 27.6525]);
  });

  test('a price per lb becomes one per t that multiplies to the same cost', () => {
    const values = { quantity: 1500, unitOfMeasure: 'lb', materialUnitPrice: 1.1, unitManHours: 0.02 };
    const { line, stored } = normalise('metric', values);
    expect([line[at('quantity')], line[at('unitOfMeasure')], stored]).toEqual([0.680389, 't', null]);
    expect(Number(line[at('materialUnitPrice')])).toBeCloseTo(1.1 / 0.000_453_592_37, 0);
    expect(outcomeOf(line)).toEqual(outcomeOf(lineOf(values)));
    expect(outcomeOf(line)).toContainEqual(['materialCost', 1650]);
  });

  test.each<[UnitSystem, Record<string, Cell>]>([
    ['metric', { quantity: 1, unitOfMeasure: 'EA', materialUnitPrice: 5 }],
    ['metric', { quantity: 1, unitOfMeasure: 'm', materialUnitPrice: 5 }],
    ['metric', { quantity: 1, unitOfMeasure: 'fathom' }],
    ['us', { quantity: 1, unitOfMeasure: 'ft' }],
    ['us', { quantity: 1 }],
  ])('%s: %p stays, without a word', (system, values) => {
    const { line, converted, stored } = normalise(system, values);
    expect([line, converted, stored]).toEqual([lineOf(values), [], null]);
  });

  test.each<[string, UnitSystem, Record<string, Cell>]>([
    ['a cent of 4 decimals', 'metric', { quantity: 0.25, unitOfMeasure: 'kg', materialUnitPrice: 3.5 }],
    ['an hour', 'metric', { quantity: 0.26, unitOfMeasure: 'kg', unitManHours: 0.1 }],
    [
      'an allowance',
      'metric',
      {
        quantity: 1255,
        unitOfMeasure: 'kg',
        wasteFactorPercent: 3,
        materialUnitPrice: 3.5,
      },
    ],
    ['six decimals of a price', 'metric', { quantity: 1e9, unitOfMeasure: 'ft', materialUnitPrice: 0.01 }],
    ['a figure too small to keep', 'metric', { quantity: 0.0004, unitOfMeasure: 'mm' }],
    ['a price too large', 'metric', { quantity: 1, unitOfMeasure: 'mm', materialUnitPrice: 2e9 }],
  ])('what would change the line keeps it in its unit: %s', (_, system, values) => {
    const { line, converted, stored } = normalise(system, values);
    expect([line, converted, stored]).toEqual([lineOf(values), [], String(values.unitOfMeasure)]);
  });

  test('whatever the figures, costs and hours are those of the file', () => {
    const figure = (max: number) =>
      fc
        .tuple(fc.integer({ min: 1, max }), fc.nat({ max: 6 }))
        .map(([digits, places]) => digits / 10 ** places);
    const row = fc.record({
      quantity: figure(10 ** 7),
      unitOfMeasure: fc.constantFrom(
        'mm',
        'cm',
        'in',
        'ft',
        'yd',
        'kg',
        'lb',
        'ton',
        'L',
        'gal',
        'ft3',
        'ha',
      ),
      quantityAllowancePercent: fc.constantFrom(null, 5, 7.5),
      wasteFactorPercent: fc.constantFrom(null, 3, 12.5),
      unitManHours: fc.option(figure(10 ** 5)),
      materialUnitPrice: fc.option(figure(10 ** 7)),
      subcontractUnitPrice: fc.option(figure(10 ** 6)),
      labourRate: fc.option(figure(10 ** 5)),
      freightPercent: fc.constantFrom(null, 4),
    });
    let converted = 0;
    fc.assert(
      fc.property(row, fc.constantFrom<UnitSystem>('metric', 'us'), (values, system) => {
        const done = normalise(system, values);
        if (done.stored === null) converted += 1;
        expect(outcomeOf(done.line)).toEqual(outcomeOf(lineOf(values)));
      }),
      { numRuns: 1000 },
    );
    expect(converted).toBeGreaterThan(100);
  });
});
