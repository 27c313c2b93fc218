import { expect, test } from 'bun:test';
import { decimal } from '@consulting/kernel/schema';
import { conversionTo } from './currency';

const convert = conversionTo('CAD', [
  { currency: 'USD', rate: '1.36785' },
  { currency: 'usd', rate: 2 },
  { currency: 'SAR', rate: 0.3648 },
]);

test('a foreign figure is multiplied and rounded to 4 decimals', () => {
  expect(convert(decimal('73.3515'), 'USD').toString()).toBe('100.3338');
  expect(convert(decimal('1'), 'SAR').toString()).toBe('0.3648');
});

test('the first rate of a currency counts, whatever its case', () => {
  expect(convert(decimal(1), 'usd').toString()).toBe('1.3679');
});

test('a figure in project currency is left as it is, and zero is zero in every currency', () => {
  const exact = decimal('1.23456789');
  expect(convert(exact, 'cad')).toBe(exact);
  expect(convert(decimal(0), 'EUR').toString()).toBe('0');
});

test('EXCHANGE_RATE_MISSING names both currencies', () => {
  expect(() => convert(decimal(1), 'EUR')).toThrow(
    expect.objectContaining({
      code: 'EXCHANGE_RATE_MISSING',
      facts: { currency: 'EUR', projectCurrency: 'CAD' },
    }),
  );
});
