import { type MouseEvent, type PointerEvent, useRef } from 'react';
import type { Layout } from './layout';
import { type Cell, headRow, isIn } from './range';
import type { GridActions } from './use-actions';
import type { GridSelection } from './use-selection';

type Dragging =
  | { kind: 'move'; column: number; from: number; isMoved: boolean }
  | { kind: 'range' }
  | { kind: 'fill' }
  | { kind: 'width'; column: number; from: number };

type Chosen = Record<'shiftKey' | 'ctrlKey' | 'metaKey', boolean>;

const tapped: Chosen = { shiftKey: false, ctrlKey: false, metaKey: false };

const movedBy = 6;

const cells = '[role="gridcell"], [role="columnheader"], [role="rowheader"]';

function cellAt(target: EventTarget | null): Cell | null {
  const found = target instanceof Element ? target.closest(cells) : null;
  const [, row, column] = found?.id.split(':') ?? [];
  return row === undefined || column === undefined ? null : { row: Number(row), column: Number(column) };
}

const cellUnder = ({ clientX, clientY }: PointerEvent): Cell | null =>
  cellAt(document.elementFromPoint(clientX, clientY));

const isWithin = (target: EventTarget, selector: string) =>
  target instanceof Element && target.closest(selector) !== null;

// The attribute is no part of what is rendered, so that a drag renders nothing.
function markTarget(grid: HTMLElement, target: Cell | null): void {
  for (const marked of grid.querySelectorAll('[data-drop]')) marked.removeAttribute('data-drop');
  if (!target || target.column < 0) return;
  const [id] = grid.getAttribute('aria-activedescendant')?.split(':') ?? [];
  document.getElementById(`${id}:${headRow}:${target.column}`)?.setAttribute('data-drop', '');
}

/** A finger must be free to scroll, so it selects by a tap only. */
export function usePointer(
  { active, range, ranges, does, editing }: GridSelection,
  layout: Layout,
  actions: GridActions,
  onMenu: (at: Element) => void,
) {
  const dragging = useRef<Dragging | null>(null);
  const lastColumn = layout.columns.length - 1;

  function begin(event: PointerEvent<HTMLElement>, drag: Dragging): void {
    dragging.current = drag;
    event.currentTarget.setPointerCapture(event.pointerId);
  }

  function choose({ row, column }: Cell, { shiftKey, ctrlKey, metaKey }: Chosen): void {
    if (shiftKey && column >= 0 && row !== headRow) {
      does({ kind: 'extend', to: { row, column } });
      return;
    }
    if ((ctrlKey || metaKey) && row !== headRow) {
      does({ kind: 'add', to: { row, column: column < 0 ? lastColumn : column } });
      if (column < 0) does({ kind: 'extend', to: { row, column: 0 } });
      return;
    }
    does({ kind: 'alone' });
    if (column < 0) does({ kind: 'select', from: { row, column: lastColumn }, to: { row, column: 0 } });
    else actions.goTo({ row, column });
  }

  function onPointerDown(event: PointerEvent<HTMLElement>): void {
    if (event.button !== 0 || isWithin(event.target, 'input, select')) return;
    if (editing && document.activeElement instanceof HTMLElement) document.activeElement.blur();
    const grip = event.target instanceof HTMLElement ? event.target.dataset.grip : undefined;
    const gripped = grip === undefined ? undefined : layout.columns[Number(grip)];
    if (gripped) begin(event, { kind: 'width', column: gripped.index, from: gripped.width - event.clientX });
    else if (isWithin(event.target, '[data-handle]')) begin(event, { kind: 'fill' });
    else if (event.pointerType !== 'touch') {
      const cell = cellAt(event.target);
      if (!cell) return;
      choose(cell, event);
      if (cell.row !== headRow) begin(event, { kind: 'range' });
      else if (cell.column >= 0)
        dragging.current = { kind: 'move', column: cell.column, from: event.clientX, isMoved: false };
    }
  }

  function onPointerMove(event: PointerEvent<HTMLElement>): void {
    const drag = dragging.current;
    if (!drag) return;
    if (drag.kind === 'width') {
      actions.resize(drag.column, drag.from + event.clientX);
      return;
    }
    if (drag.kind === 'move') {
      // A click sorts, and its target is the grid once the pointer is captured.
      if (!drag.isMoved && Math.abs(event.clientX - drag.from) > movedBy)
        begin(event, { ...drag, isMoved: true });
      else if (drag.isMoved) markTarget(event.currentTarget, cellUnder(event));
      return;
    }
    const cell = cellUnder(event);
    if (!cell || cell.row === headRow) return;
    if (drag.kind === 'fill') does({ kind: 'fill', to: Math.max(cell.row, range.lastRow) });
    else if (cell.column >= 0 && (cell.row !== active.row || cell.column !== active.column))
      does({ kind: 'extend', to: cell });
  }

  function onPointerUp(event: PointerEvent<HTMLElement>): void {
    const isSeries = !event.altKey && !event.ctrlKey;
    const drag = dragging.current;
    dragging.current = null;
    if (drag?.kind === 'move') {
      const target = cellUnder(event);
      markTarget(event.currentTarget, null);
      if (drag.isMoved && target && target.column >= 0) actions.moveColumn(drag.column, target.column);
      return;
    }
    const cell = drag?.kind === 'fill' ? cellUnder(event) : null;
    if (cell && cell.row > range.lastRow) actions.fillTo(cell.row, isSeries);
    if (drag?.kind === 'fill') does({ kind: 'fill', to: null });
  }

  function onClick(event: MouseEvent<HTMLElement>): void {
    const cell = cellAt(event.target);
    if (!cell || isWithin(event.target, '[data-grip], input, select')) return;
    if (cell.row === headRow && cell.column >= 0) actions.sort(cell.column, event.shiftKey);
    else if (event.nativeEvent instanceof window.PointerEvent && event.nativeEvent.pointerType === 'touch') {
      const isAgain = cell.row === active.row && cell.column === active.column;
      if (isAgain) actions.edit(null);
      else choose(cell, tapped);
    }
  }

  function onDoubleClick(event: MouseEvent): void {
    if (!isWithin(event.target, 'input, select') && active.row !== headRow) actions.edit(null);
  }

  // The key of the menu names the grid, which stands for its active cell.
  function onContextMenu(event: MouseEvent<HTMLElement>): void {
    const cell = cellAt(event.target) ?? active;
    if (cell.column < 0 || isWithin(event.target, 'input, select')) return;
    const grid = event.currentTarget.getAttribute('aria-activedescendant') ?? '';
    const id = `${grid.split(':')[0]}:${cell.row}:${cell.column}`;
    event.preventDefault();
    if (!ranges.some((one) => isIn(cell, one))) {
      does({ kind: 'alone' });
      actions.goTo(cell);
    }
    onMenu(document.getElementById(id) ?? event.currentTarget);
  }

  return { onContextMenu, onPointerDown, onPointerMove, onPointerUp, onClick, onDoubleClick };
}
