import { describe, expect, test } from 'bun:test';
import { disciplines } from './discipline';
import { booleanAliases, enumAliases } from './enum-aliases';
import type { Field } from './field';
import { normaliseEnum, normaliseUnitOfMeasure, readBoolean, readEnum } from './read-value';
import { allKeys, fieldsNamed, findField } from './registry';
import { unitOfMeasureSpellings } from './units';

function field(key: string): Field {
  const found = findField('piping', key) ?? fieldsNamed(key)[0];
  if (found === undefined) throw new Error(`no field ${key}`);
  return found;
}

const enumFields = allKeys.flatMap(fieldsNamed).filter(({ type }) => type === 'enum');

describe('enum aliases', () => {
  test('every key is an enum field and every value one of each of its lists', () => {
    for (const [key, aliases] of Object.entries(enumAliases)) {
      const fields = enumFields.filter((each) => each.key === key);
      expect([key, fields.length > 0]).toEqual([key, true]);
      for (const value of Object.values(aliases)) {
        expect([key, value, fields.every((each) => each.enum?.includes(value))]).toEqual([key, value, true]);
      }
    }
  });

  test('no spelling stands for two values', () => {
    for (const aliases of [...Object.values(enumAliases), booleanAliases]) {
      const written = Object.keys(aliases).map((text) => text.toLowerCase().replace(/[^a-z0-9+&-]/g, ''));
      expect(new Set(written).size).toBe(written.length);
    }
    for (const { key, enum: values = [] } of enumFields) {
      expect([key, new Set(values.map(normaliseEnum)).size]).toEqual([key, values.length]);
    }
  });

  test('every value and every alias is read', () => {
    for (const each of enumFields) {
      for (const value of each.enum ?? [])
        expect([each.key, readEnum(each, value)]).toEqual([each.key, value]);
      const own = new Set((each.enum ?? []).map(normaliseEnum));
      for (const [text, value] of Object.entries(enumAliases[each.key] ?? {})) {
        if (!own.has(normaliseEnum(text)))
          expect([each.key, text, readEnum(each, text)]).toEqual([each.key, text, value]);
      }
    }
  });
});

describe('readEnum', () => {
  test.each([
    ['materialGroup', 'Carbon Steel', 'carbon-steel'],
    ['materialGroup', ' carbon_STEEL ', 'carbon-steel'],
    ['materialGroup', 'ss 316l', 'stainless-steel'],
    ['pressureRating', '150#', '150'],
    ['pressureRating', 'CL-150', '150'],
    ['pressureRating', '150 lb', '150'],
    ['pressureRating', '150', '150'],
    ['pressureRating', 'n/a', 'none'],
    ['weldingProcess', 'GTAW+SMAW', 'gtaw-smaw'],
    ['weldingProcess', 'gtaw + smaw', 'gtaw-smaw'],
    ['discipline', 'I&C', 'instrumentation'],
    ['discipline', 'Electrical Equipment', 'electrical_equipment'],
    ['discipline', 'MECHANICAL', 'mechanical_equipment'],
    ['quantitySource', '3D', '3d-model'],
    ['estimateClass', 'Class 3', '3'],
  ])('%s: %p is %s', (key, text, value) => {
    expect(readEnum(field(key), text)).toBe(value);
  });

  test('what is neither a value nor an alias is not read', () => {
    expect(readEnum(field('pressureRating'), '1.50')).toBeUndefined();
    expect(readEnum(field('pressureRating'), '150+')).toBeUndefined();
    expect(readEnum(field('materialGroup'), '')).toBeUndefined();
    expect(readEnum(field('materialGroup'), '-')).toBeUndefined();
    expect(readEnum(field('materialGroup'), 'toString')).toBeUndefined();
    expect(readEnum(field('description'), 'CS')).toBeUndefined();
  });
});

describe('readBoolean', () => {
  test.each(['Y', 'yes', 'TRUE', '1', 'x', ' X '])('%p is true', (text) => {
    expect(readBoolean(text)).toBe(true);
  });
  test.each(['N', 'no', 'False', '0', '-'])('%p is false', (text) => {
    expect(readBoolean(text)).toBe(false);
  });
  test.each(['', 'maybe', '2', 'Y/N', 'constructor'])('%p is neither', (text) => {
    expect(readBoolean(text)).toBeUndefined();
  });
});

describe('normaliseUnitOfMeasure', () => {
  test.each([
    ['each', 'EA'],
    ['Ea.', 'EA'],
    ['NOS.', 'EA'],
    ['L.S.', 'LS'],
    ['M', 'm'],
    ['Lin.  Ft.', 'ft'],
    ['m³', 'm3'],
    ['Sq.M', 'm2'],
    ['MT', 't'],
    ['Ton (Metric)', 't'],
    ['dia-inch', 'DI'],
    ['hrs', 'h'],
    [' pallet ', 'pallet'],
    ['Drum', 'Drum'],
    ['constructor', 'constructor'],
  ])('%p is %p', (text, unit) => {
    expect(normaliseUnitOfMeasure(text)).toBe(unit);
  });

  test('no spelling stands for two units', () => {
    for (const [unit, spellings] of Object.entries(unitOfMeasureSpellings)) {
      for (const spelling of [unit, ...spellings]) {
        expect([spelling, normaliseUnitOfMeasure(spelling)]).toEqual([spelling, unit]);
      }
    }
  });
});

test('nine disciplines read their own name', () => {
  expect(disciplines.map((each) => readEnum(field('discipline'), each.toUpperCase()))).toEqual([
    ...disciplines,
  ]);
});
