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

export const firstParts = ['shell', 'projects', 'start', 'commands'] as const satisfies (keyof Texts)[];

export type FirstTexts = Pick<Texts, (typeof firstParts)[number]>;

// What the first texts lack is read when a view asks for it; until then `whole` suspends that view.
export function messagesOf(first: FirstTexts, locale: string, whole: () => Texts): Messages {
  let read: Messages | undefined;
  const messages = spoken(first, locale);
  return new Proxy(messages as Messages, {
    get(target, key) {
      if (Object.hasOwn(target, key)) return target[key as keyof Messages];
      read ??= spoken(whole(), locale) as Messages;
      return read[key as keyof Messages];
    },
  });
}
