import { expect, test } from 'bun:test';
import { numberSigns, readWritten } from '../../workbench/design/language/written-number';

const rows: [locale: string, text: string, number: number | null][] = [
  ['en-CA', '1,250', 1250],
  ['en-CA', '-1,250,000.5', -1250000.5],
  ['en-CA', '1,37', 1.37],
  ['en-CA', '0,375', 0.375],
  ['en-CA', '1.250,50', 1250.5],
  ['en-CA', '1 250,50', 1250.5],
  ['en-CA', '12,34,567', 1234567],
  ['en-CA', '1,2,3', null],
  ['en-CA', '1,234,56', null],
  ['en-CA', '1.234.567', 1234567],
  ['en-CA', '\u22124.5', -4.5],
  ['en-CA', '1e-3', 0.001],
  ['en-CA', '', null],
  ['en-CA', 'six', null],
  ['de-DE', '1.250', 1250],
  ['de-DE', '1.250,5', 1250.5],
  ['de-DE', '1.37', 1.37],
  ['de-DE', '1,250.50', 1250.5],
  ['de-CH', "1'250.50", 1250.5],
  ['fr-FR', '1\u202f250,5', 1250.5],
  ['fr-FR', '1.5', 1.5],
  ['es-ES', '1.250', 1250],
];

test('numbers are read with the signs of the language, and those of others where these cannot be meant', () => {
  const found = rows.map(([locale, text]) => [locale, text, readWritten(text, numberSigns(locale))]);
  expect(found as unknown).toEqual(rows);
});
