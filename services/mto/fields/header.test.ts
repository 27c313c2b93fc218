import { describe, expect, test } from 'bun:test';
import { disciplines } from './discipline';
import {
  fieldOfHeader,
  headerIndex,
  headerWithUnit,
  isKnownHeader,
  isLabelAmbiguous,
  normaliseHeader,
  parseHeader,
} from './header';
import { fieldsOf, findField } from './registry';

function field(key: string, discipline: (typeof disciplines)[number] = 'piping') {
  const found = findField(discipline, key);
  if (found === undefined) throw new Error(`${discipline} has no ${key}`);
  return found;
}

describe('normaliseHeader', () => {
  test.each([
    ['  Qty ', 'qty'],
    ['OD (in.)', 'od'],
    ['Length\n(m)', 'length'],
    ['Unit #', 'unitno'],
    ['P&ID No.', 'pidno'],
    ['RT %', 'rt%'],
    ['Waste (%)', 'waste'],
    ['Size (W x H) (mm)', 'sizewxh'],
    ['(m)', 'm'],
    ['Size (W', 'sizew'],
    ['unitOfMeasure', 'unitofmeasure'],
    ['', ''],
  ])('%p is %p', (text, normalised) => {
    expect(normaliseHeader(text)).toBe(normalised);
  });
});

describe('parseHeader', () => {
  test.each([
    ['Quantity', { name: 'Quantity' }],
    ['OD (mm) ', { name: 'OD', parenthesis: 'mm' }],
    ['Weight ( kg )', { name: 'Weight', parenthesis: 'kg' }],
    ['Length [centrelineLength]', { name: 'Length', key: 'centrelineLength' }],
    ['Length [centrelineLength] (m)', { name: 'Length', key: 'centrelineLength', parenthesis: 'm' }],
    ['Length (m) [centrelineLength]', { name: 'Length', key: 'centrelineLength', parenthesis: 'm' }],
    ['Length [mm]', { name: 'Length [mm]' }],
    ['[quantity]', { name: '[quantity]' }],
    ['(m)', { name: '(m)' }],
  ])('%p', (text, parsed) => {
    expect(parseHeader(text)).toEqual(parsed);
  });

  test('a hostile header of a megabyte is read in no time', () => {
    expect(parseHeader('('.repeat(1_000_000)).parenthesis).toBeUndefined();
    expect(parseHeader(`${'['.repeat(500_000)}${' a'.repeat(250_000)}]`).key).toBeUndefined();
  });
});

describe('fieldOfHeader', () => {
  test.each([...disciplines])(
    '%s: label, key and every alias are read back, with and without unit',
    (discipline) => {
      for (const each of fieldsOf(discipline)) {
        for (const header of [each.label, each.key, ...each.aliases, headerWithUnit(each)]) {
          expect([header, fieldOfHeader(discipline, header)?.key]).toEqual([header, each.key]);
        }
      }
    },
  );

  test('Unit is the unit of measure; the plant unit needs Plant Unit or Unit No.', () => {
    const key = (header: string) => fieldOfHeader('piping', header)?.key;
    expect(key('Unit')).toBe('unitOfMeasure');
    expect(key('UNITS')).toBe('unitOfMeasure');
    expect(key('Plant Unit')).toBe('plantUnit');
    expect(key('Unit No.')).toBe('plantUnit');
    expect(key('Unit #')).toBe('plantUnit');
  });

  test('one header means another field in another discipline', () => {
    const meanings = disciplines.map((discipline) => fieldOfHeader(discipline, 'Length')?.key);
    expect(new Set(meanings.filter((key) => key !== undefined)).size).toBeGreaterThan(1);
  });

  test('Label [key] is the field of that key whatever the label, on lines that have the key', () => {
    expect(fieldOfHeader('piping', 'Weight [pipeWeight] (kg)')?.key).toBe('pipeWeight');
    expect(fieldOfHeader('civil', 'Quantity [pipeWeight]')).toBeUndefined();
  });

  test('isKnownHeader looks through the disciplines asked for', () => {
    expect(isKnownHeader('90 Elbow')).toBe(true);
    expect(isKnownHeader('90 Elbow', ['civil'])).toBe(false);
    expect(isKnownHeader('Colour of the sky')).toBe(false);
    expect(isKnownHeader('')).toBe(false);
  });
});

describe('headerWithUnit', () => {
  test('names the unit unless headers do not name it', () => {
    expect(headerWithUnit(field('outsideDiameter'))).toBe('OD (mm)');
    expect(headerWithUnit(field('quantity'))).toBe('Quantity');
    expect(headerWithUnit(field('wasteFactorPercent'))).toBe('Waste %');
    expect(headerWithUnit(field('labourRate'))).toBe(field('labourRate').label);
    expect(headerWithUnit(field('description'))).toBe('Description');
  });

  test('writes the key where the label is ambiguous among the disciplines of the file', () => {
    const length = fieldOfHeader('civil', 'Length');
    if (length === undefined) throw new Error('civil has no Length');
    expect(headerWithUnit(length, ['civil'])).toBe('Length (m)');
    const others = disciplines.filter((each) => (fieldOfHeader(each, 'Length') ?? length).key !== length.key);
    expect(others.length).toBeGreaterThan(0);
    expect(headerWithUnit(length, ['civil', ...others])).toBe(`Length [${length.key}] (m)`);
  });

  test('in a file of all disciplines every header is read as its own field or none on every line', () => {
    for (const discipline of disciplines) {
      for (const each of fieldsOf(discipline)) {
        const header = headerWithUnit(each, disciplines);
        const readings = disciplines.map((other) => fieldOfHeader(other, header)?.key ?? each.key);
        expect([header, ...new Set(readings)]).toEqual([header, each.key]);
        expect([header, fieldOfHeader(discipline, header)?.key]).toEqual([header, each.key]);
      }
    }
  });

  test('a common label is never ambiguous in a file of one discipline', () => {
    for (const discipline of disciplines) {
      expect(fieldsOf(discipline).filter((each) => isLabelAmbiguous(each, [discipline]))).toEqual([]);
      expect(headerIndex(discipline).get('qty')?.key).toBe('quantity');
    }
  });
});
