import { describe, expect, test } from 'bun:test';
import { type DateOrder, orderProvedBy, readDateText } from './date-text';

describe('readDateText', () => {
  test.each<[string, DateOrder | null, string]>([
    ['2025-07-21', null, '2025-07-21'],
    [' 2025-07-21T12:30:00 ', null, '2025-07-21'],
    ['21-Jul-2025', null, '2025-07-21'],
    ['5 July 2025', null, '2025-07-05'],
    ['21/07/2025', null, '2025-07-21'],
    ['07/21/2025', null, '2025-07-21'],
    ['5/5/2025', null, '2025-05-05'],
    ['05/07/2025', 'day-first', '2025-07-05'],
    ['05/07/2025', 'month-first', '2025-05-07'],
    ['05/07/2025', null, 'AMBIGUOUS_DATE'],
    ['31/02/2025', 'day-first', 'FORMAT'],
    ['2025-02-30', null, 'FORMAT'],
    ['13/13/2025', null, 'FORMAT'],
    ['21-Foo-2025', null, 'FORMAT'],
    ['21/07/25', null, 'FORMAT'],
    ['45859', null, 'FORMAT'],
    ['soon', null, 'FORMAT'],
  ])('%s, %s', (text, order, expected) => {
    expect(readDateText(text, order)).toBe(expected);
  });
});

test.each<[string, DateOrder | null]>([
  ['21/07/2025', 'day-first'],
  ['07/21/2025', 'month-first'],
  ['05/07/2025', null],
  ['99/99/2025', null],
  ['2025-07-21', null],
])('orderProvedBy %s', (text, expected) => {
  expect(orderProvedBy(text)).toBe(expected);
});
