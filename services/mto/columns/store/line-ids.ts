const wordsPerId = 4;
const growth = 1.25;
const bytesPerUnsettled = 64;
export const bytesPerId = (wordsPerId + 1) * 4;

/** A place is never given to a second line. */
export class LineIds {
  #words: Uint32Array;
  #count = 0;
  #sorted: Uint32Array = new Uint32Array(0);
  readonly #added = new Map<string, number>();
  readonly #removed = new Set<number>();
  #lastFound = -1;

  constructor(capacity: number) {
    this.#words = new Uint32Array(Math.max(capacity, 1) * wordsPerId);
  }

  get bytes(): number {
    const unsettled = (this.#added.size + this.#removed.size) * bytesPerUnsettled;
    return this.#words.byteLength + this.#sorted.byteLength + unsettled;
  }

  get placeCount(): number {
    return this.#count;
  }

  add(words: Uint32Array): number {
    const place = this.#count;
    if ((place + 1) * wordsPerId > this.#words.length) {
      const more = new Uint32Array(Math.ceil((place + 1) * growth) * wordsPerId);
      more.set(this.#words);
      this.#words = more;
    }
    this.#words.set(words, place * wordsPerId);
    this.#count += 1;
    return place;
  }

  insert(words: Uint32Array): number {
    const place = this.add(words);
    this.#added.set(words.join(), place);
    return place;
  }

  remove(words: Uint32Array): void {
    const place = this.find(words);
    if (place === undefined) return;
    this.#added.delete(words.join());
    this.#removed.add(place);
  }

  find(words: Uint32Array): number | undefined {
    const added = this.#added.size > 0 ? this.#added.get(words.join()) : undefined;
    if (added !== undefined) return added;
    const isAt = (place: number) => !this.#removed.has(place) && this.#compareWith(place, words) === 0;
    const next = this.#lastFound + 1;
    const place = next < this.#count && isAt(next) ? next : this.#sorted[this.#firstNotBefore(words)];
    if (place === undefined || !isAt(place)) return undefined;
    this.#lastFound = place;
    return place;
  }

  get sorted(): Uint32Array {
    if (this.#added.size > 0 || this.#removed.size > 0) this.#settle();
    return this.#sorted;
  }

  sort(): void {
    const places = Uint32Array.from({ length: this.#count }, (_, place) => place);
    const isInOrder = places.every((place) => place === 0 || this.#compare(place - 1, place) < 0);
    this.#sorted = isInOrder ? places : places.sort((one, other) => this.#compare(one, other));
  }

  #firstNotBefore(words: Uint32Array): number {
    let [low, high] = [0, this.#sorted.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#compareWith(this.#sorted[middle] ?? 0, words) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  isBehind(place: number, id: Uint32Array): boolean {
    return this.#compareWith(place, id) > 0;
  }

  at(place: number): string {
    let text = '';
    for (let at = 0; at < wordsPerId; at += 1)
      text += (this.#words[place * wordsPerId + at] ?? 0).toString(16).padStart(8, '0');
    return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join(
      '-',
    );
  }

  #settle(): void {
    const added = Uint32Array.from(this.#added.values()).sort((one, other) => this.#compare(one, other));
    const removed = this.#removed;
    const merged = new Uint32Array(this.#sorted.length + added.length);
    let count = 0;
    let next = 0;
    for (const place of this.#sorted) {
      if (removed.size > 0 && removed.has(place)) continue;
      for (; next < added.length && this.#compare(added[next] ?? 0, place) < 0; next += 1)
        merged[count++] = added[next] ?? 0;
      merged[count++] = place;
    }
    for (; next < added.length; next += 1) merged[count++] = added[next] ?? 0;
    this.#sorted = merged.slice(0, count);
    // The same identifier may come again, at another place.
    for (const place of removed) this.#words.fill(0, place * wordsPerId, (place + 1) * wordsPerId);
    this.#added.clear();
    this.#removed.clear();
  }

  #compare(one: number, other: number): number {
    for (let at = 0; at < wordsPerId; at += 1) {
      const difference =
        (this.#words[one * wordsPerId + at] ?? 0) - (this.#words[other * wordsPerId + at] ?? 0);
      if (difference !== 0) return difference;
    }
    return 0;
  }

  #compareWith(place: number, words: Uint32Array): number {
    for (let at = 0; at < wordsPerId; at += 1) {
      const difference = (this.#words[place * wordsPerId + at] ?? 0) - (words[at] ?? 0);
      if (difference !== 0) return difference;
    }
    return 0;
  }
}

export const wordsOf = (id: string): Uint32Array => wordsIn(Buffer.from(id), new Uint32Array(wordsPerId));

export function wordsIn(bytes: Uint8Array, words: Uint32Array): Uint32Array {
  let [at, word] = [0, 0];
  for (let digits = 0; digits < digitsPerId; at += 1) {
    const code = bytes[at] ?? 0;
    if (code === hyphen) continue;
    word = (word << 4) | (code <= nine ? code - zero : (code | lowerCase) - letterA + 10);
    digits += 1;
    if (digits % digitsPerWord === 0) words[digits / digitsPerWord - 1] = word;
  }
  return words;
}

const digitsPerWord = 8;
const digitsPerId = digitsPerWord * wordsPerId;
const hyphen = 0x2d;
const zero = 0x30;
const nine = 0x39;
const letterA = 0x61;
const lowerCase = 0x20;
