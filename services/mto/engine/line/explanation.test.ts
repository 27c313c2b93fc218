import { describe, expect, test } from 'bun:test';
import { type Discipline, disciplines } from '@consulting/takeoff-fields/discipline';
import { fieldsOf, positionOf } from '@consulting/takeoff-fields/registry';
import { randomLines } from '../../../../test/support/random-lines';
import { testSeed } from '../../../../test/support/rounds';
import type { Cell, Line } from '../fields/line';
import { lineEvaluator } from '../formula/evaluate';
import { type ExplainedValue, explainValue, givenKeysOf } from './explanation';

interface TestLine {
  discipline: Discipline;
  values: Line;
}

function lineOf(discipline: Discipline, cells: Record<string, unknown>): TestLine {
  const values = fieldsOf(discipline).map(({ key }) => (cells[key] ?? null) as Cell);
  lineEvaluator(discipline)(values);
  return { discipline, values };
}

type Explained = ExplainedValue<string>;

const explain = (line: TestLine, key: string) => explainValue(line, key, (given) => `from ${given}`);

const keysIn = (explained: Explained): string[] =>
  'from' in explained ? [explained.field] : explained.inputs.flatMap(keysIn);

const countIn = (explained: Explained): number =>
  'from' in explained ? 1 : explained.inputs.reduce((sum, one) => sum + countIn(one), 1);

const piping = (cells: Record<string, Cell>) =>
  lineOf('piping', { quantity: 24.4, unitOfMeasure: 'm', currency: 'CAD', ...cells });

describe('explainValue', () => {
  test('a calculated value has its formula, unit and inputs, a given one its origin', () => {
    const line = piping({ unitManHours: 12.199, labourRate: 149.9556 });
    expect(explain(line, 'labourCost')).toMatchObject({
      field: 'labourCost',
      value: 44_635.12,
      unit: 'CAD',
      formula: 'round(totalManHours * labourRate, 2)',
      inputs: [
        { field: 'totalManHours', unit: 'h' },
        { field: 'labourRate', value: 149.9556, unit: 'CAD/h', from: 'from labourRate' },
      ],
    });
    expect(explain(line, 'quantity')).toEqual({
      field: 'quantity',
      value: 24.4,
      unit: 'm',
      from: 'from quantity',
    });
  });

  test('a value that is explained above comes again without inputs', () => {
    const line = piping({ unitManHours: 1, labourRate: 100, equipmentRate: 10 });
    const cost = explain(line, 'directCost');
    const hours = ['labourCost', 'equipmentCost'].map((key) => {
      const found = 'inputs' in cost ? cost.inputs.find(({ field }) => field === key) : undefined;
      return found && 'inputs' in found ? found.inputs.find(({ field }) => field === 'totalManHours') : null;
    });
    expect(hours[0]).not.toHaveProperty('isRepeated');
    expect(hours[1]).toMatchObject({ field: 'totalManHours', value: 24.4, inputs: [], isRepeated: true });
  });

  test('an override is named, and what it replaces is no input', () => {
    const line = piping({ materialUnitPrice: 5, totalCostOverride: 500 });
    expect(explain(line, 'totalCost')).toEqual({
      field: 'totalCost',
      value: 500,
      unit: 'CAD',
      formula: expect.stringContaining('coalesce(totalCostOverride, '),
      inputs: [{ field: 'totalCostOverride', value: 500, unit: 'CAD', from: 'from totalCostOverride' }],
      overriddenBy: 'totalCostOverride',
    });
    expect(explain(piping({ materialUnitPrice: 5 }), 'totalCost')).not.toHaveProperty('overriddenBy');
  });

  test('of the members of a group those with a value are inputs', () => {
    const line = piping({ hoursPipeErection: 3, hoursBoltUp: 0 });
    expect(keysIn(explain(line, 'activityManHours')).sort()).toEqual(['hoursBoltUp', 'hoursPipeErection']);
  });

  test('an empty factor is an input, since it explains a cost of zero', () => {
    const line = piping({ unitManHours: 2 });
    expect(explain(line, 'labourCost')).toMatchObject({
      value: 0,
      inputs: [{ field: 'totalManHours' }, { field: 'labourRate', value: null }],
    });
  });

  test('a unit without a unit of measure stays as the registry has it', () => {
    const line = lineOf('civil', { quantity: 1, unitManHours: 2 });
    expect([explain(line, 'quantity').unit, explain(line, 'unitManHours').unit]).toEqual([null, 'h/uom']);
  });

  test('calculating from the given values alone gives every value of a random line of each discipline', () => {
    const lines = randomLines(180, testSeed).map((cells, at) => {
      const override = at % 3 === 0 ? { totalCostOverride: at } : {};
      return lineOf(cells.discipline as Discipline, { ...cells, ...override });
    });
    expect(new Set(lines.map(({ discipline }) => discipline))).toEqual(new Set(disciplines));
    for (const line of lines) {
      const { discipline, values } = line;
      for (const [position, field] of fieldsOf(discipline).entries()) {
        if (field.computed === undefined) continue;
        const explained = explain(line, field.key);
        const given = new Set(keysIn(explained));
        const own = fieldsOf(discipline).map(({ key }, at) => (given.has(key) ? (values[at] ?? null) : null));
        lineEvaluator(discipline)(own);
        expect({ [field.key]: own[position] }).toEqual({ [field.key]: values[position] });
        expect(countIn(explained)).toBeLessThan(2 * fieldsOf(discipline).length);
      }
    }
  });
});

describe('givenKeysOf', () => {
  test('the given fields of several values, each once', () => {
    const line = piping({ unitManHours: 1 });
    const keys = givenKeysOf(line, ['labourCost', 'totalManHours', 'description']);
    expect(keys).toContain('description');
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.every((key) => fieldsOf('piping')[positionOf('piping', key)]?.computed === undefined)).toBe(
      true,
    );
  });
});
