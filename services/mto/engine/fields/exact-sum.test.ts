import { expect, test } from 'bun:test';
import { decimal } from '@consulting/kernel/schema';
import fc from 'fast-check';
import { ExactSum } from './exact-sum';

const sumOf = (values: readonly number[]) => {
  const sum = new ExactSum();
  for (const value of values) sum.add(value);
  return sum;
};

test('sums are those of exact decimals, of small and large numbers', () => {
  const value = fc.oneof(
    fc.integer({ min: -(10 ** 9), max: 10 ** 9 }).map((millionths) => millionths / 1e6),
    fc.integer({ min: -(10 ** 12), max: 10 ** 12 }).map((cents) => cents / 100),
    fc.integer({ min: -(2 ** 53), max: 2 ** 53 }),
    fc.integer({ min: -1000, max: 1000 }).map((thousands) => thousands * 1e18),
  );
  fc.assert(
    fc.property(fc.array(value, { maxLength: 50 }), (values) => {
      const exact = values.reduce((sum, one) => sum.plus(decimal(one)), decimal(0));
      expect(decimal(sumOf(values).text()).eq(exact)).toBe(true);
    }),
  );
});

test('text has no zeros at its end beyond the decimals that are asked for, and zero is 0', () => {
  expect(sumOf([185442382.5]).text(2)).toBe('185442382.50');
  expect(sumOf([0.1, 0.2]).text()).toBe('0.3');
  expect(sumOf([1.5, -1.5]).text(2)).toBe('0');
  expect(sumOf([-0.000001]).text(2)).toBe('-0.000001');
});

test('what is taken away, added from another sum or given as text stays exact', () => {
  const sum = sumOf([10]);
  sum.add(0.25);
  sum.addCell('-999999999999999999.75');
  sum.addCell(null);
  expect(sum.text()).toBe('-999999999999999989.5');
  const amounts = new ExactSum();
  for (const text of ['1856004755864.98', '1058291748.4651', '-0.000001', '123456789012345.67', '-7'])
    amounts.addCell(text);
  expect(amounts.text()).toBe('125313852059952.115099');
  expect(sumOf([5]).minus(sumOf([2.5]), sumOf([2.5])).isZero).toBe(true);
});
