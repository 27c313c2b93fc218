import { describe, expect, test } from 'bun:test';
import { disciplines } from '@consulting/takeoff-fields/discipline';
import { type Field, isNumeric } from '@consulting/takeoff-fields/field';
import { fieldsOf, positionOf } from '@consulting/takeoff-fields/registry';
import { buildPlan, planOf } from './plan';

describe('the plans of the registry', () => {
  test.each([...disciplines])(
    '%s: formulas read numeric fields, and there are activity hours',
    (discipline) => {
      const fields = fieldsOf(discipline);
      const { calculations } = planOf(discipline);
      const operands = calculations.flatMap((each) => each.operands.map((position) => fields[position]));
      expect(operands.filter((field) => field === undefined || !isNumeric(field))).toEqual([]);
      expect(calculations.length).toBe(fields.filter(({ computed }) => computed !== undefined).length);
      const hours = positionOf(discipline, 'activityManHours');
      expect(calculations.find(({ position }) => position === hours)?.operands.length).toBeGreaterThan(0);
    },
  );

  test.each([...disciplines])('%s: every formula comes after those that it reads', (discipline) => {
    const { calculations } = planOf(discipline);
    const computed = new Set(calculations.map(({ position }) => position));
    const done = new Set<number>();
    for (const { key, position, operands } of calculations) {
      expect([key, operands.filter((at) => computed.has(at) && !done.has(at))]).toEqual([key, []]);
      done.add(position);
    }
  });
});

function field(key: string, computed: string): Field {
  return { key, label: key, aliases: [], group: 'G', type: 'number', description: key, computed };
}

describe('buildPlan', () => {
  test('refuses a cycle, an unknown key and a formula outside the grammar', () => {
    expect(() => buildPlan('example', [field('x', 'y'), field('y', 'x')], 0)).toThrow(RangeError);
    expect(() => buildPlan('example', [field('x', 'z')], 0)).toThrow('x reads the unknown field z');
    expect(() => buildPlan('example', [field('x', '1 +')], 0)).toThrow(SyntaxError);
  });
});
