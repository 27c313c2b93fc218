import { type Comparable, exactOf, holds, type PriceCondition } from './condition';
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
  readonly #ofClass = new Map<number, Mask>();
  readonly #exact = new Map<Comparable, number[]>();
  readonly #others: { row: number; conditions: readonly PriceCondition[] }[] = [];
  readonly #free: Mask;

  constructor(
    readonly classes: FieldClasses,
    rows: readonly { conditions: readonly PriceCondition[] }[],
  ) {
    this.#free = emptyMask(rows.length);
    for (const [row, { conditions }] of rows.entries()) this.#add(row, conditions);
  }

  #add(row: number, all: readonly PriceCondition[]): void {
    const { field } = this.classes;
    const conditions = all.filter((one) => one.field === field.key);
    const [only, ...others] = conditions;
    const exact = only === undefined || others.length > 0 ? null : exactOf(field, only);
    if (only === undefined) addTo(this.#free, row);
    else if (exact === null) this.#others.push({ row, conditions });
    else
      for (const value of new Set(exact)) {
        const known = this.#exact.get(value);
        if (known === undefined) this.#exact.set(value, [row]);
        else known.push(row);
      }
  }

  get current(): Mask {
    return this.#ofClass.get(this.classes.current) ?? this.#make(this.classes.current);
  }

  #make(one: number): Mask {
    const { field } = this.classes;
    const value = this.classes.sampleOf(one);
    const mask = this.#free.slice();
    for (const row of this.#exact.get(value) ?? []) addTo(mask, row);
    for (const { row, conditions } of this.#others)
      if (conditions.every((condition) => holds(field, condition, value))) addTo(mask, row);
    if (this.#ofClass.size * mask.length >= wordsStoredMax) this.#ofClass.clear();
    this.#ofClass.set(one, mask);
    return mask;
  }
}
