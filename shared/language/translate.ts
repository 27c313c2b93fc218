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
    const catalogue = new Catalogue(sentences.default.texts, terms.default.texts);
    return (text: string) => catalogue.translated(text);
  });
  known.set(language, translator);
  return translator;
}

const depthMax = 4;
const joinedMax = 3;
const lengthMax = 4000;

export class Catalogue {
  readonly #texts: ReadonlyMap<string, string>;
  readonly #patterns: readonly Pattern[];

  constructor(sentences: Texts, terms: Texts) {
    const entries = Object.entries(sentences);
    const whole = entries.filter(([english]) => !isPattern(english));
    this.#texts = new Map([...Object.entries(terms), ...whole]);
    this.#patterns = entries
      .filter(([english]) => isPattern(english))
      .map(([english, translation]) => patternOf(english, translation))
      .sort((one, other) => wordedLength(other) - wordedLength(one));
  }

  translated(text: string): string {
    if (text.length > lengthMax) return text;
    const parts = this.#joined(text);
    if (parts.every(({ isTranslated }) => isTranslated)) return textOf(parts);
    return this.#whole(text, 0) ?? textOf(parts);
  }

  #whole(text: string, depth: number): string | undefined {
    const known = this.#texts.get(text) ?? this.#byPattern(text, depth);
    if (known !== undefined || depth > 0) return known;
    const clause = clauseOf(text);
    const translation = clause && this.#whole(clause, 1);
    return translation && `${translation.charAt(0).toUpperCase()}${translation.slice(1)}.`;
  }

  #byPattern(text: string, depth: number): string | undefined {
    if (depth >= depthMax) return undefined;
    for (const pattern of this.#patterns) {
      const values = valuesIn(text, pattern);
      if (values && this.#translateParts(values, depth)) return filledIn(pattern.translation, values);
    }
    return undefined;
  }

  #translateParts(values: Map<string, string>, depth: number): boolean {
    for (const [name, value] of values) {
      if (name === 'field' && value.includes(';')) return false;
      if (name.startsWith('term')) values.set(name, this.#texts.get(value) ?? value);
      else if (name.startsWith('sentence')) {
        const translation = this.#whole(value, depth + 1);
        if (translation === undefined) return false;
        values.set(name, translation);
      }
    }
    return true;
  }

  // Several faults of a row are one text, in which a single one may have a semicolon of its own.
  #joined(text: string): Part[] {
    const texts = text.split('; ');
    const parts: Part[] = [];
    for (let from = 0; from < texts.length; ) {
      const part = this.#firstOf(texts.slice(from, from + joinedMax));
      parts.push(part);
      from += part.count;
    }
    return parts;
  }

  #firstOf(texts: readonly string[]): Part {
    for (let count = 1; count <= texts.length; count += 1) {
      const translation = this.#whole(texts.slice(0, count).join('; '), 0);
      if (translation !== undefined) return { text: translation, count, isTranslated: true };
    }
    return { text: texts[0] ?? '', count: 1, isTranslated: false };
  }
}

interface Part {
  text: string;
  count: number;
  isTranslated: boolean;
}

const textOf = (parts: readonly Part[]): string => parts.map(({ text }) => text).join('; ');

const wordedLength = ({ literals }: Pattern): number => literals.join('').length;

const clauseOf = (text: string): string | undefined =>
  text.endsWith('.') ? `${text.charAt(0).toLowerCase()}${text.slice(1, -1)}` : undefined;
