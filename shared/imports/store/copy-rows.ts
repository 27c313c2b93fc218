import { ByteText } from '@consulting/kernel/schema';
import { copyJsonText, copyText } from './copy-text';

const TAB = 0x09;
const LINE_END = 0x0a;
const SPACE = 0x20;
const BACKSLASH = 0x5c;
const LETTER_N = 0x4e;
const ASCII_END = 0x7f;

/**
 * Rows are written byte by byte, because most of the work of an import is writing numbers and short texts.
 * Two buffers take turns, so that rows can be written while earlier ones are sent.
 */
export class CopyRows extends ByteText {
  #spare = Buffer.allocUnsafeSlow(this.bytes.length);

  /** The returned bytes stay valid until the call after the next. */
  take(): Uint8Array {
    const taken = this.written;
    const spare = this.#spare;
    this.#spare = this.bytes;
    this.bytes = spare;
    this.at = 0;
    return taken;
  }

  nextColumn(): void {
    this.reserve(1);
    this.bytes[this.at++] = TAB;
  }

  endRow(): void {
    this.reserve(1);
    this.bytes[this.at++] = LINE_END;
  }

  nullColumn(): void {
    this.reserve(3);
    const { bytes } = this;
    bytes[this.at++] = TAB;
    bytes[this.at++] = BACKSLASH;
    bytes[this.at++] = LETTER_N;
  }

  text(text: string): void {
    const { length } = text;
    this.reserve(length);
    const { bytes } = this;
    let { at } = this;
    for (let index = 0; index < length; index++) {
      const code = text.charCodeAt(index);
      if (code < SPACE || code >= ASCII_END || code === BACKSLASH) return this.encoded(copyText(text));
      bytes[at++] = code;
    }
    this.at = at;
  }

  override jsonText(text: string): void {
    super.jsonText(text, copyJsonText);
  }
}
