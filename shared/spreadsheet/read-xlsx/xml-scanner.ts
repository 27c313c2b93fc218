import { tooLarge, unreadable } from '../table/table-file';
import { ByteWindow } from './byte-window';
import { malformed, skipBlanks, XmlAttributes } from './xml-attributes';
import { decodeCharacterData, decodeContent, decodeUtf8 } from './xml-text';

export const NONE = 0;
export const OPEN = 1;
export const CLOSE = 2;
export const TEXT = 3;

const SPACE = 0x20;
const BANG = 0x21;
const QUOTE = 0x22;
const AMPERSAND = 0x26;
const APOSTROPHE = 0x27;
const SLASH = 0x2f;
const COLON = 0x3a;
const LESS = 0x3c;
const GREATER = 0x3e;
const QUESTION = 0x3f;
const UNDERSCORE = 0x5f;
const CARRIAGE_RETURN = 0x0d;

const TAG_BYTES = 64 * 1024;
const COMMENT_START = Buffer.from('<!--');
const COMMENT_END = Buffer.from('-->');
const CDATA_START = Buffer.from('<![CDATA[');
const CDATA_END = Buffer.from(']]>');
const INSTRUCTION_END = Buffer.from('?>');

/** A document type is refused, and with it every entity that it could define. */
export class XmlScanner {
  readonly window: ByteWindow;
  readonly attributes = new XmlAttributes();
  nameStart = 0;
  nameEnd = 0;
  selfClosing = false;
  textStart = 0;
  textEnd = 0;
  private isCharacterData = false;
  isPlain = false;

  constructor(private readonly textBytesMax: number) {
    this.window = new ByteWindow(textBytesMax + TAG_BYTES);
  }

  feed(chunk: Uint8Array): void {
    this.window.feed(chunk);
  }

  next(): number {
    const window = this.window;
    for (;;) {
      const start = window.position;
      if (start >= window.end) return NONE;
      if (window.bytes[start] !== LESS) return this.scanText(start);
      if (start + 1 >= window.end) return NONE;
      const second = window.bytes[start + 1];
      if (second === SLASH) return this.scanCloseTag(start);
      if (second === QUESTION) {
        if (!this.skipPast(INSTRUCTION_END, start + 2)) return NONE;
      } else if (second === BANG) {
        const kind = this.scanDeclaration(start);
        if (kind !== OPEN) return kind;
      } else return this.scanOpenTag(start);
    }
  }

  get name(): string {
    return this.window.bytes.toString('latin1', this.nameStart, this.nameEnd);
  }

  isNamed(letter: number): boolean {
    return this.nameEnd - this.nameStart === 1 && this.window.bytes[this.nameStart] === letter;
  }

  get text(): string {
    const raw = this.decode(this.textStart, this.textEnd);
    if (this.isPlain) return raw;
    return this.isCharacterData ? decodeCharacterData(raw) : decodeContent(raw);
  }

  finish(): void {
    const { bytes, end, position } = this.window;
    if (skipBlanks(bytes, position, end) < end) throw malformed();
  }

  private decode(start: number, end: number): string {
    if (this.isPlain) return this.window.bytes.toString('latin1', start, end);
    return decodeUtf8(this.window.bytes, start, end);
  }

  private scanText(start: number): number {
    const { bytes, end } = this.window;
    let cursor = start;
    let union = 0;
    let special = false;
    for (; cursor < end; cursor++) {
      const byte = bytes[cursor] as number;
      if (byte === LESS) break;
      union |= byte;
      if (byte === AMPERSAND || byte === UNDERSCORE || byte === CARRIAGE_RETURN) special = true;
    }
    if (cursor === end && !this.window.ended) return NONE;
    return this.foundText(start, cursor, cursor, !special && union < 0x80, false);
  }

  private foundText(
    start: number,
    end: number,
    next: number,
    isPlain: boolean,
    isCharacterData: boolean,
  ): number {
    if (end - start > this.textBytesMax) throw tooLarge(`A cell is larger than ${this.textBytesMax} bytes.`);
    this.textStart = start;
    this.textEnd = end;
    this.isPlain = isPlain;
    this.isCharacterData = isCharacterData;
    this.window.position = next;
    return TEXT;
  }

  private scanCloseTag(start: number): number {
    const { bytes, end } = this.window;
    let cursor = start + 2;
    this.nameStart = cursor;
    for (; cursor < end; cursor++) {
      const byte = bytes[cursor] as number;
      if (byte === COLON) this.nameStart = cursor + 1;
      else if (byte === GREATER || byte <= SPACE) break;
    }
    this.nameEnd = cursor;
    cursor = skipBlanks(bytes, cursor, end);
    if (cursor >= end) return NONE;
    if (bytes[cursor] !== GREATER || this.nameEnd === this.nameStart) throw malformed();
    this.window.position = cursor + 1;
    return CLOSE;
  }

  private scanOpenTag(start: number): number {
    const { bytes, end } = this.window;
    let cursor = start + 1;
    this.nameStart = cursor;
    for (; cursor < end; cursor++) {
      const byte = bytes[cursor] as number;
      if (byte === COLON) this.nameStart = cursor + 1;
      else if (byte === GREATER || byte === SLASH || byte <= SPACE) break;
    }
    this.nameEnd = cursor;
    const attributesStart = cursor;
    let quote = 0;
    for (; cursor < end; cursor++) {
      const byte = bytes[cursor] as number;
      if (quote !== 0) {
        if (byte === quote) quote = 0;
      } else if (byte === GREATER) break;
      else if (byte === QUOTE || byte === APOSTROPHE) quote = byte;
      if (byte === LESS) throw malformed();
    }
    if (cursor >= end) return NONE;
    if (this.nameEnd === this.nameStart) throw malformed();
    this.selfClosing = bytes[cursor - 1] === SLASH;
    this.attributes.start(bytes, attributesStart, this.selfClosing ? cursor - 1 : cursor);
    this.window.position = cursor + 1;
    return OPEN;
  }

  private scanDeclaration(start: number): number {
    if (this.startsWith(start, COMMENT_START)) return this.skipPast(COMMENT_END, start + 4) ? OPEN : NONE;
    if (!this.startsWith(start, CDATA_START)) {
      if (this.window.end - start < CDATA_START.length && !this.window.ended) return NONE;
      throw unreadable('The workbook declares a document type, which no spreadsheet program writes.');
    }
    const content = start + CDATA_START.length;
    const close = this.find(CDATA_END, content);
    return close < 0 ? NONE : this.foundText(content, close, close + CDATA_END.length, false, true);
  }

  private skipPast(terminator: Buffer, from: number): boolean {
    const found = this.find(terminator, from);
    if (found < 0) return false;
    this.window.position = found + terminator.length;
    return true;
  }

  private find(terminator: Buffer, from: number): number {
    return this.window.bytes.subarray(0, this.window.end).indexOf(terminator, from);
  }

  private startsWith(start: number, prefix: Buffer): boolean {
    if (this.window.end - start < prefix.length) return false;
    for (let index = 0; index < prefix.length; index++) {
      if (this.window.bytes[start + index] !== prefix[index]) return false;
    }
    return true;
  }
}
