import { describe, expect, test } from 'bun:test';
import { type CellValue, DateCell, ErrorCell, NoResultCell } from '@consulting/spreadsheet/table/cell';
import { findField } from '@consulting/takeoff-fields/registry';
import type { Cell } from '../fields/line';
import { CellReader, type ColumnReading } from './cell-reader';

function readerOf(key: string, reading: Partial<ColumnReading> = {}): CellReader {
  const field = findField('piping', key);
  if (field === undefined) throw new Error(key);
  return new CellReader(field, {
    separator: null,
    isInches: false,
    isPercent: false,
    dateOrder: null,
    isUs: false,
    rate: null,
    ...reading,
  });
}

const december = new DateCell(46000.5);

describe('CellReader', () => {
  test.each<[string, CellValue, Cell]>([
    ['quantity', 66.95999999999998, 66.96],
    ['quantity', '1,234.5', 1234.5],
    ['quantity', '  ', null],
    ['quantity', null, null],
    ['itemNumber', 3.0000000001, 3],
    ['itemCode', ' 00123 ', '00123'],
    ['itemCode', 1234, '1234'],
    ['itemCode', 0.1 + 0.2, '0.3'],
    ['itemCode', true, 'TRUE'],
    ['itemCode', '#N/A', '#N/A'],
    ['unitOfMeasure', '#REF!', '#REF!'],
    ['itemCode', december, '2025-12-09T12:00:00'],
    ['unitOfMeasure', 'Each', 'EA'],
    ['unitOfMeasure', 'each', 'EA'],
    ['unitOfMeasure', 'fathom', 'fathom'],
    ['endType', 'Butt Weld', 'butt-weld'],
    ['endType', 'BW', 'butt-weld'],
    ['pressureRating', 150, '150'],
    ['pressureRating', '150#', '150'],
    ['sourService', 'x', true],
    ['sourService', 0, false],
    ['sourService', false, false],
    ['takeoffDate', december, '2025-12-09'],
    ['takeoffDate', '9-Dec-2025', '2025-12-09'],
    ['subcontractorId', '0198A6B0-0000-7000-8000-000000000001', '0198a6b0-0000-7000-8000-000000000001'],
    ['currency', 'cad', 'CAD'],
  ])('%s of %p', (key, cell, expected) => {
    const reader = readerOf(key);
    expect(reader.read(cell)).toBe(expected);
    expect(reader.read(cell)).toBe(expected);
  });

  test.each<[string, CellValue, string]>([
    ['quantity', 'abc', 'NOT_A_NUMBER'],
    ['quantity', '1,234', 'AMBIGUOUS_NUMBER'],
    ['quantity', '#DIV/0!', 'ERROR_CELL'],
    ['quantity', new ErrorCell('#REF!'), 'ERROR_CELL'],
    ['quantity', new NoResultCell(), 'NO_STORED_RESULT'],
    ['quantity', true, 'NOT_A_NUMBER'],
    ['quantity', december, 'NOT_A_NUMBER'],
    ['quantity', -1, 'MIN'],
    ['quantity', 1e12, 'MAX'],
    ['materialUnitPrice', -1e12, 'MAX'],
    ['wasteFactorPercent', 100.1, 'MAX'],
    ['itemNumber', 1.5, 'TYPE'],
    ['itemCode', new ErrorCell('#N/A'), 'ERROR_CELL'],
    ['itemCode', new NoResultCell(), 'NO_STORED_RESULT'],
    ['itemCode', 'x'.repeat(61), 'MAX_LENGTH'],
    ['itemCode', `a${String.fromCharCode(0)}`, 'INVALID_CHARACTER'],
    ['itemCode', '\ud800', 'INVALID_CHARACTER'],
    ['unitOfMeasure', 'x'.repeat(17), 'MAX_LENGTH'],
    ['endType', 'glued', 'ENUM'],
    ['sourService', 'maybe', 'TYPE'],
    ['takeoffDate', 'soon', 'FORMAT'],
    ['takeoffDate', 45000, 'FORMAT'],
    ['takeoffDate', '05/07/2025', 'AMBIGUOUS_DATE'],
    ['subcontractorId', 'ACME', 'FORMAT'],
  ])('%s of %p is %s', (key, cell, code) => {
    const reader = readerOf(key);
    expect(reader.read(cell)).toBeUndefined();
    expect(reader.fault?.code as string).toBe(code);
  });

  test('a number that can be read in two ways is told with both, and what decides', () => {
    const reader = readerOf('quantity');
    const sentence = (point: number, comma: number) =>
      `is ${point} with decimalSeparator "." and ${comma} with ","; nothing else in its column decides it, upload again with one of them`;
    for (const [text, point, comma] of [
      ['1,234', 1234, 1.234],
      ['(12.345 €)', -12.345, -12345],
    ] as const) {
      expect(reader.read(text)).toBeUndefined();
      expect(reader.fault?.message).toBe(sentence(point, comma));
    }
  });

  test('converts US units before the bounds are looked at', () => {
    const reader = readerOf('wallThickness', { isUs: true, isInches: true });
    expect(reader.read('1/2"')).toBe(12.7);
    expect(reader.read(8)).toBeUndefined();
    expect(reader.fault?.message).toBe('must be at most 200');
  });

  test('amounts in another currency are converted, and counted', () => {
    const reader = readerOf('materialUnitPrice', { rate: '1.3712' });
    expect([reader.read(120.5), reader.inFile]).toEqual([165.2296, 120.5]);
    expect(reader.read('$0.0000005')).toBe(0.000001);
    expect([reader.read(null), reader.read('-'), reader.converted]).toEqual([null, undefined, 2]);
    const total = readerOf('totalCost', { rate: '1.005' });
    expect([total.read(1), total.read(-1), total.read(0)]).toEqual([1.01, -1.01, 0]);
  });
});
