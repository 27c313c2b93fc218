import { describe, expect, test } from 'bun:test';
import { disciplines } from './discipline';
import { booleanAliases, enumAliases, enumWords } from './enums';
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

  test('no spelling stands for two values of a field, in any language', () => {
    const doubtful = enumFields.flatMap((each) => {
      const meanings = new Map<string, string>();
      const spellings = (each.enum ?? []).flatMap((value) => [
        [value, value] as const,
        ...(enumWords[value] ?? []).map((word) => [word, value] as const),
      ]);
      const aliases = Object.entries(enumAliases[each.key] ?? {});
      return [...spellings, ...aliases].flatMap(([text, value]) => {
        const spelled = normaliseEnum(text);
        const known = meanings.get(spelled) ?? value;
        meanings.set(spelled, known);
        return known === value ? [] : [[each.key, text, known, value]];
      });
    });
    expect(doubtful).toEqual([]);
  });

  test('no word is written twice, and each belongs to a value of some field', () => {
    const values = new Set(enumFields.flatMap(({ enum: listed = [] }) => listed));
    for (const [value, words] of Object.entries(enumWords)) {
      expect([value, values.has(value)]).toEqual([value, true]);
      const spelled = [value, ...words].map(normaliseEnum);
      expect([value, new Set(spelled).size]).toEqual([value, spelled.length]);
    }
    const booleans = Object.keys(booleanAliases).map((text) => text.toLowerCase());
    expect(new Set(booleans).size).toBe(booleans.length);
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
    ['pressureRating', 'Class 300', '300'],
    ['pressureRating', 'ANSI 600#', '600'],
    ['pressureRating', 'PN 16', 'PN16'],
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
    ['materialGroup', 'Acier inoxydable', 'stainless-steel'],
    ['materialGroup', 'EDELSTAHL', 'stainless-steel'],
    ['materialGroup', 'A105', 'carbon-steel'],
    ['materialGroup', 'A106 Gr. B', 'carbon-steel'],
    ['materialGroup', 'A312 TP316L', 'stainless-steel'],
    ['materialGroup', '316l', 'stainless-steel'],
    ['endType', 'THDF', 'threaded'],
    ['endType', 'PL', 'plain'],
    ['materialGroup', 'Aço inox', 'stainless-steel'],
    ['endType', 'stumpfgeschweißt', 'butt-weld'],
    ['endType', 'à brides', 'flanged'],
    ['endType', 'a brides', 'flanged'],
    ['status', 'EN RÉVISION', 'in-review'],
    ['testMethod', 'ninguno', 'none'],
    ['discipline', 'Tubería', 'piping'],
    ['discipline', 'Tuberi\u0301a', 'piping'],
    ['discipline', 'Génie civil', 'civil'],
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
  test.each(['Y', 'yes', 'TRUE', '1', 'x', ' X ', 'Ja', 'oui', 'Sí', 'sim', 'S', 'WAHR', 'vero'])(
    '%p is true',
    (text) => {
      expect(readBoolean(text)).toBe(true);
    },
  );
  test.each(['N', 'no', 'False', '0', '-', 'Nein', 'NON', 'Não', 'nao', 'FAUX', 'falso'])(
    '%p is false',
    (text) => {
      expect(readBoolean(text)).toBe(false);
    },
  );
  test.each(['', 'maybe', '2', 'O', 'Y/N', 'constructor'])('%p is neither', (text) => {
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
    ['Stück', 'EA'],
    ['stuck', 'EA'],
    ['Stk.', 'EA'],
    ['pce', 'EA'],
    ['U', 'EA'],
    ['ud.', 'EA'],
    ['pz', 'EA'],
    ['Mètre linéaire', 'm'],
    ['ml', 'mL'],
    ['(m³)', 'm3'],
    ['1 Cum', 'm3'],
    ['per Sqm', 'm2'],
    ['Sq. Mtr.', 'm2'],
    ['R.Mt', 'm'],
    ['R. Mtr', 'm'],
    ['Rmt', 'm'],
    ['Nos.', 'EA'],
    ['ตร.ม.', 'm2'],
    ['م2', 'm2'],
    ['Qtl', 'q'],
    ['lfm', 'm'],
    ['qm', 'm2'],
    ['M.Q.', 'm2'],
    ['cbm', 'm3'],
    ['Std', 'h'],
    ['pauschal', 'LS'],
    ['Forfait', 'LS'],
    ['global', 'LS'],
    ['jours', 'day'],
    ['cm²', 'cm2'],
    ['St', 'ton'],
    ['CAD', 'CAD'],
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
