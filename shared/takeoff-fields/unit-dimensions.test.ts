import { describe, expect, test } from 'bun:test';
import { decimal, round } from '@consulting/kernel/schema';
import { normaliseUnitOfMeasure } from './read-value';
import { dimensionOf, unitDimensions, unitOfSystem, unitRatio } from './unit-dimensions';
import { unitOfMeasureSpellings } from './units';

function convert(from: string, to: string, value: string) {
  const ratio = unitRatio(from, to);
  if (ratio === undefined) return undefined;
  const [quantity, perUnit] = [
    decimal(value).times(ratio.times).div(ratio.by),
    decimal(value).times(ratio.by).div(ratio.times),
  ];
  return [round(quantity, 12).toFixed(), round(perUnit, 12).toFixed()];
}

describe('unitRatio', () => {
  test.each([
    ['mm', 'm', '22122', '22.122', '22122000'],
    ['cm', 'm', '1', '0.01', '100'],
    ['km', 'm', '1.5', '1500', '0.0015'],
    ['in', 'm', '1', '0.0254', '39.370078740157'],
    ['in', 'ft', '18', '1.5', '216'],
    ['yd', 'ft', '2', '6', '0.666666666667'],
    ['m', 'ft', '0.3048', '1', '0.09290304'],
    ['mm2', 'm2', '1000000', '1', '1000000000000'],
    ['cm2', 'm2', '10000', '1', '100000000'],
    ['ha', 'm2', '2', '20000', '0.0002'],
    ['yd2', 'ft2', '1', '9', '0.111111111111'],
    ['ft2', 'm2', '1', '0.09290304', '10.763910416710'],
    ['yd3', 'm3', '1', '0.764554857984', '1.307950619314'],
    ['ft3', 'yd3', '54', '2', '1458'],
    ['gal', 'L', '1', '3.785411784', '0.264172052358'],
    ['lb', 'kg', '1', '0.45359237', '2.204622621849'],
    ['lb', 'ton', '2000', '1', '4000000'],
    ['g', 't', '1000000', '1', '1000000000000'],
    ['ton', 't', '1', '0.90718474', '1.102311310924'],
  ])('%s to %s of %s', (from, to, value, quantity, perUnit) => {
    expect(convert(from, to, value)?.map(Number)).toEqual([Number(quantity), Number(perUnit)]);
  });

  test.each([
    ['m', 'm2'],
    ['EA', 'm'],
    ['h', 'day'],
    ['kg', 'kg/m'],
    ['constructor', 'm'],
  ])('%s and %s are not of one dimension', (from, to) => {
    expect(unitRatio(from, to)).toBeUndefined();
  });
});

test('every unit that has a dimension is one that imports read', () => {
  const measured = Object.keys(unitOfMeasureSpellings).filter((unit) => dimensionOf(unit) !== undefined);
  expect(measured.sort()).toEqual(
    [
      ...['m', 'mm', 'cm', 'km', 'in', 'ft', 'yd', 'm2', 'mm2', 'cm2', 'ha', 'ft2', 'yd2'],
      ...['m3', 'L', 'mL', 'gal', 'ft3', 'yd3', 't', 'q', 'kg', 'g', 'lb', 'ton'],
    ].sort(),
  );
  for (const unit of measured) expect(normaliseUnitOfMeasure(unit.toUpperCase())).toBe(unit);
});

test('the units of a system are of their dimension', () => {
  for (const dimension of unitDimensions)
    for (const system of ['metric', 'us'] as const)
      expect(dimensionOf(unitOfSystem(dimension, system))).toBe(dimension);
  expect(unitDimensions.map((dimension) => unitOfSystem(dimension, 'us'))).toEqual([
    'ft',
    'ft2',
    'yd3',
    'ton',
  ]);
});
