export interface Formats {
  /** `decimals` is the least and, unless `most` says otherwise, the most; without it at most six are written. */
  number: (value: number | string, decimals?: number, most?: number) => string;
  money: (value: number | string, currency: string, most?: number) => string;
  /** A share has exactly one decimal; with `decimals` a percentage has at most these, or exactly where `isFixed`. */
  percent: (value: number, decimals?: number, isFixed?: boolean) => string;
  date: (at: string) => string;
  /** A label and its value, with the colon as the language writes it. */
  named: (label: string, value: string) => string;
  time: (at: string) => string;
  // `isFixed` writes zeros at the end, too.
  short: (value: number | string, decimals?: number, isFixed?: boolean) => string;
}

export function createFormats(locale: string): Formats {
  const stored = new Map<string, Intl.NumberFormat>();
  const formatOf = (key: string, options: Intl.NumberFormatOptions): Intl.NumberFormat => {
    const known = stored.get(key) ?? new Intl.NumberFormat(locale, options);
    stored.set(key, known);
    return known;
  };
  const colon = locale.startsWith('fr') ? '\u00a0:' : ':';
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
  const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  // A text keeps digits that a number would lose.
  const exact = (value: number | string) => value as number;
  return {
    number: (value, decimals, most = decimals ?? 6) =>
      formatOf(`number ${decimals} ${most}`, {
        minimumFractionDigits: decimals ?? 0,
        maximumFractionDigits: most,
      }).format(exact(value)),
    money: (value, currency, most = 2) =>
      formatOf(`money ${currency} ${most}`, {
        style: 'currency',
        currency,
        currencyDisplay: 'code',
        minimumFractionDigits: 2,
        maximumFractionDigits: most,
      }).format(exact(value)),
    percent: (value, decimals = 1, isFixed = decimals === 1) =>
      formatOf(`percent ${decimals} ${isFixed}`, {
        style: 'percent',
        minimumFractionDigits: isFixed ? decimals : 0,
        maximumFractionDigits: decimals,
      }).format(value / 100),
    named: (label, value) => `${label}${colon} ${value}`,
    date: (at) => day.format(new Date(at)),
    time: (at) => moment.format(new Date(at)),
    short: (value, decimals = 1, isFixed = false) =>
      formatOf(`short ${decimals} ${isFixed}`, {
        notation: 'compact',
        minimumFractionDigits: isFixed ? decimals : 0,
        maximumFractionDigits: decimals,
      }).format(exact(value)),
  };
}
