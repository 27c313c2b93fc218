import type { Field } from '../fields/field';
import { unitOfHeader } from '../headers/header';

/**
 * A rate says how many units of the project's currency one unit of another is worth, as exact decimal text.
 */
export type ExchangeRates = ReadonlyMap<string, string>;

export interface ColumnMoney {
  currency: string;
  rate: string | null;
}

interface MoneyContext {
  currency: string;
  exchangeRates: ExchangeRates;
  parameters: { convertCurrency: boolean };
}

/**
 * A header that names no currency gives null, and a text says why the amounts cannot be converted
 * (extensions.md 2.7).
 */
export function currencyOfColumn(
  field: Field,
  parenthesis: string | undefined,
  { currency, exchangeRates, parameters }: MoneyContext,
): ColumnMoney | string | null {
  const unit = unitOfHeader(field, parenthesis);
  if (unit.kind !== 'currency') return null;
  const { code } = unit;
  if (code === currency) return { currency, rate: null };
  const other = `${code} is not the currency of the project, ${currency}`;
  const rate = exchangeRates.get(code) ?? null;
  if (parameters.convertCurrency)
    return rate === null
      ? `${other}, whose indirect costs have no exchange rate of ${code}`
      : { currency: code, rate };
  return other;
}
