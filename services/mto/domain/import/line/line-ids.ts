const counterDigits = 8;

const randomHex = (digits: number): string =>
  Math.floor(Math.random() * 16 ** digits)
    .toString(16)
    .padStart(digits, '0');

/**
 * Identifiers for the lines of one import: UUIDs of version 7 with one time and one random part, counted up, so that they are
 * one range that no other line falls into, and in the order of the rows.
 */
export class LineIds {
  readonly #prefix: string;
  #count = 0;

  constructor(nowMs: number) {
    const time = nowMs.toString(16).padStart(12, '0');
    const variant = (8 + Math.floor(Math.random() * 4)).toString(16);
    this.#prefix = `${time.slice(0, 8)}-${time.slice(8)}-7${randomHex(3)}-${variant}${randomHex(3)}-${randomHex(4)}`;
  }

  get range(): { first: string; last: string } {
    return {
      first: this.#prefix + '0'.repeat(counterDigits),
      last: this.#prefix + 'f'.repeat(counterDigits),
    };
  }

  next(): string {
    this.#count += 1;
    return this.#prefix + this.#count.toString(16).padStart(counterDigits, '0');
  }
}
