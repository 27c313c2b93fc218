import { expect, test } from 'bun:test';
import { loweredText } from './text';

test('each character becomes one character', () => {
  expect(loweredText('ÄÖÜ ÇA')).toBe('äöü ça');
  expect(loweredText('İSTANBUL')).toBe('istanbul');
  expect(loweredText('ΟΔΟΣ')).toBe('οδοσ');
  expect(loweredText('STRASSE ẞ')).toBe('strasse ß');
  expect(loweredText('𐐀')).toBe('𐐨');
});
