import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { decimal, percentOf, quotient, round, sum, toNumber, zero } from './money';

describe('round, the vectors of rates.md 1', () => {
  test.each([
    ['1.005', 2, '1.01'],
    ['2.675', 2, '2.68'],
    ['-0.005', 2, '-0.01'],
    ['0.96525', 4, '0.9653'],
    ['1.664775', 4, '1.6648'],
    ['-1.664775', 4, '-1.6648'],
    ['0.00004999', 4, '0'],
  ])('%s at %d decimals is %s', (value, places, rounded) => {
    expect(round(decimal(value), places).toString()).toBe(rounded);
    expect(round(decimal(Number(value)), places).toString()).toBe(rounded);
  });

  test.each([
    ['128.70', 0.75, '0.9653'],
    [79.275, '2.10', '1.6648'],
  ])('%s × %s percent at 4 decimals', (base, percent, rounded) => {
    expect(round(percentOf(decimal(base), percent), 4).toString()).toBe(rounded);
  });
});

test('percentOf is exact beyond the decimals of a division', () => {
  const tiny = decimal('0.0000000000000000000000000000000000000001');
  expect(percentOf(tiny, '0.0001').times(1_000_000).eq(tiny)).toBe(true);
});

test('a division carries at least 28 significant digits', () => {
  expect(decimal(1).div(176).toFixed(30)).toBe('0.005681818181818181818181818182');
});

test('a quotient is rounded once', () => {
  const whole = fc.integer({ min: -(10 ** 12), max: 10 ** 12 });
  const places = fc.integer({ min: 0, max: 6 });
  fc.assert(
    fc.property(whole, fc.integer({ min: 1, max: 10 ** 6 }), places, (dividend, divisor, places) => {
      const exact = round(decimal(dividend).div(divisor), places);
      expect(quotient(dividend, decimal(divisor), places).eq(exact)).toBe(true);
    }),
  );
  expect(quotient('1.005', decimal(1), 2).toString()).toBe('1.01');
  expect(quotient('-0.01', decimal(2), 2).toString()).toBe('-0.01');
});

test('sum is exact and an empty one is zero', () => {
  expect(sum([0.1, '0.2', decimal('0.3')]).toString()).toBe('0.6');
  expect(sum([]).eq(zero)).toBe(true);
});

test('toNumber keeps null and gives the JSON number of a decimal or its text', () => {
  expect(toNumber(null)).toBeNull();
  expect(toNumber(decimal('149.9556'))).toBe(149.9556);
  expect(toNumber('0.0000001')).toBe(1e-7);
});

test.each(['', 'ten', '1,5', Number.NaN, Number.POSITIVE_INFINITY])('decimal refuses %p', (value) => {
  expect(() => decimal(value)).toThrow();
});

test('an amount of the largest size with 4 decimals survives the way in and out', () => {
  fc.assert(
    fc.property(fc.integer({ min: -999_999_999_999, max: 999_999_999_999 }), (units) => {
      const amount = units / 10_000;
      expect(toNumber(round(decimal(amount), 4))).toBe(amount);
    }),
  );
});
