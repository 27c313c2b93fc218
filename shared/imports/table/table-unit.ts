export function splitParenthesis(header: string): { name: string; parenthesis?: string } {
  const whole = header.replace(/\s+/g, ' ').trim();
  const open = whole.lastIndexOf('(');
  if (open < 1 || !whole.endsWith(')')) return { name: whole };
  return { name: whole.slice(0, open).trim(), parenthesis: whole.slice(open + 1, -1).trim() };
}

const spellings: Readonly<Record<string, readonly string[]>> = {
  '%': ['percent', 'pct'],
  h: ['hr', 'hrs', 'hour', 'hours'],
  kg: ['kgs', 'kilogram', 'kilograms'],
  kW: ['kilowatt', 'kilowatts'],
  m: ['metre', 'metres', 'meter', 'meters'],
};

const plain = (unit: string) => unit.toLowerCase().replace(/[\s.]/g, '');

const perWhat = (unit: string) => plain(unit).split('/')[1] ?? '';

const currencies: ReadonlySet<string> = new Set(
  Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()),
);

export function namesUnit(text: string, unit: string): boolean {
  const named = plain(text);
  if (!unit.startsWith('currency'))
    return [unit, ...(spellings[unit] ?? [])].some((one) => plain(one) === named);
  const [money = '', per = ''] = named.split('/');
  const isMoney = money === 'currency' || currencies.has(money) || /^[$€£¥]$/.test(money);
  const wanted = perWhat(unit);
  return isMoney && (per === '' || [wanted, ...(spellings[wanted] ?? [])].includes(per));
}
