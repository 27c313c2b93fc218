import type { SortKey } from '@consulting/takeoff-lines';
import type { RefObject } from 'react';
import type { Line } from '../lines/line-queries';
import type { Lines } from '../lines/use-lines';
import type { Leaving } from './cell-editor';
import { dataEdge } from './data-edge';
import type { Layout } from './layout';
import { type Bounds, type Cell, type Direction, headRow, within } from './range';
import type { RangeEdits } from './use-range-edits';
import type { GridSelection } from './use-selection';

interface Context {
  element: RefObject<HTMLDivElement | null>;
  selection: GridSelection;
  bounds: Bounds;
  layout: Layout;
  lines: Lines;
  sort: readonly SortKey[];
  edits: RangeEdits;
  canWrite: boolean;
  reveal: (cell: Cell) => void;
  say: (text: string) => void;
  words: { adding: string };
  onSort: (sort: SortKey[]) => void;
  onFailed: (error: unknown) => void;
  onWiden: (key: string, width: number) => void;
  onExplain: (line: Line | null, key: string) => void;
  onMenu: (at: Element) => void;
  onMoveColumn: (from: number, to: number) => boolean;
}

const steps: Record<Leaving, Cell> = {
  stay: { row: 0, column: 0 },
  all: { row: 0, column: 0 },
  down: { row: 1, column: 0 },
  up: { row: -1, column: 0 },
  right: { row: 0, column: 1 },
  left: { row: 0, column: -1 },
};

const widthMin = 48;
const sortKeysMax = 5;

function sortedBy(sort: readonly SortKey[], field: string, isAdded: boolean): SortKey[] {
  const current = sort.find((key) => key.field === field);
  const others = isAdded ? sort.filter((key) => key.field !== field) : [];
  if (current?.direction === 'desc') return others;
  const next: SortKey = { field, direction: current ? 'desc' : 'asc' };
  return [...others, next].slice(0, sortKeysMax);
}

export function gridActions(context: Context) {
  const { element, selection, bounds, layout, lines, edits, reveal } = context;
  const { active, range, ranges, editing, does } = selection;
  const goTo = (cell: Cell) => {
    does({ kind: 'go', to: cell });
    reveal(cell);
  };
  const focus = () => element.current?.focus({ preventScroll: true });
  const resize = (at: number, width: number) => {
    const column = layout.columns[at];
    if (column) context.onWiden(column.key, Math.max(widthMin, Math.round(width)));
  };
  return {
    goTo,
    focus,
    resize,
    widen: (at: number, by: number) => resize(at, (layout.columns[at]?.width ?? 0) + by),
    extendTo(cell: Cell) {
      does({ kind: 'extend', to: cell });
      reveal(cell);
    },
    edit(typed: string | null) {
      const line = lines.at(active.row);
      if (context.canWrite && line && layout.columns[active.column]?.isEditable)
        does({ kind: 'edit', editing: { cell: active, line, typed } });
    },
    leave(text: string, leaving: Leaving) {
      const column = editing && layout.columns[editing.cell.column];
      if (editing && column && leaving === 'all') edits.writeAll(ranges, text);
      else if (editing && column) edits.write(editing.line, column, text);
      if (leaving === 'all') focus();
      if (leaving === 'stay' || leaving === 'all') {
        does({ kind: 'leave' });
        return;
      }
      const step = steps[leaving];
      focus();
      goTo(within({ row: active.row + step.row, column: active.column + step.column }, bounds, true));
    },
    explain() {
      const line = lines.at(active.row);
      const column = layout.columns[active.column];
      if (column && (line || (column.isSummed && active.row === lines.total)))
        context.onExplain(line ?? null, column.key);
    },
    fail: context.onFailed,
    cancel() {
      focus();
      does({ kind: 'leave' });
    },
    sort(at: number, isAdded: boolean) {
      const column = layout.columns[at];
      if (column) context.onSort(sortedBy(context.sort, column.key, isAdded));
    },
    fillDown() {
      const isSingle = ranges.every(({ firstRow, lastRow }) => firstRow === lastRow);
      const wider = ranges.map((one) => ({ ...one, firstRow: Math.max(0, one.firstRow - 1) }));
      edits.fill(isSingle ? wider : ranges, 1);
    },
    fillRight(): boolean {
      const isSingle = ranges.every(({ firstColumn, lastColumn }) => firstColumn === lastColumn);
      const wider = ranges.map((one) => ({ ...one, firstColumn: Math.max(0, one.firstColumn - 1) }));
      if (context.canWrite) edits.fillRight(isSingle ? wider : ranges);
      return context.canWrite;
    },
    fillTo: (lastRow: number, isSeries: boolean) =>
      edits.fill([{ ...range, lastRow }], range.lastRow - range.firstRow + 1, isSeries),
    // Another key while lines are read goes before.
    toDataEdge(key: Direction, isExtended: boolean) {
      const before = element.current?.getAttribute('aria-activedescendant');
      dataEdge(key, active, lines, layout).then((to) => {
        if (element.current?.getAttribute('aria-activedescendant') !== before) return;
        if (isExtended) does({ kind: 'extend', to });
        else does({ kind: 'go', to });
        reveal(to);
      }, context.onFailed);
    },
    moveColumn(from: number, to: number) {
      if (context.onMoveColumn(from, to)) goTo({ row: headRow, column: to });
    },
    openMenu() {
      const id = element.current?.getAttribute('aria-activedescendant');
      const cell = id ? document.getElementById(id) : null;
      if (cell) context.onMenu(cell);
    },
    clear: () => edits.clear(ranges),
    addRange() {
      does({ kind: 'keepAdding' });
      context.say(context.words.adding);
    },
  };
}

export type GridActions = ReturnType<typeof gridActions>;
