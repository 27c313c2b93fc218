const bytesAtFirst = 256 * 1024;

export class FilledBytes {
  #bytes = Buffer.allocUnsafeSlow(bytesAtFirst);
  #at = 0;

  get length(): number {
    return this.#at;
  }

  copy(bytes: Buffer, start: number, end: number): void {
    if (end <= start) return;
    this.#reserve(end - start);
    this.#at += bytes.copy(this.#bytes, this.#at, start, end);
  }

  ascii(text: string): void {
    this.#reserve(text.length);
    this.#at += this.#bytes.write(text, this.#at, 'latin1');
  }

  utf8(text: string): void {
    this.#reserve(text.length * 3);
    this.#at += this.#bytes.write(text, this.#at, 'utf8');
  }

  take(): Uint8Array {
    const taken = this.#bytes.subarray(0, this.#at);
    this.#at = 0;
    return taken;
  }

  #reserve(count: number): void {
    if (this.#at + count <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(2 * (this.#at + count));
    larger.set(this.#bytes.subarray(0, this.#at));
    this.#bytes = larger;
  }
}
