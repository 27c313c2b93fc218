import { type Decimal, type DecimalInput, DomainError, decimal, round } from '@consulting/kernel/schema';

/** The rate is in units of the project currency for one unit of `currency`. */
export interface ExchangeRate {
  currency: string;
  rate: DecimalInput;
}

/**
 * The converted hourly figure is rounded to 4 decimals; a figure in project currency, or zero, stays as it is.
 * @throws EXCHANGE_RATE_MISSING
 */
export type Convert = (perHour: Decimal, currency: string) => Decimal;

export function conversionTo(projectCurrency: string, exchangeRates: readonly ExchangeRate[]): Convert {
  const target = projectCurrency.toUpperCase();
  const rates = new Map<string, Decimal>();
  for (const { currency, rate } of exchangeRates) {
    const code = currency.toUpperCase();
    if (!rates.has(code)) rates.set(code, decimal(rate));
  }
  return (perHour, currency) => {
    const code = currency.toUpperCase();
    if (code === target || perHour.eq(0)) return perHour;
    const rate = rates.get(code);
    if (!rate) throw exchangeRateMissing(code, target);
    return round(perHour.times(rate), 4);
  };
}

function exchangeRateMissing(currency: string, projectCurrency: string): DomainError {
  const detail = `The project has no exchange rate from ${currency} to ${projectCurrency}.`;
  return new DomainError('EXCHANGE_RATE_MISSING', detail, { currency, projectCurrency });
}
