import { describe, expect, test } from 'bun:test';
import { sum } from '@consulting/kernel/schema';
import fc from 'fast-check';
import type { CardPricing } from './card';
import { plainCard } from './fixtures/records';
import { seedCards, seedRows } from './fixtures/seed-data';
import { exampleCards } from './fixtures/worked-example';
import expected from './fixtures/worked-example.expected.json';
import example from './fixtures/worked-example.input.json';
import { buildRateCard, type RateLines, referenceRates } from './rate-build-up';
import { serialiseReferenceRates } from './serialise';
import { splitWeek, timeTypes } from './week';

const symbols = { straightTime: 'ST', overtime: 'OT', doubleTime: 'DT' } as const;
const printed = (lines: RateLines) =>
  Object.fromEntries(Object.entries(lines).map(([name, value]) => [name, value.toFixed(4)]));

describe('the seed cards in their reference week', async () => {
  const cards = await seedCards();
  const figures = await seedRows('rate-cards-expected.csv');

  test('agree with all 191 rows of expected hours and rates, digit by digit', () => {
    expect(cards).toHaveLength(191);
    const computed = cards.map((card) => {
      const { rates, weeklyHours } = referenceRates(card);
      const rateOf = (line: 'burdened' | 'allIn') =>
        timeTypes.map((type) => [`${line}${symbols[type]}`, rates[type][line].toFixed(4)]);
      const { tradeCode, laborDesignation, country, region, province, quarter, projectType, currency } = card;
      return {
        ...{ tradeCode, laborDesignation, country, region, province, year: String(card.year) },
        ...{ quarter, projectType, currency },
        weekHours: String(Number(card.hoursPerShift) * card.daysPerWeek),
        ...Object.fromEntries(timeTypes.map((type) => [hoursKeys[type], weeklyHours[type].toString()])),
        ...Object.fromEntries([...rateOf('burdened'), ...rateOf('allIn')]),
      };
    });
    expect(computed as object[]).toEqual(figures);
  });
});

const hoursKeys = { straightTime: 'stHours', overtime: 'otHours', doubleTime: 'dtHours' } as const;

describe('the cards of the worked example', () => {
  test.each(Object.keys(expected.rateCards))('%s, every line and the hours', (name) => {
    const card = exampleCards[name];
    const figures = expected.rateCards[name as keyof typeof expected.rateCards];
    if (!card) throw new Error(`no card ${name}`);
    const rates = buildRateCard(card, example.workWeek);
    const hours = splitWeek(card, example.workWeek);
    for (const type of timeTypes) expect(printed(rates[type])).toEqual(figures[symbols[type]]);
    expect([hours.straightTime, hours.overtime, hours.doubleTime].map(String)).toEqual(
      Object.values(figures.hours),
    );
  });

  test('the liability of the foreman in double time rounds away from zero', () => {
    const { doubleTime } = buildRateCard(exampleCards['PIPF/Foreman'] as CardPricing, example.workWeek);
    expect(doubleTime.liability.toFixed(4)).toBe('0.9653');
  });
});

describe('the options of a card', () => {
  const week = { hoursPerDay: 10, daysPerWeek: 6 };
  const linesOf = (change: Partial<CardPricing>) => {
    const { straightTime, overtime, doubleTime } = buildRateCard({ ...plainCard, ...change }, week);
    return (name: keyof RateLines) =>
      [straightTime, overtime, doubleTime].map((lines) => Number(lines[name]));
  };

  test('a shift premium is not multiplied', () => {
    expect(linesOf({ shiftPremiumPerHour: 2 })('wage')).toEqual([52, 77, 102]);
  });

  test('fringes per hour paid follow the multiplier, per hour worked they do not', () => {
    expect(linesOf({ pensionPerHour: 4 })('fringe')).toEqual([4, 4, 4]);
    expect(linesOf({ pensionPerHour: 4, fringeBasis: 'hours-paid' })('fringe')).toEqual([4, 6, 8]);
  });

  test("workers' compensation is taken on gross pay, or on the straight-time gross for every hour", () => {
    const premium = { workersCompPercent: 2, vacationHolidayPercent: 10 };
    expect(linesOf(premium)('workersComp')).toEqual([1.1, 1.65, 2.2]);
    expect(linesOf({ ...premium, workersCompBasis: 'straight-time' })('workersComp')).toEqual([
      1.1, 1.1, 1.1,
    ]);
  });

  test('per diem is paid for worked days, or for all 7', () => {
    expect(linesOf({ perDiemPerDay: 120 })('perDiem')).toEqual([12, 12, 12]);
    expect(linesOf({ perDiemPerDay: 120, perDiemBasis: 'calendar-day' })('perDiem')).toEqual([14, 14, 14]);
  });
});

test('serialiseReferenceRates gives the figures of a card as JSON numbers', () => {
  const { rates, ...figures } = serialiseReferenceRates({ ...plainCard, ppePerHour: '0.60' });
  expect(figures).toEqual({
    straightTimeRate: 50.6,
    overtimeRate: 75.6,
    doubleTimeRate: 100.6,
    weeklyHours: { straightTime: 40, overtime: 10, doubleTime: 0 },
    compositeRate: 55.6,
  });
  expect(rates.overtime).toMatchObject({ wage: 75, gross: 75, burdened: 75, ppe: 0.6, allIn: 75.6 });
  expect(Object.keys(rates.straightTime)).toHaveLength(13);
});

test('every column of a build-up foots', () => {
  const money = fc.integer({ min: 0, max: 2_000_000 }).map((n) => n / 10_000);
  const percent = fc.integer({ min: 0, max: 1_000_000 }).map((n) => n / 10_000);
  const card = fc.record({
    baseWage: fc.integer({ min: 1, max: 2_000_000 }).map((n) => n / 10_000),
    shiftPremiumPerHour: money,
    vacationHolidayPercent: percent,
    pensionPerHour: money,
    socialSecurityPercent: percent,
    workersCompPercent: percent,
    workersCompBasis: fc.constantFrom('gross' as const, 'straight-time' as const),
    fringeBasis: fc.constantFrom('hours-worked' as const, 'hours-paid' as const),
    generalLiabilityPercent: percent,
    perDiemPerDay: money,
    smallToolsPercent: percent,
    consumablesPercent: percent,
    ppePerHour: money,
  });
  fc.assert(
    fc.property(card, (change) => {
      const rates = buildRateCard({ ...plainCard, ...change }, { hoursPerDay: 9.5, daysPerWeek: 6 });
      for (const { wage, vacationHoliday, gross, burdened, allIn, ...lines } of Object.values(rates)) {
        const { fringe, payrollTax, workersComp, liability, ...addOns } = lines;
        expect(gross.eq(sum([wage, vacationHoliday]))).toBe(true);
        expect(burdened.eq(sum([gross, fringe, payrollTax, workersComp, liability]))).toBe(true);
        expect(allIn.eq(sum([burdened, ...Object.values(addOns)]))).toBe(true);
        expect(allIn.toFixed(4)).toBe(allIn.toFixed(10).slice(0, -6));
      }
    }),
  );
});
