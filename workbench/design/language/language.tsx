import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { I18nProvider } from 'react-aria-components';
import firstEnglish from './first-en';
import { createFormats, type Formats } from './formats';
import { type FirstTexts, type Messages, messagesOf, type Texts } from './messages';

export type { Messages };

export const languages = { en: 'English', fr: 'Français', de: 'Deutsch', es: 'Español' } as const;

export type Language = keyof typeof languages;

const firstOf = {
  de: () => import('./first-de'),
  en: async () => ({ default: firstEnglish }),
  es: () => import('./first-es'),
  fr: () => import('./first-fr'),
} satisfies Record<Language, () => Promise<{ default: FirstTexts }>>;

const wholeOf: Record<Language, () => Promise<{ default: Texts }>> = {
  de: () => import('./de.json'),
  en: () => import('./en.json'),
  es: () => import('./es.json'),
  fr: () => import('./fr.json'),
};

const wholeTexts = new Map<Language, Texts | Promise<void> | Error>();

const readTexts = (language: Language): Promise<void> =>
  wholeOf[language]().then(
    (found) => void wholeTexts.set(language, found.default),
    (cause) => void wholeTexts.set(language, new Error(`The ${language} texts did not come.`, { cause })),
  );

// A text may be asked for anywhere in a render, also where `use` may not be called, so what suspends is thrown.
function wholeOrSuspended(language: Language): Texts {
  const known = wholeTexts.get(language) ?? readTexts(language);
  if (known instanceof Promise) wholeTexts.set(language, known);
  if (known instanceof Promise || known instanceof Error) throw known;
  return known;
}

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
  const [chosen, setChosen] = useState(() => {
    const language = firstLanguage();
    return { language, texts: language === 'en' ? firstEnglish : null };
  });
  const { language, texts } = chosen;
  useEffect(() => {
    document.documentElement.lang = language;
    if (texts === null) firstOf[language]().then(({ default: read }) => setChosen({ language, texts: read }));
  }, [language, texts]);
  const spoken = useMemo(() => {
    const locale = localeOf(language);
    const choose = async (other: Language) => {
      localStorage.setItem(storedName, other);
      const [first] = await Promise.all([firstOf[other](), readTexts(other)]);
      setChosen({ language: other, texts: first.default });
    };
    return (
      texts && {
        language,
        locale,
        messages: messagesOf(texts, locale, () => wholeOrSuspended(language)),
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
