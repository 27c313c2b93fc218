import { type Decimal, type DecimalInput, decimal, percentOf, round, sum } from '@consulting/kernel/schema';
import type { CardPricing, ReferenceWeek, WeekRules } from './card';
import {
  crewHoursOf,
  type Hours,
  type PerTimeType,
  perTimeType,
  splitWeek,
  timeTypes,
  totalHours,
  type WorkWeek,
} from './week';

const componentDecimals = 4;

const one = decimal(1);

export const cardDefaultCategories = ['perDiem', 'smallTools', 'consumables', 'ppe'] as const;

export type CardDefaultCategory = (typeof cardDefaultCategories)[number];

export interface RateLines extends Record<CardDefaultCategory, Decimal> {
  wage: Decimal;
  vacationHoliday: Decimal;
  gross: Decimal;
  fringe: Decimal;
  payrollTax: Decimal;
  workersComp: Decimal;
  liability: Decimal;
  burdened: Decimal;
  allIn: Decimal;
}

export interface ReferenceRates {
  rates: PerTimeType<RateLines>;
  weeklyHours: Hours;
  compositeRate: Decimal;
}

interface Terms {
  card: CardPricing;
  fringePerHour: Decimal;
  payrollTaxPercent: Decimal;
  perDiem: Decimal;
}

/**
 * Every line is rounded to 4 decimals (rates.md 4), and `gross`, `burdened` and `allIn` are sums of printed lines. Amounts are per hour in
 * the currency of the card.
 */
export function buildRateCard(card: CardPricing, week: WorkWeek): PerTimeType<RateLines> {
  const terms = { ...sharedTerms(card), perDiem: perDiemPerHour(card, week) };
  const straightTime = buildLines(terms, one, null);
  return {
    straightTime,
    overtime: buildLines(terms, decimal(card.overtimeMultiplier), straightTime.gross),
    doubleTime: buildLines(terms, decimal(card.doubleTimeMultiplier), straightTime.gross),
  };
}

export function referenceRates(card: CardPricing & WeekRules & ReferenceWeek): ReferenceRates {
  const week = { hoursPerDay: card.hoursPerShift, daysPerWeek: card.daysPerWeek };
  const rates = buildRateCard(card, week);
  const weeklyHours = splitWeek(card, week);
  const weeklyCost = sum(timeTypes.map((type) => weeklyHours[type].times(rates[type].allIn)));
  const compositeRate = round(weeklyCost.div(totalHours(weeklyHours)), componentDecimals);
  return { rates, weeklyHours, compositeRate };
}

export const allInOf = (rates: PerTimeType<RateLines>): PerTimeType<Decimal> =>
  perTimeType((type) => rates[type].allIn);

function sharedTerms(card: CardPricing): Omit<Terms, 'perDiem'> {
  return {
    card,
    fringePerHour: sum([
      card.healthWelfarePerHour,
      card.pensionPerHour,
      card.trainingFundPerHour,
      card.industryFundPerHour,
      card.otherFringePerHour,
    ]),
    payrollTaxPercent: sum([
      card.socialSecurityPercent,
      card.unemploymentInsurancePercent,
      card.employerHealthTaxPercent,
      card.otherPayrollTaxPercent,
    ]),
  };
}

function perDiemPerHour(card: CardPricing, week: WorkWeek): Decimal {
  const days = card.perDiemBasis === 'calendar-day' ? 7 : week.daysPerWeek;
  return printed(decimal(card.perDiemPerDay).times(days).div(crewHoursOf(week)));
}

function buildLines(terms: Terms, multiplier: Decimal, straightTimeGross: Decimal | null): RateLines {
  const { card, perDiem } = terms;
  const wage = printed(decimal(card.baseWage).times(multiplier).plus(card.shiftPremiumPerHour));
  const vacationHoliday = percentLine(wage, card.vacationHolidayPercent);
  const gross = wage.plus(vacationHoliday);
  const isOnStraightTime = card.workersCompBasis === 'straight-time' && straightTimeGross !== null;
  const fringe = printed(
    card.fringeBasis === 'hours-paid' ? terms.fringePerHour.times(multiplier) : terms.fringePerHour,
  );
  const payrollTax = percentLine(gross, terms.payrollTaxPercent);
  const workersComp = percentLine(isOnStraightTime ? straightTimeGross : gross, card.workersCompPercent);
  const liability = percentLine(gross, card.generalLiabilityPercent);
  const burdened = gross.plus(fringe).plus(payrollTax).plus(workersComp).plus(liability);
  const smallTools = percentLine(burdened, card.smallToolsPercent);
  const consumables = percentLine(burdened, card.consumablesPercent);
  const ppe = printed(decimal(card.ppePerHour));
  const allIn = burdened.plus(perDiem).plus(smallTools).plus(consumables).plus(ppe);
  return {
    wage,
    vacationHoliday,
    gross,
    fringe,
    payrollTax,
    workersComp,
    liability,
    burdened,
    perDiem,
    smallTools,
    consumables,
    ppe,
    allIn,
  };
}

const printed = (value: Decimal): Decimal => round(value, componentDecimals);

const percentLine = (base: Decimal, percent: Decimal | DecimalInput): Decimal =>
  printed(percentOf(base, percent));
