import { type Decimal, type DecimalInput, decimal, zero } from '@consulting/kernel/schema';
import type { DayRule, WeekRules } from './card';
import type { EnteredHours } from './member';

export interface WorkWeek {
  hoursPerDay: DecimalInput;
  daysPerWeek: number;
}

export const crewHoursOf = (week: WorkWeek): Decimal => decimal(week.hoursPerDay).times(week.daysPerWeek);

export interface PerTimeType<T> {
  straightTime: T;
  overtime: T;
  doubleTime: T;
}

export const timeTypes = ['straightTime', 'overtime', 'doubleTime'] as const;

type TimeType = (typeof timeTypes)[number];

export const perTimeType = <T>(valueOf: (timeType: TimeType) => T): PerTimeType<T> => ({
  straightTime: valueOf('straightTime'),
  overtime: valueOf('overtime'),
  doubleTime: valueOf('doubleTime'),
});

/** Hours are of one person per week and are never rounded. */
export type Hours = PerTimeType<Decimal>;

/** A rate entered by hand has no card to read its rules from (rates.md 6.1, rateOverride). */
const overrideRules: WeekRules = {
  dailyStraightTimeLimit: null,
  weeklyStraightTimeLimit: 40,
  dailyDoubleTimeAfter: null,
  sixthDayRule: 'normal',
  seventhDayRule: 'normal',
};

export function splitWeek(rules: WeekRules, week: WorkWeek): Hours {
  const hoursPerDay = decimal(week.hoursPerDay);
  const hours = { straightTime: zero, overtime: zero, doubleTime: zero };
  for (let day = 1; day <= week.daysPerWeek; day += 1) {
    const added = splitDay(rules, dayRule(rules, day), hoursPerDay);
    hours.straightTime = hours.straightTime.plus(added.straightTime);
    hours.overtime = hours.overtime.plus(added.overtime);
    hours.doubleTime = hours.doubleTime.plus(added.doubleTime);
  }
  return limitStraightTime(hours, rules.weeklyStraightTimeLimit);
}

export const splitOverrideWeek = (week: WorkWeek): Hours => splitWeek(overrideRules, week);

export function enteredHours(entered: EnteredHours): Hours | null {
  const { straightTimeHours, overtimeHours, doubleTimeHours } = entered;
  if (straightTimeHours === null && overtimeHours === null && doubleTimeHours === null) return null;
  return {
    straightTime: decimal(straightTimeHours ?? 0),
    overtime: decimal(overtimeHours ?? 0),
    doubleTime: decimal(doubleTimeHours ?? 0),
  };
}

export const totalHours = (hours: Hours): Decimal =>
  hours.straightTime.plus(hours.overtime).plus(hours.doubleTime);

function dayRule(rules: WeekRules, day: number): DayRule {
  if (day === 6) return rules.sixthDayRule;
  return day === 7 ? rules.seventhDayRule : 'normal';
}

function splitDay(rules: WeekRules, rule: DayRule, hoursPerDay: Decimal): Hours {
  if (rule === 'double') return { straightTime: zero, overtime: zero, doubleTime: hoursPerDay };
  const single = smaller(hoursPerDay, rules.dailyDoubleTimeAfter);
  const straightTime = rule === 'overtime' ? zero : smaller(single, rules.dailyStraightTimeLimit);
  return { straightTime, overtime: single.minus(straightTime), doubleTime: hoursPerDay.minus(single) };
}

function limitStraightTime(hours: Hours, limit: WeekRules['weeklyStraightTimeLimit']): Hours {
  const straightTime = smaller(hours.straightTime, limit);
  const excess = hours.straightTime.minus(straightTime);
  return { straightTime, overtime: hours.overtime.plus(excess), doubleTime: hours.doubleTime };
}

const smaller = (hours: Decimal, limit: WeekRules['weeklyStraightTimeLimit']): Decimal =>
  limit === null || hours.lte(limit) ? hours : decimal(limit);
