import { unreadable } from '../table/table-file';

const REPLACEMENT = '\ufffd';
const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const lineEnds = /\r\n?/g;
const attributeBlanks = /[\t\n]/g;
const REFERENCE_LENGTH_MAX = 12;
const numeric = /^#(?:x([0-9A-Fa-f]{1,6})|([0-9]{1,7}))$/;
const named = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
]);
const officeEscapes = /_x([Dd][89ABab][0-9A-Fa-f]{2})__x([Dd][C-Fc-f][0-9A-Fa-f]{2})_|_x([0-9A-Fa-f]{4})_/g;

export function decodeUtf8(bytes: Buffer, start: number, end: number): string {
  const text = bytes.toString('utf8', start, end);
  if (!text.includes(REPLACEMENT)) return text;
  try {
    return strictUtf8.decode(bytes.subarray(start, end));
  } catch (error) {
    throw unreadable('The file is damaged: a text is not valid UTF-8.', error);
  }
}

export function decodeContent(raw: string): string {
  const text = raw.includes('\r') ? raw.replace(lineEnds, '\n') : raw;
  const first = text.indexOf('&');
  return first < 0 ? text : resolveReferences(text, first);
}

function resolveReferences(text: string, first: number): string {
  let resolved = '';
  let done = 0;
  for (let at = first; at >= 0; at = text.indexOf('&', done)) {
    const end = text.indexOf(';', at);
    resolved +=
      text.slice(done, at) + characterOf(text.slice(at + 1, end < 0 ? at + REFERENCE_LENGTH_MAX : end));
    done = end + 1;
  }
  return resolved + text.slice(done);
}

export function decodeCharacterData(raw: string): string {
  return raw.replace(lineEnds, '\n');
}

export function decodeAttribute(raw: string): string {
  return decodeContent(raw.replace(lineEnds, '\n').replace(attributeBlanks, ' '));
}

/** Half of a surrogate pair on its own is no character and stays as it is written. */
export function decodeOfficeEscapes(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(officeEscapes, (written, high?: string, low?: string, single?: string) => {
    const units = [high, low, single].flatMap((hex) => (hex ? [Number.parseInt(hex, 16)] : []));
    const decoded = String.fromCharCode(...units);
    return decoded.isWellFormed() ? decoded : written;
  });
}

function characterOf(reference: string): string {
  const character = named.get(reference);
  if (character !== undefined) return character;
  const [, hex, decimal] = numeric.exec(reference) ?? [];
  const code = hex ? Number.parseInt(hex, 16) : Number.parseInt(decimal ?? '', 10);
  if (isXmlCharacter(code)) return String.fromCodePoint(code);
  throw unreadable(
    `The file is damaged: "&${reference.slice(0, REFERENCE_LENGTH_MAX)}" is not an XML character.`,
  );
}

function isXmlCharacter(code: number): boolean {
  if (code < 0x20) return code === 0x09 || code === 0x0a || code === 0x0d;
  if (code >= 0xd800 && code <= 0xdfff) return false;
  return code <= 0x10ffff && code !== 0xfffe && code !== 0xffff;
}
