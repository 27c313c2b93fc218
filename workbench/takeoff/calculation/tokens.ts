export type Token = { kind: 'number' | 'word' | 'sign'; text: string };

export interface Signs {
  decimal: string;
  group: string;
}

const isDigit = (sign: string | undefined) => sign !== undefined && sign >= '0' && sign <= '9';
const isLetter = (sign: string) => sign.toLowerCase() !== sign.toUpperCase();
const isSpace = (sign: string | undefined) => sign !== undefined && sign.trim() === '';

const signs: Readonly<Record<string, string>> = {
  ...{ '+': '+', '-': '-', '*': '*', '/': '/', '(': '(', ')': ')', '%': '%' },
  ...{ '−': '-', '×': '*', '·': '*', '÷': '/', ':': '/' },
};

// Returns the sign that nobody can read where there is one.
export function tokensOf(text: string, written: Signs): Token[] | string {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const sign = text[at] ?? '';
    const known = signs[sign];
    if (isSpace(sign)) at += 1;
    else if (known) {
      tokens.push({ kind: 'sign', text: known });
      at += 1;
    } else if (isLetter(sign)) {
      const end = endOf(text, at, (one) => isLetter(one) || isDigit(one) || one === '²' || one === '³');
      tokens.push({ kind: 'word', text: text.slice(at, end) });
      at = end;
    } else {
      const end = endOf(text, at, (one, next) => isOfNumber(one, next, written));
      const figure = numberIn(text.slice(at, end), written);
      if (figure === null) return text.slice(at, Math.max(end, at + 1));
      tokens.push({ kind: 'number', text: figure });
      at = end;
    }
  }
  return tokens;
}

function endOf(text: string, start: number, isPart: (sign: string, next: string | undefined) => boolean) {
  let end = start;
  while (end < text.length && isPart(text[end] ?? '', text[end + 1])) end += 1;
  return end;
}

// A space groups digits only where it stands between two of them.
const isOfNumber = (sign: string, next: string | undefined, { group }: Signs): boolean =>
  isDigit(sign) ||
  ['.', ',', group].includes(isSpace(sign) ? '' : sign) ||
  (isSpace(group) && isSpace(sign) && isDigit(next));

function numberIn(written: string, { decimal, group }: Signs): string | null {
  const point = written.includes(decimal) ? decimal : group === '.' ? decimal : '.';
  const [whole = '', decimals, ...further] = written.split(point);
  const isGroup = (sign: string) => sign === group || (isSpace(group) && isSpace(sign));
  const groups = [...whole]
    .map((sign) => (isGroup(sign) ? ' ' : sign))
    .join('')
    .split(' ');
  const areGroupsWhole = groups.slice(1).every(({ length }) => length === 3);
  const digits = groups.join('');
  const all = digits + (decimals ?? '');
  if (further.length > 0 || !areGroupsWhole || all === '' || ![...all].every(isDigit)) return null;
  return decimals === undefined ? digits : `${digits || '0'}.${decimals}`;
}
