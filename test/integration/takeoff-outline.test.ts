import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { Outline } from '../../workbench/takeoff/grid/outline';
import { rounds } from '../support/rounds';

interface Branch {
  count: number;
  isFolded: boolean;
  inner: Branch[];
}

const depth = 3;

const branch = (level: number): fc.Arbitrary<Branch> =>
  fc
    .record({
      count: fc.integer({ min: 1, max: 4 }),
      isFolded: fc.boolean(),
      inner:
        level < depth
          ? fc.array(branch(level + 1), { minLength: 1, maxLength: 3 })
          : fc.constant<Branch[]>([]),
    })
    .map((one) => ({
      ...one,
      count: one.inner.reduce((sum, { count }) => sum + count, 0) || one.count,
    }));

// Every place of the grid, one after the other: the row of a group by its path, or the offset of a line.
function placesOf(branches: readonly Branch[]) {
  const groups: { level: number; first: number; count: number; path: string }[] = [];
  const places: (string | number)[] = [];
  const folded = new Set<string>();
  let first = 0;
  const add = (one: Branch, level: number, path: string, isHidden: boolean) => {
    groups.push({ level, first, count: one.count, path });
    if (one.isFolded) folded.add(path);
    if (!isHidden) places.push(path);
    const areHidden = isHidden || one.isFolded;
    for (const [at, inner] of one.inner.entries()) add(inner, level + 1, `${path}.${at}`, areHidden);
    if (one.inner.length > 0) return;
    for (let at = 0; at < one.count; at += 1) if (!areHidden) places.push(first + at);
    first += one.count;
  };
  for (const [at, one] of branches.entries()) add(one, 1, String(at), false);
  return { groups, places, folded, total: first };
}

describe('the outline of grouped lines', () => {
  test('has at each place what a walk through all groups and lines finds there, whatever is folded', () => {
    const branches = fc.array(branch(1), { maxLength: 4 });
    fc.assert(
      fc.property(branches, fc.boolean(), (all, areMost) => {
        const { groups, places, folded, total } = placesOf(all);
        const paths = groups.map(({ path }) => path);
        const others = new Set(areMost ? paths.filter((path) => !folded.has(path)) : folded);
        const outline = new Outline(groups, depth, { areMost, others });
        const lines = places.filter((one) => typeof one === 'number');
        expect([outline.places, outline.lines]).toEqual([places.length, lines.length]);
        for (const [place, expected] of places.entries()) {
          const row = outline.rowAt(place);
          const found = row < 0 ? groups[-2 - row]?.path : outline.offsetOf(row);
          expect([found, outline.placeOf(row)]).toEqual([expected, place]);
          if (row < 0) continue;
          expect(outline.rowOfOffset(Number(expected))).toBe(row);
          expect(outline.neighbour(row, 1)).toBe(
            place + 1 < places.length ? outline.rowAt(place + 1) : lines.length,
          );
        }
        const hidden = Array.from({ length: total }, (_, at) => at).filter((at) => !lines.includes(at));
        for (const offset of hidden) {
          expect(outline.rowOfOffset(offset)).toBeUndefined();
          const group = groups[outline.groupOf(offset)];
          expect(places).toContain(group?.path ?? '');
          expect(offset - (group?.first ?? total)).toBeLessThan(group?.count ?? 0);
        }
        const offsetsIn = (parts: { first: number; last: number }[]) =>
          parts.flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_, at) => first + at));
        expect(offsetsIn(outline.partsOf({ first: 0, last: total }))).toEqual(lines);
        const middle = places.length >> 1;
        expect(offsetsIn(outline.partsBetween(middle, places.length))).toEqual(
          places.slice(middle).filter((one) => typeof one === 'number'),
        );
      }),
      { numRuns: rounds(300) },
    );
  });

  test('of lines without groups has each line at its place', () => {
    const outline = Outline.ofLines(100_000);
    expect([outline.places, outline.lines, outline.depth]).toEqual([100_000, 100_000, 0]);
    expect([outline.rowAt(99_999), outline.placeOf(99_999), outline.offsetOf(7)]).toEqual([
      99_999, 99_999, 7,
    ]);
    expect([outline.placeOf(100_000), outline.placeOf(-1), outline.neighbour(-1, 1)]).toEqual([
      undefined,
      undefined,
      0,
    ]);
  });
});
