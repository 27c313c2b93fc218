type Places = Uint8Array | Uint16Array | Uint32Array;

const makers = [Uint8Array, Uint16Array, Uint32Array] as const;
const growth = 1.25;

/** Every code takes as few bytes as the largest needs, and none while all are zero. */
export class Codes {
  #places: Places | null = null;
  #capacity: number;

  constructor(capacity: number) {
    this.#capacity = Math.max(capacity, 1);
  }

  get bytes(): number {
    return this.#places?.byteLength ?? 0;
  }

  get places(): Places | null {
    return this.#places;
  }

  at(line: number): number {
    return this.#places?.[line] ?? 0;
  }

  set(line: number, code: number): void {
    if (line >= this.#capacity) this.#capacity = Math.ceil((line + 1) * growth);
    if (code === 0 && (this.#places === null || line >= this.#places.length)) return;
    const places = this.#fitting(line, code);
    places[line] = code;
  }

  #fitting(line: number, code: number): Places {
    const current = this.#places;
    const isWide = current !== null && code < 256 ** current.BYTES_PER_ELEMENT;
    if (isWide && line < current.length) return current;
    const bytes = Math.max(code < 256 ? 1 : code < 65_536 ? 2 : 4, current?.BYTES_PER_ELEMENT ?? 1);
    const Maker = makers[bytes === 4 ? 2 : bytes - 1] ?? Uint32Array;
    const places = new Maker(this.#capacity);
    if (current) places.set(current);
    this.#places = places;
    return places;
  }
}
