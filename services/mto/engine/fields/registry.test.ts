import { describe, expect, test } from 'bun:test';
import { disciplineLabels, disciplines, isDiscipline } from '@consulting/takeoff-fields/discipline';
import { columnType, decimalsOf, type Field, isNumeric } from '@consulting/takeoff-fields/field';
import {
  allKeys,
  commonFields,
  fieldsNamed,
  fieldsOf,
  findField,
  isColumn,
  ownFields,
  positionOf,
} from '@consulting/takeoff-fields/registry';
import { normaliseHeader } from '../headers/header';

const everyField = [...commonFields, ...disciplines.flatMap((discipline) => ownFields[discipline])];

function only<T>(items: readonly T[], fits: (item: T) => boolean): T[] {
  return items.filter((item) => !fits(item));
}

describe('the registry', () => {
  test('has 94 common fields and the own fields of nine disciplines', () => {
    expect(commonFields.length).toBe(94);
    expect(disciplines.map((discipline) => ownFields[discipline].length)).toEqual([
      60, 60, 56, 60, 160, 57, 57, 58, 52,
    ]);
    expect(new Set(allKeys).size).toBe(allKeys.length);
    expect(new Set(everyField.map(({ key }) => key))).toEqual(new Set(allKeys));
  });

  test('its field discipline lists the disciplines in their order', () => {
    expect(findField('piping', 'discipline')?.enum).toEqual([...disciplines]);
    expect(Object.keys(disciplineLabels)).toEqual([...disciplines]);
    expect(isDiscipline('bulk_electrical')).toBe(true);
    expect(isDiscipline('toString')).toBe(false);
  });

  test('requires projectId, serviceId, discipline and quantity', () => {
    const required = everyField.filter((field) => field.required).map(({ key }) => key);
    expect(required).toEqual(['projectId', 'serviceId', 'discipline', 'quantity']);
  });

  test('every field is complete: camel-case key, label, group, a description that is a sentence', () => {
    const isComplete = ({ key, label, group, description }: Field) =>
      /^[a-z][a-zA-Z0-9]*$/.test(key) && label !== '' && group !== '' && description.endsWith('.');
    expect(only(everyField, isComplete)).toEqual([]);
  });

  test('enum, maxLength, bounds and formulas stand where they belong', () => {
    const hasItsList = ({ type, enum: values }: Field) =>
      type === 'enum'
        ? values !== undefined && values.length > 1 && new Set(values).size === values.length
        : values === undefined;
    expect(only(everyField, hasItsList)).toEqual([]);
    expect(only(everyField, ({ type, maxLength = 0 }) => (type === 'text') === maxLength > 0)).toEqual([]);
    expect(only(everyField, ({ min = -Infinity, max = Infinity }) => min <= max)).toEqual([]);
    expect(only(everyField, ({ computed, required }) => computed === undefined || required !== true)).toEqual(
      [],
    );
    expect(only(everyField, (field) => field.computed === undefined || isNumeric(field))).toEqual([]);
    expect(only(everyField, (field) => field.unit === undefined || isNumeric(field))).toEqual([]);
  });

  test.each([...disciplines])('%s: no key twice, no header for two fields, no alias twice', (discipline) => {
    const fields = fieldsOf(discipline);
    expect(new Set(fields.map(({ key }) => key)).size).toBe(fields.length);
    const keyOfHeader = new Map<string, string>();
    for (const { key, label, aliases } of fields) {
      for (const header of [label, key, ...aliases].map(normaliseHeader)) {
        expect([header, keyOfHeader.get(header) ?? key]).toEqual([header, key]);
        keyOfHeader.set(header, key);
      }
      const written = [label, ...aliases].map(normaliseHeader);
      expect([key, new Set(written).size]).toEqual([key, written.length]);
    }
  });

  test('a key that several disciplines have is of one type and unit', () => {
    const shape = ({ type, unit, unitUs }: Field) => [type, unit, unitUs].join();
    expect(only(allKeys, (key) => new Set(fieldsNamed(key).map(shape)).size === 1)).toEqual([]);
    expect(allKeys.some((key) => fieldsNamed(key).length > 1)).toBe(true);
  });
});

describe('looking fields up', () => {
  test('fieldsOf lists the common fields first; positionOf follows it', () => {
    const fields = fieldsOf('civil');
    expect(fields.slice(0, 94)).toEqual([...commonFields]);
    expect(fields.slice(94)).toEqual([...ownFields.civil]);
    expect(fields.map(({ key }) => positionOf('civil', key))).toEqual(fields.map((_, index) => index));
    expect(() => positionOf('civil', 'nominalPipeSize')).toThrow(RangeError);
  });

  test('an unknown key and a key of another discipline are not found', () => {
    expect(findField('piping', 'nominalPipeSize')?.unit).toBe('in');
    expect(findField('civil', 'nominalPipeSize')).toBeUndefined();
    expect(findField('civil', 'constructor')).toBeUndefined();
    expect(fieldsNamed('constructor')).toEqual([]);
  });

  test('common fields are columns, own fields attributes', () => {
    expect(everyField.filter(isColumn)).toEqual([...commonFields]);
  });

  test('columnType and decimalsOf', () => {
    const kind = (key: string) => {
      const field = findField('piping', key);
      return field && [columnType(field), decimalsOf(field)];
    };
    expect(kind('takeoffDate')?.[0]).toBe('date');
    expect(kind('status')?.[0]).toBe('text');
    expect(kind('pwhtRequired')?.[0]).toBe('boolean');
    expect(kind('itemNumber')).toEqual(['integer', 0]);
    expect(kind('quantity')).toEqual(['numeric', 6]);
    expect(kind('installQuantity')).toEqual(['numeric', 4]);
    expect(kind('totalCost')).toEqual(['numeric', 2]);
    expect(kind('unitCost')).toEqual(['numeric', 4]);
    expect(kind('totalFlangeCount')).toEqual(['integer', 0]);
  });
});
