import type { Language } from './accept-language';
import { filledIn, isPattern, type Pattern, patternOf, valuesIn } from './pattern';

type Texts = Readonly<Record<string, string>>;

export type Translate = (text: string) => string;

const files = {
  de: () => Promise.all([import('./sentences/de.json'), import('./terms/de.json')]),
  fr: () => Promise.all([import('./sentences/fr.json'), import('./terms/fr.json')]),
  es: () => Promise.all([import('./sentences/es.json'), import('./terms/es.json')]),
};

const known = new Map<Language, Promise<Translate>>();

// The texts of a language are read when somebody first asks for it.
export function translatorOf(language: Exclude<Language, 'en'>): Promise<Translate> {
  const made = known.get(language);
  if (made) return made;
  const translator = files[language]().then(([sentences, terms]) => {
    const joint = language === 'fr' ? ' ; ' : '; ';
    const catalogue = new Catalogue(sentences.default.texts, terms.default.texts, joint);
    return (text: string) => catalogue.translated(text);
  });
  known.set(language, translator);
  return translator;
}

const depthMax = 6;
const partsMax = 30;
const togetherMax = 3;
const lengthMax = 4000;
const startLength = 4;
const labelWordsMax = 6;
const searchesMax = 100;

export class Catalogue {
  readonly #terms: ReadonlyMap<string, string>;
  readonly #sentences: ReadonlyMap<string, string>;
  // The patterns by how they begin; under the empty text those that begin with a placeholder.
  readonly #patterns: ReadonlyMap<string, readonly Pattern[]>;
  // Texts of people may look like sentences in sentences: no text is worth more searches than this.
  #searchesLeft = 0;

  constructor(
    sentences: Texts,
    terms: Texts,
    private readonly joint = '; ',
  ) {
    const entries = Object.entries(sentences);
    const whole = entries.filter(([english]) => !isPattern(english));
    this.#terms = new Map(Object.entries(terms));
    this.#sentences = new Map(whole);
    const patterns = entries
      .filter(([english]) => isPattern(english))
      .map(([english, translation]) => patternOf(english, translation))
      .sort((one, other) => wordedLength(other) - wordedLength(one));
    this.#patterns = Map.groupBy(patterns, startOf);
  }

  translated(text: string): string {
    const known = this.#terms.get(text);
    if (known !== undefined || text.length > lengthMax) return known ?? text;
    this.#searchesLeft = searchesMax;
    return this.#said(text, 0) ?? this.#textOf(this.#parts(text, 0));
  }

  #said(text: string, depth: number): string | undefined {
    const parts = this.#parts(text, depth);
    return parts.every(({ isTranslated }) => isTranslated) ? this.#textOf(parts) : this.#whole(text, depth);
  }

  #whole(text: string, depth: number): string | undefined {
    const known = this.#sentences.get(text) ?? this.#bySearch(text, depth);
    const clause = known === undefined ? clauseOf(text) : undefined;
    if (clause === undefined) return known;
    const translation = this.#sentences.get(clause) ?? this.#bySearch(clause, depth);
    return translation && `${translation.charAt(0).toUpperCase()}${translation.slice(1)}.`;
  }

  #bySearch(text: string, depth: number): string | undefined {
    if (depth >= depthMax || this.#searchesLeft === 0) return undefined;
    this.#searchesLeft -= 1;
    const begun = this.#byPattern(text, depth, text.slice(0, startLength));
    return begun ?? this.#ofCell(text, depth) ?? this.#byPattern(text, depth, '');
  }

  #byPattern(text: string, depth: number, start: string): string | undefined {
    for (const pattern of this.#patterns.get(start) ?? []) {
      const values = valuesIn(text, pattern);
      if (values && this.#translateParts(values, depth)) return filledIn(pattern.translation, values);
    }
    return undefined;
  }

  // What is wrong with a cell is said behind the label of its field and its value, where there are such.
  #ofCell(text: string, depth: number): string | undefined {
    const words = text.split(' ', labelWordsMax + 1);
    for (let count = Math.min(labelWordsMax, words.length - 1); count >= 0; count -= 1) {
      const name = words.slice(0, count).join(' ');
      const label = count === 0 ? '' : (this.#terms.get(name) ?? (isKey(name) ? name : undefined));
      if (label === undefined) continue;
      const rest = text.slice(count === 0 ? 0 : name.length + 1);
      const value = valueAtStart(rest);
      if (label === '' && value === '') continue;
      const sentence = this.#ofValue(value === '' ? rest : rest.slice(value.length + 1), depth + 1);
      if (sentence !== undefined) return [label, value, sentence].filter((part) => part !== '').join(' ');
    }
    return undefined;
  }

  #ofValue(text: string, depth: number): string | undefined {
    const known = this.#sentences.get(text) ?? this.#byPattern(text, depth, text.slice(0, startLength));
    return known ?? this.#byPattern(text, depth, '');
  }

  #translateParts(values: Map<string, string>, depth: number): boolean {
    for (const [name, value] of values) {
      const isTerm = name.startsWith('term');
      if (!isTerm && !name.startsWith('sentence')) continue;
      const translation = isTerm ? this.#term(value) : this.#said(value, depth + 1);
      if (translation === undefined) return false;
      values.set(name, translation);
    }
    return true;
  }

  // A field without a label has its key in the place of one.
  #term(text: string): string | undefined {
    const known = this.#terms.get(text) ?? (/^\w+$/.test(text) ? text : undefined);
    if (known !== undefined) return known;
    const separator = separators.find((one) => text.includes(one));
    const parts = separator ? text.split(separator).map((part) => this.#terms.get(part)) : [undefined];
    return parts.includes(undefined) ? undefined : parts.join(separator);
  }

  // Several faults of a row are one text, in which a single one may have a semicolon of its own.
  #parts(text: string, depth: number): Part[] {
    const texts = text.split('; ', partsMax + 1);
    if (texts.length > partsMax) return [{ text, count: 1, isTranslated: false }];
    const parts: Part[] = [];
    for (let from = 0; from < texts.length; ) {
      const part = this.#firstOf(texts.slice(from, from + togetherMax), depth);
      parts.push(part);
      from += part.count;
    }
    return parts;
  }

  #firstOf(texts: readonly string[], depth: number): Part {
    for (let count = 1; count <= texts.length; count += 1) {
      const translation = this.#whole(texts.slice(0, count).join('; '), depth);
      if (translation !== undefined) return { text: translation, count, isTranslated: true };
    }
    return { text: texts[0] ?? '', count: 1, isTranslated: false };
  }

  readonly #textOf = (parts: readonly Part[]): string => parts.map(({ text }) => text).join(this.joint);
}

interface Part {
  text: string;
  count: number;
  isTranslated: boolean;
}

const isKey = (name: string): boolean => /^[a-z]\w*$/.test(name);

function valueAtStart(text: string): string {
  const end = text.startsWith('"') ? text.indexOf('" ', 1) + 1 : text.indexOf(' ');
  const value = end > 0 ? text.slice(0, end) : '';
  return value.startsWith('"') || /^(-?[\d.]+(e[+-]?\d+)?|true|false)$/i.test(value) ? value : '';
}

const separators = [' + ', ', '];

const startOf = ({ literals: [first = ''] }: Pattern): string =>
  first.length < startLength ? '' : first.slice(0, startLength);

const wordedLength = ({ literals }: Pattern): number => literals.join('').length;

const clauseOf = (text: string): string | undefined =>
  text.endsWith('.') ? `${text.charAt(0).toLowerCase()}${text.slice(1, -1)}` : undefined;
