import { describe, expect, test } from 'bun:test';
import type { Draw } from './draw';
import { loanMonitoringFigures } from './loan-monitoring';

const drawWith = (draw: Partial<Draw>): Draw => ({
  drawNumber: 1,
  periodFrom: null,
  periodTo: null,
  requestedAmount: null,
  storedMaterialsAmount: null,
  retainageHeld: null,
  retainageReleased: null,
  recommendedAmount: null,
  approvedAmount: null,
  equityContribution: null,
  lienWaiversReceived: null,
  titleUpdateReceived: null,
  siteVisitDate: null,
  percentComplete: null,
  status: 'submitted',
  comments: null,
  ...draw,
});

const loan = { loanAmount: 1000, equityAmount: 300, costToComplete: 850 };
const draws = [
  drawWith({ approvedAmount: 200.1, status: 'funded', equityContribution: 100, retainageHeld: 40 }),
  drawWith({ drawNumber: 2, approvedAmount: 100.2, status: 'funded', retainageReleased: 10 }),
  drawWith({ drawNumber: 3, approvedAmount: 500, status: 'approved' }),
  drawWith({ drawNumber: 4, status: 'funded' }),
];

describe('loanMonitoringFigures', () => {
  test('disbursed are the approved amounts of funded draws, added exactly', () => {
    expect(loanMonitoringFigures({ ...loan, draws })).toMatchObject({
      disbursedToDate: 300.3,
      undisbursedAmount: 699.7,
    });
  });

  test('in balance while what is left of loan and equity covers cost to complete and retainage', () => {
    const covered = { ...loan, draws, costToComplete: 869.7 };
    expect(loanMonitoringFigures(covered).inBalance).toBe(true);
    expect(loanMonitoringFigures({ ...covered, costToComplete: 869.71 }).inBalance).toBe(false);
  });

  test('without draws nothing is disbursed', () => {
    const expected = { disbursedToDate: 0, undisbursedAmount: 1000, inBalance: true };
    expect(loanMonitoringFigures(loan)).toEqual(expected);
    expect(loanMonitoringFigures({ ...loan, draws: null })).toEqual(expected);
  });

  test.each(['loanAmount', 'equityAmount', 'costToComplete'] as const)(
    'balance is unknown without %s',
    (key) => {
      expect(loanMonitoringFigures({ ...loan, draws, [key]: null }).inBalance).toBeNull();
    },
  );

  test('undisbursed is unknown without a loan amount', () => {
    expect(loanMonitoringFigures({ draws })).toEqual({
      disbursedToDate: 300.3,
      undisbursedAmount: null,
      inBalance: null,
    });
  });
});
