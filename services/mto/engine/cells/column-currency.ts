import type { Field } from '../fields/field';
import { unitOfHeader } from '../headers/header';

/** Units of the project's currency for one unit of another, by ISO 4217 code, as exact decimal text. */
export type ExchangeRates = ReadonlyMap<string, string>;

export interface ColumnMoney {
  currency: string;
  /** By what the amounts are multiplied; null for the currency of the project. */
  rate: string | null;
}

interface MoneyContext {
  currency: string;
  exchangeRates: ExchangeRates;
  parameters: { convertCurrency: boolean };
}

/**
 * In which currency the amounts of a column are by the parenthesis of its header, and how they become the project's
 * (extensions.md 2.7); a text says why they cannot. Null for a header that names no currency.
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
