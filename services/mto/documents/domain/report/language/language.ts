import de from './de.json';
import en from './en.json';
import es from './es.json';
import fr from './fr.json';

export const languages = ['en', 'fr', 'de', 'es'] as const;

export type Language = (typeof languages)[number];
export type Titles = typeof en;

export const titles: Readonly<Record<Language, Titles>> = { en, fr, de, es };
