import { isUtf8 } from 'node:buffer';
import { decodeContent, decodeOfficeEscapes, decodeUtf8 } from './xml-text';

const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
const HASH = 0x23;
const AMPERSAND = 0x26;
const LESS = 0x3c;
const UNDERSCORE = 0x5f;
const outerBlank = /^[ \t\r\n]|[ \t\r\n]$/;

export class TextContent {
  start = 0;
  end = 0;
  private isAscii = true;
  private hasReferences = false;
  private hasUnderscores = false;

  scan(bytes: Buffer, start: number, limit: number): void {
    let cursor = start;
    let union = 0;
    let hasReferences = false;
    let hasUnderscores = false;
    for (; cursor < limit; cursor++) {
      const byte = bytes[cursor] as number;
      if (byte === LESS) break;
      if (byte === AMPERSAND || byte === CARRIAGE_RETURN) hasReferences = true;
      else if (byte === UNDERSCORE || byte === HASH) hasUnderscores = true;
      union |= byte;
    }
    this.start = start;
    this.end = cursor;
    this.isAscii = union < 0x80;
    this.hasReferences = hasReferences;
    this.hasUnderscores = hasUnderscores;
  }

  isExact(bytes: Buffer, isPreserved: boolean): boolean {
    const { start, end } = this;
    if (this.hasReferences || this.hasUnderscores) return false;
    if (end === start) return true;
    const touchesBlank = (bytes[start] as number) <= SPACE || (bytes[end - 1] as number) <= SPACE;
    return (isPreserved || !touchesBlank) && (this.isAscii || isUtf8(bytes.subarray(start, end)));
  }

  decode(bytes: Buffer, isPreserved: boolean): string | null {
    const { start, end } = this;
    const raw = this.isAscii ? bytes.toString('latin1', start, end) : decodeUtf8(bytes, start, end);
    const text = this.hasReferences ? decodeContent(raw) : raw;
    if (!isPreserved && outerBlank.test(text)) return null;
    return this.hasUnderscores ? decodeOfficeEscapes(text) : text;
  }
}

export function startsAt(bytes: Buffer, start: number, expected: Buffer): boolean {
  for (let index = 0; index < expected.length; index++) {
    if (bytes[start + index] !== expected[index]) return false;
  }
  return true;
}
