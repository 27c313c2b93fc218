export class Markup {
  constructor(readonly text: string) {}
}

type Part = Markup | readonly Markup[] | string | number | null;

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => escapes[character] ?? character);

export function html(strings: TemplateStringsArray, ...values: readonly Part[]): Markup {
  let text = strings[0] ?? '';
  for (const [at, value] of values.entries()) text += textOf(value) + (strings[at + 1] ?? '');
  return new Markup(text);
}

function textOf(value: Part): string {
  if (value === null) return '';
  if (value instanceof Markup) return value.text;
  if (typeof value === 'object') return value.map(({ text }) => text).join('');
  return escaped(String(value));
}

export const nothing = new Markup('');

/** Every character but letters and digits is written by its number, so that no text can end the string. */
export const cssString = (text: string): string =>
  `"${Array.from(text, (one) => (/[A-Za-z0-9]/.test(one) ? one : `\\${one.codePointAt(0)?.toString(16)} `)).join('')}"`;
