import { describe, expect, test } from 'bun:test';
import { type Field, INVALID, type Reading } from './field';
import {
  boolean,
  choice,
  country,
  currency,
  date,
  email,
  integer,
  isDate,
  isUuid,
  matching,
  momentOf,
  number,
  singleSpaced,
  text,
  uuid,
} from './kinds';

function read(field: Field<unknown>, value: unknown): unknown {
  const reading: Reading = { faults: [] };
  const found = field.kind.read(value, 'at', reading);
  if (found === INVALID) return reading.faults.map(({ code }) => code).join();
  expect(reading.faults).toEqual([]);
  return found;
}

const cases = (field: Field<unknown>, expected: [unknown, unknown][]) => {
  for (const [given, found] of expected) {
    test(`${JSON.stringify(given) ?? String(given)} is ${JSON.stringify(found)}`, () => {
      expect(read(field, given)).toEqual(found);
    });
  }
};

describe('text', () => {
  cases(text(5), [
    ['  abc ', 'abc'],
    ['', null],
    [' \t\n', null],
    ['abcdef', 'MAX_LENGTH'],
    ['     abcde     ', 'abcde'],
    [5, 'TYPE'],
    [true, 'TYPE'],
    [[], 'TYPE'],
    ['a\u0000', 'INVALID_CHARACTER'],
    ['\ud800', 'INVALID_CHARACTER'],
    ['😀', '😀'],
  ]);
});

describe('singleSpaced', () => {
  cases(singleSpaced(8), [
    ['  Gulf \t\n Coast ', 'MAX_LENGTH'],
    ['  Old \t\n\u00a0Pit ', 'Old Pit'],
    [' \t ', null],
    [7, 'TYPE'],
  ]);
});

describe('matching', () => {
  cases(matching(5, /^[a-z]+$/, 'letters'), [
    ['abc', 'abc'],
    ['ab1', 'FORMAT'],
    ['', null],
  ]);
});

describe('email', () => {
  cases(email(), [
    ['jo@north.example', 'jo@north.example'],
    ['jo@north', 'FORMAT'],
    ['jo@north.', 'FORMAT'],
    ['jo @north.example', 'FORMAT'],
    ['@north.example', 'FORMAT'],
    [`${'x'.repeat(120)}@a.b`, 'MAX_LENGTH'],
  ]);
});

describe('uuid', () => {
  const id = '0B9AC5F1-93A4-4B8C-9E3B-2F3E5D1C7A60';
  cases(uuid(), [
    [id, id.toLowerCase()],
    ['nonsense', 'FORMAT'],
    [`${id}0`, 'MAX_LENGTH'],
    [7, 'TYPE'],
  ]);
  test('isUuid', () => {
    expect(isUuid(id)).toBe(true);
    expect(isUuid(` ${id}`)).toBe(false);
  });
});

describe('country and currency', () => {
  cases(country(), [
    ['ca', 'CA'],
    ['ZZ', 'FORMAT'],
    ['CAN', 'MAX_LENGTH'],
  ]);
  cases(currency(), [
    ['cad', 'CAD'],
    ['XXX', 'FORMAT'],
    ['ca', 'FORMAT'],
  ]);
});

describe('date', () => {
  cases(date(), [
    ['2024-02-29', '2024-02-29'],
    ['2025-02-29', 'FORMAT'],
    ['2025-13-01', 'FORMAT'],
    ['2025-1-1', 'FORMAT'],
    ['0000-01-01', 'FORMAT'],
    ['2025-01-01T00:00:00Z', 'FORMAT'],
    ['', null],
    [20250101, 'TYPE'],
  ]);
  test('isDate', () => expect([isDate('9999-12-31'), isDate('10000-01-01')]).toEqual([true, false]));
});

describe('momentOf', () => {
  test('moments of the years 1 to 9999 of UTC', () => {
    const given = [
      '2027-06-30T12:00:00+02:00',
      '0001-01-01T00:00:00Z',
      '0001-01-01T00:00:00+14:00',
      '9999-12-31T23:59:59.999Z',
      '9999-12-31T23:59:59-00:01',
      '2025-02-30T00:00:00Z',
      '-271821-04-20T00:00:00Z',
      'nonsense',
    ];
    expect(given.map((text) => momentOf(text)?.toISOString())).toEqual([
      '2027-06-30T10:00:00.000Z',
      '0001-01-01T00:00:00.000Z',
      undefined,
      '9999-12-31T23:59:59.999Z',
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('number', () => {
  cases(number(), [
    [0.1, 0.1],
    [-0.000001, -0.000001],
    [0.0000001, 'FORMAT'],
    [1.1234567, 'FORMAT'],
    [999_999_999_999.99, 999_999_999_999.99],
    [1e12, 'MAX'],
    [-1e12, 'MAX'],
    [Number.NaN, 'TYPE'],
    [Number.POSITIVE_INFINITY, 'TYPE'],
    ['5', 'TYPE'],
    [[5], 'TYPE'],
  ]);
  cases(number({ min: 0, max: 100, decimals: 2 }), [
    [-0.01, 'MIN'],
    [100.01, 'MAX'],
    [1.234, 'FORMAT'],
  ]);
  cases(number({ above: 0 }), [
    [0, 'MIN'],
    [0.000001, 0.000001],
  ]);
  test('query text', () => {
    const { fromText } = number().kind;
    expect([fromText?.('-1.5'), fromText?.('1e3'), fromText?.('0x10'), fromText?.('')]).toEqual([
      -1.5,
      '1e3',
      '0x10',
      '',
    ]);
  });
});

describe('integer', () => {
  cases(integer({ min: 1, max: 5 }), [
    [5, 5],
    [6, 'MAX'],
    [0, 'MIN'],
    [1.5, 'TYPE'],
    ['1', 'TYPE'],
  ]);
});

describe('boolean', () => {
  cases(boolean(), [
    [false, false],
    ['true', 'TYPE'],
    [1, 'TYPE'],
  ]);
  test('query text', () => expect(boolean().kind.fromText?.('true')).toBe(true));
});

describe('choice', () => {
  cases(choice(['a', 'b']), [
    ['a', 'a'],
    ['A', 'ENUM'],
    ['', null],
    [0, 'ENUM'],
    ['toString', 'ENUM'],
  ]);
});
