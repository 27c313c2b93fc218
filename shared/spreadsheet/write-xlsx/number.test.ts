import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { numberText } from './number';

test('numberText, decimal text: digit for digit', () => {
  for (const text of ['0', '-0.10', '007.50', '123456789012345678901.123456789', '1e-7', '-2.5E+10'])
    expect(numberText(text)).toBe(text);
});

test('numberText, any finite number within bounds: reads back as the same number', () => {
  const bounds = { min: -9.99e307, max: 9.99e307, noNaN: true, noDefaultInfinity: true };
  fc.assert(
    fc.property(fc.double(bounds), (number) => {
      expect(Number(numberText(number))).toBe(number === 0 ? 0 : number);
    }),
  );
});

test('numberText, not finite or beyond Excel: RangeError', () => {
  for (const value of [Number.NaN, Infinity, -Infinity, 1.7e308, '1e308', '-1e309', '9'.repeat(309)])
    expect(() => numberText(value)).toThrow(RangeError);
});

test('numberText, text that is no decimal: RangeError', () => {
  for (const text of [
    '',
    ' ',
    'NaN',
    'Infinity',
    '1,5',
    '1.',
    '.5',
    '+1',
    '0x10',
    '1 ',
    '1e',
    '--1',
    '1.2.3',
  ])
    expect(() => numberText(text)).toThrow(RangeError);
});
