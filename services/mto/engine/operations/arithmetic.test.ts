import { describe, expect, test } from 'bun:test';
import { decimal, round } from '@consulting/kernel/schema';
import fc from 'fast-check';
import { computedOf } from '../fields/line';
import { arithmetic } from './arithmetic';

const decimals = fc.oneof(
  fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }),
  fc
    .tuple(fc.integer({ min: -999_999_999_999, max: 999_999_999_999 }), fc.nat(6))
    .map(([digits, scale]) => Number(decimal(digits).div(10 ** scale))),
  fc.double({ min: -1e15, max: 1e15, noNaN: true }),
  fc.constantFrom(0, 0.000001, 0.5, 1.005, 2.675, 999999999.999999, 8_000_000.123456),
);

const exactly = {
  multiply: (value: number, by: number) => decimal(value).times(by),
  add: (value: number, by: number) => decimal(value).plus(by),
  percent: (value: number, by: number) => decimal(value).times(decimal(by).times('0.01').plus(1)),
};

describe('arithmetic of operations', () => {
  test('is that of exact decimals, rounded half away from zero', () => {
    const verb = fc.constantFrom('multiply', 'add', 'percent');
    fc.assert(
      fc.property(verb, decimals, decimals, fc.nat(6), (name, value, by, places) => {
        const expected = computedOf(round(exactly[name](value, by), places).toFixed(), 6);
        expect(arithmetic(name, by, places)(value)).toBe(expected);
      }),
      { numRuns: 5000 },
    );
  });

  test('takes numbers that stand as text, since a double could not carry their digits', () => {
    expect(arithmetic('add', 1, 6)('12345678901234.123456')).toBe('12345678901235.123456');
  });
});
