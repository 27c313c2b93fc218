import { record, responseSchema } from '@consulting/kernel/http';
import { exampled, exampleIds, named } from '@consulting/kernel/schema';
import { rateCardInput } from '../../domain/rate-card/rate-card-fields';
import { perTime, perTimeType, ratePlace } from './rates';

export const newRateCard = {
  tradeCode: 'PIPF',
  laborDesignation: 'Journeyman',
  ...ratePlace,
  currency: 'CAD',
  baseWage: 51.25,
  dailyStraightTimeLimit: 8,
  sixthDayRule: 'double',
  seventhDayRule: 'double',
  vacationHolidayPercent: 10,
  healthWelfarePerHour: 2.75,
  pensionPerHour: 8.2,
  trainingFundPerHour: 0.85,
  industryFundPerHour: 0.3,
  socialSecurityPercent: 4.2,
  unemploymentInsurancePercent: 1.6,
  workersCompPercent: 2.1,
  generalLiabilityPercent: 0.75,
  perDiemPerDay: 120,
  smallToolsPercent: 3,
  consumablesPercent: 2,
  ppePerHour: 0.6,
  unionStatus: 'union',
};

export const rateCardChanges = { baseWage: 52.5, source: 'Collective agreement 2025' };

const defaults = {
  shiftPremiumPerHour: 0,
  overtimeMultiplier: 1.5,
  doubleTimeMultiplier: 2,
  weeklyStraightTimeLimit: 40,
  hoursPerShift: 10,
  daysPerWeek: 5,
  fringeBasis: 'hours-worked',
  otherFringePerHour: 0,
  employerHealthTaxPercent: 0,
  otherPayrollTaxPercent: 0,
  workersCompBasis: 'gross',
  perDiemBasis: 'worked-day',
  isActive: true,
};

const fixed = { fringe: 12.1, perDiem: 12, ppe: 0.6 };

const rateCard = {
  id: exampleIds.rateCard,
  memberId: exampleIds.rateCard,
  ...newRateCard,
  ...defaults,
  rates: {
    straightTime: {
      ...{ wage: 51.25, vacationHoliday: 5.125, gross: 56.375, payrollTax: 3.2698, workersComp: 1.1839 },
      ...{ liability: 0.4228, burdened: 73.3515, smallTools: 2.2005, consumables: 1.467, allIn: 89.619 },
      ...fixed,
    },
    overtime: {
      ...{ wage: 76.875, vacationHoliday: 7.6875, gross: 84.5625, payrollTax: 4.9046, workersComp: 1.7758 },
      ...{ liability: 0.6342, burdened: 103.9771, smallTools: 3.1193, consumables: 2.0795, allIn: 121.7759 },
      ...fixed,
    },
    doubleTime: {
      ...{ wage: 102.5, vacationHoliday: 10.25, gross: 112.75, payrollTax: 6.5395, workersComp: 2.3678 },
      ...{ liability: 0.8456, burdened: 134.6029, smallTools: 4.0381, consumables: 2.6921, allIn: 153.9331 },
      ...fixed,
    },
  },
  straightTimeRate: 89.619,
  overtimeRate: 121.7759,
  doubleTimeRate: 153.9331,
  weeklyHours: { straightTime: 40, overtime: 10, doubleTime: 0 },
  compositeRate: 96.0504,
};

const { count, described, list, object, number } = responseSchema;

const perHour = (description: string) =>
  number(`${description}, in the currency of the card per hour, 4 decimals.`);

const rateLines = object({
  wage: perHour('Wage'),
  vacationHoliday: perHour('Vacation and holidays'),
  gross: perHour('Gross pay'),
  fringe: perHour('Fringe benefits'),
  payrollTax: perHour('Payroll taxes'),
  workersComp: perHour("Workers' compensation"),
  liability: perHour('General liability'),
  burdened: perHour('Burdened rate'),
  perDiem: perHour('Per diem'),
  smallTools: perHour('Small tools'),
  consumables: perHour('Consumables'),
  ppe: perHour('Personal protective equipment'),
  allIn: perHour('All-in rate'),
});

export const rateCardAnswer = exampled(
  named(
    'RateCard',
    record({
      memberId: responseSchema.id('Same as id.'),
      ...rateCardInput.fields,
      rates: responseSchema.described(
        perTimeType('RateLinesOfTimes', named('RateLines', rateLines)),
        'Build-up of the hourly rates in the reference week.',
      ),
      straightTimeRate: perHour('All-in rate of straight time'),
      overtimeRate: perHour('All-in rate of overtime'),
      doubleTimeRate: perHour('All-in rate of double time'),
      weeklyHours: responseSchema.described(perTime, 'Hours of the reference week.'),
      compositeRate: perHour('All-in rate weighted with the hours of the reference week'),
    }),
  ),
  rateCard,
);

export const newQuarter = {
  from: { year: 2025, quarter: 'Q3', country: 'CA' },
  to: { year: 2025, quarter: 'Q4' },
  escalationPercent: { baseWage: 3, fringes: 2.5, other: 2 },
};

export const rolledForward = exampled(
  named(
    'RolledForward',
    object({
      copied: count('New rate cards.'),
      updated: count('Rate cards of the quarter that were changed.'),
      skipped: count('Rate cards that exist and were left as they are, or would not change.'),
      total: count('Rate cards that the filters select.'),
      items: list(
        object({
          from: described(rateCardAnswer, 'The card that was copied.'),
          to: described(rateCardAnswer, 'What was made of it; of a dry run it is not stored.'),
        }),
        'The first 100 that were copied or changed.',
      ),
    }),
  ),
  { copied: 1, updated: 0, skipped: 0, total: 1, items: [] },
);
