import { isDate } from '@consulting/kernel/schema';

type DateFault = 'FORMAT' | 'AMBIGUOUS_DATE';
export type DateOrder = 'day-first' | 'month-first';

const slashedIso = /^(\d{4})\/(\d{2})\/(\d{2})$/;
const iso = /^(\d{4}-\d{2}-\d{2})(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?Z?)?$/;
const named = /^(\d{1,2})[- /.]+([a-z]{3,9})\.?[- /,]+(\d{4})$/i;
const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/;
const slashed = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/;
const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

const dateOf = (year: string, month: number, day: string): string | undefined => {
  const text = `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDate(text) ? text : undefined;
};

function monthNamed(name: string): number {
  const lower = name.toLowerCase();
  return months.findIndex((month) => month === lower || (lower.length === 3 && month.startsWith(lower))) + 1;
}

/**
 * Slashes are read in the order that the column proves; where two orders give two days and nothing decides,
 * the date is AMBIGUOUS_DATE (resources.md 15.3 rule 4).
 */
export function readDateText(text: string, order: DateOrder | null): string | DateFault {
  const trimmed = text.trim();
  const [, day] = iso.exec(trimmed) ?? [];
  if (day !== undefined) return isDate(day) ? day : 'FORMAT';
  const [, isoYear, isoMonth, isoDay] = slashedIso.exec(trimmed) ?? [];
  if (isoYear !== undefined && isoDay !== undefined)
    return dateOf(isoYear, Number(isoMonth), isoDay) ?? 'FORMAT';
  const [, dayOfMonth, monthName, namedYear] = named.exec(trimmed) ?? [];
  if (dayOfMonth !== undefined && monthName !== undefined && namedYear !== undefined) {
    return dateOf(namedYear, monthNamed(monthName), dayOfMonth) ?? 'FORMAT';
  }
  const [, dayDotted, monthDotted, yearDotted] = dotted.exec(trimmed) ?? [];
  if (dayDotted !== undefined && yearDotted !== undefined)
    return dateOf(yearDotted, Number(monthDotted), dayDotted) ?? 'FORMAT';
  const [, first, second, year] = slashed.exec(trimmed) ?? [];
  if (first === undefined || second === undefined || year === undefined) return 'FORMAT';
  const dayFirst = dateOf(year, Number(second), first);
  const monthFirst = dateOf(year, Number(first), second);
  if (dayFirst === undefined || monthFirst === undefined || dayFirst === monthFirst) {
    return dayFirst ?? monthFirst ?? 'FORMAT';
  }
  if (order === null) return 'AMBIGUOUS_DATE';
  return order === 'day-first' ? dayFirst : monthFirst;
}

export function orderProvedBy(text: string): DateOrder | null {
  const [, first, second] = slashed.exec(text.trim()) ?? [];
  if (first === undefined || second === undefined) return null;
  if (Number(first) > 12 && Number(second) <= 12) return 'day-first';
  return Number(second) > 12 && Number(first) <= 12 ? 'month-first' : null;
}
