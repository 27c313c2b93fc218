import { type Decimal, type DecimalInput, decimal } from '@consulting/kernel/money';

/** Working calendar of a crew: hours per day above 0, days 1 to 7. */
export interface WorkWeek {
  hoursPerDay: DecimalInput;
  daysPerWeek: number;
}

/** Crew-hours of the week: hours per day × days. */
export const crewHoursOf = (week: WorkWeek): Decimal => decimal(week.hoursPerDay).times(week.daysPerWeek);
