import { describe, expect, test } from 'bun:test';
import type { DecimalSeparator } from '../fields/import-parameters';
import { inchesOf, type NominalSize, readSizes, type SizeSystem } from './size-text';

const displayed = (size: NominalSize | null) => (size === null ? null : `${size.system} ${size.value}`);

function read(text: string, column: SizeSystem = 'NPS', separator: DecimalSeparator | null = null) {
  const found = readSizes(text, column, separator);
  return found === null ? null : [displayed(found.size), displayed(found.secondary)];
}

describe('readSizes', () => {
  test.each<[string, string, string | null]>([
    ['8"x6"', 'NPS 8', 'NPS 6'],
    ['8x6', 'NPS 8', 'NPS 6'],
    [' 8" X 6" ', 'NPS 8', 'NPS 6'],
    ['8\u201dx6\u201d', 'NPS 8', 'NPS 6'],
    ['8\u2033\u00d76\u2033', 'NPS 8', 'NPS 6'],
    ['8 * 6', 'NPS 8', 'NPS 6'],
    ["8''x6''", 'NPS 8', 'NPS 6'],
    ['8 in x 6 in', 'NPS 8', 'NPS 6'],
    ['2 1/2" x 1 1/2"', 'NPS 2.5', 'NPS 1.5'],
    ['2-1/2"x1-1/2"', 'NPS 2.5', 'NPS 1.5'],
    ['4"x1/2"', 'NPS 4', 'NPS 0.5'],
    ['1 1/2x3/4', 'NPS 1.5', 'NPS 0.75'],
    ['2,5"x1.5"', 'NPS 2.5', 'NPS 1.5'],
    ['NPS 8 x NPS 6', 'NPS 8', 'NPS 6'],
    ['DN200xDN150', 'DN 200', 'DN 150'],
    ['DN 200 x 150', 'DN 200', 'DN 150'],
    ['dn200', 'DN 200', null],
    ['8"', 'NPS 8', null],
    ['8"x8"', 'NPS 8', 'NPS 8'],
    ['8"x6"x8"', 'NPS 8', 'NPS 6'],
    ['8"x8"x6"', 'NPS 8', 'NPS 6'],
    ['8"x6"x6"', 'NPS 8', 'NPS 6'],
    ['8"x8"x8"', 'NPS 8', null],
    ['DN200x6"', 'DN 200', 'NPS 6'],
  ])('%s in a column of NPS', (text, size, secondary) => {
    expect(read(text)).toEqual([size, secondary]);
  });

  test.each<[string, string, string | null]>([
    ['200x150', 'DN 200', 'DN 150'],
    ['200', 'DN 200', null],
    ['8"x6"', 'NPS 8', 'NPS 6'],
    ['8x6"', 'NPS 8', 'NPS 6'],
  ])('%s in a column of DN', (text, size, secondary) => {
    expect(read(text, 'DN')).toEqual([size, secondary]);
  });

  test.each([
    ...[
      '',
      'x',
      '8"x',
      'x6"',
      '8"x6"x4"',
      '8"xx6"',
      '8"x0"',
      '8"x-6"',
      '0',
      '8"/6"',
      '8"-6"',
      'Sch 40',
      'DN',
    ],
    ...['DN200xDN150xDN100', '8"x1/0"', 'exotic', 'DN1 1/2', `8"x${'6'.repeat(62)}"`],
    '8x'.repeat(2 ** 19),
  ])('%.20s is no size', (text) => {
    expect(read(text)).toBeNull();
  });

  test('one separator in inches is that of decimals; in a DN the column decides', () => {
    expect(read('1,125"x1.125"')).toEqual(['NPS 1.125', 'NPS 1.125']);
    expect([read('DN1.200'), read('DN1.200', 'DN', ',')]).toEqual([null, ['DN 1200', null]]);
  });
});

test('inchesOf converts a DN by the table, and nothing that it does not have', () => {
  const sizes: NominalSize[] = [
    { value: 7, system: 'NPS' },
    { value: 150, system: 'DN' },
    { value: 175, system: 'DN' },
  ];
  expect(sizes.map(inchesOf)).toEqual([7, 6, undefined]);
});
