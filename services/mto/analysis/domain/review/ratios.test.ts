import { expect, test } from 'bun:test';
import { ratiosOf } from './ratios';

const sums = [
  { discipline: 'structural', sums: { totalManHours: '300', grossWeight: '10000', totalCost: '50000' } },
];
const earlier = [10, 20, 25, 30, 40].map((value, at) => ({
  currency: at === 0 ? 'USD' : 'CAD',
  values: { hoursPerTonneOfSteel: value, costPerTonneOfSteel: value * 100 },
}));

const ratio = (key: string, of: Parameters<typeof ratiosOf>[1], currency = 'CAD') =>
  ratiosOf(sums, of, currency).find((one) => one.key === key);

test('a ratio stands next to the percentiles of five other projects, and of no fewer', () => {
  expect(ratio('hoursPerTonneOfSteel', earlier)).toMatchObject({
    value: 30,
    reference: { n: 5, p10: 14, p50: 25, p90: 36 },
    outside: false,
  });
  expect(ratio('hoursPerTonneOfSteel', earlier.slice(1))?.reference).toBeNull();
});

test('a ratio above the ninetieth percentile is outside', () => {
  const low = earlier.map((one) => ({ ...one, values: { hoursPerTonneOfSteel: 20 } }));
  expect(ratio('hoursPerTonneOfSteel', low)?.outside).toBe(true);
});

test('money is compared in the same currency alone, and what has no denominator is left out', () => {
  expect(ratio('costPerTonneOfSteel', earlier)).toMatchObject({ value: 5000, reference: null });
  expect(ratio('hoursPerDiaInch', earlier)).toBeUndefined();
});
