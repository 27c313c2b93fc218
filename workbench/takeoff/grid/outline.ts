import { type Folding, noneFolded } from '../groups/folding';
import { headRow } from './range';

/**
 * Rows count the lines that are not folded, so that ranges of rows have lines alone; places count group rows, too, and offsets
 * count all lines. A row of a group is a number below that of the heads.
 */
interface Segment extends Counted {
  row: number;
  first: number;
  count: number;
}

interface Counted {
  place: number;
}

interface Header extends Counted {
  at: number;
}

interface Span {
  first: number;
  last: number;
}

interface Outlined {
  level: number;
  first: number;
  count: number;
  path: string;
}

export const groupRow = (at: number): number => headRow - 1 - at;
export const groupAt = (row: number): number => headRow - 1 - row;
export const isGroupRow = (row: number): boolean => row < headRow;

// The last one that begins at or before what is sought.
function lastOf<T>(all: readonly T[], startOf: (one: T) => number, sought: number): T | undefined {
  let [low, high] = [0, all.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (startOf(all[middle] as T) <= sought) low = middle + 1;
    else high = middle;
  }
  return all[low - 1];
}

export class Outline<G extends Outlined> {
  readonly places: number;
  readonly lines: number;
  readonly #headers: Header[] = [];
  readonly #segments: Segment[] = [];

  constructor(
    readonly groups: readonly G[],
    readonly depth: number,
    readonly folding: Folding,
  ) {
    let [place, row, hiddenBelow] = [0, 0, Number.POSITIVE_INFINITY];
    for (const [at, { level, first, count, path }] of groups.entries()) {
      if (level > hiddenBelow) continue;
      const isFolded = this.isFolded(path);
      hiddenBelow = isFolded ? level : Number.POSITIVE_INFINITY;
      this.#headers.push({ place, at });
      place += 1;
      if (isFolded || level < depth) continue;
      this.#segments.push({ place, row, first, count });
      place += count;
      row += count;
    }
    this.places = place;
    this.lines = row;
  }

  static ofLines(total: number): Outline<never> {
    const outline = new Outline<never>([], 0, noneFolded);
    if (total > 0) outline.#segments.push({ place: 0, row: 0, first: 0, count: total });
    return Object.assign(outline, { places: total, lines: total });
  }

  isFolded(path: string): boolean {
    return this.folding.others.has(path) !== this.folding.areMost;
  }

  // Undefined where it is folded, or none of the rows.
  placeOf(row: number): number | undefined {
    if (isGroupRow(row)) return this.#headers.find(({ at }) => at === groupAt(row))?.place;
    const segment = row < this.lines ? lastOf(this.#segments, (one) => one.row, row) : undefined;
    return segment && segment.place + row - segment.row;
  }

  rowAt(place: number): number {
    const header = lastOf(this.#headers, (one) => one.place, place);
    if (header?.place === place) return groupRow(header.at);
    const segment = lastOf(this.#segments, (one) => one.place, place);
    return segment ? segment.row + place - segment.place : this.lines;
  }

  offsetOf(row: number): number | undefined {
    const segment = row < this.lines ? lastOf(this.#segments, (one) => one.row, row) : undefined;
    return segment && segment.first + row - segment.row;
  }

  rowOfOffset(offset: number): number | undefined {
    const segment = lastOf(this.#segments, ({ first }) => first, offset);
    const from = segment ? offset - segment.first : 0;
    return segment && from < segment.count ? segment.row + from : undefined;
  }

  // The innermost visible group that the line is in.
  groupOf(offset: number): number {
    return lastOf(this.#headers, ({ at }) => this.groups[at]?.first ?? 0, offset)?.at ?? 0;
  }

  parentOf(at: number): number | undefined {
    const level = this.groups[at]?.level ?? 1;
    const parent = this.groups.slice(0, at).findLastIndex((group) => group.level < level);
    return parent < 0 ? undefined : parent;
  }

  // Where the lines of these rows are among all lines.
  partsOf({ first, last }: Span): Span[] {
    return this.#segments.flatMap(({ row, count, first: offset }) => {
      const [from, to] = [Math.max(first, row), Math.min(last, row + count - 1)];
      return from <= to ? [{ first: offset + from - row, last: offset + to - row }] : [];
    });
  }

  // Of the lines between two places.
  partsBetween(first: number, last: number): Span[] {
    return this.#segments.flatMap(({ place, count, first: offset }) => {
      const [from, to] = [Math.max(first, place), Math.min(last, place + count - 1)];
      return from <= to ? [{ first: offset + from - place, last: offset + to - place }] : [];
    });
  }

  // From the heads over all rows to the totals.
  neighbour(row: number, by: number): number {
    const place = row === headRow ? -1 : (this.placeOf(row) ?? this.places);
    const next = place + by;
    return next < 0 ? headRow : next < this.places ? this.rowAt(next) : this.lines;
  }
}
