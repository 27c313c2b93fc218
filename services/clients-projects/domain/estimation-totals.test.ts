import { describe, expect, test } from 'bun:test';
import { estimationTotals } from './estimation-totals';

const lines = {
  itemCount: 60,
  totalManHours: '25684.804',
  labourCost: '3851580.15',
  materialCost: '881153.16',
  freightCost: '37099.68',
  importDutyCost: '0',
  salesTaxCost: '0',
  equipmentCost: '341019.71',
  subcontractCost: '0',
  directCost: '5110852.70',
  indirectCost: '12.5',
  escalationCost: '0',
  contingencyCost: '0',
  markupCost: '0',
  totalCost: '5110852.70',
};

const nothingAdded = {
  indirectAmount: 0,
  ownersCostAmount: 0,
  escalationPercent: null,
  contingencyPercent: null,
  managementReservePercent: null,
};

describe('estimationTotals', () => {
  test('the build-up of resources.md 5', () => {
    const totals = estimationTotals(lines, {
      indirectAmount: 100_000,
      ownersCostAmount: 50_000.5,
      escalationPercent: 3,
      contingencyPercent: 10,
      managementReservePercent: 5,
    });
    expect(totals).toEqual({
      itemCount: 60,
      totalManHours: 25684.804,
      labourCost: 3851580.15,
      materialCost: 881153.16,
      equipmentCost: 341019.71,
      subcontractCost: 0,
      directCost: 5110852.7,
      indirectCost: 12.5,
      lineTotal: 5110852.7,
      indirectAmount: 100_000,
      ownersCostAmount: 50_000.5,
      subtotal: 5260853.2,
      escalation: 157825.6,
      contingency: 541867.88,
      managementReserve: 298027.33,
      grandTotal: 6258574.01,
    });
  });

  test('empty percentages add nothing', () => {
    expect(estimationTotals(lines, nothingAdded)).toMatchObject({
      subtotal: 5110852.7,
      escalation: 0,
      contingency: 0,
      managementReserve: 0,
      grandTotal: 5110852.7,
    });
  });

  test('each share rounds half away from zero, also below zero', () => {
    const half = { ...lines, totalCost: '100.5' };
    expect(estimationTotals(half, { ...nothingAdded, escalationPercent: 1 }).escalation).toBe(1.01);
    expect(estimationTotals(half, { ...nothingAdded, escalationPercent: -1 }).escalation).toBe(-1.01);
  });

  test('text of any length is added exactly', () => {
    const long = { ...lines, totalCost: '123456789012.10' };
    expect(estimationTotals(long, { ...nothingAdded, indirectAmount: 0.2 }).subtotal).toBe(123456789012.3);
  });
});
