import { type Discipline, disciplines } from '@consulting/takeoff-fields/discipline';
import type { Field } from '@consulting/takeoff-fields/field';
import { fieldsNamed, fieldsOf } from '@consulting/takeoff-fields/registry';
import fc from 'fast-check';
import { type Criteria, type SortKey, searchedKeys } from './criteria-oracle';

type Json = Record<string, unknown>;
type Arbitrary = fc.Arbitrary<unknown>;

const chunks = [
  'a',
  'A',
  'b',
  'ä',
  'Ä',
  'ß',
  'Σ',
  'σ',
  'ς',
  'İ',
  'ı',
  '%',
  '_',
  '\\',
  "'",
  '"',
  '1',
  ' ',
  '𝒳',
  '\u001f',
  'é',
];
const texts = (lengthMax: number) =>
  fc
    .array(fc.constantFrom(...chunks), { minLength: 1, maxLength: Math.min(4, lengthMax) })
    .map((parts) => parts.join('').trim())
    .filter((text) => text !== '' && text.length <= lengthMax);

const dates = fc.constantFrom(
  '0099-12-31',
  '1999-12-31',
  '2024-02-29',
  '2024-03-01',
  '2025-07-21',
  '9999-12-31',
);

const numbers = ({ type, min = -9, max = 9 }: Field) => {
  const [low, high] = [Math.max(min, -9), Math.min(max, 9)];
  const whole = fc.integer({ min: Math.ceil(low), max: Math.floor(high) });
  return type === 'integer'
    ? whole
    : fc.oneof(
        whole,
        whole.map((one) => Math.min(high, one + 0.25)),
      );
};

/** A value that a line can have, or be compared with, from so few that they meet often. */
export function valueOf(field: Field): Arbitrary {
  switch (field.type) {
    case 'text':
      return texts(field.maxLength ?? 4);
    case 'enum':
      return fc.constantFrom(...(field.enum ?? []));
    case 'boolean':
      return fc.boolean();
    case 'date':
      return dates;
    default:
      return numbers(field);
  }
}

/** Codes that the owners in a test know, and some that they do not. */
const codesOf: Record<string, Arbitrary> = {
  crewCode: fc.constantFrom('PF-01', 'pf-02', 'gone'),
  wbsCode: fc.constantFrom('01.10', '99'),
};

/** What other services decide, what is unique, and what would override every computed figure. */
const notRandom = new Set([
  'projectId',
  'serviceId',
  'discipline',
  'subcontractorId',
  'currency',
  'quantity',
  'totalCostOverride',
  'sourceId',
]);

/** Fields of a discipline that a random write may change. */
export const changeableFields = (discipline: Discipline): Field[] =>
  fieldsOf(discipline).filter(({ key, computed }) => !computed && !notRandom.has(key));

/** Bodies of new lines of all disciplines, about half of their fields set. */
export function randomLines(count: number, seed: number): Json[] {
  const lines = disciplines.map((discipline) => {
    const values = changeableFields(discipline).map(
      (field) => [field.key, fc.option(codesOf[field.key] ?? valueOf(field))] as const,
    );
    return fc.record({
      discipline: fc.constant(discipline),
      quantity: fc.constantFrom(1, 2.5, 10),
      ...Object.fromEntries(values),
    });
  });
  return fc.sample(fc.oneof(...lines), { numRuns: count, seed }) as Json[];
}

const several = (value: Arbitrary) => fc.array(value, { minLength: 1, maxLength: 12 });

/** The operators of resources.md 15.4 by type, written down a second time. */
function conditionOn(field: string, types: string, value: Arbitrary): Arbitrary {
  const of = (operators: string[], operand: Arbitrary) =>
    fc.record({ field: fc.constant(field), operator: fc.constantFrom(...operators), value: operand });
  const empty = fc.record({ field: fc.constant(field), operator: fc.constantFrom('isEmpty', 'isNotEmpty') });
  const kinds = [of(['equals', 'notEquals'], value), empty];
  if (types !== 'boolean') kinds.push(of(['in', 'notIn'], several(value)));
  if (types === 'text') kinds.push(of(['contains', 'notContains', 'startsWith', 'endsWith'], texts(2)));
  if (['number', 'integer', 'date', 'time'].includes(types)) {
    kinds.push(of(['greaterThan', 'greaterThanOrEqual', 'lessThan', 'lessThanOrEqual'], value));
    kinds.push(of(['between'], fc.tuple(value, value)));
  }
  return fc.oneof(...kinds);
}

/** Random criteria of up to three levels over every field or those that are named, compared mostly with values that the lines have. */
export function randomCriteria(
  lines: readonly Json[],
  keys: readonly string[] = searchedKeys,
): fc.Arbitrary<Criteria> {
  const conditions = keys.map((key) => {
    const field = fieldsNamed(key)[0];
    const locked = [
      ...new Set(lines.map((line) => line[key]).filter((value) => value !== null && value !== undefined)),
    ];
    const random =
      field === undefined
        ? fc.constant('2025-01-01')
        : key === 'projectId' || key === 'serviceId'
          ? fc.constant('x')
          : valueOf(field);
    const value =
      locked.length > 0 ? fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...locked) }, random) : random;
    return conditionOn(key, field?.type ?? 'time', value);
  });
  const condition = fc.oneof(...conditions);
  const group = (member: Arbitrary, sizeMin: number) =>
    fc.record({
      logicalOperator: fc.constantFrom('AND', 'OR'),
      conditions: fc.array(member, { minLength: sizeMin, maxLength: 3 }),
    });
  const inner = group(condition, 1);
  return group(fc.oneof(condition, group(fc.oneof(condition, inner), 1)), 1) as fc.Arbitrary<Criteria>;
}

const patternChunks = [
  ...chunks,
  '.',
  '*',
  '+',
  '?',
  '(',
  ')',
  '[',
  ']',
  '{',
  '}',
  '|',
  '^',
  '$',
  '***=',
  '(?i)',
  '\\d',
];
const wideKeys = ['description', 'remarks', 'tag', 'lineNumber', 'isometricNumber', 'pidNumber'];
const joined = (countMax: number) =>
  fc
    .array(fc.constantFrom(...patternChunks), { minLength: 1, maxLength: countMax })
    .map((parts) => parts.join(''))
    .filter((text) => text.trim() !== '');

/** Piping lines whose texts are full of what patterns give a meaning to. */
export const linesOfPatterns = (count: number, seed: number): Json[] => {
  const short = fc.option(joined(8).map((text) => text.trim()));
  const long = fc.option(joined(60).map((text) => text.trim()));
  const texts = {
    description: long,
    remarks: long,
    tag: short,
    lineNumber: short,
    isometricNumber: short,
    pidNumber: short,
  };
  const line = fc.record({ discipline: fc.constant('piping'), quantity: fc.constant(1), ...texts });
  return fc.sample(line, { numRuns: count, seed });
};

/** As many conditions as a filter may have on a few texts, in groups of up to three levels. */
export function manyTextConditions(lines: readonly Json[]): fc.Arbitrary<Criteria> {
  const condition = fc.constantFrom(...wideKeys).chain((field) => {
    const locked = lines.map((line) => line[field]).filter((value) => typeof value === 'string');
    const part = fc
      .tuple(fc.constantFrom(...locked), fc.nat(), fc.integer({ min: 1, max: 40 }))
      .map(([text, at, length]) =>
        [...text]
          .slice(at % [...text].length)
          .slice(0, length)
          .join(''),
      )
      .filter((text) => text.trim() !== '');
    const value = fc.oneof(joined(3), part, fc.constantFrom(...locked));
    const ofOne = fc.constantFrom(
      'contains',
      'contains',
      'contains',
      'notContains',
      'notContains',
      'startsWith',
      'endsWith',
      'equals',
      'notEquals',
    );
    return fc.oneof(
      { weight: 9, arbitrary: fc.record({ field: fc.constant(field), operator: ofOne, value }) },
      fc.record({ field: fc.constant(field), operator: fc.constantFrom('isEmpty', 'isNotEmpty') }),
    );
  });
  const group = (member: Arbitrary, sizeMax: number) =>
    fc.record({
      logicalOperator: fc.constantFrom('AND', 'OR'),
      conditions: fc.array(member, { minLength: 1, maxLength: sizeMax }),
    });
  const flat = group(condition, 50);
  const nested = group(fc.oneof(condition, group(fc.oneof(condition, group(condition, 3)), 4)), 4);
  const alike = (logicalOperator: string, operator: string) =>
    fc
      .array(condition, { minLength: 20, maxLength: 50 })
      .map((all) => ({
        logicalOperator,
        conditions: all.filter(
          (one) => (one as Json).operator === operator || (one as Json).value === undefined,
        ),
      }))
      .filter(({ conditions }) => conditions.length > 0);
  return fc.oneof(
    flat,
    nested,
    alike('OR', 'contains'),
    alike('AND', 'notContains'),
  ) as fc.Arbitrary<Criteria>;
}

export const randomSort: fc.Arbitrary<SortKey[]> = fc.array(
  fc.record({
    field: fc.constantFrom(...searchedKeys),
    direction: fc.constantFrom('asc' as const, 'desc' as const),
  }),
  { minLength: 1, maxLength: 5 },
);

/** Updates of up to four fields, as lines of one discipline take them; half of them of what formulas and crews depend on. */
export function randomUpdates(discipline: Discipline): fc.Arbitrary<Json> {
  const inputs = changeableFields(discipline);
  const crews = [
    'crewCode',
    'labourRate',
    'labourRateSource',
    'equipmentRate',
    'wbsCode',
    'materialUnitPrice',
  ];
  const telling = inputs.filter(({ key }) => crews.includes(key));
  const field = fc.oneof(fc.constantFrom(...inputs), fc.constantFrom(...telling));
  const entry = field.chain((one) =>
    fc.tuple(fc.constant(one.key), fc.option(codesOf[one.key] ?? valueOf(one), { freq: 4 })),
  );
  const total = fc.tuple(fc.constant('totalCostOverride'), fc.option(fc.constantFrom(5, 7.5)));
  const quantity = fc.tuple(fc.constant('quantity'), fc.constantFrom(1, 3.3333, 1e11));
  const entries = fc.oneof({ weight: 6, arbitrary: entry }, total, quantity);
  return fc.array(entries, { minLength: 1, maxLength: 4 }).map((pairs) => Object.fromEntries(pairs));
}
