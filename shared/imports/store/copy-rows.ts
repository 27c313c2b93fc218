import { copyJsonText, copyText } from './copy-text';

const bytesAtFirst = 256 * 1024;
const TAB = 0x09;
const LINE_END = 0x0a;
const SPACE = 0x20;
const QUOTE = 0x22;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const BACKSLASH = 0x5c;
const LETTER_N = 0x4e;
const ASCII_END = 0x7f;

const numberBytesMax = 40;
const fractionScale = 1e6;
const fractionDigits = 6;
const int32End = 2 ** 31;

/**
 * Rows of COPY text, written byte by byte: most of what an import does is writing numbers and short texts. Two buffers take
 * turns, so that rows can be written while those before are sent.
 */
export class CopyRows {
  #bytes = Buffer.allocUnsafeSlow(bytesAtFirst);
  #spare = Buffer.allocUnsafeSlow(bytesAtFirst);
  #at = 0;

  get length(): number {
    return this.#at;
  }

  /** The rows written since the last call; they stay as they are until the call after the next. */
  take(): Uint8Array {
    const taken = this.#bytes.subarray(0, this.#at);
    const spare = this.#spare;
    this.#spare = this.#bytes;
    this.#bytes = spare;
    this.#at = 0;
    return taken;
  }

  nextColumn(): void {
    this.#reserve(1);
    this.#bytes[this.#at++] = TAB;
  }

  endRow(): void {
    this.#reserve(1);
    this.#bytes[this.#at++] = LINE_END;
  }

  /** An empty column, with the tab before it. */
  nullColumn(): void {
    this.#reserve(3);
    const bytes = this.#bytes;
    bytes[this.#at++] = TAB;
    bytes[this.#at++] = BACKSLASH;
    bytes[this.#at++] = LETTER_N;
  }

  /** Bytes that are rows, or parts of them, already. */
  raw(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#at);
    this.#at += bytes.length;
  }

  /** ASCII that needs no escape. */
  plain(text: string): void {
    const { length } = text;
    this.#reserve(length);
    const bytes = this.#bytes;
    let at = this.#at;
    for (let index = 0; index < length; index++) bytes[at++] = text.charCodeAt(index);
    this.#at = at;
  }

  text(text: string): void {
    const { length } = text;
    this.#reserve(length);
    const bytes = this.#bytes;
    let at = this.#at;
    for (let index = 0; index < length; index++) {
      const code = text.charCodeAt(index);
      if (code < SPACE || code >= ASCII_END || code === BACKSLASH) return this.#encoded(copyText(text));
      bytes[at++] = code;
    }
    this.#at = at;
  }

  /** Text as a JSON string. */
  jsonText(text: string): void {
    const { length } = text;
    this.#reserve(length + 2);
    const bytes = this.#bytes;
    let at = this.#at;
    bytes[at++] = QUOTE;
    for (let index = 0; index < length; index++) {
      const code = text.charCodeAt(index);
      if (code < SPACE || code >= ASCII_END || code === BACKSLASH || code === QUOTE)
        return this.#encoded(copyJsonText(text));
      bytes[at++] = code;
    }
    bytes[at++] = QUOTE;
    this.#at = at;
  }

  /** A number of at most six decimals by its shortest text; others as JavaScript writes them. */
  number(value: number): void {
    this.#reserve(numberBytesMax);
    const size = value < 0 ? -value : value;
    const whole = Math.floor(size);
    const fraction = Math.round((size - whole) * fractionScale);
    const isShort = whole < int32End && whole + fraction / fractionScale === size;
    if (!isShort || fraction === fractionScale) return this.plain(String(value));
    if (value < 0) this.#bytes[this.#at++] = MINUS;
    this.#digits(whole);
    if (fraction === 0) return;
    this.#bytes[this.#at++] = POINT;
    let rest = fraction;
    let width = fractionDigits;
    for (; rest % 10 === 0; width--) rest = (rest / 10) | 0;
    this.#padded(rest, width);
  }

  #digits(value: number): void {
    let width = 1;
    for (let rest = value; rest >= 10; rest = (rest / 10) | 0) width++;
    this.#padded(value, width);
  }

  #padded(value: number, width: number): void {
    const bytes = this.#bytes;
    let rest = value;
    for (let at = this.#at + width - 1; at >= this.#at; at--) {
      const tenth = (rest / 10) | 0;
      bytes[at] = ZERO + rest - tenth * 10;
      rest = tenth;
    }
    this.#at += width;
  }

  #encoded(text: string): void {
    this.#reserve(text.length * 3);
    this.#at += this.#bytes.write(text, this.#at, 'utf8');
  }

  #reserve(bytes: number): void {
    if (this.#at + bytes <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(2 * (this.#at + bytes));
    larger.set(this.#bytes.subarray(0, this.#at));
    this.#bytes = larger;
  }
}
