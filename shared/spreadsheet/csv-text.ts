import { isErrorText } from './cell';

const startsLikeFormula = /^[=+\-@\t\r]/;

const isTaken = (text: string) => startsLikeFormula.test(text) || isErrorText(text);

/**
 * Text that no program takes for a formula or for an error: with an apostrophe before it, as Excel marks text. Text that
 * looks so already gets another one, so that `unguardedText` gives back what there was.
 */
export const guardedText = (text: string): string => (isTaken(behindApostrophes(text)) ? `'${text}` : text);

export const unguardedText = (text: string): string =>
  text.startsWith("'") && isTaken(behindApostrophes(text)) ? text.slice(1) : text;

function behindApostrophes(text: string): string {
  let at = 0;
  while (text[at] === "'") at += 1;
  return at === 0 ? text : text.slice(at);
}
