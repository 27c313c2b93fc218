import type { TextStore } from './text-store';
import { type CodeOrder, withMark } from './values';

/** More texts than this are not ranked one by one. */
const rankedMax = 4096;
const bytesPerRank = 48;

/** Very many texts are ordered by their first bytes as a number, and ties by the bytes after them. Code 0 comes last. */
export function textOrder(texts: TextStore): CodeOrder {
  const last = made.get(texts);
  if (last?.count === texts.count) return last.order;
  const order = orderOfAll(texts);
  made.set(texts, { count: texts.count, order });
  return order;
}

const made = new WeakMap<TextStore, { count: number; order: CodeOrder }>();

export const orderBytes = (texts: TextStore): number => {
  const count = made.get(texts)?.count ?? 0;
  return count - 1 <= rankedMax ? count * bytesPerRank : 0;
};

function orderOfAll(texts: TextStore): CodeOrder {
  const all = new Uint32Array(texts.count - 1);
  for (let at = 0; at < all.length; at += 1) all[at] = at + 1;
  return orderOf(texts, all, 0) ?? { numberOf: (code) => (code === 0 ? Number.POSITIVE_INFINITY : 0) };
}

/** The answer is undefined when all texts are equal from `from` to their end. */
function orderOf(texts: TextStore, codes: Uint32Array, from: number): CodeOrder | undefined {
  const [first = 0] = codes;
  let place = Number.MAX_SAFE_INTEGER;
  for (const code of codes) place = texts.commonLength(first, code, from, place);
  if (place === Number.MAX_SAFE_INTEGER) return undefined;
  if (codes.length <= rankedMax) return ranked(texts, codes);
  return {
    numberOf: (code) => (code === 0 ? Number.POSITIVE_INFINITY : texts.numberAt(code, place)),
    finer: (ties) => orderOf(texts, distinct(ties, texts.count), place),
  };
}

function ranked(texts: TextStore, codes: Uint32Array): CodeOrder {
  const sorted = codes.slice().sort((one, other) => texts.compare(one, other));
  const ranks = new Map([[0, Number.POSITIVE_INFINITY]]);
  let rank = 0;
  for (let at = 0; at < sorted.length; at += 1) {
    const code = sorted[at] ?? 0;
    if (at > 0 && texts.compare(sorted[at - 1] ?? 0, code) !== 0) rank += 1;
    ranks.set(code, rank);
  }
  return { numberOf: (code) => ranks.get(code) ?? 0 };
}

function distinct(codes: Uint32Array, count: number): Uint32Array {
  const marks = new Uint8Array(count);
  for (const code of codes) marks[code] = 1;
  return withMark(marks);
}
