import type { components } from '@consulting/client/api';
import { quarters } from './rate-card-record';

type Schemas = components['schemas'];

export type RateCardFilters = Partial<Schemas['RateCardSelection']>;

export type Quarter = (typeof quarters)[number];

export interface Pass {
  fromYear: number | null;
  fromQuarter: Quarter;
  toYear: number | null;
  toQuarter: Quarter;
  baseWage: number | null;
  fringes: number | null;
  other: number | null;
  updateExisting: boolean;
}

export const rollForwardFields = {
  'from.year': 'fromYear',
  'from.quarter': 'fromQuarter',
  'to.year': 'toYear',
  'to.quarter': 'toQuarter',
  'escalationPercent.baseWage': 'baseWage',
  'escalationPercent.fringes': 'fringes',
  'escalationPercent.other': 'other',
} as const;

export function newPass({ year, quarter }: RateCardFilters): Pass {
  const fromYear = year ?? null;
  const fromQuarter = quarters.find((one) => one === quarter) ?? 'Q1';
  const next = quarters[quarters.indexOf(fromQuarter) + 1];
  return {
    fromYear,
    fromQuarter,
    toYear: next || fromYear === null ? fromYear : fromYear + 1,
    toQuarter: next ?? 'Q1',
    baseWage: 0,
    fringes: 0,
    other: 0,
    updateExisting: false,
  };
}

export const orderOf = (pass: Pass, filters: RateCardFilters): Schemas['RollForwardInput'] => ({
  from: { ...filters, year: pass.fromYear as number, quarter: pass.fromQuarter },
  to: { year: pass.toYear as number, quarter: pass.toQuarter },
  escalationPercent: { baseWage: pass.baseWage, fringes: pass.fringes, other: pass.other },
  updateExisting: pass.updateExisting,
});
