import { describe, expect, test } from 'bun:test';
import type { RateCard } from './card';
import { conversionTo } from './currency';
import { journeyman, plainCard } from './fixtures/records';
import { priceLabour } from './labour-rate';
import type { LabourMember } from './member';
import { serialiseLabour } from './serialise';

const week = { hoursPerDay: 10, daysPerWeek: 6 };
const convert = conversionTo('CAD', [{ currency: 'USD', rate: '1.36785' }]);

function priced(member: Partial<LabourMember>, card: Partial<RateCard> | null) {
  const match = card && { card: { ...plainCard, ...card }, matchStep: 5, periodDistanceQuarters: -1 };
  const found = priceLabour({ ...journeyman, ...member }, match, week, convert);
  return found && serialiseLabour(found, 'CAD');
}

const rates = (straightTime: number, overtime: number, doubleTime: number) => ({
  straightTime,
  overtime,
  doubleTime,
});

describe('a member with a card', () => {
  test('has its split of the week, rates and cost', () => {
    expect(priced({ quantity: '2.5' }, { ppePerHour: 0.6, perDiemPerDay: 60 })).toEqual({
      tradeCode: 'PIPF',
      laborDesignation: 'Journeyman',
      quantity: 2.5,
      memberId: plainCard.memberId,
      matchStep: 5,
      periodDistanceQuarters: -1,
      matchedOn: {
        country: 'CA',
        region: 'Western Canada',
        province: 'Alberta',
        year: 2025,
        quarter: 'Q3',
        projectType: 'petrochemical',
        currency: 'CAD',
      },
      currency: 'CAD',
      hours: rates(40, 20, 0),
      baseRates: rates(50, 75, 100),
      burdenedRates: rates(50, 75, 100),
      addOns: {
        perDiem: rates(6, 6, 6),
        smallTools: rates(0, 0, 0),
        consumables: rates(0, 0, 0),
        ppe: rates(0.6, 0.6, 0.6),
      },
      allInRates: rates(56.6, 81.6, 106.6),
      manHours: 150,
      cost: 8750,
    });
  });

  test('takes entered hours instead of the split', () => {
    const member = { straightTimeHours: 30, doubleTimeHours: '2.5' };
    expect(priced(member, {})).toMatchObject({ hours: rates(30, 0, 2.5), manHours: 32.5, cost: 1750 });
  });

  test('is converted line by line, all-in being the sum of converted lines', () => {
    const card = { currency: 'USD', baseWage: '33.33', smallToolsPercent: 3, ppePerHour: 0.55 };
    expect(priced({}, card)).toMatchObject({
      baseRates: rates(45.5904, 68.3857, 91.1809),
      burdenedRates: rates(45.5904, 68.3857, 91.1809),
      addOns: { smallTools: rates(1.3677, 2.0516, 2.7354), ppe: rates(0.7523, 0.7523, 0.7523) },
      allInRates: rates(47.7104, 71.1896, 94.6686),
      matchedOn: { currency: 'USD' },
      cost: 3191.33,
    });
  });

  test('in a currency without exchange rate is EXCHANGE_RATE_MISSING', () => {
    expect(() => priced({}, { currency: 'SAR' })).toThrow(
      expect.objectContaining({ code: 'EXCHANGE_RATE_MISSING' }),
    );
  });
});

describe('a member with a rate of its own', () => {
  const nothing = rates(0, 0, 0);

  test('needs no card, has no add-ons, and is paid 40 hours at straight time', () => {
    expect(priced({ rateOverride: { straightTime: '65.2525' } }, null)).toMatchObject({
      memberId: null,
      matchStep: null,
      periodDistanceQuarters: null,
      matchedOn: null,
      hours: rates(40, 20, 0),
      baseRates: null,
      burdenedRates: rates(65.2525, 97.8788, 130.505),
      addOns: { perDiem: nothing, smallTools: nothing, consumables: nothing, ppe: nothing },
      allInRates: rates(65.2525, 97.8788, 130.505),
      cost: 4567.68,
    });
  });

  test('keeps overtime and double time that are given, hours too, and ignores a card', () => {
    const rateOverride = { straightTime: 60, overtime: 80, doubleTime: null };
    const member = { rateOverride, overtimeHours: 5, doubleTimeHours: 1 };
    expect(priced(member, { baseWage: 500 })).toMatchObject({
      memberId: null,
      hours: rates(0, 5, 1),
      burdenedRates: rates(60, 80, 120),
      cost: 520,
    });
  });
});

test('a member without card and rate has no price', () => {
  expect(priced({}, null)).toBeNull();
});
