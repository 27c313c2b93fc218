import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { I18nProvider } from 'react-aria-components';
import en from './en.json';
import { createFormats, type Formats } from './formats';
import { type Messages, messagesOf, type Texts } from './messages';

export type { Messages };

const others = {
  de: () => import('./de.json'),
  es: () => import('./es.json'),
  fr: () => import('./fr.json'),
};

export const languages = { en: 'English', fr: 'Français', de: 'Deutsch', es: 'Español' } as const;

export type Language = keyof typeof languages;

const storedName = 'language';

const isLanguage = (tag: string | null): tag is Language => tag !== null && Object.hasOwn(languages, tag);

function firstLanguage(): Language {
  const stored = localStorage.getItem(storedName);
  if (isLanguage(stored)) return stored;
  return navigator.languages.map((tag) => tag.slice(0, 2)).find(isLanguage) ?? 'en';
}

interface Spoken {
  language: Language;
  /** The browser's own variant of the language goes first, so that numbers look as the person expects. */
  locale: string;
  messages: Messages;
  formats: Formats;
  choose: (language: Language) => void;
}

const LanguageContext = createContext<Spoken | null>(null);

export function useLanguage(): Spoken {
  const spoken = useContext(LanguageContext);
  if (!spoken) throw new Error('There is no language here.');
  return spoken;
}

export const useMessages = (): Messages => useLanguage().messages;
export const useFormats = (): Formats => useLanguage().formats;

const localeOf = (language: Language): string =>
  navigator.languages.find((tag) => tag.startsWith(`${language}-`)) ?? language;

export function LanguageProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState(firstLanguage);
  const [texts, setTexts] = useState<Texts | null>(language === 'en' ? en : null);
  useEffect(() => {
    let isStill = true;
    document.documentElement.lang = language;
    const read: Promise<{ default: Texts }> =
      language === 'en' ? Promise.resolve({ default: en }) : others[language]();
    read.then((found) => isStill && setTexts(found.default));
    return () => {
      isStill = false;
    };
  }, [language]);
  const spoken = useMemo(() => {
    const locale = localeOf(language);
    const choose = (other: Language) => {
      localStorage.setItem(storedName, other);
      document.documentElement.lang = other;
      setLanguage(other);
    };
    return (
      texts && {
        language,
        locale,
        messages: messagesOf(texts, locale),
        formats: createFormats(locale),
        choose,
      }
    );
  }, [language, texts]);
  if (!spoken) return null;
  return (
    <LanguageContext value={spoken}>
      <I18nProvider locale={spoken.locale}>{children}</I18nProvider>
    </LanguageContext>
  );
}
