const needsEscape = /[\\\n\r\t]/;
const escapes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

export function copyText(text: string): string {
  return needsEscape.test(text) ? text.replace(/[\\\n\r\t]/g, (character) => escapes[character] ?? '') : text;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON escapes control characters
const needsJsonEscape = /["\\\u0000-\u001f]/;

export function copyJsonText(text: string): string {
  return needsJsonEscape.test(text) ? JSON.stringify(text).replaceAll('\\', '\\\\') : `"${text}"`;
}

/** Postgres cannot store NUL and lone surrogates; they become the replacement character. */
export const storable = (text: string): string => text.replaceAll('\0', '\ufffd').toWellFormed();
