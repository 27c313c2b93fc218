import { describe, expect, test } from 'bun:test';
import { splitQuantity } from './quantity-text';

describe('splitQuantity', () => {
  test.each([
    ['22122 MM', '22122', 'mm'],
    ['12 EA', '12', 'EA'],
    ['12EA', '12', 'EA'],
    ['1.234,5 m', '1.234,5', 'm'],
    ['3 pcs', '3', 'EA'],
    ['(3) Stück', '(3)', 'EA'],
    ['1 234,5 m²', '1 234,5', 'm2'],
    ['-2.5 lin. ft.', '-2.5', 'ft'],
    ['5 metric tons', '5', 't'],
    ['.5 Std', '.5', 'h'],
  ])('%s', (text, number, unitOfMeasure) => {
    expect(splitQuantity(text)).toEqual({ number, unitOfMeasure });
  });

  test.each([
    ...[
      '',
      '12',
      'EA',
      'm 12',
      '12 foo',
      '12 m approx',
      '12 m 3 cm',
      'approx 12 m',
      '1.5E+3 m',
      '8"x6"',
      '12 €',
    ],
    `${'1'.repeat(63)} m`,
    `1${' '.repeat(2 ** 20)}m`,
  ])('%.20s is no quantity with a unit', (text) => {
    expect(splitQuantity(text)).toBeNull();
  });
});
