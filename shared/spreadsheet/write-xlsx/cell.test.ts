import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { dateSerial, numberText } from './cell';

const dayMs = 86_400_000;
const days = {
  min: new Date('1900-03-01T00:00:00Z'),
  max: new Date('9999-12-31T00:00:00Z'),
  noInvalidDate: true,
};

test('dateSerial, known days: the serials that Excel shows', () => {
  expect(dateSerial('1900-03-01')).toBe(61);
  expect(dateSerial('2000-02-29')).toBe(36_585);
  expect(dateSerial('2025-07-21')).toBe(45_859);
  expect(dateSerial('9999-12-31')).toBe(2_958_465);
});

test('dateSerial, any day from 1900-03-01: the days since 1899-12-30', () => {
  fc.assert(
    fc.property(fc.date(days), (day) => {
      const text = day.toISOString().slice(0, 10);
      const serial = dateSerial(text);
      expect(new Date(Date.UTC(1899, 11, 30) + (serial ?? 0) * dayMs).toISOString().slice(0, 10)).toBe(text);
    }),
  );
});

test('dateSerial, before 1900-03-01: none, because Excel counts a day that never was', () => {
  for (const text of ['1900-02-28', '1900-01-01', '1899-12-31', '0001-01-01'])
    expect(dateSerial(text)).toBeUndefined();
});

test('dateSerial, no day of the calendar: RangeError that quotes the text', () => {
  for (const text of [
    '2025-02-29',
    '1900-02-29',
    '2025-13-01',
    '2025-00-10',
    '2025-04-31',
    '2025-1-1',
    '',
    'soon',
  ])
    expect(() => dateSerial(text)).toThrow(new RegExp(`"${text}" is not a d`));
});

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
