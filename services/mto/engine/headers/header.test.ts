import { describe, expect, test } from 'bun:test';
import { disciplines } from '@consulting/takeoff-fields/discipline';
import type { Field } from '@consulting/takeoff-fields/field';
import { fieldsNamed, fieldsOf, findField } from '@consulting/takeoff-fields/registry';
import {
  fieldOfHeader,
  headerIndex,
  headerWithUnit,
  isKnownHeader,
  isLabelAmbiguous,
  normaliseHeader,
  parseHeader,
  unitOfHeader,
  unitTextOf,
} from './header';

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
    ['Größe', 'grosse'],
    ['Qté prévue', 'qteprevue'],
    ['Ømm', 'omm'],
    ['Fläche m²', 'flachem2'],
    ['Количество', 'количество'],
    ['Ποσότητα', 'ποσοτητα'],
    ['数量', '数量'],
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

function anyField(key: string): Field {
  const [found] = fieldsNamed(key);
  if (found === undefined) throw new Error(`no field ${key}`);
  return found;
}

const kind = (key: string, parenthesis: string | undefined) => unitOfHeader(anyField(key), parenthesis).kind;

describe('unitOfHeader', () => {
  test('the unit and the US unit, in their usual spellings', () => {
    for (const text of ['mm', 'MM', 'mm.']) expect(kind('outsideDiameter', text)).toBe('unit');
    for (const text of ['in', 'in.', 'IN', 'inch', 'inches', '"'])
      expect(kind('outsideDiameter', text)).toBe('unitUs');
    for (const text of ['m', 'mtr', 'metres']) expect(kind('centrelineLength', text)).toBe('unit');
    for (const text of ['ft', 'FT', 'LF', 'feet', "'"]) expect(kind('centrelineLength', text)).toBe('unitUs');
    for (const text of ['m2', 'm²', 'sq.m']) expect(kind('insulationArea', text)).toBe('unit');
    for (const text of ['degC', '°C', 'C', 'deg. C']) expect(kind('designTemperature', text)).toBe('unit');
    for (const text of ['degF', '°F']) expect(kind('designTemperature', text)).toBe('unitUs');
    for (const text of ['lbs', 'LB']) expect(kind('valveWeight', text)).toBe('unitUs');
    for (const text of ['h', 'hrs', 'MH']) expect(kind('hoursBoltUp', text)).toBe('unit');
  });

  test('anything else on a field with a physical unit is a mismatch', () => {
    for (const text of ['km', 'cm', 'yd', 'approx', 'CAD'])
      expect(kind('centrelineLength', text)).toBe('mismatch');
    expect(kind('nominalPipeSize', 'in')).toBe('unit');
    expect(kind('nominalPipeSize', 'mm')).toBe('mismatch');
    expect(kind('valveWeight', 't')).toBe('mismatch');
    expect(kind('hoursBoltUp', 'days')).toBe('mismatch');
    expect(kind('insulationArea', 'm')).toBe('mismatch');
  });

  test('units as other languages write them', () => {
    expect(kind('leadTimeWeeks', 'semaines')).toBe('unit');
    expect(kind('leadTimeWeeks', 'Wochen')).toBe('unit');
    expect(kind('rotationalSpeed', 'tr/min')).toBe('unit');
    expect(kind('hoursBoltUp', 'Stunden')).toBe('unit');
    expect(kind('totalFlangeCount', 'Stk')).toBe('unit');
    expect(kind('totalCost', 'HT')).toBe('ignored');
  });

  test('counts accept the units of counts', () => {
    expect(kind('totalFlangeCount', 'nos')).toBe('unit');
    expect(kind('buttWeldShopCount', 'EA')).toBe('unit');
    expect(kind('crewSize', 'men')).toBe('unit');
    expect(kind('totalFlangeCount', 'kg')).toBe('mismatch');
  });

  test('no parenthesis, a field without unit, a field in the unit of the line', () => {
    expect(kind('outsideDiameter', undefined)).toBe('ignored');
    expect(kind('outsideDiameter', '')).toBe('ignored');
    expect(kind('description', 'mm')).toBe('ignored');
    expect(kind('quantity', 'EA')).toBe('ignored');
    expect(kind('unitManHours', 'MH/EA')).toBe('ignored');
  });

  test('a currency code is handed out for comparison with the currency of the project', () => {
    const codes = (key: string, text: string) => {
      const unit = unitOfHeader(anyField(key), text);
      return unit.kind === 'currency' ? unit.codes : unit.kind;
    };
    expect(codes('pipeMaterialCost', 'CAD')).toEqual(['CAD']);
    expect(codes('pipeMaterialCost', 'cad')).toEqual(['CAD']);
    expect(codes('labourRate', 'CAD/h')).toEqual(['CAD']);
    expect(codes('labourRate', 'CAD per hr')).toEqual(['CAD']);
    expect(codes('materialUnitPrice', 'CAD / EA')).toEqual(['CAD']);
    expect(codes('pipeMaterialCost', 'US$')).toEqual(['USD']);
    expect(codes('materialUnitPrice', 'Rs./m2')).toEqual(['INR', 'PKR', 'NPR', 'LKR', 'MUR']);
    expect(kind('labourRate', 'CAD')).toBe('currency');
    expect(kind('pipeMaterialCost', 'currency')).toBe('unit');
    expect(kind('pipeMaterialCost', '$')).toBe('currency');
    expect(kind('labourRate', '$/h')).toBe('currency');
  });

  test('a currency column of another measure is a mismatch', () => {
    for (const text of ['kCAD', 'CAD 000', "'000", 'kg', 'CAD/h']) {
      expect(kind('pipeMaterialCost', text)).toBe('mismatch');
    }
    expect(kind('labourRate', 'CAD/day')).toBe('mismatch');
  });

  test('every header that template and export write sets the stored unit', () => {
    for (const discipline of disciplines) {
      for (const each of fieldsOf(discipline)) {
        const { parenthesis } = parseHeader(headerWithUnit(each));
        const expected = parenthesis === undefined || each.unit === undefined ? 'ignored' : 'unit';
        expect([each.key, unitOfHeader(each, parenthesis).kind]).toEqual([each.key, expected]);
      }
    }
  });
});

describe('unitTextOf', () => {
  test.each([
    ['Amount (NRs)', 'totalCost', 'NRs'],
    ['Amount in Rs.', 'totalCost', 'Rs.'],
    ['Total US$', 'totalCost', 'US$'],
    ['Material Unit Price SAR', 'materialUnitPrice', 'SAR'],
    ['Total Amount', 'totalCost', undefined],
    ['Length RM', 'centrelineLength', undefined],
  ])('%s', (header, key, text) => {
    expect(unitTextOf(anyField(key), header)).toBe(text);
  });

  test('a currency behind the name of a price does not hide the name', () => {
    expect(fieldOfHeader('civil', 'Amount Rs.')?.key).toBe('totalCost');
    expect(fieldOfHeader('civil', 'Total in USD')?.key).toBe('totalCost');
    expect(fieldOfHeader('civil', 'Description SAR')).toBeUndefined();
  });
});
