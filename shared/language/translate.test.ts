import { describe, expect, test } from 'bun:test';
import { Catalogue } from './translate';

const catalogue = new Catalogue(
  {
    'is required': 'ist erforderlich',
    'must be at most {max}': 'darf höchstens {max} sein',
    'must be at most {max} together with {other}': 'darf mit {other} höchstens {max} sein',
    'The {term} "{name}" does not exist.': 'Nicht gefunden: {term} „{name}“.',
    '{field}: {sentence} (and {count} more)': '{field}: {sentence} (und {count} weitere)',
    '{field}: {sentence}': '{field}: {sentence}',
    'columns {one} and {other} are both read as {term}': 'Spalten {one} und {other} sind beide {term}',
    'waits; try again': 'wartet; noch einmal',
  },
  { crew: 'Kolonne', Total: 'Summe' },
);

describe('translated', () => {
  test.each([
    ['is required', 'ist erforderlich'],
    ['must be at most 5', 'darf höchstens 5 sein'],
    ['must be at most 5 together with hours', 'darf mit hours höchstens 5 sein'],
    ['quantity: is required', 'quantity: ist erforderlich'],
    ['quantity: must be at most 3 (and 2 more)', 'quantity: darf höchstens 3 sein (und 2 weitere)'],
    ['tag: is required; area: must be at most 2', 'tag: ist erforderlich; area: darf höchstens 2 sein'],
    ['Total "six; 7" is required', 'Summe "six; 7" ist erforderlich'],
    ['Total -4.5 must be at most 1', 'Summe -4.5 darf höchstens 1 sein'],
    ['rate is required', 'rate ist erforderlich'],
    ['tag: is required; waits; try again', 'tag: ist erforderlich; wartet; noch einmal'],
    ['Columns B and C are both read as Total.', 'Spalten B und C sind beide Summe.'],
  ])('%p is %p', (english, german) => {
    expect(catalogue.translated(english)).toBe(german);
  });

  test('what people wrote stays as it is, even where it is a term', () => {
    expect(catalogue.translated('The crew "Total" does not exist.')).toBe('Nicht gefunden: Kolonne „Total“.');
  });

  test('a sentence that holds an unknown term or sentence stays English, one with the key of a field does not', () => {
    const unknown = 'The unheard of "X" does not exist.';
    expect(catalogue.translated(unknown)).toBe(unknown);
    expect(catalogue.translated('The derrick "X" does not exist.')).toBe('Nicht gefunden: derrick „X“.');
    expect(catalogue.translated('tag: looks odd')).toBe('tag: looks odd');
  });

  test('what was filled in is no placeholder', () => {
    expect(catalogue.translated('must be at most {other}')).toBe('darf höchstens {other} sein');
  });

  test('worst texts take no time that grows faster than they do', () => {
    for (const text of [
      ': '.repeat(1999),
      '; '.repeat(1999),
      'must be at most '.repeat(240),
      'x'.repeat(1e6),
    ])
      expect(typeof catalogue.translated(text)).toBe('string');
  });
});
