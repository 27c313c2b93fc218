const isoDate = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;
const daysBeforeMonth = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365];
const ordinalOfDayZero = 693_594;
const firstUnambiguousSerial = 61;

/**
 * The serial of a YYYY-MM-DD date in the 1900 system. undefined before 1900-03-01, where Excel counts a 29 February
 * 1900 that never was and programs disagree by a day. RangeError when the text is no date of the calendar.
 */
export function dateSerial(text: string): number | undefined {
  if (!isoDate.test(text)) throw new RangeError(`${JSON.stringify(text)} is no date YYYY-MM-DD`);
  const year = Number(text.slice(0, 4));
  const month = Number(text.slice(5, 7));
  const day = Number(text.slice(8));
  if (day > monthDays(year, month)) throw new RangeError(`${JSON.stringify(text)} is no day of the calendar`);
  const years = year - 1;
  const yearDays = years * 365 + Math.floor(years / 4) - Math.floor(years / 100) + Math.floor(years / 400);
  const leapDay = month > 2 && isLeapYear(year) ? 1 : 0;
  const serial = yearDays + (daysBeforeMonth[month - 1] ?? 0) + leapDay + day - ordinalOfDayZero;
  return serial < firstUnambiguousSerial ? undefined : serial;
}

function monthDays(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return (daysBeforeMonth[month] ?? 0) - (daysBeforeMonth[month - 1] ?? 0);
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}
