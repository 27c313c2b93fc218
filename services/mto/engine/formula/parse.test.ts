import { describe, expect, test } from 'bun:test';
import { operandsOf, parseFormula, type Scope } from './parse';
import { calculationOrder } from './plan';

const names = ['a', 'b', 'c', 'hoursOne', 'hoursTwo'];
const scope: Scope = {
  position(key) {
    if (!names.includes(key)) throw new RangeError(`unknown ${key}`);
    return names.indexOf(key);
  },
  group: (name) => (name === 'Man-Hours by Activity' ? [3, 4] : []),
};
const parse = (source: string) => parseFormula(source, scope);
const cell = (position: number) => ({ kind: 'cell', position });

describe('parseFormula', () => {
  test('products bind before sums and both from the left', () => {
    expect(parse('a - b - c * a / b')).toEqual({
      kind: 'subtract',
      left: { kind: 'subtract', left: cell(0), right: cell(1) },
      right: {
        kind: 'divide',
        left: { kind: 'multiply', left: cell(2), right: cell(0) },
        right: cell(1),
      },
    } as never);
  });

  test('parentheses, a sign and decimals', () => {
    expect(parse(' -( a+3.14159265 )')).toEqual({
      kind: 'negate',
      operand: { kind: 'add', left: cell(0), right: { kind: 'number', text: '3.14159265' } },
    } as never);
  });

  test('functions', () => {
    expect(parse('coalesce(a, nullIfZero(b), max(a, 0))')).toEqual({
      kind: 'coalesce',
      operands: [
        cell(0),
        { kind: 'nullIfZero', operand: cell(1) },
        { kind: 'max', operands: [cell(0), { kind: 'number', text: '0' }] },
      ],
    } as never);
    expect(parse('round(ceil(a), 2)')).toEqual({
      kind: 'round',
      operand: { kind: 'ceil', operand: cell(0) },
      places: 2,
    } as never);
  });

  test('sumGroup is the sum of its cells, of none when there is no such group', () => {
    expect(parse('sumGroup("Man-Hours by Activity")')).toEqual({
      kind: 'sum',
      operands: [cell(3), cell(4)],
    } as never);
    expect(parse('sumGroup("Other")')).toEqual({ kind: 'sum', operands: [] });
  });

  test.each([
    '',
    'a +',
    'a b',
    '(a',
    'a)',
    'sqrt(a)',
    'a ^ b',
    'round(a)',
    'round(a, b)',
    'round(a, 1.5)',
    'sumGroup(a)',
    'coalesce()',
    'coalesce(a,)',
    'ceil(a, b)',
    '1.',
    '"a"',
  ])('refuses %p', (source) => {
    expect(() => parse(source)).toThrow(SyntaxError);
  });

  test('an unknown key is refused by the scope', () => {
    expect(() => parse('a + d')).toThrow(new RangeError('unknown d'));
  });

  test('operandsOf names every cell once', () => {
    expect([...operandsOf(parse('a * a + max(b, sumGroup("Man-Hours by Activity")) / 2'))]).toEqual([
      0, 1, 3, 4,
    ]);
  });
});

describe('calculationOrder', () => {
  test('puts a cell after the computed cells that it reads', () => {
    const reads = new Map([
      [5, new Set([6, 1])],
      [6, new Set([7, 2])],
      [7, new Set([1])],
    ]);
    expect(calculationOrder(reads)).toEqual([7, 6, 5]);
  });

  test('refuses a cycle and names it', () => {
    const reads = new Map([
      [1, new Set([2])],
      [2, new Set([3])],
      [3, new Set([2])],
    ]);
    expect(() => calculationOrder(reads)).toThrow(new RangeError('Formulas in a cycle: 1 -> 2 -> 3 -> 2'));
    expect(() => calculationOrder(new Map([[1, new Set([1])]]))).toThrow('1 -> 1');
  });
});
