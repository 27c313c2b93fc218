import { describe, expect, test } from 'bun:test';
import { projectControlsFigures } from './project-controls';

const values = {
  budgetAtCompletion: 1_000_000,
  plannedValue: 500_000,
  earnedValue: 450_000,
  actualCost: 480_000,
  earnedHours: 4000,
  actualHours: 4300,
};

describe('projectControlsFigures', () => {
  test('variances, indices to 4 decimals, percentages and money to 2', () => {
    expect(projectControlsFigures(values)).toEqual({
      costVariance: -30_000,
      scheduleVariance: -50_000,
      costPerformanceIndex: 0.9375,
      schedulePerformanceIndex: 0.9,
      estimateAtCompletion: 1_066_666.67,
      estimateToComplete: 586_666.67,
      varianceAtCompletion: -66_666.67,
      toCompletePerformanceIndex: 1.0577,
      percentComplete: 45,
      percentSpent: 48,
      productivityFactor: 1.075,
    });
  });

  test('an empty eacMethod is cpi', () => {
    const withMethod = projectControlsFigures({ ...values, eacMethod: 'cpi' });
    expect(projectControlsFigures(values)).toEqual(withMethod);
  });

  test('cpi and cpi-spi take the unrounded indices', () => {
    const thirds = { budgetAtCompletion: 1_000_000, plannedValue: 3, earnedValue: 1, actualCost: 3 };
    expect(projectControlsFigures(thirds)).toMatchObject({
      costPerformanceIndex: 0.3333,
      estimateAtCompletion: 3_000_000,
    });
    const both = projectControlsFigures({ ...thirds, budgetAtCompletion: 10, eacMethod: 'cpi-spi' });
    expect(both.estimateAtCompletion).toBe(84);
  });

  test.each([
    ['cpi-spi', 1_131_851.85],
    ['remaining-budget', 1_030_000],
    ['manual', 1_080_000],
  ] as const)('eacMethod %s', (eacMethod, estimateAtCompletion) => {
    const given = { ...values, eacMethod, manualEstimateToComplete: 600_000 };
    expect(projectControlsFigures(given).estimateAtCompletion).toBe(estimateAtCompletion);
  });

  test('manual without an estimate to complete is null', () => {
    expect(projectControlsFigures({ ...values, eacMethod: 'manual' })).toMatchObject({
      estimateAtCompletion: null,
      estimateToComplete: null,
      varianceAtCompletion: null,
    });
  });

  test('division by zero is null', () => {
    const nothingYet = {
      budgetAtCompletion: 0,
      plannedValue: 0,
      earnedValue: 0,
      actualCost: 0,
      earnedHours: 0,
    };
    expect(projectControlsFigures({ ...nothingYet, actualHours: 5 })).toEqual({
      costVariance: 0,
      scheduleVariance: 0,
      costPerformanceIndex: null,
      schedulePerformanceIndex: null,
      estimateAtCompletion: null,
      estimateToComplete: null,
      varianceAtCompletion: null,
      toCompletePerformanceIndex: null,
      percentComplete: null,
      percentSpent: null,
      productivityFactor: null,
    });
  });

  test('a cost without any earned value has an index of 0 and no estimate at completion', () => {
    expect(projectControlsFigures({ ...values, earnedValue: 0 })).toMatchObject({
      costPerformanceIndex: 0,
      estimateAtCompletion: null,
    });
  });

  test('everything is null without inputs', () => {
    expect(Object.values(projectControlsFigures({}))).toEqual(Array(11).fill(null));
  });

  test('subtraction is exact where doubles are not', () => {
    expect(projectControlsFigures({ earnedValue: 0.3, actualCost: 0.1 }).costVariance).toBe(0.2);
  });
});
