import { type Decimal, type DecimalInput, decimal } from '@consulting/kernel/money';

export interface WorkWeek {
  hoursPerDay: DecimalInput;
  daysPerWeek: number;
}

export const crewHoursOf = (week: WorkWeek): Decimal => decimal(week.hoursPerDay).times(week.daysPerWeek);
