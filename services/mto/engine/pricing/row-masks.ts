import type { Comparable, ConditionTest } from './condition';
import type { FieldClasses } from './field-classes';

export type Mask = Uint32Array;

const bitsOfWord = 32;

export const emptyMask = (rows: number): Mask => new Uint32Array(Math.ceil(rows / bitsOfWord));

export function addTo(mask: Mask, row: number): void {
  mask[row >>> 5] = (mask[row >>> 5] ?? 0) | (1 << (row & 31));
}

export const isIn = (mask: Mask, row: number): boolean => ((mask[row >>> 5] ?? 0) & (1 << (row & 31))) !== 0;

export const lowestOf = (bits: number): number => 31 - Math.clz32(bits & -bits);

const wordsStoredMax = 100_000;

// Which rows the value of a field does not rule out, for each class of values.
export class FieldMasks {
  readonly #ofClass: (Mask | undefined)[] = [];
  #count = 0;
  readonly #exact = new Map<Comparable, number[]>();
  readonly #others: { row: number; holds: ConditionTest['holds'] }[] = [];
  readonly #free: Mask;

  constructor(
    readonly classes: FieldClasses,
    rows: readonly { tests: readonly ConditionTest[] }[],
  ) {
    this.#free = emptyMask(rows.length);
    for (const [row, { tests }] of rows.entries()) this.#add(row, tests);
  }

  #add(row: number, all: readonly ConditionTest[]): void {
    const tests = all.filter(({ field }) => field === this.classes.field);
    const [only] = tests;
    if (only === undefined) addTo(this.#free, row);
    else if (tests.length > 1)
      this.#others.push({ row, holds: (value) => tests.every(({ holds }) => holds(value)) });
    else if (only.exact === null) this.#others.push({ row, holds: only.holds });
    else
      for (const value of new Set(only.exact)) {
        const known = this.#exact.get(value);
        if (known === undefined) this.#exact.set(value, [row]);
        else known.push(row);
      }
  }

  get current(): Mask {
    return this.#ofClass[this.classes.current] ?? this.#make(this.classes.current);
  }

  #make(one: number): Mask {
    const value = this.classes.sampleOf(one);
    const mask = this.#free.slice();
    for (const row of this.#exact.get(value) ?? []) addTo(mask, row);
    for (const { row, holds } of this.#others) if (holds(value)) addTo(mask, row);
    if (this.#count * mask.length >= wordsStoredMax) {
      this.#ofClass.length = 0;
      this.#count = 0;
    }
    this.#ofClass[one] = mask;
    this.#count += 1;
    return mask;
  }
}
