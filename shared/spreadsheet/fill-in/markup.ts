import { isBlank, malformed } from '../read-xlsx/xml-attributes';

const BANG = 0x21;
const QUOTE = 0x22;
const APOSTROPHE = 0x27;
const SLASH = 0x2f;
const COLON = 0x3a;
export const LESS = 0x3c;
const GREATER = 0x3e;
const QUESTION = 0x3f;
const COMMENT_START = '<!--';
const CDATA_START = '<![CDATA[';
export const DECLARATION = Buffer.from('<!');
export const INSTRUCTION = Buffer.from('<?');
const COMMENT_END = Buffer.from('-->');
const CDATA_END = Buffer.from(']]>');
const INSTRUCTION_END = Buffer.from('?>');

export type Markup = 'open' | 'selfClosing' | 'close' | 'data' | 'other';

/** Places are in bytes, so that markup that is not changed can be copied as it is. */
export class MarkupReader {
  kind: Markup = 'other';
  start = 0;
  end = 0;
  nameStart = 0;
  localStart = 0;
  nameEnd = 0;

  read(bytes: Buffer, at: number): boolean {
    this.start = at;
    const second = bytes[at + 1];
    if (second === undefined) return false;
    if (second === BANG) return this.#readDeclaration(bytes, at);
    if (second === QUESTION) return this.#endAt(bytes, INSTRUCTION_END, at + 2, 'other');
    return this.#readTag(bytes, second === SLASH ? at + 2 : at + 1, second === SLASH);
  }

  get isTag(): boolean {
    return this.kind === 'open' || this.kind === 'selfClosing' || this.kind === 'close';
  }

  isNamed(bytes: Buffer, name: string): boolean {
    if (!this.isTag || this.nameEnd - this.localStart !== name.length) return false;
    return bytes.toString('latin1', this.localStart, this.nameEnd) === name;
  }

  prefix(bytes: Buffer): string {
    return bytes.toString('latin1', this.nameStart, this.localStart);
  }

  #readDeclaration(bytes: Buffer, at: number): boolean {
    const head = bytes.toString('latin1', at, at + CDATA_START.length);
    if (head.startsWith(COMMENT_START)) return this.#endAt(bytes, COMMENT_END, at + 4, 'other');
    if (head === CDATA_START) return this.#endAt(bytes, CDATA_END, at + CDATA_START.length, 'data');
    if (COMMENT_START.startsWith(head) || CDATA_START.startsWith(head)) return false;
    throw malformed();
  }

  #endAt(bytes: Buffer, terminator: Buffer, from: number, kind: Markup): boolean {
    const found = bytes.indexOf(terminator, from);
    this.kind = kind;
    this.end = found + terminator.length;
    return found >= 0;
  }

  #readTag(bytes: Buffer, nameStart: number, isClose: boolean): boolean {
    const { length } = bytes;
    let cursor = nameStart;
    let localStart = nameStart;
    for (; cursor < length; cursor++) {
      const byte = bytes[cursor] as number;
      if (byte === COLON) localStart = cursor + 1;
      else if (byte === GREATER || byte === SLASH || isBlank(byte)) break;
    }
    this.nameStart = nameStart;
    this.localStart = localStart;
    this.nameEnd = cursor;
    let quote = 0;
    for (; cursor < length; cursor++) {
      const byte = bytes[cursor] as number;
      if (quote !== 0) {
        if (byte === quote) quote = 0;
      } else if (byte === GREATER) break;
      else if (byte === QUOTE || byte === APOSTROPHE) quote = byte;
    }
    if (cursor >= length) return false;
    if (this.nameEnd === localStart) throw malformed();
    const isSelfClosing = !isClose && bytes[cursor - 1] === SLASH;
    this.kind = isClose ? 'close' : isSelfClosing ? 'selfClosing' : 'open';
    this.end = cursor + 1;
    return true;
  }
}

export function* eachMarkup(bytes: Buffer): Generator<MarkupReader> {
  const markup = new MarkupReader();
  for (let at = bytes.indexOf(LESS); at >= 0; at = bytes.indexOf(LESS, markup.end)) {
    if (!markup.read(bytes, at)) throw malformed();
    yield markup;
  }
}

export function elementEnd(bytes: Buffer, opened: MarkupReader): number {
  if (opened.kind === 'selfClosing') return opened.end;
  const markup = new MarkupReader();
  let depth = 1;
  let cursor = opened.end;
  while (depth > 0) {
    const at = bytes.indexOf(LESS, cursor);
    if (at < 0 || !markup.read(bytes, at)) throw malformed();
    if (markup.kind === 'open') depth++;
    if (markup.kind === 'close') depth--;
    cursor = markup.end;
  }
  return cursor;
}
