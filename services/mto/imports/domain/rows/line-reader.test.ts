import { describe, expect, test } from 'bun:test';
import type { Cell } from '@consulting/mto-engine/fields/line';
import type { CellValue } from '@consulting/spreadsheet/table/cell';
import { positionOf } from '@consulting/takeoff-fields/registry';
import { messageOf, read, readerOf, valuesOf } from '../run/fixtures/read-row';

describe('quantities with a unit', () => {
  test.each<[string[], CellValue[], Record<string, Cell>]>([
    [['Qty'], ['22122 MM'], { quantity: 22122, unitOfMeasure: 'mm' }],
    [['Qty', 'UOM'], ['12 EA', null], { quantity: 12, unitOfMeasure: 'EA' }],
    [['UOM', 'Qty'], ['Stück', '3 pcs'], { quantity: 3, unitOfMeasure: 'EA' }],
    [['Qty'], ['1.234,5 m'], { quantity: 1234.5, unitOfMeasure: 'm' }],
  ])('%p of %p', (headers, cells, expected) => {
    expect(read(headers, cells)).toEqual(expected);
  });

  test.each<[string[], CellValue[], string[]]>([
    [['Qty', 'UOM'], ['22122 MM', 'm'], ['UNIT quantity A']],
    [['Qty'], ['12 fathom'], ['NOT_A_NUMBER quantity A']],
    [['Qty'], ['1,234 m'], ['AMBIGUOUS_NUMBER quantity A']],
    [['Qty'], ['-2 m'], ['MIN quantity A']],
    [['Spare Qty'], ['2 m'], ['NOT_A_NUMBER sparesQuantity A']],
  ])('%p of %p is a fault', (headers, cells, expected) => {
    expect(read(headers, cells)).toEqual(expected);
  });

  test('a unit that contradicts names both', () => {
    expect(messageOf(['Qty', 'UOM'], ['22122 MM', 'metre'])).toEqual([
      ['22122 MM', 'is in mm, and the unit of measure of the row is m'],
    ]);
  });

  test('the unit of the cell counts before a default', () => {
    const defaults = { unitOfMeasure: 'EA' };
    expect(read(['Qty'], ['5 m'], { defaults })).toEqual({ quantity: 5, unitOfMeasure: 'm' });
    expect(read(['Qty'], [5], { defaults })).toEqual({ quantity: 5, unitOfMeasure: 'EA' });
  });
});

describe('defaults', () => {
  const defaults = { quantity: 1, remarks: 'none', totalCost: 5 };

  test('fill fields without a column; with fillBlanks empty cells, too', () => {
    expect(read(['Qty', 'UOM'], [' ', 'm'], { defaults })).toEqual({ unitOfMeasure: 'm', remarks: 'none' });
    const filled = { quantity: 1, unitOfMeasure: 'm', remarks: 'none' };
    expect(read(['Qty', 'UOM'], [' ', 'm'], { defaults, fillBlanks: true })).toEqual(filled);
    expect(read(['Qty', 'UOM'], [0, 'm'], { defaults, fillBlanks: true })).toEqual({
      ...filled,
      quantity: 0,
    });
    expect(read(['Qty', 'UOM'], ['x', 'm'], { defaults, fillBlanks: true })).toEqual([
      'NOT_A_NUMBER quantity A',
    ]);
  });

  test('of the total are beside the line', () => {
    const totalOf = (headers: string[], cells: CellValue[], fillBlanks: boolean) => {
      const reader = readerOf(headers, { defaults, fillBlanks });
      reader.read({ number: 2, cells });
      reader.applyDefaults();
      return reader.totalCost;
    };
    expect(totalOf(['Qty'], [1], false)).toBe(5);
    expect([totalOf(['Total Cost'], [null], false), totalOf(['Total Cost'], [null], true)]).toEqual([
      null,
      5,
    ]);
    expect(totalOf(['Total Cost'], [7], true)).toBe(7);
  });
});

describe('units of the project and other currencies', () => {
  const headers = ['Qty', 'UOM', 'Unit Price (USD)', 'Labour Rate'];

  test('are converted, told in the unit of the file, and counted', () => {
    const reader = readerOf(headers, { normaliseUnits: true, convertCurrency: true });
    for (const quantity of ['22122 mm', 5000]) {
      reader.read({ number: 2, cells: [quantity, 'mm', 0.05, 80] });
      reader.applyDefaults();
    }
    expect(valuesOf(reader)).toEqual({
      quantity: 5,
      unitOfMeasure: 'm',
      materialUnitPrice: 68.56,
      labourRate: 80,
    });
    const money = { currency: 'USD', rate: '1.3712', rows: 2 };
    expect(reader.conversions).toEqual([
      { column: 'A', field: 'quantity', normalised: 2, money: null },
      { column: 'B', field: 'unitOfMeasure', normalised: 0, money: null },
      { column: 'C', field: 'materialUnitPrice', normalised: 2, money },
      { column: 'D', field: 'labourRate', normalised: 0, money: null },
    ]);
  });

  test('a line whose cost would change keeps its unit and says so', () => {
    const reader = readerOf(['Qty', 'UOM', 'Unit Price'], { normaliseUnits: true });
    reader.read({ number: 2, cells: [0.25, 'kg', 3.5] });
    reader.applyDefaults();
    expect([reader.storedUnit, valuesOf(reader)]).toEqual([
      'kg',
      { quantity: 0.25, unitOfMeasure: 'kg', materialUnitPrice: 3.5 },
    ]);
    reader.read({ number: 3, cells: [250, 'kg', 3.5] });
    reader.applyDefaults();
    expect([reader.storedUnit, reader.line[positionOf('piping', 'quantity')]]).toEqual([null, 0.25]);
  });

  test('an empty price stays empty, also one that a default fills', () => {
    const reader = readerOf(headers, {
      convertCurrency: true,
      fillBlanks: true,
      defaults: { materialUnitPrice: 3 },
    });
    reader.read({ number: 2, cells: [1, 'm', 10, 80] });
    reader.read({ number: 3, cells: [1, 'm', ' ', 80] });
    reader.applyDefaults();
    const amounts = reader.targets.map((target) => reader.amountOf(target));
    expect([reader.line[positionOf('piping', 'materialUnitPrice')], amounts]).toEqual([
      3,
      [1, null, null, 80],
    ]);
  });
});
