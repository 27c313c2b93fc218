import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { convertFromUs } from '../../../fields/conversion';
import { findField } from '../../../fields/registry';
import { converterFromUs, storedNumber } from './stored-number';

describe('storedNumber', () => {
  test.each([
    [66.95999999999998, 66.96],
    [0.1 + 0.2, 0.3],
    [-66.95999999999998, -66.96],
    [1.0000005, 1.000001],
    [-1.0000005, -1.000001],
    [0.0000004, 0],
    [-0.0000004, 0],
    [-0, 0],
    [123456789.123456789, 123456789.123457],
    [999999999999, 999999999999],
    [1e300, 1e300],
    [3, 3],
  ])('%p is %p', (value, expected) => {
    expect(storedNumber(value)).toBe(expected);
  });
});

describe('converterFromUs', () => {
  const fields = ['wallThickness', 'designTemperature', 'designPressure', 'totalWeight', 'workElevation'];
  test('gives the figures of the exact conversion', () => {
    for (const key of fields) {
      const field = findField('piping', key);
      if (field === undefined) throw new Error(key);
      const convert = converterFromUs(field);
      fc.assert(
        fc.property(fc.integer({ min: -(10 ** 9), max: 10 ** 9 }), fc.nat({ max: 6 }), (digits, decimals) => {
          const value = digits / 10 ** decimals;
          return convert(value) === Number(convertFromUs(field, String(storedNumber(value))));
        }),
        { numRuns: 2000 },
      );
    }
  });
});
