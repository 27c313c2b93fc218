import { describe, expect, test } from 'bun:test';
import { fieldsOf, positionOf } from '@consulting/takeoff-fields/registry';
import { assert, constantFrom, property, record, uniqueArray } from 'fast-check';
import { testSeed } from '../../../../test/support/rounds';
import { ExactSum } from '../fields/exact-sum';
import type { Cell, Line } from '../fields/line';
import { lineEvaluator } from '../formula/evaluate';
import { CausesOfChange } from './causes';

function lineOf(values: Record<string, Cell>): Line {
  const line: Line = fieldsOf('piping').map(({ key }) => values[key] ?? null);
  lineEvaluator('piping')(line);
  return line;
}

const amounts = (before: Line, after: Line) =>
  new CausesOfChange('piping').of(before, after).map(({ cause, from, to }) => {
    const amount = new ExactSum();
    amount.addCell(to);
    const former = new ExactSum();
    former.addCell(from);
    return [cause, amount.minus(former).text()];
  });

describe('CausesOfChange', () => {
  test('the vector of estimating.md 17', () => {
    const before = lineOf({ quantity: 24.4, unitManHours: 1.9055, labourRate: 149.9556 });
    const after = lineOf({ quantity: 30, unitManHours: 2.05, labourRate: 155.5 });
    expect([before, after].map((line) => line[positionOf('piping', 'totalCost')])).toEqual([
      6972.07, 9563.25,
    ]);
    expect(amounts(before, after)).toEqual([
      ['quantity', '1600.14'],
      ['hours', '650.06'],
      ['labourRate', '340.98'],
    ]);
  });

  test('another unit of measure moves the whole line', () => {
    const before = lineOf({ quantity: 10, unitOfMeasure: 'm', materialUnitPrice: 5 });
    const after = lineOf({ quantity: 33, unitOfMeasure: 'ft', materialUnitPrice: 2 });
    expect(amounts(before, after)).toEqual([['remeasured', '16']]);
  });

  test('a total that moved although no field did is another cause', () => {
    const before = lineOf({ quantity: 10, materialUnitPrice: 5 });
    before[positionOf('piping', 'totalCost')] = 49;
    expect(amounts(before, lineOf({ quantity: 10, materialUnitPrice: 5 }))).toEqual([['other', '1']]);
  });

  test('parts add up to the difference exactly, whatever changes', () => {
    const numbers = fieldsOf('piping').filter(
      ({ computed, type, key, group }) =>
        computed === undefined &&
        type === 'number' &&
        (group !== 'Weights and Handling' || key === 'quantity'),
    );
    const some = uniqueArray(constantFrom(...numbers.map(({ key }) => key)), { maxLength: 12 });
    const value = constantFrom(0, 0.01, 1.005, 3, 7.77, 33.333333, 150, 99_999.99);
    const lines = some.chain((keys) => record(Object.fromEntries(keys.map((key) => [key, value]))));
    const base = { quantity: 3, unitManHours: 1.25, labourRate: 88.8, materialUnitPrice: 12.345 };
    assert(
      property(lines, lines, (one, other) => {
        const [before, after] = [lineOf({ ...base, ...one }), lineOf({ ...base, ...other })];
        const [from, to] = [new ExactSum(), new ExactSum()];
        from.addCell(before[positionOf('piping', 'totalCost')] ?? null);
        to.addCell(after[positionOf('piping', 'totalCost')] ?? null);
        const [plus, less] = [new ExactSum(), new ExactSum()];
        for (const part of new CausesOfChange('piping').of(before, after)) {
          plus.addCell(part.to);
          less.addCell(part.from);
        }
        expect(plus.minus(less).text()).toBe(to.minus(from).text());
      }),
      { seed: testSeed, numRuns: 500 },
    );
  });
});
