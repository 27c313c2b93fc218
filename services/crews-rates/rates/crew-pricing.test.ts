import { describe, expect, test } from 'bun:test';
import { calculateCrewRate } from './composite';
import { type CrewToPrice, priceMembers } from './crew-pricing';
import {
  catalogueCrane,
  crane,
  journeyman,
  plainCard,
  plainCrew,
  plainMachine,
  plainMatch,
} from './fixtures/records';
import { serialiseCrewRate } from './serialise';

describe('faults', () => {
  const dollars = { ...plainMatch, card: { ...plainCard, currency: 'USD' } };
  const unpriced = {
    member: crane,
    pricedBy: {
      equipment: {
        ...catalogueCrane,
        hourlyRate: null,
        dailyRate: null,
        weeklyRate: null,
        monthlyRate: null,
      },
      tag: null,
    },
  };
  const foreman = { ...journeyman, laborDesignation: 'Foreman' };
  const faulty = plainCrew({
    labour: [
      { member: journeyman, match: dollars },
      { member: foreman, match: plainMatch },
      { member: { ...journeyman, tradeCode: 'ROOF' }, match: null },
    ],
    equipment: [unpriced, plainMachine],
  });

  test('priceMembers names every one and prices the other members', () => {
    const { faults, labour, equipment } = priceMembers(faulty);
    expect(faults.map(({ member, error }) => [member, error.code])).toEqual([
      ['PIPF Journeyman', 'EXCHANGE_RATE_MISSING'],
      ['CRN-RT-050', 'EQUIPMENT_RATE_MISSING'],
    ]);
    expect(labour.map((priced) => priced && Number(priced.cost))).toEqual([null, 2000, null]);
    expect(equipment.map((priced) => priced && Number(priced.cost))).toEqual([null, 2620]);
  });

  test('calculateCrewRate refuses with the first', () => {
    expect(() => calculateCrewRate(faulty)).toThrow(
      expect.objectContaining({ code: 'EXCHANGE_RATE_MISSING' }),
    );
  });

  test('an exchange rate of the project settles it', () => {
    const rates = [{ currency: 'USD', rate: 1.35 }];
    const labour = [{ member: journeyman, match: dollars }];
    const { result } = serialiseCrewRate(calculateCrewRate(plainCrew({ labour }, rates)));
    expect(result.labourRatePerManHour).toBe(67.5);
  });
});

describe('warnings', () => {
  const warningsOf = (parts: Partial<CrewToPrice>) =>
    calculateCrewRate(plainCrew(parts)).warnings.map(({ code, member }) => `${code} ${member}`);
  const needsOperator = (change: object) => {
    const operator = { operatorRequired: true, operatorTradeCode: 'CRAN', ...change };
    return [{ member: crane, pricedBy: { equipment: { ...catalogueCrane, ...operator }, tag: null } }];
  };

  test('OPERATOR_MISSING unless the operator is included or a member, whatever the designation', () => {
    const operator = { ...journeyman, tradeCode: 'cran', laborDesignation: 'Foreman' };
    const missing = 'OPERATOR_MISSING CRN-RT-050';
    const withOperator = { labour: [{ member: operator, match: plainMatch }], equipment: needsOperator({}) };
    expect(warningsOf({ equipment: needsOperator({}) })).toEqual([missing]);
    expect(warningsOf({ equipment: needsOperator({ operatorTradeCode: null }) })).toEqual([missing]);
    expect(warningsOf({ equipment: needsOperator({ operatorIncluded: true }) })).toEqual([]);
    expect(warningsOf({ equipment: needsOperator({ operatorRequired: false }) })).toEqual([]);
    expect(warningsOf(withOperator)).toEqual([]);
  });

  test('FALLBACK_MATCH of a member that takes its rate from a card', () => {
    const fallback = { ...plainMatch, matchStep: 5, periodDistanceQuarters: -1 };
    const own = { ...journeyman, rateOverride: { straightTime: 60 } };
    expect(warningsOf({ labour: [{ member: journeyman, match: fallback }] })).toEqual([
      'FALLBACK_MATCH PIPF Journeyman',
    ]);
    expect(warningsOf({ labour: [{ member: own, match: fallback }] })).toEqual([]);
  });
});
