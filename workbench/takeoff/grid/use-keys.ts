import type { KeyboardEvent } from 'react';
import type { GroupKeys } from './group-keys';
import { type Bounds, type Cell, headRow, isArrow, movedBy, type Range, within } from './range';
import type { GridActions } from './use-actions';
import type { GridSelection } from './use-selection';

type KeyActions = GridActions & { giveUpCut: () => boolean } & Record<
    'undo' | 'redo' | 'details' | 'find' | 'replace' | 'note',
    () => void
  >;

const widthStep = 16;

/** Keys follow the grid pattern of the ARIA practices and the habits of spreadsheets. */
export function pressedKey(
  event: KeyboardEvent,
  selection: GridSelection,
  bounds: Bounds,
  actions: KeyActions,
  groups: GroupKeys,
): void {
  if (event.target !== event.currentTarget) return;
  const ofGroups = groups.pressed(event, selection.active, bounds.pageRows);
  if (ofGroups !== 'other') {
    if (ofGroups === 'done') event.preventDefault();
    return;
  }
  if (event.altKey && event.key === 'Enter' && selection.active.row !== headRow) {
    event.preventDefault();
    actions.explain();
    return;
  }
  const isDone =
    event.ctrlKey || event.metaKey
      ? pressedWithControl(event, selection, bounds, actions)
      : selection.active.row === headRow && pressedInHead(event, selection.active, actions);
  if (isDone || moved(event, selection, bounds, actions) || pressedInCell(event, selection, bounds, actions))
    event.preventDefault();
}

function moved(
  event: KeyboardEvent,
  { active }: GridSelection,
  bounds: Bounds,
  actions: KeyActions,
): boolean {
  if (event.altKey) return false;
  const to = movedBy(event.key, event.ctrlKey || event.metaKey, active, bounds);
  if (!to) return false;
  const cell = within(to, bounds, event.shiftKey);
  if (event.shiftKey && active.row !== headRow) actions.extendTo(cell);
  else actions.goTo(cell);
  return true;
}

function pressedWithControl(
  { key, shiftKey }: KeyboardEvent,
  { does, range, active }: GridSelection,
  { rows, columns }: Bounds,
  actions: KeyActions,
): boolean {
  if (isArrow(key) && active.row !== headRow && active.row < rows) {
    actions.toDataEdge(key, shiftKey);
    return true;
  }
  switch (key.toLowerCase()) {
    case 'a':
      does({ kind: 'select', from: { row: rows - 1, column: columns - 1 }, to: { row: 0, column: 0 } });
      return true;
    case ' ':
      does({
        kind: 'select',
        from: { row: rows - 1, column: range.lastColumn },
        to: { row: 0, column: range.firstColumn },
      });
      return true;
    case 'd':
      actions.fillDown();
      return true;
    case 'f':
      actions.find();
      return true;
    case 'h':
      actions.replace();
      return true;
    case 'r':
      return actions.fillRight();
    case 'z':
      if (shiftKey) actions.redo();
      else actions.undo();
      return true;
    case 'y':
      actions.redo();
      return true;
    default:
      return false;
  }
}

function pressedInHead(
  { key, shiftKey, altKey }: KeyboardEvent,
  { column }: Cell,
  actions: KeyActions,
): boolean {
  if (key === 'F10' && shiftKey) {
    actions.openMenu();
    return true;
  }
  if (key === 'Enter' || key === ' ') {
    actions.sort(column, shiftKey);
    return true;
  }
  if (!altKey || (key !== 'ArrowLeft' && key !== 'ArrowRight')) return false;
  const step = key === 'ArrowRight' ? 1 : -1;
  if (shiftKey) actions.moveColumn(column, column + step);
  else actions.widen(column, step * widthStep);
  return true;
}

const isTyping = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  [...key].length === 1 && !ctrlKey && !metaKey && !altKey;

function pressedInCell(
  event: KeyboardEvent,
  { active, range, does }: GridSelection,
  { rows, columns }: Bounds,
  actions: KeyActions,
): boolean {
  if (active.row === headRow || active.row >= rows) return false;
  const { key, shiftKey } = event;
  if (key === 'F10' && shiftKey) actions.openMenu();
  else if (key === 'F8' && shiftKey) actions.addRange();
  else if (key === ' ' && shiftKey) selectRows(range, columns, does);
  else if (key === ' ') actions.details();
  else if (key === 'F2' && shiftKey) actions.note();
  else if (key === 'Enter' || key === 'F2') actions.edit(null);
  else if (key === 'Delete' || key === 'Backspace') actions.clear();
  else if (key === 'Escape') escape(active, does, actions);
  else if (isTyping(event)) actions.edit(key);
  else return false;
  return true;
}

// What was cut is given up first, then what is selected beside the active cell.
function escape(active: Cell, does: GridSelection['does'], { giveUpCut }: KeyActions): void {
  if (giveUpCut()) return;
  does({ kind: 'alone' });
  does({ kind: 'go', to: active });
}

const selectRows = ({ firstRow, lastRow }: Range, columns: number, does: GridSelection['does']) =>
  does({ kind: 'select', from: { row: lastRow, column: columns - 1 }, to: { row: firstRow, column: 0 } });
