import type { components } from '@consulting/client/api';
import { type Api, answered } from '../../api/client';
import type { Messages } from '../../language/language';
import { chosen, type FieldGroup, field } from '../record/field';

export type RateCardInput = components['schemas']['RateCardInput'];

export const rateCardsKey = 'rate-cards';

export const quarters = ['Q1', 'Q2', 'Q3', 'Q4'] as const;

const dayRules = ['normal', 'overtime', 'double'] as const;
const unionStatuses = ['union', 'open-shop', 'direct-hire', 'labour-supply'] as const;
const required = { isRequired: true };

export const tradeFields = [
  field('tradeCode', 'text', required),
  field('laborDesignation', 'text', required),
];

export const rateCardGroups = ({
  groups,
}: Messages['libraries']['rateCards']): FieldGroup<keyof RateCardInput & string>[] => [
  {
    title: groups.place,
    fields: [
      field('country', 'text', required),
      field('region'),
      field('province'),
      field('year', 'year', required),
      chosen('quarter', quarters, required),
      field('projectType'),
    ],
  },
  {
    title: groups.wage,
    fields: [
      field('currency', 'text', required),
      field('baseWage', 'number', required),
      field('shiftPremiumPerHour', 'number'),
      field('vacationHolidayPercent', 'number'),
      field('overtimeMultiplier', 'number'),
      field('doubleTimeMultiplier', 'number'),
    ],
  },
  {
    title: groups.week,
    fields: [
      field('hoursPerShift', 'number'),
      field('daysPerWeek', 'number'),
      field('dailyStraightTimeLimit', 'number'),
      field('weeklyStraightTimeLimit', 'number'),
      field('dailyDoubleTimeAfter', 'number'),
      chosen('sixthDayRule', dayRules, required),
      chosen('seventhDayRule', dayRules, required),
    ],
  },
  {
    title: groups.fringes,
    fields: [
      chosen('fringeBasis', ['hours-worked', 'hours-paid'], required),
      field('healthWelfarePerHour', 'number'),
      field('pensionPerHour', 'number'),
      field('trainingFundPerHour', 'number'),
      field('industryFundPerHour', 'number'),
      field('otherFringePerHour', 'number'),
    ],
  },
  {
    title: groups.burdens,
    fields: [
      field('socialSecurityPercent', 'number'),
      field('unemploymentInsurancePercent', 'number'),
      field('employerHealthTaxPercent', 'number'),
      field('otherPayrollTaxPercent', 'number'),
      field('workersCompPercent', 'number'),
      chosen('workersCompBasis', ['gross', 'straight-time'], required),
      field('generalLiabilityPercent', 'number'),
    ],
  },
  {
    title: groups.other,
    fields: [
      field('perDiemPerDay', 'number'),
      chosen('perDiemBasis', ['worked-day', 'calendar-day'], required),
      field('smallToolsPercent', 'number'),
      field('consumablesPercent', 'number'),
      field('ppePerHour', 'number'),
    ],
  },
  {
    title: groups.source,
    fields: [
      chosen('unionStatus', unionStatuses),
      field('agreementReference'),
      field('source'),
      field('effectiveFrom', 'date'),
      field('effectiveTo', 'date'),
      field('isActive', 'flag'),
      field('remarks', 'lines'),
    ],
  },
];

/** A figure that must be filled in is NaN at first: JSON writes null for it, and the API asks for it. */
export const newRateCard = (): RateCardInput => ({
  tradeCode: '',
  laborDesignation: '',
  country: '',
  region: null,
  province: null,
  year: new Date().getFullYear(),
  quarter: quarters[Math.floor(new Date().getMonth() / 3)] ?? 'Q1',
  projectType: null,
  currency: '',
  baseWage: Number.NaN,
  shiftPremiumPerHour: 0,
  overtimeMultiplier: 1.5,
  doubleTimeMultiplier: 2,
  dailyStraightTimeLimit: null,
  weeklyStraightTimeLimit: 40,
  dailyDoubleTimeAfter: null,
  sixthDayRule: 'normal',
  seventhDayRule: 'normal',
  hoursPerShift: 10,
  daysPerWeek: 5,
  vacationHolidayPercent: 0,
  fringeBasis: 'hours-worked',
  healthWelfarePerHour: 0,
  pensionPerHour: 0,
  trainingFundPerHour: 0,
  industryFundPerHour: 0,
  otherFringePerHour: 0,
  socialSecurityPercent: 0,
  unemploymentInsurancePercent: 0,
  employerHealthTaxPercent: 0,
  otherPayrollTaxPercent: 0,
  workersCompPercent: 0,
  workersCompBasis: 'gross',
  generalLiabilityPercent: 0,
  perDiemPerDay: 0,
  perDiemBasis: 'worked-day',
  smallToolsPercent: 0,
  consumablesPercent: 0,
  ppePerHour: 0,
  unionStatus: null,
  agreementReference: null,
  source: null,
  effectiveFrom: null,
  effectiveTo: null,
  isActive: true,
  remarks: null,
});

export const readRateCard = (api: Api, memberId: string, signal: AbortSignal) =>
  answered(api.GET('/v1/crew-members/{memberId}', { params: { path: { memberId } }, signal }));

export type RateCard = Awaited<ReturnType<typeof readRateCard>>;

export const placeOf = ({ country, region, province }: Pick<RateCard, 'country' | 'region' | 'province'>) =>
  [country, region, province].filter(Boolean).join(', ');
