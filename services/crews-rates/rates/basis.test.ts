import { describe, expect, test } from 'bun:test';
import { decimal } from '@consulting/kernel/schema';
import { rateBasis } from './basis';

describe('rateBasis', () => {
  const project = {
    currency: 'CAD',
    workWeek: { hoursPerDay: 10, daysPerWeek: 5 },
    indirectCosts: { labour: { safety: { amount: 1 } } },
    fuelPrices: { diesel: 1.45, gasoline: 1.6 },
    exchangeRates: [{ currency: 'USD', rate: 1.35 }],
  };

  test('asks the request, then the crew, then the project', () => {
    const [eight, twelve] = [
      { hoursPerDay: 8, daysPerWeek: 5 },
      { hoursPerDay: 12, daysPerWeek: 4 },
    ];
    expect(rateBasis(project).week).toEqual(project.workWeek);
    expect(rateBasis(project, { workWeek: eight }, { workWeek: null }).week).toEqual(eight);
    expect(rateBasis(project, { workWeek: eight }, { workWeek: twelve }).week).toEqual(twelve);
    const crewCosts = { equipment: { permits: { amount: 2 } } };
    expect(rateBasis(project, { indirectCosts: crewCosts }).levels).toEqual({
      request: null,
      'service-crew': crewCosts,
      project: project.indirectCosts,
    });
  });

  test('replaces fuel prices and exchange rates one by one', () => {
    const request = {
      fuelPrices: { diesel: 2, gasoline: null, lpg: 1 },
      exchangeRates: [
        { currency: 'EUR', rate: 1.6 },
        { currency: 'USD', rate: 1.4 },
      ],
    };
    const { fuelPrices, convert } = rateBasis(project, {}, request);
    expect(fuelPrices).toEqual({ diesel: 2, gasoline: 1.6, lpg: 1 });
    expect(convert(decimal(50), 'USD').toString()).toBe('70');
    expect(convert(decimal(50), 'EUR').toString()).toBe('80');
  });
});
