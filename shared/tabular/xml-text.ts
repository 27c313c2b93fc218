import { unreadable } from './table-file-error';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const lineEnds = /\r\n?/g;
const attributeBlanks = /[\t\n]/g;
const references = /&(?:#x([0-9A-Fa-f]{1,6})|#([0-9]{1,7})|(lt|gt|amp|quot|apos));|&/g;
const named: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
const officeEscapes = /_x([Dd][89ABab][0-9A-Fa-f]{2})__x([Dd][C-Fc-f][0-9A-Fa-f]{2})_|_x([0-9A-Fa-f]{4})_/g;

/** UTF-8 bytes to text. Throws TableFileError on bytes that are no UTF-8. */
export function decodeUtf8(bytes: Uint8Array, start: number, end: number): string {
  try {
    return utf8.decode(bytes.subarray(start, end));
  } catch (error) {
    throw unreadable('The file is damaged: a text is not valid UTF-8.', error);
  }
}

/** The raw content of an XML element to text: line ends as XML reads them, references resolved. Throws TableFileError. */
export function decodeContent(raw: string): string {
  const text = raw.includes('\r') ? raw.replace(lineEnds, '\n') : raw;
  return text.includes('&') ? text.replace(references, resolveReference) : text;
}

/** The content of a CDATA section to text: no references in it. */
export function decodeCharacterData(raw: string): string {
  return raw.replace(lineEnds, '\n');
}

/** The raw value of an XML attribute to text. Throws TableFileError. */
export function decodeAttribute(raw: string): string {
  return decodeContent(raw.replace(lineEnds, '\n').replace(attributeBlanks, ' '));
}

/**
 * Resolves the `_xHHHH_` escapes of SpreadsheetML, `_x005F_` for the underscore included. Half of a surrogate pair on
 * its own is no character and stays as written.
 */
export function decodeOfficeEscapes(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(officeEscapes, (escape, high?: string, low?: string, single?: string) => {
    const units = [high, low, single].flatMap((hex) => (hex ? [Number.parseInt(hex, 16)] : []));
    const decoded = String.fromCharCode(...units);
    return decoded.isWellFormed() ? decoded : escape;
  });
}

function resolveReference(reference: string, hex?: string, decimal?: string, name?: string): string {
  if (name) return named[name] ?? reference;
  const code = hex ? Number.parseInt(hex, 16) : decimal ? Number.parseInt(decimal, 10) : -1;
  if (!isXmlCharacter(code)) throw unreadable(`The file is damaged: "${reference}" is no character of XML.`);
  return String.fromCodePoint(code);
}

function isXmlCharacter(code: number): boolean {
  if (code < 0x20) return code === 0x09 || code === 0x0a || code === 0x0d;
  if (code >= 0xd800 && code <= 0xdfff) return false;
  return code !== 0xfffe && code !== 0xffff && code <= 0x10ffff;
}
