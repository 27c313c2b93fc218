import { loweredText } from '@consulting/kernel/schema';
import { pricingOf, type StoredLine } from '@consulting/mto-engine';
import { askPricesOf } from '../../neighbours/crews-rates';
import type { Ctx } from '../context';

const isSame = (one: string, other: string): boolean => loweredText(one) === loweredText(other);

// The conditions are those of the row as it is now; null when it no longer exists.
export async function findPrices({ bus }: Ctx, line: StoredLine, keys: readonly string[]) {
  const priced = Object.entries(pricingOf(line.pricing) ?? {}).filter(([key]) => keys.includes(key));
  const prices = priced.map(([, price]) => price);
  const rows = prices.length === 0 ? [] : await askPricesOf(bus, prices);
  return new Map(
    priced.map(([key, price]) => {
      const { priceBook, rowCode } = price;
      const row = rows.find((one) => isSame(one.priceBook, priceBook) && isSame(one.rowCode, rowCode));
      return [key, { ...price, conditions: row?.conditions ?? null }];
    }),
  );
}
