export interface NumberSigns {
  group: string;
  decimal: string;
}

export function numberSigns(locale: string): NumberSigns {
  const parts = new Intl.NumberFormat(locale).formatToParts(-1_234_567.8);
  const signOf = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  return { group: signOf('group'), decimal: signOf('decimal') };
}

const conventions: readonly NumberSigns[] = [
  { group: ',', decimal: '.' },
  { group: '.', decimal: ',' },
];

// Where the separators cannot be those of the language they are read as others write them: in English 1,250 is
// a thousand and more, but 1,5 is one and a half, and 1.250,50 is not 1.2505.
export function readWritten(text: string, own: NumberSigns): number | null {
  const bare = text.replace(/[\s\u00a0\u202f'’]/g, '').replace('\u2212', '-');
  if (bare === '') return null;
  for (const signs of [own, ...conventions]) {
    const number = readBy(bare, signs);
    if (number !== null) return number;
  }
  return null;
}

function readBy(bare: string, { group, decimal }: NumberSigns): number | null {
  const [whole = '', ...decimals] = bare.split(decimal);
  const groups = group === '' ? [whole] : whole.split(group);
  const areGrouped = groups.length === 1 || groups.every(isGroup);
  if (!areGrouped || decimals.some((digits) => group !== '' && digits.includes(group))) return null;
  const number = Number([groups.join(''), ...decimals].join('.'));
  return Number.isNaN(number) ? null : number;
}

// Groups in the middle have two digits where lakhs are counted, and no number of thousands begins with 0.
function isGroup(digits: string, at: number, { length }: readonly string[]): boolean {
  if (at === 0) return /^[+-]?[1-9]\d{0,2}$/.test(digits);
  return (at === length - 1 ? /^\d{3}$/ : /^\d{2,3}$/).test(digits);
}
