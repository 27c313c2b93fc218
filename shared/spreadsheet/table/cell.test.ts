import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { columnLetters, DateCell, isDateSerial, isoToSerial } from './cell';

test('column letters', () => {
  expect([0, 25, 26, 51, 52, 701, 702, 16_383].map(columnLetters)).toEqual([
    'A',
    'Z',
    'AA',
    'AZ',
    'BA',
    'ZZ',
    'AAA',
    'XFD',
  ]);
});

test.each([
  [1, false, '1900-01-01'],
  [59, false, '1900-02-28'],
  [61, false, '1900-03-01'],
  [25_569, false, '1970-01-01'],
  [45_351, false, '2024-02-29'],
  [45_351.5, false, '2024-02-29T12:00:00'],
  [45_351.333333333336, false, '2024-02-29T08:00:00'],
  [45_351.00000116, false, '2024-02-29T00:00:00.100'],
  [45_351.999999999, false, '2024-03-01'],
  [0, true, '1904-01-01'],
  [43_830, true, '2024-01-01'],
])('serial %p, 1904 %p, is %s', (serial, date1904, iso) => {
  expect(new DateCell(serial, date1904).iso).toBe(iso);
});

test('serials that are no day of the calendar', () => {
  for (const serial of [-1, 0, 0.99, 60, 60.5, 2_958_466, Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(isDateSerial(serial, false)).toBe(false);
  }
  for (const serial of [-0.5, 2_957_004]) expect(isDateSerial(serial, true)).toBe(false);
});

test('every day and second goes to ISO and back', () => {
  const seconds = fc.integer({ min: 86_400, max: 2_958_466 * 86_400 - 1 });
  fc.assert(
    fc.property(seconds, fc.boolean(), (second, date1904) => {
      const serial = second / 86_400;
      fc.pre(isDateSerial(serial, date1904));
      expect(isoToSerial(new DateCell(serial, date1904).iso, date1904)).toBeCloseTo(serial, 8);
    }),
  );
});

test('what is no ISO date has no serial', () => {
  for (const text of [
    '',
    '2024-1-1',
    '2024-02-30',
    '2024-13-01',
    '12:00:00',
    '2024-01-01 12:00',
    '2024-01-01T25:00',
  ]) {
    expect(isoToSerial(text, false)).toBeNull();
  }
});
