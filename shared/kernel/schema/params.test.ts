import { describe, expect, test } from 'bun:test';
import { commaSeparated, sorting } from './comma-separated';
import { dictionary, entry, list, unreadItems } from './composite';
import { type Fault, type FaultParams, invalid } from './errors';
import type { Field } from './field';
import { boolean, choice, currency, date, email, integer, number, text, timestamp, uuid } from './kinds';
import { ordered, RecordInput } from './record';

const faultsOf = (field: Field<unknown>, given: unknown): Fault[] => {
  const faults: Fault[] = [];
  field.kind.read(given, 'it', { faults });
  return faults;
};

const codes = Array.from({ length: 150 }, (_, at) => `code${at}`);

const cases: Record<string, [Field<unknown>, unknown, FaultParams | undefined]> = {
  'text that is too long': [text(120), 'x'.repeat(121), { maxLength: 120 }],
  'a number that is too large': [number({ max: 120 }), 121, { max: 120 }],
  'a number that is too small': [number({ min: 1 }), 0, { min: 1 }],
  'a number at its lower end': [number({ above: 0 }), 0, { above: 0 }],
  'a number of 13 digits': [number(), 1e12, { below: 1e12 }],
  'a whole number that is too large': [integer({ max: 7 }), 8, { max: 7 }],
  'too many decimals': [number({ decimals: 2 }), 1.234, { decimals: 2 }],
  'another word than the list has': [choice(['day', 'night']), 'noon', { allowed: ['day', 'night'] }],
  'no UUID': [uuid(), 'x', { format: 'uuid' }],
  'no e-mail address': [email(), 'x', { format: 'email' }],
  'no date': [date(), '2025-02-30', { format: 'date' }],
  'no time': [timestamp(), 'noon', { format: 'date-time' }],
  'no currency': [currency(), 'XXX', undefined],
  'another type than a number': [number(), 'x', { type: 'number' }],
  'another type than text': [text(), 1, { type: 'string' }],
  'another type than true or false': [boolean(), 1, { type: 'boolean' }],
  'a part of a whole number': [integer(), 1.5, { type: 'integer' }],
  'no list': [list(text(), 1), 'x', { type: 'array' }],
  'no object': [dictionary(text(), () => true), 'x', { type: 'object' }],
  'too many entries': [list(text(), 1), ['a', 'b'], { maxItems: 1 }],
  'too many keys': [dictionary(text(), () => true, { keysMax: 1 }), { a: 'x', b: 'y' }, { maxItems: 1 }],
  'no item': [unreadItems({}, 5), [], { minItems: 1 }],
  'too many items': [unreadItems({}, 1), [1, 2], { maxItems: 1 }],
  'too many words': [commaSeparated(1), ['a', 'b'], { maxItems: 1 }],
  'an order by no key': [sorting(['code', 'name']), ['size'], { allowed: ['code', 'name'] }],
  'an entry of a list': [list(entry({ rate: number({ max: 1 }) }), 3), [{ rate: 2 }], { max: 1 }],
};

describe('params of a fault', () => {
  for (const [what, [field, given, params]] of Object.entries(cases))
    test(what, () => expect(faultsOf(field, given).map((one) => one.params)).toEqual([params]));

  test('a rule between fields', () => {
    const input = new RecordInput(
      { from: date(), to: date() },
      { rules: (record, report) => ordered(report, record.from, record.to, 'to', 'from') },
    );
    const { faults } = input.tryCreate({ from: '2025-02-01', to: '2025-01-01' });
    expect(faults.map(({ params }) => params)).toEqual([{ min: '2025-02-01' }]);
  });

  test('at most a hundred of the values that are allowed are told', () => {
    const [reported] = invalid(faultsOf(choice(codes), 'x')).facts.errors as Fault[];
    expect(reported?.params).toEqual({ allowed: codes.slice(0, 100) });
  });
});
