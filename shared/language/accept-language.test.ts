import { expect, test } from 'bun:test';
import { languageOf } from './accept-language';

test.each([
  [null, 'en'],
  ['', 'en'],
  ['de', 'de'],
  ['DE-ch', 'de'],
  ['fr-CA, fr;q=0.9, en;q=0.8', 'fr'],
  ['en;q=0.5, es;q=0.7', 'es'],
  ['de;q=0, fr;q=0.1', 'fr'],
  ['it, pt', 'en'],
  ['it, de;q=0.4', 'de'],
  ['*', 'en'],
  ['es, *;q=0.1', 'es'],
  ['de;q=2', 'en'],
  ['de;q=', 'en'],
  ['de;level=1', 'en'],
  ['de;q=0.5;q=1', 'en'],
  ['german', 'en'],
])('%p asks for %p', (header, language) => {
  expect(languageOf(header)).toBe(language as 'en');
});

test('what is longer than 500 characters, or stands behind 20 ranges, is not looked at', () => {
  expect(languageOf(`de,${'x'.repeat(500)}`)).toBe('en');
  expect(languageOf(`${'it,'.repeat(20)}de`)).toBe('en');
  expect(languageOf(`${'it,'.repeat(19)}de`)).toBe('de');
});
