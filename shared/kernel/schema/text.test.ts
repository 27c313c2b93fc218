import { expect, test } from 'bun:test';
import { isStorable, loweredText } from './text';

test('each character becomes one character', () => {
  expect(loweredText('ÄÖÜ ÇA')).toBe('äöü ça');
  expect(loweredText('İSTANBUL')).toBe('istanbul');
  expect(loweredText('ΟΔΟΣ')).toBe('οδοσ');
  expect(loweredText('STRASSE ẞ')).toBe('strasse ß');
  expect(loweredText('𐐀')).toBe('𐐨');
});

test('what the database cannot hold: NUL and half of a surrogate pair', () => {
  expect(['', 'Größe', '👷', '\ufffe', '\u0001'].every(isStorable)).toBe(true);
  expect(['\u0000', 'a\u0000b', '\ud800', 'a\udc00b'].some(isStorable)).toBe(false);
});
