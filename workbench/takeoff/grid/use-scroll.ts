import {
  defaultRangeExtractor,
  type observeElementOffset,
  type Range,
  useVirtualizer,
} from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useMemo } from 'react';
import type { Group } from '../groups/read-groups';
import { headHeight, type Layout, type PlacedColumn } from './layout';
import type { Outline } from './outline';
import type { Cell } from './range';

const footHeight = 32;
const restMs = 150;
const rowsBeyond = 4;
const columnsBeyond = 1;

/** The active cell is rendered even out of view, since the focus names its element. */
const withActive = (active: number) => (range: Range) => {
  const indexes = defaultRangeExtractor(range);
  return active < 0 || active >= range.count || indexes.includes(active)
    ? indexes
    : [...indexes, active].sort((one, other) => one - other);
};

/** Offsets are read once for both directions, since rendering in between would force another layout. */
interface Offsets {
  scrollTop: number;
  scrollLeft: number;
}

const offsetsRead = new WeakMap<Event, Offsets>();

function offsetsOf(element: HTMLElement, event: Event): Offsets {
  const known = offsetsRead.get(event);
  if (known) return known;
  const { scrollTop, scrollLeft } = element;
  offsetsRead.set(event, { scrollTop, scrollLeft });
  return { scrollTop, scrollLeft };
}

type Observe = typeof observeElementOffset<HTMLDivElement>;

const observe =
  (direction: keyof Offsets): Observe =>
  ({ scrollElement: element }, report) => {
    if (!element) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let reported = element[direction];
    const scrolled = (event: Event) => {
      const offset = offsetsOf(element, event)[direction];
      if (offset === reported) return;
      reported = offset;
      report(offset, true);
      clearTimeout(timer);
      timer = setTimeout(() => report(offset, false), restMs);
    };
    report(reported, false);
    element.addEventListener('scroll', scrolled, { passive: true });
    return () => {
      clearTimeout(timer);
      element.removeEventListener('scroll', scrolled);
    };
  };

const [observeTop, observeLeft] = [observe('scrollTop'), observe('scrollLeft')];

export interface Displayed {
  // Their places.
  rows: readonly number[];
  firstRow: number;
  lastRow: number;
  columns: readonly PlacedColumn[];
  pageRows: number;
  reveal: (cell: Cell) => void;
}

export function useScroll(
  element: RefObject<HTMLDivElement | null>,
  layout: Layout,
  outline: Outline<Group>,
  active: Cell,
): Displayed {
  const { frozen, scrolling, frozenWidth, rowHeight } = layout;
  const getScrollElement = () => element.current;
  const rows = useVirtualizer({
    count: outline.places,
    getScrollElement,
    estimateSize: () => rowHeight,
    overscan: rowsBeyond,
    observeElementOffset: observeTop,
    scrollMargin: headHeight,
    rangeExtractor: withActive(outline.placeOf(active.row) ?? -1),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: heights are remembered until they are measured again
  useLayoutEffect(() => rows.measure(), [rows, rowHeight]);
  const columns = useVirtualizer({
    horizontal: true,
    count: scrolling.length,
    getScrollElement,
    estimateSize: (at) => scrolling[at]?.width ?? 0,
    getItemKey: (at) => `${scrolling[at]?.key} ${scrolling[at]?.width}`,
    overscan: columnsBeyond,
    observeElementOffset: observeLeft,
    scrollMargin: frozenWidth,
    rangeExtractor: withActive(active.column - frozen.length),
  });
  const columnIndexes = columns.getVirtualItems().map(({ index }) => index);
  const columnsKey = columnIndexes.join();
  const displayedColumns = useMemo(
    () => columnsKey.split(',').flatMap((index) => (index === '' ? [] : (scrolling[Number(index)] ?? []))),
    [columnsKey, scrolling],
  );
  const displayedRows = rows.getVirtualItems().map(({ index }) => index);
  const height = (rows.scrollRect?.height ?? 0) - headHeight - footHeight;
  return {
    rows: displayedRows,
    firstRow: rows.range?.startIndex ?? 0,
    lastRow: rows.range?.endIndex ?? 0,
    columns: displayedColumns,
    pageRows: Math.max(1, Math.floor(height / rowHeight) - 1),
    reveal: (cell) => element.current && reveal(element.current, layout, cell, outline.placeOf(cell.row)),
  };
}

function reveal(element: HTMLDivElement, layout: Layout, cell: Cell, place: number | undefined): void {
  const { columns, frozenWidth, rowHeight } = layout;
  const { scrollTop, scrollLeft, clientHeight, clientWidth } = element;
  if (place !== undefined) {
    const top = place * rowHeight;
    const bottom = top + rowHeight + headHeight + footHeight - clientHeight;
    if (top < scrollTop) element.scrollTop = top;
    else if (bottom > scrollTop) element.scrollTop = bottom;
  }
  const column = columns[cell.column];
  if (!column || column.isFrozen) return;
  const left = column.left - frozenWidth;
  const right = column.left + column.width - clientWidth;
  if (left < scrollLeft) element.scrollLeft = left;
  else if (right > scrollLeft) element.scrollLeft = right;
}
