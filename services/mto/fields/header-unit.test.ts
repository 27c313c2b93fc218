import { describe, expect, test } from 'bun:test';
import { disciplines } from './discipline';
import type { Field } from './field';
import { headerWithUnit, parseHeader } from './header';
import { unitOfHeader } from './header-unit';
import { fieldsNamed, fieldsOf } from './registry';

function field(key: string): Field {
  const [found] = fieldsNamed(key);
  if (found === undefined) throw new Error(`no field ${key}`);
  return found;
}

const kind = (key: string, parenthesis: string | undefined) => unitOfHeader(field(key), parenthesis).kind;

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
    const cad = { kind: 'currency', code: 'CAD' } as const;
    expect(unitOfHeader(field('pipeMaterialCost'), 'CAD')).toEqual(cad);
    expect(unitOfHeader(field('pipeMaterialCost'), 'cad')).toEqual(cad);
    expect(unitOfHeader(field('labourRate'), 'CAD/h')).toEqual(cad);
    expect(unitOfHeader(field('labourRate'), 'CAD per hr')).toEqual(cad);
    expect(unitOfHeader(field('materialUnitPrice'), 'CAD / EA')).toEqual(cad);
    expect(kind('labourRate', 'CAD')).toBe('currency');
    expect(kind('pipeMaterialCost', 'currency')).toBe('unit');
    expect(kind('pipeMaterialCost', '$')).toBe('ignored');
    expect(kind('labourRate', '$/h')).toBe('ignored');
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
