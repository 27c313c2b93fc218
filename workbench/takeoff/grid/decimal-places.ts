import type { Line } from '../lines/line-queries';
import type { PlacedColumn } from './layout';

const placesMax = 6;

export type Places = ReadonlyMap<string, number>;

export function placesOf(value: unknown): number {
  if (typeof value !== 'number') return 0;
  const [, fraction = ''] = String(value).split('.');
  return fraction.includes('e') ? placesMax : Math.min(placesMax, fraction.length);
}

// Most decimals of each column in the lines that were displayed so far: it only grows, so that scrolling moves no figure back and forth.
export class DecimalPlaces {
  readonly #seen = new WeakSet<Line>();
  #places: Places = new Map();

  after(lines: readonly (Line | undefined)[], columns: readonly PlacedColumn[]): Places {
    const numbers = columns.filter(({ isNumber, decimals }) => isNumber && decimals !== 2);
    let next: Map<string, number> | null = null;
    for (const line of lines) {
      if (!line || this.#seen.has(line)) continue;
      this.#seen.add(line);
      for (const { key } of numbers) {
        const places = placesOf(line.values[key]);
        const known = next ?? this.#places;
        if (places <= (known.get(key) ?? 0)) continue;
        next ??= new Map(this.#places);
        next.set(key, places);
      }
    }
    if (next) this.#places = next;
    return this.#places;
  }
}
