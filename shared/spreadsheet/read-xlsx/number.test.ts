import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { NumberReader, parseNumber } from './number';

const reader = new NumberReader();

function readText(text: string): number {
  const value = reader.read(Buffer.from(`>${text}<`, 'latin1'), 1);
  if (!Number.isNaN(value)) expect(reader.end).toBe(text.length + 1);
  return value;
}

test('every double is read exactly, in every way of writing it', () => {
  const finite = fc.double({ noNaN: true, noDefaultInfinity: true });
  fc.assert(
    fc.property(
      fc.oneof(finite, fc.double({ min: -1e6, max: 1e6, noNaN: true })),
      fc.integer({ min: 1, max: 21 }),
      (value, digits) => {
        const ways = [
          String(value),
          value.toPrecision(digits),
          value.toExponential(digits - 1).toUpperCase(),
        ];
        if (Math.abs(value) < 1e21) ways.push(value.toFixed(digits));
        for (const text of ways)
          expect(readText(text)).toBe(Number.isFinite(Number(text)) ? Number(text) : Number.NaN);
      },
    ),
    { numRuns: 5000 },
  );
});

test('decimals next to the middle of two doubles are read exactly', () => {
  const odd = fc.bigInt({ min: 2n ** 53n, max: 2n ** 54n }).map((value) => value * 2n + 1n);
  fc.assert(
    fc.property(
      odd,
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: -1, max: 1 }),
      (value, shift, step) => {
        const digits = (value * 5n ** BigInt(shift) + BigInt(step)).toString();
        const text = `${digits.slice(0, -shift)}.${digits.slice(-shift)}`;
        expect(readText(text)).toBe(Number(text));
      },
    ),
    { numRuns: 5000 },
  );
});

test('signs, points and exponents wherever a number may have them', () => {
  const texts = [
    '0',
    '-0',
    '+5',
    '.5',
    '5.',
    '-.5',
    '00012.50',
    '1e5',
    '1E-5',
    '1e+22',
    '1e23',
    '0e999',
    '5e-324',
    '9007199254740993',
  ];
  for (const text of texts) {
    expect(readText(text)).toBe(Number(text));
    expect(parseNumber(` ${text}\n`)).toBe(Number(text));
  }
});

test('what is no number, or none that a double can hold, is NaN', () => {
  for (const text of ['', '-', '.', 'e5', '1e', '1e+', '1e400', '-1e999', 'NaN', 'Infinity', 'x1']) {
    expect(readText(text)).toBeNaN();
    expect(parseNumber(text)).toBeNaN();
  }
  for (const text of ['1 2', '0x10', '1,5', '1_000', '1..2', '1e5.5']) expect(parseNumber(text)).toBeNaN();
});
