import type { KeyboardEvent } from 'react';
import type { Group } from '../groups/read-groups';
import { groupAt, groupRow, isGroupRow, type Outline } from './outline';
import { type Cell, headRow } from './range';

interface Acts {
  goTo: (cell: Cell) => void;
  fold: (at: number, isFolded: boolean) => void;
  foldAll: (isFolded: boolean) => void;
}

// Keys that act on no cell, so that they mean the same on the row of a group.
const keysEverywhere = ['f', 'h', 'z', 'y'];

// The keys of a tree grid, where lines are grouped.
export function groupKeysOf(outline: Outline<Group>, { goTo, fold, foldAll }: Acts) {
  function targetOf(key: string, row: number, pageRows: number): number | null {
    const place = outline.placeOf(row) ?? 0;
    const last = outline.places - 1;
    switch (key) {
      case 'ArrowDown':
      case 'ArrowRight':
        return outline.neighbour(row, 1);
      case 'ArrowUp':
        return outline.neighbour(row, -1);
      case 'PageDown':
        return outline.rowAt(Math.min(place + pageRows, last));
      case 'PageUp':
        return outline.rowAt(Math.max(place - pageRows, 0));
      case 'Home':
        return outline.rowAt(0);
      case 'End':
        return outline.rowAt(last);
      case 'ArrowLeft':
        return groupRow(outline.parentOf(groupAt(row)) ?? groupAt(row));
      default:
        return null;
    }
  }

  function pressedInGroup(key: string, { row, column }: Cell, pageRows: number): boolean {
    const at = groupAt(row);
    const isFolded = outline.isFolded(outline.groups[at]?.path ?? '');
    const isFolding = key === 'Enter' || key === ' ' || key === (isFolded ? 'ArrowRight' : 'ArrowLeft');
    if (isFolding) fold(at, !isFolded);
    const target = isFolding ? null : targetOf(key, row, pageRows);
    if (target !== null) goTo({ row: target, column });
    return isFolding || target !== null;
  }

  return {
    pressed(event: KeyboardEvent, active: Cell, pageRows: number): 'done' | 'none' | 'other' {
      const { key, altKey, shiftKey } = event;
      const hasControl = event.ctrlKey || event.metaKey;
      if (outline.depth === 0) return 'other';
      if (altKey && shiftKey && active.row !== headRow && (key === 'ArrowLeft' || key === 'ArrowRight')) {
        foldAll(key === 'ArrowLeft');
        return 'done';
      }
      if (isGroupRow(active.row)) {
        if (hasControl && keysEverywhere.includes(key.toLowerCase())) return 'other';
        return pressedInGroup(key, active, pageRows) ? 'done' : 'none';
      }
      if (altKey || shiftKey || hasControl || (key !== 'ArrowDown' && key !== 'ArrowUp')) return 'other';
      const row = outline.neighbour(active.row, key === 'ArrowDown' ? 1 : -1);
      if (!isGroupRow(row)) return 'other';
      goTo({ ...active, row });
      return 'done';
    },
  };
}

export type GroupKeys = ReturnType<typeof groupKeysOf>;
