import { describe, expect, test } from 'bun:test';
import { disciplines } from './discipline';
import { allKeys, fieldsNamed, fieldsOf } from './registry';
import { conversions, convertFromUs, convertToUs } from './units';

function convert(key: string, text: string): string {
  const [field] = fieldsNamed(key);
  if (field === undefined) throw new Error(`no field ${key}`);
  return convertFromUs(field, text);
}

describe('convertFromUs', () => {
  test.each([
    ['centrelineLength', '10', '3.048'],
    ['outsideDiameter', '4.5', '114.3'],
    ['valveWeight', '100', '45.359237'],
    ['designPressure', '150', '10.342136'],
    ['designTemperature', '212', '100'],
    ['designTemperature', '32', '0'],
    ['designTemperature', '31.9999999', '0'],
    ['designTemperature', '-459.67', '-273.150000'],
    ['centrelineLength', '-0.00001640419947506', '-0.000005'],
    ['centrelineLength', '123456789012.123456', '37629629290.895229'],
    ['insulationArea', '1', '0.092903'],
  ])('%s of %s is %s', (key, text, stored) => {
    expect(Number(convert(key, text))).toBe(Number(stored));
    expect(convert(key, text)).toMatch(/^(0|-?[1-9]\d*|-?\d+\.\d{0,5}[1-9])$/);
  });

  test('rounds to 6 decimals half away from zero', () => {
    expect(convert('outsideDiameter', '0.0000002')).toBe('0.000005');
    expect(convert('centrelineLength', '0.00001640625')).toBe('0.000005');
    expect(convert('outsideDiameter', '0.00000216535433')).toBe('0.000055');
    expect(convert('outsideDiameter', '0.12499')).toBe('3.174746');
    expect(convert('valveWeight', '-0.5')).toBe('-0.226796');
  });

  test('every US unit of the registry has exactly one conversion to the stored unit', () => {
    for (const field of allKeys.flatMap(fieldsNamed)) {
      if (field.unitUs === undefined) continue;
      const fitting = conversions.filter(({ from, to }) => from === field.unitUs && to === field.unit);
      expect([field.key, fitting.length, field.type]).toEqual([field.key, 1, 'number']);
    }
  });

  test('a field without US unit is refused', () => {
    expect(() => convert('nominalPipeSize', '4')).toThrow(RangeError);
    expect(disciplines.every((discipline) => fieldsOf(discipline).some(({ unitUs }) => unitUs))).toBe(true);
  });
});

describe('convertToUs', () => {
  test.each([
    ['designTemperature', '210', '410'],
    ['designTemperature', '-40', '-40'],
    ['outsideDiameter', '219.1', '8.63'],
    ['centrelineLength', '24.4', '80.05'],
  ])('%s of %s is %s, in 2 decimals', (key, text, displayed) => {
    const [field] = fieldsNamed(key);
    if (field === undefined) throw new Error(`no field ${key}`);
    expect(convertToUs(field, text)).toBe(displayed);
  });
});
