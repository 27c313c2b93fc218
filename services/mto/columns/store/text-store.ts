import type { Chunk } from './values';

const startBytes = 256;
const numberLength = 6;
const tableStart = 16;

export const emptyHash: number = crypto.getRandomValues(new Int32Array(1))[0] ?? 0;
const hashPrime = 0x01000193;

export const nextHash = (hash: number, byte: number): number => Math.imul(hash ^ byte, hashPrime);

const placeOf = (hash: number): number => hash ^ (hash >>> 15);

export function hashOf(bytes: Buffer, start: number, end: number): number {
  let hash = emptyHash;
  for (let at = start; at < end; at += 1) hash = nextHash(hash, bytes[at] ?? 0);
  return hash;
}

/** Texts are stored as UTF-8, because the order of its bytes is that of code points. Code 0 is the empty text. */
export class TextStore {
  #text = Buffer.allocUnsafeSlow(startBytes);
  #ends = new Uint32Array(16);
  #count = 1;
  #table = new Uint32Array(0);

  get count(): number {
    return this.#count;
  }

  get bytes(): number {
    return this.#text.byteLength + this.#ends.byteLength + this.#table.byteLength;
  }

  add(text: string): number {
    const start = this.#makeRoom(text.length * 3);
    return this.#added(start + this.#text.write(text, start));
  }

  codeOf(chunk: Chunk): number {
    if (this.#count * 2 > this.#table.length) this.#growTable();
    const { bytes, start, end, hash } = chunk;
    const mask = this.#table.length - 1;
    let place = placeOf(hash) & mask;
    for (let code = this.#table[place] ?? 0; code !== 0; code = this.#table[place] ?? 0) {
      if (this.#end(code) - this.#start(code) === end - start && this.#isSame(code, bytes, start))
        return code;
      place = (place + 1) & mask;
    }
    const to = this.#makeRoom(end - start);
    bytes.copy(this.#text, to, start, end);
    const code = this.#added(to + end - start);
    this.#table[place] = code;
    return code;
  }

  #added(end: number): number {
    const code = this.#count;
    if (code === this.#ends.length) {
      const more = new Uint32Array(code * 2);
      more.set(this.#ends);
      this.#ends = more;
    }
    this.#ends[code] = end;
    this.#count += 1;
    return code;
  }

  #makeRoom(bytes: number): number {
    const start = this.#ends[this.#count - 1] ?? 0;
    if (start + bytes > this.#text.length) {
      const more = Buffer.allocUnsafeSlow(Math.ceil((start + bytes) * 1.5));
      this.#text.copy(more, 0, 0, start);
      this.#text = more;
    }
    return start;
  }

  #growTable(): void {
    const mask = Math.max(this.#table.length * 2, tableStart) - 1;
    this.#table = new Uint32Array(mask + 1);
    for (let code = 1; code < this.#count; code += 1) {
      let place = placeOf(hashOf(this.#text, this.#start(code), this.#end(code))) & mask;
      while (this.#table[place] !== 0) place = (place + 1) & mask;
      this.#table[place] = code;
    }
  }

  #isSame(code: number, bytes: Buffer, start: number): boolean {
    const own = this.#start(code);
    const length = this.#end(code) - own;
    for (let at = 0; at < length; at += 1) if (this.#text[own + at] !== bytes[start + at]) return false;
    return true;
  }

  at(code: number): string {
    return this.#text.toString('utf8', this.#start(code), this.#end(code));
  }

  compare(one: number, other: number): number {
    return this.#text.compare(
      this.#text,
      this.#start(other),
      this.#end(other),
      this.#start(one),
      this.#end(one),
    );
  }

  compareWith(code: number, given: Buffer): number {
    const start = this.#start(code);
    const length = this.#end(code) - start;
    const common = Math.min(length, given.length);
    for (let at = 0; at < common; at += 1) {
      const difference = (this.#text[start + at] ?? 0) - (given[at] ?? 0);
      if (difference !== 0) return difference;
    }
    return length - given.length;
  }

  isEqual(code: number, given: Buffer): boolean {
    return this.#end(code) - this.#start(code) === given.length && this.#holds(given, this.#start(code));
  }

  startsWith(code: number, given: Buffer): boolean {
    return this.#end(code) - this.#start(code) >= given.length && this.#holds(given, this.#start(code));
  }

  endsWith(code: number, given: Buffer): boolean {
    const start = this.#end(code) - given.length;
    return start >= this.#start(code) && this.#holds(given, start);
  }

  isAmong(texts: readonly string[]): (code: number) => boolean {
    const among = new Set(texts);
    const lengths = new Set(texts.map((text) => Buffer.byteLength(text)));
    return (code) => lengths.has(this.#end(code) - this.#start(code)) && among.has(this.at(code));
  }

  *containing(part: Buffer): Generator<number> {
    const used = this.#text.subarray(0, this.#end(this.#count - 1));
    let code = 1;
    for (let at = used.indexOf(part); at >= 0 && code < this.#count; at = used.indexOf(part, at)) {
      while (this.#end(code) <= at) code += 1;
      const isWithin = at + part.length <= this.#end(code);
      if (isWithin) yield code;
      at = isWithin ? this.#end(code) : at + 1;
    }
  }

  numberAt(code: number, place: number): number {
    const from = this.#start(code) + place;
    const end = this.#end(code);
    let number = 0;
    for (let at = from; at < from + numberLength; at += 1)
      number = number * 256 + (at < end ? (this.#text[at] ?? 0) : 0);
    return number;
  }

  /** The texts are known to be equal up to `from`; the answer is at most `most`. */
  commonLength(one: number, other: number, from: number, most: number): number {
    if (one === other) return most;
    const [a, b] = [this.#start(one), this.#start(other)];
    const [aLength, bLength] = [this.#end(one) - a, this.#end(other) - b];
    const length = Math.min(aLength, bLength, most);
    for (let at = from; at < length; at += 1) if (this.#text[a + at] !== this.#text[b + at]) return at;
    return aLength === bLength ? most : length;
  }

  #holds(given: Buffer, start: number): boolean {
    for (let at = 0; at < given.length; at += 1) if (this.#text[start + at] !== given[at]) return false;
    return true;
  }

  #start(code: number): number {
    return code === 0 ? 0 : (this.#ends[code - 1] ?? 0);
  }

  #end(code: number): number {
    return this.#ends[code] ?? 0;
  }
}
