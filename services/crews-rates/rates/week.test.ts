import { describe, expect, test } from 'bun:test';
import { toNumber } from '@consulting/kernel/schema';
import fc from 'fast-check';
import type { DayRule, WeekRules } from './card';
import { enteredHours, type Hours, splitOverrideWeek, splitWeek, totalHours } from './week';

const rules = (
  dailyStraightTimeLimit: number | null,
  weeklyStraightTimeLimit: number | null,
  dailyDoubleTimeAfter: number | null,
  sixthDayRule: DayRule,
  seventhDayRule: DayRule,
): WeekRules => ({
  dailyStraightTimeLimit,
  weeklyStraightTimeLimit,
  dailyDoubleTimeAfter,
  sixthDayRule,
  seventhDayRule,
});

const weekly = rules(null, 40, null, 'normal', 'normal');
const doubleWeekend = rules(8, 40, null, 'double', 'double');
const fortyEight = rules(8, 48, null, 'normal', 'overtime');
const afterTwelve = rules(8, 40, 12, 'normal', 'double');
const displayed = ({ straightTime, overtime, doubleTime }: Hours) =>
  `${straightTime} / ${overtime} / ${doubleTime}`;

describe('splitWeek, the vectors of rates.md 3', () => {
  test.each<[string, number, number, WeekRules, string]>([
    ['weekly limit', 5, 10, weekly, '40 / 10 / 0'],
    ['weekly limit', 6, 10, weekly, '40 / 20 / 0'],
    ['weekly limit', 5, 8, weekly, '40 / 0 / 0'],
    ['double weekend', 4, 10, doubleWeekend, '32 / 8 / 0'],
    ['double weekend', 5, 10, doubleWeekend, '40 / 10 / 0'],
    ['double weekend', 6, 10, doubleWeekend, '40 / 10 / 10'],
    ['double weekend', 7, 12, doubleWeekend, '40 / 20 / 24'],
    ['48 hours', 6, 10, fortyEight, '48 / 12 / 0'],
    ['48 hours', 7, 10, fortyEight, '48 / 22 / 0'],
    ['double after 12', 6, 13, afterTwelve, '40 / 32 / 6'],
    ['double after 12', 7, 13, afterTwelve, '40 / 32 / 19'],
  ])('%s, %d × %d h', (_name, daysPerWeek, hoursPerDay, weekRules, expected) => {
    expect(displayed(splitWeek(weekRules, { hoursPerDay, daysPerWeek }))).toBe(expected);
  });
});

test.each<[string, WeekRules, string, number, string]>([
  ['no limit at all', rules(null, null, null, 'normal', 'normal'), '12', 7, '84 / 0 / 0'],
  ['a limit of zero hours', rules(0, 40, null, 'normal', 'normal'), '8', 5, '0 / 40 / 0'],
  ['double time from the first hour', rules(8, 40, 0, 'normal', 'normal'), '10', 5, '0 / 0 / 50'],
  ['an overtime day with double time', rules(8, 40, 12, 'overtime', 'normal'), '13', 6, '40 / 32 / 6'],
  [
    'an overtime day within the weekly limit',
    rules(8, 48, null, 'overtime', 'normal'),
    '10',
    6,
    '40 / 20 / 0',
  ],
  ['half hours, exact', rules(7.6, 38, null, 'normal', 'normal'), '8.1', 5, '38 / 2.5 / 0'],
])('splitWeek with %s', (_name, weekRules, hoursPerDay, daysPerWeek, expected) => {
  expect(displayed(splitWeek(weekRules, { hoursPerDay, daysPerWeek }))).toBe(expected);
});

test('splitOverrideWeek pays 40 hours at straight time and the rest as overtime', () => {
  expect(displayed(splitOverrideWeek({ hoursPerDay: 10, daysPerWeek: 6 }))).toBe('40 / 20 / 0');
  expect(displayed(splitOverrideWeek({ hoursPerDay: 12, daysPerWeek: 3 }))).toBe('36 / 0 / 0');
});

test('enteredHours takes nulls beside an hour as 0, and none at all as null', () => {
  const none = { straightTimeHours: null, overtimeHours: null, doubleTimeHours: null };
  expect(enteredHours(none)).toBeNull();
  expect(displayed(enteredHours({ ...none, overtimeHours: '12.5' }) as Hours)).toBe('0 / 12.5 / 0');
  expect(displayed(enteredHours({ ...none, straightTimeHours: 0 }) as Hours)).toBe('0 / 0 / 0');
});

test('the split adds up to the week, without a negative part and within the weekly limit', () => {
  const limit = (max: number) => fc.option(fc.integer({ min: 0, max: max * 4 }).map((n) => n / 4));
  const dayRules = fc.constantFrom<DayRule>('normal', 'overtime', 'double');
  const weekRules = fc.tuple(limit(24), limit(168), limit(24), dayRules, dayRules);
  const hours = fc.integer({ min: 4, max: 64 }).map((n) => n / 4);
  fc.assert(
    fc.property(weekRules, hours, fc.integer({ min: 1, max: 7 }), (given, hoursPerDay, daysPerWeek) => {
      const split = splitWeek(rules(...given), { hoursPerDay, daysPerWeek });
      expect(toNumber(totalHours(split))).toBe(hoursPerDay * daysPerWeek);
      for (const part of Object.values(split)) expect(part.gte(0)).toBe(true);
      expect(split.straightTime.lte(given[1] ?? 168)).toBe(true);
    }),
  );
});
