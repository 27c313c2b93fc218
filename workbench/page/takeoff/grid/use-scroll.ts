import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useMemo } from 'react';
import { headHeight, type Layout, type PlacedColumn, rowHeight } from './layout';
import type { Cell } from './range';

const footHeight = 34;

/** What is in view, and the active cell wherever it is, since the focus is named by its element. */
const withActive = (active: number) => (range: Range) => {
  const indexes = defaultRangeExtractor(range);
  return active < 0 || active >= range.count || indexes.includes(active)
    ? indexes
    : [...indexes, active].sort((one, other) => one - other);
};

export interface Shown {
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
  total: number,
  active: Cell,
): Shown {
  const { frozen, scrolling, frozenWidth } = layout;
  const getScrollElement = () => element.current;
  const rows = useVirtualizer({
    count: total,
    getScrollElement,
    estimateSize: () => rowHeight,
    overscan: 8,
    scrollMargin: headHeight,
    rangeExtractor: withActive(active.row),
  });
  const columns = useVirtualizer({
    horizontal: true,
    count: scrolling.length,
    getScrollElement,
    estimateSize: (at) => scrolling[at]?.width ?? 0,
    getItemKey: (at) => `${scrolling[at]?.key} ${scrolling[at]?.width}`,
    overscan: 3,
    scrollMargin: frozenWidth,
    rangeExtractor: withActive(active.column - frozen.length),
  });
  const columnIndexes = columns.getVirtualItems().map(({ index }) => index);
  const columnsKey = columnIndexes.join();
  const shownColumns = useMemo(
    () => columnsKey.split(',').flatMap((index) => (index === '' ? [] : (scrolling[Number(index)] ?? []))),
    [columnsKey, scrolling],
  );
  const shownRows = rows.getVirtualItems().map(({ index }) => index);
  return {
    rows: shownRows,
    firstRow: rows.range?.startIndex ?? 0,
    lastRow: rows.range?.endIndex ?? 0,
    columns: shownColumns,
    pageRows: Math.max(
      1,
      Math.floor(((element.current?.clientHeight ?? 0) - headHeight - footHeight) / rowHeight) - 1,
    ),
    reveal: (cell) => element.current && reveal(element.current, layout, cell, total),
  };
}

/** Scrolls no further than it takes to see a cell between the head, the foot and the frozen columns. */
function reveal(element: HTMLDivElement, { columns, frozenWidth }: Layout, cell: Cell, total: number): void {
  const { scrollTop, scrollLeft, clientHeight, clientWidth } = element;
  if (cell.row >= 0 && cell.row < total) {
    const top = cell.row * rowHeight;
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
