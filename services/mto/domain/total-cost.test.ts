import { describe, expect, test } from 'bun:test';
import { disciplines } from '../fields/discipline';
import { fieldsOf } from '../fields/registry';
import { evaluateLine } from './formula/evaluate';
import { applyTotalCost, hasCostInput } from './total-cost';

describe('totalCost in a request', () => {
  const unpriced = { quantity: 10, labourRate: 0, materialUnitPrice: null };
  const priced = { quantity: 10, labourRate: 85.5 };

  test('(a) totalCostOverride decides, a number or null, whatever totalCost says', () => {
    expect(applyTotalCost({ totalCostOverride: 500, totalCost: 900 }, 'piping', unpriced)).toBe(500);
    expect(applyTotalCost({ totalCostOverride: null, totalCost: 900 }, 'piping', unpriced)).toBeNull();
    expect(applyTotalCost({ totalCostOverride: 500, totalCost: 900 }, 'piping', priced, 'bulk-edit')).toBe(
      500,
    );
  });

  test('(b) totalCost becomes the override of a line without cost inputs', () => {
    expect(applyTotalCost({ totalCost: 900 }, 'piping', unpriced)).toBe(900);
    expect(applyTotalCost({ totalCost: 900 }, 'civil', { labourRateSource: 'manual' })).toBe(900);
    expect(applyTotalCost({ totalCost: null }, 'piping', unpriced)).toBeNull();
  });

  test('(c) totalCost of a line with a cost input is ignored', () => {
    expect(applyTotalCost({ totalCost: 900 }, 'piping', priced)).toBeUndefined();
    expect(
      applyTotalCost({ totalCost: 900 }, 'piping', { labourRateSource: 'crew', labourRate: 0 }),
    ).toBeUndefined();
    expect(applyTotalCost({ totalCost: 900 }, 'piping', { pipeMaterialCost: -12 })).toBeUndefined();
    expect(applyTotalCost({ totalCost: 900 }, 'piping', { subcontractLumpSum: '0.010000' })).toBeUndefined();
  });

  test('in a bulk edit totalCost always sets the override', () => {
    expect(applyTotalCost({ totalCost: 900 }, 'piping', priced, 'bulk-edit')).toBe(900);
    expect(applyTotalCost({}, 'piping', priced, 'bulk-edit')).toBeUndefined();
  });

  test('a request that says nothing of the total changes nothing', () => {
    expect(applyTotalCost({}, 'piping', unpriced)).toBeUndefined();
    expect(applyTotalCost({}, 'piping', priced)).toBeUndefined();
  });

  test('a line of quantity and total keeps its total when its quantity changes', () => {
    const totalCostOverride = applyTotalCost({ totalCost: 900 }, 'piping', unpriced);
    const line = { ...unpriced, totalCostOverride, quantity: 20 };
    expect(evaluateLine('piping', line)).toMatchObject({ totalCost: 900, unitCost: 45 });
  });

  test('the cost inputs are exactly the amounts without which a line of its quantities costs nothing', () => {
    for (const discipline of disciplines) {
      const inputs = fieldsOf(discipline).filter(
        (field) => field.computed === undefined && field.min !== undefined,
      );
      const full = Object.fromEntries(inputs.map(({ key }) => [key, 2]));
      const breakdown = fieldsOf(discipline).filter(({ group }) => group === 'Material Cost Breakdown');
      const values = { ...full, ...Object.fromEntries(breakdown.map(({ key }) => [key, 2])) };
      const costs = Object.entries(values).filter(([key]) => hasCostInput(discipline, { [key]: 2 }));
      const unpricedLine = { ...values, ...Object.fromEntries(costs.map(([key]) => [key, null])) };
      expect(evaluateLine(discipline, { ...unpricedLine, totalCostOverride: null }).totalCost).toBe(0);
      for (const [key] of costs) {
        const { totalCost } = evaluateLine(discipline, {
          ...unpricedLine,
          totalCostOverride: null,
          [key]: 2,
        });
        expect([key, totalCost]).not.toEqual([key, 0]);
      }
    }
  });
});
