import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { SheetNames } from './sheet-name';

test('claim, an allowed name: unchanged', () => {
  const names = new SheetNames();
  for (const name of ['Piping', 'Équipement', "Owner's lines", '配管', 'Lines (2)'])
    expect(names.claim(name)).toBe(name);
});

test('claim, forbidden characters: underscores', () => {
  expect(new SheetNames().claim('A/B\\C?D*E[F]G:H\n')).toBe('A_B_C_D_E_F_G_H_');
  expect(new SheetNames().claim("'quoted'")).toBe('_quoted_');
});

test('claim, blank or reserved: a name that Excel allows', () => {
  const names = new SheetNames();
  expect(names.claim('   ')).toBe('Sheet');
  expect(names.claim('HISTORY')).toBe('HISTORY (2)');
});

test('claim, taken in another case: numbered within 31 characters', () => {
  const names = new SheetNames();
  expect(names.claim('x'.repeat(40))).toBe('x'.repeat(31));
  expect(names.claim('X'.repeat(31))).toBe(`${'X'.repeat(27)} (2)`);
  expect(names.claim('x'.repeat(31))).toBe(`${'x'.repeat(27)} (3)`);
});

test('claim, cut inside a surrogate pair: the half is dropped', () => {
  expect(new SheetNames().claim(`${'x'.repeat(30)}😀`)).toBe('x'.repeat(30));
});

test('claim, any texts: names that keep every rule of Excel', () => {
  const text = fc.string({ unit: 'binary', maxLength: 50 });
  fc.assert(
    fc.property(fc.array(fc.oneof(text, fc.constantFrom('History', "'a'", 'a', 'A', ' '))), (wanted) => {
      const names = new SheetNames();
      const given = wanted.map((name) => names.claim(name));
      expect(new Set(given.map((name) => name.toLowerCase())).size).toBe(wanted.length);
      for (const name of given) {
        expect(name.length).toBeWithin(1, 32);
        expect(name).not.toMatch(/[:\\/?*[\]]|^'|'$|^\s|\s$/);
        expect(name.toLowerCase()).not.toBe('history');
        expect(name.isWellFormed()).toBe(true);
      }
    }),
  );
});
