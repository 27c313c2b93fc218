const NUL = String.fromCharCode(0);

export const notStorable = 'holds a character that cannot be stored';

export const isStorable = (text: string): boolean => !text.includes(NUL) && text.isWellFormed();

const asciiMax = 0x7f;

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > asciiMax) return false;
  return true;
}

const capitalIWithDot = '\u0130';

/**
 * It must equal `lower(text collate pg_c_utf8)`, each character to one character, so that a record is found
 * here exactly when the unique index would find it.
 */
export function loweredText(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  let lowered = '';
  for (const character of text) lowered += character === capitalIWithDot ? 'i' : character.toLowerCase();
  return lowered;
}

export const shortened = (text: string, lengthMax: number): string =>
  text.length <= lengthMax ? text : `${text.slice(0, lengthMax - 1).toWellFormed()}…`;

export const withoutTrailingSlashes = (address: string): string => address.replace(/(?<!\/)\/+$/, '');
