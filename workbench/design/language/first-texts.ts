import de from './de.json';
import en from './en.json';
import es from './es.json';
import fr from './fr.json';
import { type FirstTexts, firstParts } from './messages';

const all = { de, en, es, fr };

// This runs when the page is built: what the list of projects needs of the texts comes before all others.
export const firstTexts = (language: keyof typeof all): FirstTexts =>
  Object.fromEntries(firstParts.map((part) => [part, all[language][part]])) as unknown as FirstTexts;
