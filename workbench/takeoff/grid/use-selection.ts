import { useMemo, useReducer } from 'react';
import type { Line } from '../lines/line-queries';
import { isGroupRow } from './outline';
import { type Cell, disjoint, type Range, rangeOf } from './range';

export interface Editing {
  cell: Cell;
  line: Line;
  typed: string | null;
}

interface State {
  active: Cell;
  anchor: Cell;
  // Ranges that were selected before the current one and stay so.
  others: readonly Range[];
  isAdding: boolean;
  editing: Editing | null;
  fillTo: number | null;
}

type Action =
  | { kind: 'go'; to: Cell }
  | { kind: 'extend'; to: Cell }
  | { kind: 'select'; from: Cell; to: Cell }
  | { kind: 'add'; to: Cell }
  | { kind: 'keepAdding' }
  | { kind: 'alone' }
  | { kind: 'edit'; editing: Editing }
  | { kind: 'leave' }
  | { kind: 'fill'; to: number | null };

export const rangesMax = 100;

const othersOf = ({ isAdding, others }: State) => (isAdding ? others : []);

// Beyond the bound the earliest ranges are no longer selected.
const withCurrent = ({ others, anchor, active }: State): Range[] =>
  [...others, rangeOf(anchor, active)].slice(1 - rangesMax);

function next(state: State, action: Action): State {
  switch (action.kind) {
    case 'go':
      return {
        ...state,
        active: action.to,
        anchor: action.to,
        others: othersOf(state),
        editing: null,
        fillTo: null,
      };
    case 'extend':
      return {
        ...state,
        anchor: isGroupRow(state.anchor.row) ? action.to : state.anchor,
        active: action.to,
        editing: null,
      };
    case 'select':
      return {
        ...state,
        active: action.to,
        anchor: action.from,
        others: othersOf(state),
        editing: null,
        fillTo: null,
      };
    case 'add':
      return {
        ...state,
        active: action.to,
        anchor: action.to,
        others: withCurrent(state),
        editing: null,
        fillTo: null,
      };
    case 'keepAdding':
      return { ...state, anchor: state.active, others: withCurrent(state), isAdding: true };
    case 'alone':
      return { ...state, others: [], isAdding: false };
    case 'edit':
      return { ...state, editing: action.editing };
    case 'leave':
      return { ...state, editing: null, fillTo: null };
    case 'fill':
      return { ...state, fillTo: action.to };
  }
}

const first: Cell = { row: 0, column: 0 };

const initial: State = {
  active: first,
  anchor: first,
  others: [],
  isAdding: false,
  editing: null,
  fillTo: null,
};

export interface GridSelection extends State {
  range: Range;
  // All that is selected, no cell of it twice.
  ranges: readonly Range[];
  does: (action: Action) => void;
}

export function useSelection(): GridSelection {
  const [state, does] = useReducer(next, initial);
  const { anchor, active, others } = state;
  const range = useMemo(() => rangeOf(anchor, active), [anchor, active]);
  const ranges = useMemo(() => disjoint([...others, range]), [others, range]);
  return { ...state, range, ranges, does };
}
