import { Field, type Kind } from '@consulting/shared/fields/field';
import {
  boolean,
  choice,
  country,
  currency,
  date,
  integer,
  number,
  singleSpaced,
  text,
} from '@consulting/shared/fields/kinds';
import { paging, QueryInput } from '@consulting/shared/fields/query';
import { ordered, RecordInput } from '@consulting/shared/fields/record';
import { quarters } from '../rates/card';

const decimals = 4;
const perHour = () => number({ min: 0, decimals }).default(0).describe('Currency per hour.');
const percent = () => number({ min: 0, max: 100, decimals }).default(0);
const percentOfGross = () => percent().describe('Percent of gross pay, effective annual.');
const percentOfBurdened = () => percent().describe('Percent of the burdened rate.');
const multiplier = () => number({ min: 1, max: 5, decimals });
const hours = (max: number) => number({ min: 0, max, decimals });
const dayRule = () => choice(['normal', 'overtime', 'double']).default('normal');

/** Writable fields of a rate card (rates.md 2.1). */
export const rateCardInput = new RecordInput(
  {
    tradeCode: singleSpaced(20).required().describe('With laborDesignation an existing trade.'),
    laborDesignation: singleSpaced(60).required(),
    country: country().required().describe('ISO 3166-1 alpha-2.'),
    region: singleSpaced(80).describe('Empty is the whole country.'),
    province: singleSpaced(80).describe('Empty is the whole region.'),
    year: integer({ min: 1990, max: 2100 }).required(),
    quarter: choice(quarters).required(),
    projectType: singleSpaced(60).describe('Empty is any project type.'),
    currency: currency().required().describe('ISO 4217, of all money fields of the card.'),
    baseWage: number({ above: 0, decimals }).required().describe('Straight-time base wage per hour.'),
    shiftPremiumPerHour: perHour().describe('Currency per hour, not multiplied in overtime.'),
    overtimeMultiplier: multiplier().default(1.5),
    doubleTimeMultiplier: multiplier().default(2),
    dailyStraightTimeLimit: hours(24).describe('Hours per day paid at straight time; null is no daily rule.'),
    weeklyStraightTimeLimit: hours(168)
      .defaultWhenAbsent(40)
      .describe('Hours per week paid at straight time; null is no weekly rule.'),
    dailyDoubleTimeAfter: hours(24).describe('Hours per day after which double time is paid.'),
    sixthDayRule: dayRule(),
    seventhDayRule: dayRule(),
    hoursPerShift: number({ min: 1, max: 16, decimals })
      .default(10)
      .describe('Reference shift of the rates.'),
    daysPerWeek: integer({ min: 1, max: 7 }).default(5).describe('Reference week of the rates.'),
    vacationHolidayPercent: percent().describe('Percent of wage.'),
    fringeBasis: choice(['hours-worked', 'hours-paid']).default('hours-worked'),
    healthWelfarePerHour: perHour(),
    pensionPerHour: perHour(),
    trainingFundPerHour: perHour(),
    industryFundPerHour: perHour(),
    otherFringePerHour: perHour(),
    socialSecurityPercent: percentOfGross(),
    unemploymentInsurancePercent: percentOfGross(),
    employerHealthTaxPercent: percentOfGross(),
    otherPayrollTaxPercent: percentOfGross(),
    workersCompPercent: percent().describe('Premium after experience rating.'),
    workersCompBasis: choice(['gross', 'straight-time']).default('gross'),
    generalLiabilityPercent: percentOfGross(),
    perDiemPerDay: number({ min: 0, decimals }).default(0).describe('Currency per day.'),
    perDiemBasis: choice(['worked-day', 'calendar-day']).default('worked-day'),
    smallToolsPercent: percentOfBurdened(),
    consumablesPercent: percentOfBurdened(),
    ppePerHour: perHour(),
    unionStatus: choice(['union', 'open-shop', 'direct-hire', 'labour-supply']),
    agreementReference: text(120),
    source: text(200),
    effectiveFrom: date(),
    effectiveTo: date(),
    isActive: boolean().default(true).describe('An inactive card is never matched.'),
    remarks: text(2000),
  },
  {
    server: [
      'memberId',
      'rates',
      'straightTimeRate',
      'overtimeRate',
      'doubleTimeRate',
      'weeklyHours',
      'compositeRate',
    ],
    rules: (card, report) =>
      ordered(report, card.effectiveFrom, card.effectiveTo, 'effectiveTo', 'effectiveFrom'),
  },
);

const ignoringCase = <T>({ kind, options }: Field<T>): Field<T> => {
  const read: Kind<NonNullable<T>>['read'] = (value, at, reading) =>
    kind.read(typeof value === 'string' ? value.toUpperCase() : value, at, reading);
  return new Field<T>({ ...kind, read }, options);
};

export const rateCardQuery = new QueryInput({
  search: text(200).describe('Matches trade code, labour designation, trade name, region and province.'),
  tradeCode: singleSpaced(20).describe('Only rate cards of this trade, case ignored.'),
  laborDesignation: singleSpaced(60).describe('Only rate cards of this labour designation, case ignored.'),
  country: singleSpaced(80).describe('Only rate cards of this country, ISO 3166-1 alpha-2.'),
  region: singleSpaced(80).describe('Only rate cards of this region, case ignored.'),
  province: singleSpaced(80).describe('Only rate cards of this province, case ignored.'),
  year: integer({ min: 0, max: 9999 }).describe('Only rate cards of this year.'),
  quarter: ignoringCase(choice(quarters)).describe('Only rate cards of this quarter.'),
  projectType: singleSpaced(60).describe('Only rate cards of this project type, case ignored.'),
  ...paging,
});

/** Text parts of the form of the bulk import. */
export const rateCardFormInput = new QueryInput({
  updateExisting: boolean()
    .default(false)
    .describe('Whether rate cards that exist are changed; otherwise they are skipped.'),
});

/** Headers beside the field keys under which spreadsheets carry a field (rates.md 2.3). */
export const rateCardHeaders = {
  trade: 'tradeCode',
  designation: 'laborDesignation',
  labourDesignation: 'laborDesignation',
  classification: 'laborDesignation',
  state: 'province',
  wage: 'baseWage',
  baseRate: 'baseWage',
  otFactor: 'overtimeMultiplier',
  dtFactor: 'doubleTimeMultiplier',
  'wcb%': 'workersCompPercent',
  'workersComp%': 'workersCompPercent',
  loa: 'perDiemPerDay',
  perDiem: 'perDiemPerDay',
} as const;

export const requiredRateCardColumns = [
  'tradeCode',
  'laborDesignation',
  'country',
  'year',
  'quarter',
  'currency',
  'baseWage',
] as const;
