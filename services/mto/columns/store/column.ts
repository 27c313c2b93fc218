import type { SearchField } from '@consulting/mto-engine';
import { Codes } from './codes';
import { NumberValues } from './number-values';
import { numbersAt, type SortNumbers } from './select-lines';
import { TextValues } from './text-values';
import type { Chunk, CodeOrder, ColumnValues } from './values';

const countedMax = 4096;

export class Column {
  readonly values: ColumnValues;
  readonly #codes: Codes;

  constructor(
    readonly field: SearchField,
    capacity: number,
  ) {
    const { type } = field;
    this.values =
      type === 'number' || type === 'integer' ? new NumberValues() : new TextValues(type === 'text');
    this.#codes = new Codes(capacity);
  }

  get bytes(): number {
    return this.values.bytes + this.#codes.bytes;
  }

  codeAt(place: number): number {
    return this.#codes.at(place);
  }

  set(place: number, chunk: Chunk): void {
    this.#codes.set(place, chunk.start === chunk.end ? 0 : this.values.codeOf(chunk));
  }

  marked(flags: Uint8Array, placeCount: number): Uint8Array {
    const places = this.#codes.places;
    const marks = new Uint8Array(placeCount);
    const known = Math.min(places?.length ?? 0, placeCount);
    if (places) for (let at = 0; at < known; at += 1) marks[at] = flags[places[at] ?? 0] ?? 0;
    return known < placeCount ? marks.fill(flags[0] ?? 0, known) : marks;
  }

  counts(lines: Uint32Array): Uint32Array {
    const counts = new Uint32Array(this.values.count);
    const places = this.#codes.places;
    if (!places) counts[0] = lines.length;
    else
      for (let at = 0; at < lines.length; at += 1) {
        const code = places[lines[at] ?? 0] ?? 0;
        counts[code] = (counts[code] ?? 0) + 1;
      }
    return counts;
  }

  codesOf(lines: Uint32Array): Uint32Array {
    const places = this.#codes.places;
    const codes = new Uint32Array(lines.length);
    if (places) for (let at = 0; at < lines.length; at += 1) codes[at] = places[lines[at] ?? 0] ?? 0;
    return codes;
  }

  sortNumbers(order: CodeOrder, isDescending: boolean): SortNumbers {
    const numberOf = isDescending
      ? (code: number) => {
          const number = order.numberOf(code);
          return number === Number.POSITIVE_INFINITY ? number : -number;
        }
      : order.numberOf;
    return {
      numbersOf: (lines) => this.#numbersOf(lines, numberOf),
      numbersAt: (lines, numbers, places) =>
        this.values.count <= countedMax
          ? this.#countedNumbersAt(lines, numberOf, places)
          : numbersAt(numbers, places),
      finer: (ties) => {
        const finer = order.finer?.(this.codesOf(ties));
        return finer && this.sortNumbers(finer, isDescending);
      },
    };
  }

  #numbersOf(lines: Uint32Array, numberOf: (code: number) => number): Float64Array {
    const codes = this.codesOf(lines);
    const numbers = new Float64Array(lines.length);
    if (codes.length < this.values.count) {
      for (let at = 0; at < codes.length; at += 1) numbers[at] = numberOf(codes[at] ?? 0);
      return numbers;
    }
    const byCode = new Float64Array(this.values.count);
    for (let code = 0; code < byCode.length; code += 1) byCode[code] = numberOf(code);
    for (let at = 0; at < codes.length; at += 1) numbers[at] = byCode[codes[at] ?? 0] ?? 0;
    return numbers;
  }

  #countedNumbersAt(
    lines: Uint32Array,
    numberOf: (code: number) => number,
    places: readonly number[],
  ): number[] {
    const counts = this.counts(lines);
    const sorted = Array.from(counts, (count, code) => ({ count, number: numberOf(code) }))
      .filter(({ count }) => count > 0)
      .sort((one, other) => (one.number < other.number ? -1 : 1));
    return places.map((place) => {
      let before = 0;
      for (const { count, number } of sorted) {
        before += count;
        if (before > place) return number;
      }
      return Number.POSITIVE_INFINITY;
    });
  }
}
