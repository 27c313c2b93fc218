import { IntlMessageFormat } from 'intl-messageformat';
import type en from './en.json';
import type { Placeholders } from './placeholders';

export type Texts = typeof en;

type Spoken<T, Path extends string> = T extends string
  ? Path extends keyof Placeholders
    ? (values: Placeholders[Path]) => string
    : string
  : { readonly [K in keyof T]: Spoken<T[K], `${Path}.${K & string}`> };

/** A text with placeholders is a function of their values, any other text is itself. */
export type Messages = { readonly [K in keyof Texts]: Spoken<Texts[K], K> };

export const nameIn = (names: Readonly<Record<string, string>>, key: string): string => names[key] ?? key;

interface Tree {
  readonly [key: string]: string | Tree;
}

function spoken(text: string | Tree, locale: string): unknown {
  if (typeof text !== 'string')
    return Object.fromEntries(Object.entries(text).map(([key, inner]) => [key, spoken(inner, locale)]));
  if (!text.includes('{')) return text;
  let message: IntlMessageFormat | undefined;
  return (values: Record<string, string | number>) => {
    message ??= new IntlMessageFormat(text, locale);
    return message.format(values);
  };
}

export const messagesOf = (texts: Texts, locale: string): Messages => spoken(texts, locale) as Messages;
