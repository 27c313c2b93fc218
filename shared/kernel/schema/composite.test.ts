import { describe, expect, test } from 'bun:test';
import { dictionary, entry, list, object } from './composite';
import { type Field, INVALID, type Reading } from './field';
import { choice, currency, integer, number, text } from './kinds';

function read(field: Field<unknown>, value: unknown) {
  const reading: Reading = { faults: [] };
  const found = field.kind.read(value, 'at', reading);
  const faults = Object.fromEntries(reading.faults.map((fault) => [fault.field, fault.code]));
  return found === INVALID ? { faults } : { found, faults };
}

describe('list', () => {
  const names = list(text(3), 2);

  test('reads each entry', () =>
    expect(read(names, [' a ', 'b'])).toEqual({ found: ['a', 'b'], faults: {} }));

  test('names every faulty entry', () => {
    expect(read(names, ['abcd', 5])).toEqual({ faults: { 'at[0]': 'MAX_LENGTH', 'at[1]': 'TYPE' } });
  });

  test('refuses empty entries, too many, and what is no array', () => {
    expect(read(names, ['', null])).toEqual({ faults: { 'at[0]': 'REQUIRED', 'at[1]': 'REQUIRED' } });
    expect(read(names, ['a', 'b', 'c'])).toEqual({ faults: { at: 'MAX_LENGTH' } });
    expect(read(names, { 0: 'a' })).toEqual({ faults: { at: 'TYPE' } });
  });

  test('names entries that repeat the key that tells them apart, beside other faults', () => {
    const rates = list(entry({ currency: currency().required(), rate: number() }), 5, {
      distinctBy: 'currency',
    });
    const values = [{ currency: 'EUR' }, { currency: 'USD', rate: 'x' }, { currency: 'eur' }];
    expect(read(rates, values)).toEqual({
      faults: { 'at[1].rate': 'TYPE', 'at[2].currency': 'DUPLICATE' },
    });
    expect(read(rates, [{ currency: 'EUR' }, { currency: 'USD' }]).faults).toEqual({});
  });
});

describe('object', () => {
  const week = object({ hours: number({ max: 16 }).default(10), shift: text() });

  test('reads the keys that are given; null is the default, else empty', () => {
    expect(read(week, { hours: null, shift: null })).toEqual({
      found: { hours: 10, shift: null },
      faults: {},
    });
    expect(read(week, {})).toEqual({ found: {}, faults: {} });
  });

  test('empty text is the default, too', () => {
    const shift = object({ shift: choice(['day', 'night']).default('day') });
    expect(read(shift, { shift: '' })).toEqual({ found: { shift: 'day' }, faults: {} });
  });

  test('merges key by key', () => {
    expect(week.kind.merge?.({ hours: 8, shift: 'day' }, { shift: null })).toEqual({ hours: 8, shift: null });
    expect(week.kind.merge?.(null, { hours: 8 })).toEqual({ hours: 8 });
  });

  test('refuses unknown keys unless told to leave them out', () => {
    expect(read(week, { hour: 1 })).toEqual({ faults: { 'at.hour': 'UNKNOWN_FIELD' } });
    const lenient = object({ a: text() }, { ignoreUnknown: true });
    expect(read(lenient, { a: 'x', b: 1 })).toEqual({ found: { a: 'x' }, faults: {} });
    const returned = object({ a: text() }, { server: ['b'] });
    expect(read(returned, { b: 1, c: 1 })).toEqual({ faults: { 'at.c': 'UNKNOWN_FIELD' } });
  });

  test('does not take inherited names for fields', () => {
    expect(read(week, JSON.parse('{"__proto__":1,"constructor":2}'))).toEqual({
      faults: { 'at.__proto__': 'UNKNOWN_FIELD', 'at.constructor': 'UNKNOWN_FIELD' },
    });
    expect(read(week, [])).toEqual({ faults: { at: 'TYPE' } });
  });
});

describe('entry', () => {
  const rate = entry({
    currency: text(3).required(),
    rate: number().required(),
    quantity: integer().default(1),
    note: text(),
  });

  test('is complete every time', () => {
    expect(read(rate, { currency: 'EUR', rate: 2 })).toEqual({
      found: { currency: 'EUR', rate: 2, quantity: 1, note: null },
      faults: {},
    });
  });

  test('names missing, cleared and blank required keys', () => {
    expect(read(rate, { rate: null })).toEqual({
      faults: { 'at.currency': 'REQUIRED', 'at.rate': 'REQUIRED' },
    });
    expect(read(rate, { currency: ' ', rate: 1 })).toEqual({ faults: { 'at.currency': 'REQUIRED' } });
  });

  test('names what is missing beside what is faulty', () => {
    expect(read(rate, { rate: 'x', quantity: 1.5, unit: 1 })).toEqual({
      faults: {
        'at.rate': 'TYPE',
        'at.quantity': 'TYPE',
        'at.unit': 'UNKNOWN_FIELD',
        'at.currency': 'REQUIRED',
      },
    });
  });

  test('rules between its keys hold beside other faults; a faulty key is null in them', () => {
    const span = entry(
      { from: number(), to: number(), name: text(2) },
      {
        rules({ from, to }, report) {
          if (from !== null && to !== null && to < from) report('to', 'MIN', 'must not be below from');
          if (from === null && to === null) report('', 'REQUIRED', 'must have an end');
        },
      },
    );
    expect(read(span, { from: 2, to: 1, name: 'abc' })).toEqual({
      faults: { 'at.name': 'MAX_LENGTH', 'at.to': 'MIN' },
    });
    expect(read(span, { from: 'x' })).toEqual({ faults: { 'at.from': 'TYPE', at: 'REQUIRED' } });
    expect(read(span, { from: 1, to: 2 })).toEqual({ found: { from: 1, to: 2, name: null }, faults: {} });
  });
});

describe('dictionary', () => {
  const prices = dictionary(number({ min: 0 }), (key) => key !== 'coal', { keysMax: 2 });

  test('reads free keys of one kind', () => {
    expect(read(prices, { diesel: 1.5, lpg: null })).toEqual({
      found: { diesel: 1.5, lpg: null },
      faults: {},
    });
    expect(read(prices, { coal: 1, lpg: -1 })).toEqual({
      faults: { 'at.coal': 'UNKNOWN_FIELD', 'at.lpg': 'MIN' },
    });
    expect(read(prices, { a: 1, b: 2, c: 3 })).toEqual({ faults: { at: 'MAX_LENGTH' } });
  });

  test('merges, and null removes a key', () => {
    expect(prices.kind.merge?.({ diesel: 1, lpg: 2 }, JSON.parse('{"lpg":null,"gasoline":3}'))).toEqual({
      diesel: 1,
      gasoline: 3,
    });
  });

  test('keeps hostile keys as plain keys', () => {
    const free = dictionary(number(), () => true);
    const { found } = read(free, JSON.parse('{"__proto__":1}')) as { found: object };
    expect(Object.keys(found)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(found)).toBe(Object.prototype);
  });
});
