import { describe, expect, test } from 'bun:test';
import { booleanOfText, dateOfText, numberOfText, separatorProvedBy } from './table-text';

const numbers: [string, ReturnType<typeof numberOfText>][] = [
  ['12', 12],
  ['-12.5', -12.5],
  ['+3', 3],
  ['.5', 0.5],
  ['5.', 5],
  ['1.5E+05', 150000],
  ['1,234,567', 1234567],
  ['1,234.5', 1234.5],
  ['1.234.567,89', 1234567.89],
  ['12,5', 12.5],
  ['0,125', 0.125],
  ['1234,567', 1234.567],
  ['1 234 567', 1234567],
  ["1'234", 1234],
  ['1\u00a0234,5', 1234.5],
  ['(100)', -100],
  ['($1,234.50)', -1234.5],
  ['$ 5', 5],
  ['-€7', -7],
  ['5 €', 5],
  ['1.234', 1.234],
  ['1,234', 'ambiguous'],
  ['-12,345', 'ambiguous'],
  ['', undefined],
  ['-', undefined],
  ['NaN', undefined],
  ['Infinity', undefined],
  ['0x10', undefined],
  ['1,23,456', undefined],
  ['12 34', undefined],
  ['1.2.3', undefined],
  ['5 %', undefined],
  ['((5))', undefined],
  ['1e9999', undefined],
];

describe('numberOfText', () => {
  for (const [text, expected] of numbers) {
    test(JSON.stringify(text), () => expect(numberOfText(text)).toBe(expected));
  }
});

describe('a number that can be read in two ways', () => {
  test.each([
    ['1,234', ',', 1.234],
    ['1,234', '.', 1234],
    ['1.234', ',', 1234],
    ['1.234', '.', 1.234],
    ['(1.234)', ',', -1234],
    ['12,5', '.', 12.5],
    ['1.234,5', '.', 1234.5],
  ] as const)('%s with %s is %p', (text, separator, value) => {
    expect(numberOfText(text, separator)).toBe(value);
  });

  test.each([
    ['12,5', ','],
    ['12.5', '.'],
    ['1,234,567', '.'],
    ['1.234.567', ','],
    ['1.234,5', ','],
    ['$ 1,234.50', '.'],
    ['1,234', null],
    ['1.234', null],
    ['1234', null],
    ['text, more', null],
    ['', null],
  ] as const)('%p proves %p', (text, separator) => {
    expect(separatorProvedBy(text)).toBe(separator);
  });
});

describe('text that is too long for a number', () => {
  const million = 2 ** 20;
  test.each([
    ['digits and a letter', `${'1'.repeat(million)}x`],
    ['blanks and a currency sign', `1${' '.repeat(million)}$`],
    ['blanks behind a currency sign', `$${' '.repeat(million)}x`],
    ['thousands', `1${',234'.repeat(million / 4)}x`],
    ['more than 64 digits', '1'.repeat(65)],
  ])('%s', (_, text) => expect(numberOfText(text)).toBeUndefined());

  test('blanks around a number do not count', () => {
    expect(numberOfText(`${' '.repeat(100)}12${' '.repeat(100)}`)).toBe(12);
    expect(numberOfText('1'.repeat(64))).toBe(Number('1'.repeat(64)));
  });
});

const dates: [string, ReturnType<typeof dateOfText>][] = [
  ['2025-03-01', '2025-03-01'],
  ['2025-03-01T10:00:00', '2025-03-01'],
  ['2025-02-30', undefined],
  ['3-Mar-2025', '2025-03-03'],
  ['03 March 2025', '2025-03-03'],
  ['31-FEB-2025', undefined],
  ['1-Foo-2025', undefined],
  ['3.4.2025', '2025-04-03'],
  ['25/03/2025', '2025-03-25'],
  ['03/25/2025', '2025-03-25'],
  ['05/05/2025', '2025-05-05'],
  ['03/04/2025', 'ambiguous'],
  ['13/13/2025', undefined],
  ['03/04/25', undefined],
  ['45000', undefined],
  ['', undefined],
];

describe('dateOfText', () => {
  for (const [text, expected] of dates) {
    test(JSON.stringify(text), () => expect(dateOfText(text)).toBe(expected));
  }
});

test('booleanOfText', () => {
  expect(['Y', 'yes', 'TRUE', '1', ' x '].map(booleanOfText)).toEqual([true, true, true, true, true]);
  expect(['n', 'No', 'False', '0', '-'].map(booleanOfText)).toEqual([false, false, false, false, false]);
  expect(['', 'maybe', '2', 'constructor'].map(booleanOfText)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
