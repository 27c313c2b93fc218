const currencyFields = ['currency', 'feeCurrency', 'loanCurrency'];
const usual = 2;

const known = new Map<string, number>();

export function currencyDecimals(record: object): number {
  const values = new Map(Object.entries(record));
  const currency = currencyFields.map((name) => values.get(name)).find((value) => typeof value === 'string');
  if (currency === undefined) return usual;
  const decimals = known.get(currency) ?? decimalsOf(currency);
  known.set(currency, decimals);
  return decimals;
}

function decimalsOf(currency: string): number {
  try {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency });
    return format.resolvedOptions().maximumFractionDigits ?? usual;
  } catch {
    return usual;
  }
}
