import { type TableFileError, unreadable } from '../table/table-file';
import { decodeAttribute, decodeUtf8 } from './xml-text';

const TAB = 0x09;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
const QUOTE = 0x22;
const APOSTROPHE = 0x27;
const EQUALS = 0x3d;

export class XmlAttributes {
  bytes: Buffer = Buffer.alloc(0);
  nameStart = 0;
  nameEnd = 0;
  valueStart = 0;
  valueEnd = 0;
  private first = 0;
  private cursor = 0;
  private end = 0;

  start(bytes: Buffer, start: number, end: number): void {
    this.bytes = bytes;
    this.first = start;
    this.cursor = start;
    this.end = end;
  }

  next(): boolean {
    const { bytes, end } = this;
    let cursor = skipBlanks(bytes, this.cursor, end);
    if (cursor >= end) return false;
    this.nameStart = cursor;
    while (cursor < end && bytes[cursor] !== EQUALS && !isBlank(bytes[cursor] as number)) cursor++;
    this.nameEnd = cursor;
    cursor = skipBlanks(bytes, cursor, end);
    if (cursor >= end || bytes[cursor] !== EQUALS) throw malformed();
    cursor = skipBlanks(bytes, cursor + 1, end);
    const quote = bytes[cursor];
    if (cursor >= end || (quote !== QUOTE && quote !== APOSTROPHE)) throw malformed();
    this.valueStart = ++cursor;
    while (cursor < end && bytes[cursor] !== quote) cursor++;
    if (cursor >= end) throw malformed();
    this.valueEnd = cursor;
    this.cursor = cursor + 1;
    return true;
  }

  find(fits: (name: string) => boolean): string | undefined {
    this.cursor = this.first;
    while (this.next()) {
      if (fits(this.bytes.toString('latin1', this.nameStart, this.nameEnd))) return this.value;
    }
    return undefined;
  }

  get asciiValue(): string {
    const raw = this.bytes.toString('latin1', this.valueStart, this.valueEnd);
    return raw.includes('&') ? decodeAttribute(raw) : raw;
  }

  private get value(): string {
    return decodeAttribute(decodeUtf8(this.bytes, this.valueStart, this.valueEnd));
  }
}

export function skipBlanks(bytes: Uint8Array, from: number, end: number): number {
  let cursor = from;
  while (cursor < end && isBlank(bytes[cursor] as number)) cursor++;
  return cursor;
}

export function isBlank(byte: number): boolean {
  return byte === SPACE || (byte >= TAB && byte <= CARRIAGE_RETURN);
}

export function malformed(): TableFileError {
  return unreadable('The file is damaged: a part of the workbook is not well-formed XML.');
}
