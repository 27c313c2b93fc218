import written from './currencies.json';

const wordLengthMax = 20;

export const currencyCodes: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** Case, blanks and dots of a word for a currency do not count. */
export const currencyWord = (text: string): string =>
  text.length > wordLengthMax ? '' : text.replace(/[\s.\u200e\u200f]/g, '').toLowerCase();

const words: ReadonlyMap<string, readonly string[]> = new Map([
  ...[...currencyCodes].map((code): [string, string[]] => [code.toLowerCase(), [code]]),
  ...Object.entries(written.words).map(([word, codes]): [string, string[]] => [currencyWord(word), codes]),
]);

export const currenciesNamed = (text: string): readonly string[] => words.get(currencyWord(text)) ?? [];

export const priceRemarks: readonly string[] = written.remarks;
