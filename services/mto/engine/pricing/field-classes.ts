import type { Field } from '@consulting/takeoff-fields';
import type { Cell, Line } from '../fields/line';
import {
  boundsOf,
  type Comparable,
  type ConditionTest,
  comparableOf,
  isOrdered,
  patternsOf,
} from './condition';

const cellsRememberedMax = 50_000;

// Values that meet the same conditions are of one class, so that rows are compared with a class and not with a line.
export class FieldClasses {
  readonly #ofCell = new Map<Cell, number>();
  readonly #ofMark = new Map<string | number, number>();
  readonly #samples: Comparable[] = [];
  readonly #exact: ReadonlySet<Comparable>;
  readonly #bounds: readonly number[];
  readonly #starts: readonly string[];
  readonly #parts: readonly string[];
  current = 0;

  constructor(
    readonly field: Field,
    readonly position: number,
    tests: readonly ConditionTest[],
  ) {
    const exact = new Set(tests.flatMap((one) => one.exact ?? []));
    const bounds = isOrdered(field) ? tests.flatMap(({ condition }) => boundsOf(field, condition)) : [];
    const patterns = isOrdered(field) ? [] : tests.map(({ condition }) => patternsOf(condition));
    this.#exact = exact;
    this.#bounds = [...new Set([...exact, ...bounds])]
      .filter((one) => typeof one === 'number')
      .sort((one, other) => one - other);
    this.#starts = [...new Set(patterns.flatMap(({ starts }) => starts))];
    this.#parts = [...new Set(patterns.flatMap(({ parts }) => parts))];
  }

  read(line: Line): void {
    const cell = line[this.position] ?? null;
    this.current = this.#ofCell.get(cell) ?? this.#learn(cell);
  }

  sampleOf(one: number): Comparable {
    return this.#samples[one] ?? null;
  }

  #learn(cell: Cell): number {
    const value = comparableOf(this.field, cell);
    const mark = this.#markOf(value);
    const known = this.#ofMark.get(mark) ?? this.#samples.length;
    if (known === this.#samples.length) {
      this.#samples.push(value);
      this.#ofMark.set(mark, known);
    }
    if (this.#ofCell.size >= cellsRememberedMax) this.#ofCell.clear();
    this.#ofCell.set(cell, known);
    return known;
  }

  #markOf(value: Comparable): string | number {
    if (value === null) return '';
    if (typeof value === 'number') return this.#intervalOf(value);
    if (isOrdered(this.field)) return `=${value}`;
    const text = String(value);
    const starts = this.#starts.flatMap((start, at) => (text.startsWith(start) ? [at] : []));
    const parts = this.#parts.flatMap((part, at) => (text.includes(part) ? [at] : []));
    return `${starts.join()}|${parts.join()}|${this.#exact.has(value) ? text : ''}`;
  }

  #intervalOf(value: number): number {
    let [low, high] = [0, this.#bounds.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#bounds[middle] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    return 2 * low + (this.#bounds[low] === value ? 1 : 0);
  }
}
