export interface SortNumbers {
  numbersOf(lines: Uint32Array): Float64Array;
  numbersAt(lines: Uint32Array, numbers: Float64Array, places: readonly number[]): number[];
  finer(ties: Uint32Array): SortNumbers | undefined;
}

const sortedWholeMax = 2000;

/** `lines` come in the order of their identifiers, which decides ties. Only the lines between `from` and `to` are sorted. */
export function selectLines(
  lines: Uint32Array,
  keys: readonly SortNumbers[],
  from: number,
  to: number,
): Uint32Array {
  const [key, ...others] = keys;
  const [start, end] = [Math.max(from, 0), Math.min(to, lines.length)];
  if (start >= end) return new Uint32Array(0);
  if (!key) return lines.subarray(start, end);
  if (lines.length <= sortedWholeMax) return sorted(lines, keys).subarray(start, end);
  const numbers = key.numbersOf(lines);
  const [lowest = 0, highest = 0] = key.numbersAt(lines, numbers, [start, end - 1]);
  const { before, first, between, last } = split(lines, numbers, lowest, highest);
  const ofFirst = keysOfTies(first, key, others);
  if (lowest === highest) return selectLines(first, ofFirst, start - before, end - before);
  const lastCount = end - before - first.length - between.length;
  return joined([
    selectLines(first, ofFirst, start - before, first.length),
    sorted(between, keys),
    selectLines(last, keysOfTies(last, key, others), 0, lastCount),
  ]);
}

function keysOfTies(
  ties: Uint32Array,
  key: SortNumbers,
  others: readonly SortNumbers[],
): readonly SortNumbers[] {
  const finer = key.finer(ties);
  return finer ? [finer, ...others] : others;
}

function joined(parts: readonly Uint32Array[]): Uint32Array {
  const all = new Uint32Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function split(lines: Uint32Array, numbers: Float64Array, lowest: number, highest: number) {
  const marks = new Uint8Array(lines.length);
  const counts = [0, 0, 0, 0, 0];
  for (let at = 0; at < lines.length; at += 1) {
    const number = numbers[at] ?? 0;
    const mark =
      number < lowest ? 0 : number === lowest ? 1 : number < highest ? 2 : number === highest ? 3 : 4;
    marks[at] = mark;
    counts[mark] = (counts[mark] ?? 0) + 1;
  }
  const marked = (mark: number) => {
    const found = new Uint32Array(counts[mark] ?? 0);
    let count = 0;
    for (let at = 0; count < found.length; at += 1) if (marks[at] === mark) found[count++] = lines[at] ?? 0;
    return found;
  };
  return { before: counts[0] ?? 0, first: marked(1), between: marked(2), last: marked(3) };
}

function sorted(lines: Uint32Array, keys: readonly SortNumbers[]): Uint32Array {
  const [key, ...others] = keys;
  if (!key || lines.length < 2) return lines;
  const numbers = key.numbersOf(lines);
  const places = Uint32Array.from(lines, (_, at) => at).sort((one, other) => {
    const [a = 0, b = 0] = [numbers[one], numbers[other]];
    if (a === b) return one - other;
    return a < b ? -1 : 1;
  });
  const parts: Uint32Array[] = [];
  for (let at = 0; at < places.length; ) {
    const from = at;
    const number = numbers[places[from] ?? 0];
    while (at < places.length && numbers[places[at] ?? 0] === number) at += 1;
    const ties = places.subarray(from, at).map((place) => lines[place] ?? 0);
    parts.push(ties.length === 1 ? ties : sorted(ties, keysOfTies(ties, key, others)));
  }
  return joined(parts);
}

export function numbersAt(numbers: Float64Array, places: readonly number[]): number[] {
  const moved = numbers.slice();
  return places.map((place) => nthSmallest(moved, place));
}

/** Quickselect with three parts makes many equal numbers cheap; it reorders `numbers`. */
function nthSmallest(numbers: Float64Array, n: number): number {
  let [low, high] = [0, numbers.length - 1];
  for (;;) {
    const pivot = numbers[low + Math.floor(Math.random() * (high - low + 1))] ?? 0;
    let [less, at, more] = [low, low, high];
    while (at <= more) {
      const number = numbers[at] ?? 0;
      if (number < pivot) swap(numbers, less++, at++);
      else if (number > pivot) swap(numbers, at, more--);
      else at += 1;
    }
    if (n < less) high = less - 1;
    else if (n > more) low = more + 1;
    else return pivot;
  }
}

function swap(numbers: Float64Array, one: number, other: number): void {
  const stored = numbers[one] ?? 0;
  numbers[one] = numbers[other] ?? 0;
  numbers[other] = stored;
}
