import type { Field } from '@consulting/takeoff-fields';
import { currencyWord } from '../fields/currencies';
import type { ReadingParameters } from '../fields/import-parameters';
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
  parameters: Pick<ReadingParameters, 'convertCurrency' | 'currencies'>;
}

// A symbol such as `$` that stands for several currencies means that of the project if it is among them.
export function currencyMeant(
  word: string,
  codes: readonly string[],
  { currency, parameters }: { currency: string; parameters: Pick<ReadingParameters, 'currencies'> },
): string | null {
  const [only = null, ...others] = codes;
  const decided = parameters.currencies[currencyWord(word)];
  if (decided !== undefined) return decided;
  return codes.includes(currency) ? currency : others.length === 0 ? only : null;
}

/**
 * A header that names no currency gives null, and a text says why the amounts cannot be converted
 * (extensions.md 2.7).
 */
export function currencyOfColumn(
  field: Field,
  unitText: string | undefined,
  context: MoneyContext,
): ColumnMoney | string | null {
  const unit = unitOfHeader(field, unitText);
  if (unit.kind !== 'currency') return null;
  const { currency, exchangeRates, parameters } = context;
  const code = currencyMeant(unit.word, unit.codes, context);
  if (code === null)
    return `${unit.word} is the sign of ${unit.codes.join(', ')}, none of which is the currency of the project, ${currency}; the part currencies says which`;
  if (code === currency) return { currency, rate: null };
  const other = `${code} is not the currency of the project, ${currency}`;
  const rate = exchangeRates.get(code) ?? null;
  if (parameters.convertCurrency)
    return rate === null
      ? `${other}, whose indirect costs have no exchange rate of ${code}`
      : { currency: code, rate };
  return other;
}
