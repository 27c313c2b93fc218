import { describe, expect, test } from 'bun:test';
import { number, text } from '@consulting/kernel/schema';
import { HeaderNames, missingColumns, resolveColumns } from './table-columns';
import { namesUnit, splitParenthesis } from './table-unit';

const shape = {
  fields: { siteCode: text(20), weight: number(), dailyRate: number() },
  labels: { siteCode: 'Code of Site', weight: 'Weight', dailyRate: 'Day Rate' },
  headers: { no: 'siteCode' },
  units: { weight: 'kg', dailyRate: 'currency/day' },
};
const names = new HeaderNames(shape);
const resolve = (headers: (string | null)[], mapping = {}) =>
  resolveColumns({ number: 1, cells: headers }, 'Sites', names, mapping, shape.units);
const found = (headers: (string | null)[], mapping = {}) =>
  resolve(headers, mapping).columns.map(({ letters, field, how }) => [letters, field, how]);

describe('columns of a table', () => {
  test('by key, label and further names, whatever the spelling and the unit behind it', () => {
    expect(found(['SITE-code', 'weight (kg)', null, 'Day  rate (CAD/day)'])).toEqual([
      ['A', 'siteCode', 'key'],
      ['B', 'weight', 'key'],
      ['D', 'dailyRate', 'label'],
    ]);
    expect(found(['code_of site', '#', 'Colour (red)'])).toEqual([
      ['A', 'siteCode', 'label'],
      ['B', 'siteCode', 'alias'],
      ['C', null, 'none'],
    ]);
  });

  test('by mapping: a column of the sheet wins over a column, a column over a header', () => {
    const mapping = { 'sites![a]': 'weight', '[a]': 'dailyRate', place: 'siteCode', '[b]': null };
    expect(found(['Place', 'Place', 'Place'], mapping)).toEqual([
      ['A', 'weight', 'mapping'],
      ['B', null, 'mapping'],
      ['C', 'siteCode', 'mapping'],
    ]);
  });

  test('a mapped column leaves out the one that only its header names; two that are mapped are a problem', () => {
    expect(found(['siteCode', 'Tag'], { tag: 'siteCode' })).toEqual([
      ['A', null, 'none'],
      ['B', 'siteCode', 'mapping'],
    ]);
    const { problems } = resolve(['siteCode', 'Tag'], { tag: 'siteCode', sitecode: 'siteCode' });
    expect(problems.map(({ code }) => code)).toEqual(['DUPLICATE_COLUMN']);
  });

  test('all problems are told of at once, with mappings that solve them', () => {
    const headers = ['Weight (lb)', 'siteCode', 'Site Code'];
    const { problems } = resolve(headers);
    expect(problems.map(({ code }) => code)).toEqual(['UNIT_MISMATCH', 'DUPLICATE_COLUMN']);
    for (const { message } of problems) {
      const [mapping] = /\{.*\}/.exec(message) ?? [];
      const lowered = JSON.parse(String(mapping).toLowerCase());
      expect(resolve(headers, lowered).problems.length).toBeLessThan(2);
    }
    const { columns } = resolve(['weight']);
    expect(missingColumns(columns, ['siteCode', 'weight'], {})).toHaveLength(1);
    expect(missingColumns(columns, ['siteCode', 'weight'], { siteCode: 'x' })).toEqual([]);
  });
});

describe('units of headers', () => {
  test('a parenthesis at the end', () => {
    expect(splitParenthesis(' Weight  (net) ( kg ) ')).toEqual({ name: 'Weight (net)', parenthesis: 'kg' });
    expect(splitParenthesis('(kg)')).toEqual({ name: '(kg)' });
    expect(splitParenthesis('Weight (kg) net')).toEqual({ name: 'Weight (kg) net' });
  });

  test.each([
    ['KG', 'kg', true],
    ['kilograms', 'kg', true],
    ['lb', 'kg', false],
    ['percent', '%', true],
    ['CAD', 'currency/h', true],
    ['$/hr', 'currency/h', true],
    ['USD / hour', 'currency/h', true],
    ['currency/h', 'currency/h', true],
    ['CAD/day', 'currency/h', false],
    ['h', 'currency/h', false],
  ])('%s names %s: %p', (written, unit, isNamed) => {
    expect(namesUnit(written, unit)).toBe(isNamed);
  });
});
