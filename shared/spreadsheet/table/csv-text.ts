import { isErrorText } from './cell';

const formulaStarts = /(^|[\t\n\r;])(?=[[\s"']--[\t\n\r]]*[=+\-@＝＋－＠])/gv;
const guardedStarts = /(^|[\t\n\r;])'(?=[[\s"']--[\t\n\r]]*[=+\-@＝＋－＠])/gv;
const formulaStartsAnywhere = /(^|[\t\n\r;,])(?=[[\s"']--[\t\n\r]]*[=+\-@＝＋－＠])/gv;
const guardedStartsAnywhere = /(^|[\t\n\r;,])'(?=[[\s"']--[\t\n\r]]*[=+\-@＝＋－＠])/gv;
const mayBeTaken = /[\t\n\r#=+\-@＝＋－＠]/;
const endsCells = /[",;|\t\r\n]|^\s|\s$/;

/**
 * Text that a program could take for a formula or an error gets an apostrophe, as Excel marks text, before each part
 * that would begin a cell for a program that splits at commas, semicolons or tabs. Text that looks so already gets
 * another one, so that `unguardedText` restores it exactly.
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

export const quotedText = (text: string, isAlways = false): string =>
  isAlways || endsCells.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

function isTakenWhole(text: string): boolean {
  let at = 0;
  while (text[at] === "'") at += 1;
  const rest = at === 0 ? text : text.slice(at);
  return rest[0] === '\t' || rest[0] === '\r' || rest[0] === '\n' || isErrorText(rest);
}
