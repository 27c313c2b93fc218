import { type Decimal, decimal, round } from '@consulting/kernel/schema';
import type { RateBasis } from './basis';

/** Figures are per working week in project currency; rates have 4 decimals and are null without hours to divide by. */
export interface CrewResult {
  manHours: Decimal;
  machineHours: Decimal;
  crewHours: Decimal;
  labourTotal: Decimal;
  equipmentTotal: Decimal;
  total: Decimal;
  labourRatePerManHour: Decimal | null;
  equipmentRatePerManHour: Decimal | null;
  totalRatePerManHour: Decimal | null;
  labourRatePerCrewHour: Decimal | null;
  equipmentRatePerCrewHour: Decimal | null;
  totalRatePerCrewHour: Decimal | null;
  costPerDay: Decimal;
  labourMultiplier: Decimal | null;
  equipmentMultiplier: Decimal | null;
}

type Escalated = Pick<RateBasis, 'escalationPercent' | 'week'>;

/**
 * All tiers are multiplied by 1 + percent / 100 (extensions.md 12.1): rates to 4 decimals, totals to 2, and sums are
 * sums of the rounded figures. Hours and multipliers stay, because they are those of the build-up.
 */
export function escalated(result: CrewResult, { escalationPercent, week }: Escalated): CrewResult {
  if (escalationPercent === 0) return result;
  const factor = decimal(escalationPercent).div(100).plus(1);
  const rate = (value: Decimal | null) => value && round(value.times(factor), 4);
  const labourTotal = round(result.labourTotal.times(factor), 2);
  const equipmentTotal = round(result.equipmentTotal.times(factor), 2);
  const total = labourTotal.plus(equipmentTotal);
  const labourRatePerManHour = rate(result.labourRatePerManHour);
  const equipmentRatePerManHour = rate(result.equipmentRatePerManHour);
  const labourRatePerCrewHour = rate(result.labourRatePerCrewHour);
  const equipmentRatePerCrewHour = rate(result.equipmentRatePerCrewHour);
  return {
    ...result,
    labourTotal,
    equipmentTotal,
    total,
    labourRatePerManHour,
    equipmentRatePerManHour,
    totalRatePerManHour: added(labourRatePerManHour, equipmentRatePerManHour),
    labourRatePerCrewHour,
    equipmentRatePerCrewHour,
    totalRatePerCrewHour: added(labourRatePerCrewHour, equipmentRatePerCrewHour),
    costPerDay: round(total.div(week.daysPerWeek), 2),
  };
}

export const added = (one: Decimal | null, other: Decimal | null): Decimal | null =>
  one === null || other === null ? null : one.plus(other);
