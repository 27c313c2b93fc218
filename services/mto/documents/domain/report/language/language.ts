import { german } from './de';
import { english } from './en';
import { spanish } from './es';
import { french } from './fr';
import type { Titles } from './titles';

export const languages = ['en', 'fr', 'de', 'es'] as const;

export type Language = (typeof languages)[number];

export const titles: Readonly<Record<Language, Titles>> = {
  en: english,
  fr: french,
  de: german,
  es: spanish,
};
