import { foldText } from '@consulting/mto-engine';
import written from './total-words.json';

const aloneLengthMax = 40;
const phraseLengthMax = 80;

const wordsOf = (text: string): string =>
  foldText(text)
    .split(/[^\p{L}\p{M}]+/u)
    .filter((word) => word !== '')
    .join(' ');

const squeezed = (words: string): string => words.replaceAll(' ', '');

const alone = new Set(written.alone.map((text) => squeezed(wordsOf(text))));
const phrases = [...new Set(written.withMore.map(wordsOf))];

export const isTotalWord = (text: string): boolean =>
  text.length <= aloneLengthMax && alone.has(squeezed(wordsOf(text)));

// A text that only begins or ends like that of a total can also be that of a line, so its row decides.
export function isTotalPhrase(text: string): boolean {
  if (text.length > phraseLengthMax) return false;
  const words = ` ${wordsOf(text)} `;
  return phrases.some((phrase) => words.startsWith(` ${phrase} `) || words.endsWith(` ${phrase} `));
}
