export const cellCharactersMax = 32_767;

const needsCare = /[<>&]|[^\u0020-\ufffd]|_[xX][0-9A-Fa-f]{4}|^ | $/;
const underscoreReadAsEscape = /_(?=[xX][0-9A-Fa-f]{4}(?:_|[^\t\n\u0020-\ufffd]))/g;
const unsafeInXml = /[^\t\n\u0020-\ufffd]/g;
const markup = /[<>&"]/g;
const entities: Record<string, string> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' };

/**
 * Characters that XML cannot store, and the carriage return that it would alter, are written as `_xHHHH_`, and literal
 * text of that shape gets its underscore escaped.
 * @throws RangeError beyond Excel's 32,767 UTF-16 units
 */
export function textElement(text: string): string {
  if (text.length > cellCharactersMax)
    throw new RangeError(`text of ${text.length} characters, a cell holds ${cellCharactersMax}`);
  if (!needsCare.test(text)) return `<t>${text}</t>`;
  return `<t xml:space="preserve">${escapeText(text)}</t>`;
}

export function escapeText(text: string): string {
  return text
    .replace(underscoreReadAsEscape, '_x005F_')
    .replace(unsafeInXml, escapeCodeUnit)
    .replace(markup, (character) => entities[character] ?? character);
}

function escapeCodeUnit(character: string): string {
  return `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
}
