import { isErrorText } from './cell';

/** What a program that splits cells at commas could take for a formula: at the start, and where others end a cell. */
const formulaStarts = /(^|[\t\n\r;])(?=(?:[^\S\t\n\r]|["'])*[=+\-@＝＋－＠])/g;
const guardedStarts = /(^|[\t\n\r;])'(?=(?:[^\S\t\n\r]|["'])*[=+\-@＝＋－＠])/g;
/** The same in a file with another delimiter, which a program may split at commas. */
const formulaStartsAnywhere = /(^|[\t\n\r;,])(?=(?:[^\S\t\n\r]|["'])*[=+\-@＝＋－＠])/g;
const guardedStartsAnywhere = /(^|[\t\n\r;,])'(?=(?:[^\S\t\n\r]|["'])*[=+\-@＝＋－＠])/g;
const mayBeTaken = /[\t\n\r#=+\-@＝＋－＠]/;
const endsCells = /[",;|\t\r\n]|^\s|\s$/;

/**
 * Text that no program takes for a formula or for an error, whether it splits cells at commas, semicolons or tabs: with an
 * apostrophe before it, as Excel marks text, and before each part of it that would begin a cell. Text that looks so already gets
 * another one, so that `unguardedText` gives back what there was.
 */
export function guardedText(text: string, delimiter = ','): string {
  if (!mayBeTaken.test(text)) return text;
  const guarded = text.replace(delimiter === ',' ? formulaStarts : formulaStartsAnywhere, "$1'");
  return isTakenWhole(text) ? `'${guarded}` : guarded;
}

export function unguardedText(text: string, delimiter = ','): string {
  if (!text.includes("'")) return text;
  const plain = text.replace(delimiter === ',' ? guardedStarts : guardedStartsAnywhere, '$1');
  return text.startsWith("'") && isTakenWhole(text) ? plain.slice(1) : plain;
}

/** With quotes around it where a program would end a cell within it, at whatever character it splits them. */
export const quotedText = (text: string, isAlways = false): string =>
  isAlways || endsCells.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

function isTakenWhole(text: string): boolean {
  let at = 0;
  while (text[at] === "'") at += 1;
  const rest = at === 0 ? text : text.slice(at);
  return rest[0] === '\t' || rest[0] === '\r' || rest[0] === '\n' || isErrorText(rest);
}
