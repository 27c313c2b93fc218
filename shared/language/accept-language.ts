export const languages = ['en', 'de', 'fr', 'es'] as const;

export type Language = (typeof languages)[number];

const lengthMax = 500;
const rangesMax = 20;

const isLanguage = (tag: string): tag is Language => (languages as readonly string[]).includes(tag);

// What is too long, wrong or of no language that there is asks for English.
export function languageOf(acceptLanguage: string | null): Language {
  if (acceptLanguage === null || acceptLanguage.length > lengthMax) return 'en';
  let language: Language = 'en';
  let best = 0;
  for (const range of acceptLanguage.split(',', rangesMax)) {
    const [tag = '', ...parameters] = range.split(';');
    const [primary = ''] = tag.trim().toLowerCase().split('-', 1);
    const weight = weightOf(parameters);
    const meant = primary === '*' ? 'en' : primary;
    if (!isLanguage(meant) || !(weight > best)) continue;
    language = meant;
    best = weight;
  }
  return language;
}

function weightOf([quality, ...others]: readonly string[]): number {
  if (quality === undefined) return 1;
  const [name, value = ''] = quality.trim().split('=', 2);
  const weight = name?.toLowerCase() === 'q' && value !== '' && others.length === 0 ? Number(value) : 0;
  return weight <= 1 ? weight : 0;
}
