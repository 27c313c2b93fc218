const bytesAtFirst = 16 * 1024;
const SPACE = 0x20;
const QUOTE = 0x22;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const BACKSLASH = 0x5c;
const ASCII_END = 0x7f;

const numberBytesMax = 40;
const fractionScale = 1e6;
const fractionDigits = 6;
const int32End = 2 ** 31;

export class ByteText {
  protected bytes: Buffer<ArrayBuffer>;
  protected at = 0;

  constructor(bytesExpected = bytesAtFirst) {
    this.bytes = Buffer.allocUnsafeSlow(bytesExpected);
  }

  get length(): number {
    return this.at;
  }

  get written(): Uint8Array<ArrayBuffer> {
    return this.bytes.subarray(0, this.at);
  }

  raw(bytes: Buffer, from = 0, to = bytes.length): void {
    this.reserve(to - from);
    this.at += bytes.copy(this.bytes, this.at, from, to);
  }

  plain(text: string): void {
    const { length } = text;
    this.reserve(length);
    const { bytes } = this;
    let { at } = this;
    for (let index = 0; index < length; index++) bytes[at++] = text.charCodeAt(index);
    this.at = at;
  }

  encoded(text: string): void {
    this.reserve(text.length * 3);
    this.at += this.bytes.write(text, this.at, 'utf8');
  }

  jsonText(text: string, escape: (text: string) => string = JSON.stringify): void {
    const { length } = text;
    this.reserve(length + 2);
    const { bytes } = this;
    let { at } = this;
    bytes[at++] = QUOTE;
    for (let index = 0; index < length; index++) {
      const code = text.charCodeAt(index);
      if (code < SPACE || code >= ASCII_END || code === BACKSLASH || code === QUOTE)
        return this.encoded(escape(text));
      bytes[at++] = code;
    }
    bytes[at++] = QUOTE;
    this.at = at;
  }

  number(value: number): void {
    this.reserve(numberBytesMax);
    const size = value < 0 ? -value : value;
    const whole = Math.floor(size);
    const fraction = Math.round((size - whole) * fractionScale);
    const isShort = whole < int32End && whole + fraction / fractionScale === size;
    if (!isShort || fraction === fractionScale) return this.plain(String(value));
    if (value < 0) this.bytes[this.at++] = MINUS;
    this.#digits(whole);
    if (fraction === 0) return;
    this.bytes[this.at++] = POINT;
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
    const { bytes } = this;
    let rest = value;
    for (let at = this.at + width - 1; at >= this.at; at--) {
      const tenth = (rest / 10) | 0;
      bytes[at] = ZERO + rest - tenth * 10;
      rest = tenth;
    }
    this.at += width;
  }

  protected reserve(bytes: number): void {
    if (this.at + bytes <= this.bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(2 * (this.at + bytes));
    larger.set(this.bytes.subarray(0, this.at));
    this.bytes = larger;
  }
}

export class SerializedJson {
  constructor(
    readonly text: Uint8Array<ArrayBuffer>,
    readonly stored?: object,
  ) {}
}
