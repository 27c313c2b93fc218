import { useMemo, useReducer } from 'react';
import type { Line } from '../lines/line-queries';
import { isGroupRow } from './outline';
import { type Cell, type Range, rangeOf } from './range';

export interface Editing {
  cell: Cell;
  line: Line;
  typed: string | null;
}

interface State {
  active: Cell;
  anchor: Cell;
  editing: Editing | null;
  fillTo: number | null;
}

type Action =
  | { kind: 'go'; to: Cell }
  | { kind: 'extend'; to: Cell }
  | { kind: 'select'; from: Cell; to: Cell }
  | { kind: 'edit'; editing: Editing }
  | { kind: 'leave' }
  | { kind: 'fill'; to: number | null };

function next(state: State, action: Action): State {
  switch (action.kind) {
    case 'go':
      return { active: action.to, anchor: action.to, editing: null, fillTo: null };
    case 'extend':
      return {
        ...state,
        anchor: isGroupRow(state.anchor.row) ? action.to : state.anchor,
        active: action.to,
        editing: null,
      };
    case 'select':
      return { active: action.to, anchor: action.from, editing: null, fillTo: null };
    case 'edit':
      return { ...state, anchor: state.active, editing: action.editing };
    case 'leave':
      return { ...state, editing: null, fillTo: null };
    case 'fill':
      return { ...state, fillTo: action.to };
  }
}

const first: Cell = { row: 0, column: 0 };

export interface GridSelection extends State {
  range: Range;
  does: (action: Action) => void;
}

export function useSelection(): GridSelection {
  const [state, does] = useReducer(next, { active: first, anchor: first, editing: null, fillTo: null });
  const { anchor, active } = state;
  const range = useMemo(() => rangeOf(anchor, active), [anchor, active]);
  return { ...state, range, does };
}
