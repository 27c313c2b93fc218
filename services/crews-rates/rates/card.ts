import type { DecimalInput } from '@consulting/kernel/schema';

export const quarters = ['Q1', 'Q2', 'Q3', 'Q4'] as const;

export type Quarter = (typeof quarters)[number];

export type DayRule = 'normal' | 'overtime' | 'double';

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

export interface WeekRules {
  dailyStraightTimeLimit: DecimalInput | null;
  weeklyStraightTimeLimit: DecimalInput | null;
  dailyDoubleTimeAfter: DecimalInput | null;
  sixthDayRule: DayRule;
  seventhDayRule: DayRule;
}

/** Amounts are per hour in the currency of the card, and 5 stands for five percent. */
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

export interface ReferenceWeek {
  hoursPerShift: DecimalInput;
  daysPerWeek: number;
}

export interface RateCard extends CardKey, WeekRules, CardPricing, ReferenceWeek {}
