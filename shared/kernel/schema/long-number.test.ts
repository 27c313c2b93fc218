import { describe, expect, test } from 'bun:test';
import { LongNumber, parseJson, readNumber } from './long-number';

const stored = [
  '0',
  '-12.5',
  '123456789012345',
  '99999999999.9999',
  '1.500000000000000000000',
  '0.000000000000000000001',
  '0.30000000000000004',
  '1234567890123456789',
  '1.5e11',
  '-12345678901.65432',
  '999999999999.9999',
  '999999999999.99999',
];
const altered = [
  '12345678901.654321',
  '-12345678901.654321',
  '1.2345678901654321e10',
  `1.${'0'.repeat(100)}1`,
];

describe('readNumber', () => {
  test.each(stored)('%s is the number that it is', (text) => {
    expect(readNumber(text)).toBe(Number(text));
  });

  test.each(altered)('%s is kept as it was written', (text) => {
    expect(readNumber(text)).toBeInstanceOf(LongNumber);
  });
});

describe('parseJson', () => {
  test('is JSON.parse, but for numbers of too many digits, wherever they stand', () => {
    const text = `{"a":[${altered.join()}],"b":{"c":${altered[0]}},"d":"12345678901.654321","e":[${stored.join()}]}`;
    const long = altered.map((one) => readNumber(one));
    expect(parseJson(text)).toEqual({
      a: long,
      b: { c: long[0] },
      d: '12345678901.654321',
      e: stored.map(Number),
    });
    expect(JSON.stringify(parseJson(altered[0] ?? ''))).toBe('"12345678901.654321"');
    expect(() => parseJson('{"a":1234567890123456')).toThrow(SyntaxError);
  });
});
