import { decodeUtf8 } from './xml-text';

const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
const AMPERSAND = 0x26;
const LESS = 0x3c;
const UNDERSCORE = 0x5f;

/** Element content that stands for itself: no references, escapes or carriage returns in it. */
export class PlainText {
  start = 0;
  /** At the first byte that is not plain. */
  end = 0;
  isAscii = true;

  scan(bytes: Buffer, start: number, limit: number): void {
    let cursor = start;
    let union = 0;
    for (; cursor < limit; cursor++) {
      const byte = bytes[cursor] as number;
      if (byte === LESS || byte === AMPERSAND || byte === UNDERSCORE || byte === CARRIAGE_RETURN) break;
      union |= byte;
    }
    this.start = start;
    this.end = cursor;
    this.isAscii = union < 0x80;
  }

  /** True when the content starts or ends with a blank, which only counts where `xml:space` says so. */
  hasOuterBlanks(bytes: Buffer): boolean {
    const { start, end } = this;
    return end > start && ((bytes[start] as number) <= SPACE || (bytes[end - 1] as number) <= SPACE);
  }

  /** Throws TableFileError for bytes that are no UTF-8. */
  decode(bytes: Buffer): string {
    const { start, end } = this;
    return this.isAscii ? bytes.toString('latin1', start, end) : decodeUtf8(bytes, start, end);
  }
}

/** True when `expected` is at `start`. */
export function startsAt(bytes: Buffer, start: number, expected: Buffer): boolean {
  for (let index = 0; index < expected.length; index++) {
    if (bytes[start + index] !== expected[index]) return false;
  }
  return true;
}
