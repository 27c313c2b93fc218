import { describe, expect, test } from 'bun:test';
import { disciplines } from '@consulting/takeoff-fields/discipline';
import { type Field, isNumeric } from '@consulting/takeoff-fields/field';
import fc from 'fast-check';
import type { Cell, Line } from '../fields/line';
import { compile } from './compile';
import { lineEvaluator } from './evaluate';
import { exactEvaluator } from './exact';
import { buildPlan, type Plan, planOf } from './plan';

const whole = fc.integer({ min: -50, max: 1000 });
const hundredths = fc.integer({ min: -20_000, max: 2_000_000 }).map((n) => n / 100);
const halves = fc.integer({ min: -4000, max: 4000 }).map((n) => n / 200);
const aroundTies = fc
  .tuple(fc.integer({ min: -999, max: 999 }), fc.constantFrom(5000, 4999, 5001, 50, 49, 51, 500))
  .map(([n, micros]) => n + micros / 1e6);
const large = fc.integer({ min: -1e13, max: 1e13 }).map((n) => n / 100);
const sixDecimals = fc.integer({ min: -1e12, max: 1e12 }).map((n) => n / 1e6);
const longText = fc
  .tuple(fc.integer({ min: 0, max: 999_999_999_999 }), fc.integer({ min: 0, max: 999_999 }))
  .map(([units, micros]) => `${units}.${String(micros).padStart(6, '0')}`);

const number = fc.oneof(
  { weight: 3, arbitrary: hundredths },
  { weight: 2, arbitrary: halves },
  { weight: 2, arbitrary: aroundTies },
  { weight: 2, arbitrary: whole },
  { weight: 1, arbitrary: sixDecimals },
  { weight: 1, arbitrary: large },
  { weight: 1, arbitrary: fc.constantFrom(0, 1e-6, -1e-6, 1e11, 50, 12.5, 0.005) },
  { weight: 1, arbitrary: longText },
);
const integer = fc.oneof(whole, fc.constantFrom(0, 1, 100, 1e11));

function cellOf(field: Field): fc.Arbitrary<Cell> {
  if (!isNumeric(field) || field.computed !== undefined) return fc.constant(null);
  const value: fc.Arbitrary<Cell> = field.type === 'integer' ? integer : number;
  return fc.oneof(value, fc.constant<Cell>(null));
}

function lineOf(plan: Plan): fc.Arbitrary<Line> {
  const read = new Set(plan.calculations.flatMap(({ operands }) => operands));
  const cells = plan.fields.map((field, position) =>
    read.has(position) ? cellOf(field) : fc.constant(null),
  );
  const full = fc.tuple(...cells);
  const mask = fc.oneof(fc.constant(0), fc.constant(0.8), fc.constant(0.97));
  return fc
    .tuple(full, mask, fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })))
    .map(([line, share, chances]) => line.map((cell) => ((chances.next().value ?? 0) < share ? null : cell)));
}

function computedCells(plan: Plan, line: Line): [string, Cell | undefined][] {
  return plan.calculations.map(({ key, position }) => [key, line[position]]);
}

function expectSame(plan: Plan, evaluate: (line: Line) => void, line: Line): void {
  const compiled = [...line];
  const exact = [...line];
  evaluate(compiled);
  exactEvaluator(plan)(exact);
  for (const [index, [key, value]] of computedCells(plan, exact).entries()) {
    const found = computedCells(plan, compiled)[index]?.[1];
    if (!Object.is(found, value)) throw new Error(`${key}: compiled ${found}, exact ${value}`);
  }
}

describe('the compiled evaluator is exact', () => {
  test.each([...disciplines])('%s', (discipline) => {
    const plan = planOf(discipline);
    const evaluate = lineEvaluator(discipline);
    fc.assert(
      fc.property(lineOf(plan), (line) => expectSame(plan, evaluate, line)),
      { numRuns: 250 },
    );
  });
});

function field(key: string, computed?: string, type: Field['type'] = 'number'): Field {
  return {
    key,
    label: key,
    aliases: [],
    group: 'G',
    type,
    description: key,
    ...(computed ? { computed } : {}),
  };
}

const inputs = ['a', 'b', 'c'].map((key) => field(key));

describe('every form of the grammar compiles and is exact', () => {
  test.each([
    '-a',
    'a - b + c',
    'a / b',
    'a / (b * c)',
    'a / (b - c)',
    'a / b / c',
    'nullIfZero(a - b)',
    'nullIfZero(nullIfZero(a))',
    'coalesce(a, b / c, 3)',
    'coalesce(a / b, c)',
    'coalesce(b - c, a)',
    '(a - b) * (b - c)',
    'max(a, b, 0) - min(b, c)',
    'max(a / b, c)',
    'round(a * b, 1) * c',
    'round(a / 3, 4)',
    'round(a / 3, 6)',
    'ceil(a * b / 100)',
    'ceil(a) + b',
    'sumGroup("G") / 7',
    'sumGroup("none")',
    'a * 0.1 + 0.2',
    '7',
    'a / 0',
  ])('%s', (formula) => {
    const fields = [
      ...inputs,
      field('own', formula),
      field('next', 'own * 3'),
      field('count', formula, 'integer'),
    ];
    for (const commonCount of [0, fields.length]) {
      const plan = buildPlan('example', fields, commonCount);
      const evaluate = compile(plan);
      fc.assert(
        fc.property(lineOf(plan), (line) => expectSame(plan, evaluate, line)),
        { numRuns: 300 },
      );
    }
  });

  test.each<[string, Line, Cell]>([
    ['a / (b - c)', [0.00001, 1000000.3, 1000000.1, null], 0.0001],
    ['a / ((b - c) * 1)', [0.00001, 1000000.3, 1000000.1, null], 0.0001],
    ['a / ((b - c) / 1)', [0.00001, 1000000.3, 1000000.1, null], 0.0001],
    ['0.00001 / coalesce(a, b - c)', [null, 1000000.3, 1000000.1, null], 0.0001],
    ['nullIfZero(coalesce(a, 0.3 - b - c))', [null, 0.1, 0.2, null], null],
    ['nullIfZero(a - b - c)', [0.3, 0.1, 0.2, null], null],
    ['a / (a - b - c)', [0.3, 0.1, 0.2, null], null],
    ['a + b - c', [1e11, 0.00005, 1e11, null], 0.0001],
    ['ceil(a * b / 100)', [25, 100, null, null], 25],
    ['ceil(a * b)', [0.1, 30, null, null], 3],
    ['ceil(a - b)', [0.1, 0.6, null, null], 0],
  ])('%s where doubles go astray', (formula, line, expected) => {
    const plan = buildPlan('example', [...inputs, field('own', formula)], 0);
    expectSame(plan, compile(plan), line);
    compile(plan)(line);
    expect(line[3]).toBe(expected);
  });

  test('a field is calculated exactly where doubles cannot tell, and only there', () => {
    const fields = [...inputs, field('d', 'a * b / 100'), field('e', 'd + c')];
    const asked: Cell[] = [];
    const ask = (line: Line) => {
      asked.push(line[0] ?? null);
      return 42;
    };
    const evaluate = compile(
      buildPlan('example', fields, 0),
      new Map([
        [3, ask],
        [4, ask],
      ]),
    );
    const plain: Line = [1.5, 2.2, 1, null, null];
    evaluate(plain);
    expect(plain).toEqual([1.5, 2.2, 1, 0.033, 1.033]);
    evaluate([0.15, 0.3, 1, null, null]);
    expect(asked).toEqual([0.15]);
  });
});
