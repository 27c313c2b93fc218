import { describe, expect, test } from 'bun:test';
import { decimal } from '@consulting/kernel/schema';
import { findField } from '@consulting/takeoff-fields/registry';
import { converted, convertFromUs } from '@consulting/takeoff-fields/units';
import fc from 'fast-check';
import type { DecimalSeparator } from '../fields/import-parameters';
import {
  converterBy,
  converterFromUs,
  type NumberFault,
  type NumberReading,
  readNumberText,
  separatorProvedBy,
  storedNumber,
} from './number-text';

const reading = (separator: DecimalSeparator | null, of: Partial<NumberReading> = {}): NumberReading => ({
  separator,
  isInches: false,
  isPercent: false,
  ...of,
});

describe('readNumberText', () => {
  test.each<[string, number | NumberFault]>([
    ['12', 12],
    ['-12', -12],
    ['+12.5', 12.5],
    ['\u221212.5', -12.5],
    ['1,234.56', 1234.56],
    ['1.234,56', 1234.56],
    ['1,234,567', 1234567],
    ['1.234.567', 1234567],
    ['1 234 567', 1234567],
    ['1\u00a0234,5', 1234.5],
    ['1\u202f234.567', 1234.567],
    ['12,5', 12.5],
    ['0,125', 0.125],
    ['1234,567', 1234.567],
    ['.5', 0.5],
    ['5.', 5],
    ['(100)', -100],
    ['($1,234.50)', -1234.5],
    ['$ 12.50', 12.5],
    ['-$12.50', -12.5],
    ['$-12.50', -12.5],
    ['12,50 \u20ac', 12.5],
    ['CA$12.50', 12.5],
    ['1.5E+3', 1500],
    ['1e-05', 0.00001],
    ['1,234', 'AMBIGUOUS_NUMBER'],
    ['1.234', 'AMBIGUOUS_NUMBER'],
    ['-12,345', 'AMBIGUOUS_NUMBER'],
    ['NaN', 'NOT_A_NUMBER'],
    ['Infinity', 'NOT_A_NUMBER'],
    ['1e999', 'NOT_A_NUMBER'],
    ['12 mm', 'NOT_A_NUMBER'],
    ['12 34', 'NOT_A_NUMBER'],
    ['1,23,4567', 'NOT_A_NUMBER'],
    ['1.23.456', 'NOT_A_NUMBER'],
    ['1,234.567.8', 'NOT_A_NUMBER'],
    ['--5', 'NOT_A_NUMBER'],
    ['(-5)', 'NOT_A_NUMBER'],
    ['5%', 'NOT_A_NUMBER'],
    ['6"', 'NOT_A_NUMBER'],
    ['3/4', 'NOT_A_NUMBER'],
    ['0x10', 'NOT_A_NUMBER'],
    ['.', 'NOT_A_NUMBER'],
    ['$', 'NOT_A_NUMBER'],
    ['#REF!', 'NOT_A_NUMBER'],
  ])('%s', (text, expected) => {
    expect(readNumberText(text, reading(null))).toBe(expected);
  });

  test.each<[string, DecimalSeparator, number | NumberFault]>([
    ['1,234', '.', 1234],
    ['1,234', ',', 1.234],
    ['1.234', '.', 1.234],
    ['1.234', ',', 1234],
    ['12.5', ',', 12.5],
  ])('%s with the separator %s', (text, separator, expected) => {
    expect(readNumberText(text, reading(separator))).toBe(expected);
  });

  test.each<[string, number | NumberFault]>([
    ['6"', 6],
    ['3/4"', 0.75],
    ['1 1/2"', 1.5],
    ['1-1/2"', 1.5],
    ['3/4', 0.75],
    ['2.5"', 2.5],
    ['6 in', 6],
    ['6\u2033', 6],
    ['1/64"', 0.015625],
    ['4"x1/2"', 'NOT_A_NUMBER'],
    ['1/0"', 'NOT_A_NUMBER'],
  ])('%s in inches', (text, expected) => {
    expect(readNumberText(text, reading(null, { isInches: true }))).toBe(expected);
  });

  test('a percent sign counts in percent only', () => {
    expect(readNumberText('5 %', reading(null, { isPercent: true }))).toBe(5);
    expect(readNumberText('(5%)', reading(null, { isPercent: true }))).toBe(-5);
  });
});

describe('separatorProvedBy', () => {
  test.each<[string, DecimalSeparator | null]>([
    ['12.5', '.'],
    ['12,5', ','],
    ['1,234,567', '.'],
    ['1.234.567', ','],
    ['1.234,56', ','],
    ['$1,234.5', '.'],
    ['1 234,567', ','],
    ['1,234', null],
    ['1.234', null],
    ['1234', null],
    ['DN 12.5', null],
    ['1.234,5 m', ','],
    ['12.5 EA', '.'],
    ['1,234 m', null],
    ['12.5 foo', null],
  ])('%s', (text, expected) => {
    expect(separatorProvedBy(text)).toBe(expected);
  });
});

describe('text that is too long for a number', () => {
  const million = 2 ** 20;
  test.each([
    ['digits, a point and a letter', `${'1'.repeat(million)}.x`],
    ['digits and separators', `${'1.'.repeat(million / 2)}x`],
    ['blanks before an inch mark', `6${' '.repeat(million)}x`],
    ['blanks and a currency sign', `1${' '.repeat(million)}$`],
    ['thousands between blanks', `1${' 234'.repeat(million / 4)}x.`],
    ['a long fraction', `1 ${'1'.repeat(million)}/x.`],
    ['more than 64 digits', `1.${'1'.repeat(63)}`],
  ])('%s', (_, text) => {
    expect(readNumberText(text, reading('.', { isInches: true, isPercent: true }))).toBe('NOT_A_NUMBER');
    expect(separatorProvedBy(text)).toBeNull();
  });

  test('blanks around a number do not count', () => {
    expect(readNumberText(`${' '.repeat(100)}1.5${' '.repeat(100)}`, reading('.'))).toBe(1.5);
    expect(readNumberText(`1.${'1'.repeat(62)}`, reading('.'))).toBe(Number(`1.${'1'.repeat(62)}`));
  });
});

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

describe('converterBy', () => {
  test('gives amounts by a rate as exact arithmetic does, in 6 and in 2 decimals', () => {
    const rate = fc.tuple(fc.integer({ min: 1, max: 10 ** 9 }), fc.nat({ max: 8 }));
    const amount = fc.tuple(fc.integer({ min: -(10 ** 9), max: 10 ** 9 }), fc.nat({ max: 6 }));
    fc.assert(
      fc.property(
        rate,
        amount,
        fc.constantFrom(2, 6),
        ([rateDigits, rateDecimals], [digits, decimals], places) => {
          const factor = decimal(rateDigits)
            .div(10 ** rateDecimals)
            .toFixed();
          const value = digits / 10 ** decimals;
          const exact = Number(converted(decimal(value), { factor }, places).toFixed()) + 0;
          return converterBy({ factor }, places)(value) === exact;
        },
      ),
      { numRuns: 2000 },
    );
  });

  test('rounds half away from zero', () => {
    expect([converterBy({ factor: '1.005' }, 2)(1), converterBy({ factor: '1.005' }, 2)(-1)]).toEqual([
      1.01, -1.01,
    ]);
    expect(converterBy({ factor: '1.3712' })(120.5)).toBe(165.2296);
  });
});

test.each([
  ['1,23,456', 123456],
  ['12,34,567.50', 1234567.5],
  ['1,00,00,000', 10000000],
])('%s is grouped by lakhs', (text, value) => {
  expect(readNumberText(text, reading(null))).toBe(value);
});

test.each([
  ['Rs. 1,23,456.00', 123456],
  ['Rs 500/-', 500],
  ['1200 บาท', 1200],
  ['SAR 1,000.50', 1000.5],
  ['-NRs. 20', -20],
  ['12 m', 'NOT_A_NUMBER'],
] as const)('%s is an amount', (text, value) => {
  expect(readNumberText(text, reading(null, { isMoney: true }))).toBe(value);
  if (typeof value === 'number') expect(readNumberText(text, reading(null))).toBe('NOT_A_NUMBER');
});
