import type { DecimalInput } from '@consulting/kernel/money';

export const quarters = ['Q1', 'Q2', 'Q3', 'Q4'] as const;

export type Quarter = (typeof quarters)[number];

export type DayRule = 'normal' | 'overtime' | 'double';

/** What matching reads of a rate card (rates.md 2.1 and 7). */
export interface CardKey {
  memberId: string;
  tradeCode: string;
  laborDesignation: string;
  country: string;
  region: string | null;
  province: string | null;
  year: number;
  quarter: Quarter;
  projectType: string | null;
  isActive: boolean;
}

/** How the hours of a week are paid; hours, null is no such rule. */
export interface WeekRules {
  dailyStraightTimeLimit: DecimalInput | null;
  weeklyStraightTimeLimit: DecimalInput | null;
  dailyDoubleTimeAfter: DecimalInput | null;
  sixthDayRule: DayRule;
  seventhDayRule: DayRule;
}

/** What the build-up of a rate reads of a card; per hour in the currency of the card, 5 being five percent. */
export interface CardPricing {
  currency: string;
  baseWage: DecimalInput;
  shiftPremiumPerHour: DecimalInput;
  overtimeMultiplier: DecimalInput;
  doubleTimeMultiplier: DecimalInput;
  vacationHolidayPercent: DecimalInput;
  fringeBasis: 'hours-worked' | 'hours-paid';
  healthWelfarePerHour: DecimalInput;
  pensionPerHour: DecimalInput;
  trainingFundPerHour: DecimalInput;
  industryFundPerHour: DecimalInput;
  otherFringePerHour: DecimalInput;
  socialSecurityPercent: DecimalInput;
  unemploymentInsurancePercent: DecimalInput;
  employerHealthTaxPercent: DecimalInput;
  otherPayrollTaxPercent: DecimalInput;
  workersCompPercent: DecimalInput;
  workersCompBasis: 'gross' | 'straight-time';
  generalLiabilityPercent: DecimalInput;
  perDiemPerDay: DecimalInput;
  perDiemBasis: 'worked-day' | 'calendar-day';
  smallToolsPercent: DecimalInput;
  consumablesPercent: DecimalInput;
  ppePerHour: DecimalInput;
}

/** The week for which a card shows its own rates. */
export interface ReferenceWeek {
  hoursPerShift: DecimalInput;
  daysPerWeek: number;
}

/** A rate card as the calculation needs it (rates.md 2.1). */
export interface RateCard extends CardKey, WeekRules, CardPricing, ReferenceWeek {}
