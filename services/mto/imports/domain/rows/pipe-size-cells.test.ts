import { describe, expect, test } from 'bun:test';
import type { Cell } from '@consulting/mto-engine/fields/line';
import type { CellValue } from '@consulting/spreadsheet/table/cell';
import { messageOf, read, type Settings } from '../run/fixtures/read-row';

describe('nominal sizes', () => {
  test.each<[string, string[], CellValue[], Record<string, Cell>]>([
    ['a pair', ['NPS'], ['8"x6"'], { nominalPipeSize: 8, secondarySize: 6, nominalDiameter: 200 }],
    [
      'a fraction',
      ['NPS'],
      ['2 1/2" x 1 1/2"'],
      { nominalPipeSize: 2.5, secondarySize: 1.5, nominalDiameter: 65 },
    ],
    [
      'DN in a column of NPS',
      ['NPS'],
      ['DN200xDN150'],
      { nominalPipeSize: 8, secondarySize: 6, nominalDiameter: 200 },
    ],
    [
      'a pair in a column of DN',
      ['DN'],
      ['200x150'],
      { nominalDiameter: 200, secondarySize: 6, nominalPipeSize: 8 },
    ],
    ['inches in a column of DN', ['DN'], ['8"'], { nominalDiameter: 200, nominalPipeSize: 8 }],
    [
      'both columns',
      ['NPS', 'DN'],
      ['8"x6"', '200x150'],
      { nominalPipeSize: 8, nominalDiameter: 200, secondarySize: 6 },
    ],
    ['both columns, one empty', ['NPS', 'DN'], [null, 200], { nominalDiameter: 200 }],
    ['a plain number of NPS', ['NPS'], [10], { nominalPipeSize: 10, nominalDiameter: 250 }],
    ['a plain number of DN', ['DN'], ['15'], { nominalDiameter: 15, nominalPipeSize: 0.5 }],
    ['a size that the table has not', ['NPS'], [7], { nominalPipeSize: 7 }],
    ['a DN that the table has not', ['DN'], [175], { nominalDiameter: 175 }],
    [
      'the second size that its column has',
      ['NPS', 'NPS 2'],
      ['8"x6"', 6],
      { nominalPipeSize: 8, secondarySize: 6, nominalDiameter: 200 },
    ],
    [
      'a second size whose cell is empty',
      ['NPS', 'NPS 2'],
      ['8"x6"', null],
      { nominalPipeSize: 8, secondarySize: 6, nominalDiameter: 200 },
    ],
    [
      'a second size in DN',
      ['NPS 2', 'NPS'],
      ['DN150', '8"x6"'],
      { nominalPipeSize: 8, secondarySize: 6, nominalDiameter: 200 },
    ],
  ])('%s', (_, headers, cells, expected) => {
    expect(read(headers, cells)).toEqual(expected);
  });

  test.each<[string, string[], CellValue[], string[]]>([
    ['several that differ', ['NPS'], ['8"x6"x4"'], ['NOT_A_NUMBER nominalPipeSize A']],
    [
      'text',
      ['DN', 'NPS'],
      ['large', 'NaN'],
      ['NOT_A_NUMBER nominalDiameter A', 'NOT_A_NUMBER nominalPipeSize B'],
    ],
    ['a second size that its column denies', ['NPS', 'NPS 2'], ['8"x6"', 4], ['DUPLICATE secondarySize B']],
    ['two columns that differ', ['NPS', 'DN'], ['8"x6"', '200x100'], ['DUPLICATE secondarySize B']],
    ['a DN that is no NPS', ['NPS'], ['DN175'], ['NOT_A_NUMBER nominalPipeSize A']],
    ['a second DN that is no NPS', ['DN'], ['200x175'], ['NOT_A_NUMBER secondarySize A']],
    ['beyond the bounds', ['NPS'], ['130"x6"'], ['MAX nominalPipeSize A']],
    ['a pair in the column of the second', ['NPS 2'], ['8"x6"'], ['NOT_A_NUMBER secondarySize A']],
    ['what can be read in two ways', ['NPS'], ['1,125'], ['AMBIGUOUS_NUMBER nominalPipeSize A']],
  ])('%s is a fault', (_, headers, cells, expected) => {
    expect(read(headers, cells)).toEqual(expected);
  });

  test('faults say what was read, and stand in the order of the columns', () => {
    expect(messageOf(['NPS', 'NPS 2'], ['8"x6"', 4])).toEqual([[4, 'is not 6, the second size of 8"x6"']]);
    expect(messageOf(['DN'], ['200x175'])).toEqual([
      ['200x175', 'has the size DN 175, which ASME B36.10M does not have'],
    ]);
    expect(read(['NPS', 'End Type', 'Qty'], ['x', 'glued', '5 foo'])).toEqual([
      'NOT_A_NUMBER nominalPipeSize A',
      'ENUM endType B',
      'NOT_A_NUMBER quantity C',
    ]);
  });
});

describe('outside diameters in inches', () => {
  test.each<[string, string[], CellValue[], Record<string, Cell>]>([
    [
      'the size of the DN',
      ['DN', 'OD'],
      [250, '10"'],
      { nominalDiameter: 250, nominalPipeSize: 10, outsideDiameter: 273.05 },
    ],
    [
      'another size than the DN',
      ['DN', 'OD'],
      [200, '10"'],
      { nominalDiameter: 200, nominalPipeSize: 8, outsideDiameter: 254 },
    ],
    [
      'the diameter of the DN',
      ['OD', 'DN'],
      ['8.625"', 200],
      { nominalDiameter: 200, nominalPipeSize: 8, outsideDiameter: 219.075 },
    ],
    ['a nominal size without a DN', ['OD'], ['3 1/2"'], { nominalPipeSize: 3.5, outsideDiameter: 101.6 }],
    ['no nominal size', ['OD'], ['8.625"'], { outsideDiameter: 219.075 }],
    ['beside an NPS', ['NPS', 'DN', 'OD'], [3, null, '3.5"'], { nominalPipeSize: 3, outsideDiameter: 88.9 }],
    [
      'an empty NPS',
      ['NPS', 'DN', 'OD'],
      [null, null, '10"'],
      { nominalPipeSize: 10, outsideDiameter: 273.05 },
    ],
    ['a pair', ['OD'], ['10"x8"'], { nominalPipeSize: 10, secondarySize: 8, outsideDiameter: 273.05 }],
    ['a DN', ['OD'], ['DN250'], { nominalPipeSize: 10, outsideDiameter: 273.05 }],
    ['plain millimetres', ['OD'], [273.05], { outsideDiameter: 273.05 }],
    ['a unit in the header', ['OD (in)'], ['10"'], { outsideDiameter: 254 }],
  ])('%s', (_, headers, cells, expected) => {
    expect(read(headers, cells)).toEqual(expected);
  });

  test('in a project of US units a figure without a mark is inches', () => {
    const us: Settings = { unitSystem: 'us' };
    expect(read(['OD'], [10], us)).toEqual({ outsideDiameter: 254 });
    expect(read(['OD'], ['3/4'], us)).toEqual({ outsideDiameter: 19.05 });
    expect(read(['OD'], ['10"'], us)).toEqual({ nominalPipeSize: 10, outsideDiameter: 273.05 });
    expect(read(['OD (mm)'], [10], us)).toEqual({ outsideDiameter: 10 });
  });

  test('what is neither is a fault', () => {
    for (const text of ['8.625"x6.625"', '3/4', '219.1x168.3', 'DN175', 'wide', '200"'])
      expect(read(['OD'], [text])).toHaveLength(1);
  });
});
