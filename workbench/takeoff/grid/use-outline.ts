import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef } from 'react';
import type { Group } from '../groups/read-groups';
import type { Grouping } from '../groups/use-groups';
import { groupKeysOf } from './group-keys';
import { groupRow, Outline } from './outline';
import type { Cell } from './range';
import type { GridSelection } from './use-selection';

export function useOutline(
  { groups, folding }: Grouping,
  total: number,
  { active, does }: GridSelection,
): Outline<Group> {
  const outline = useMemo(
    () => (groups ? new Outline(groups.rows, groups.depth, folding) : Outline.ofLines(total)),
    [groups, folding, total],
  );
  const seen = useRef(outline);
  // Folding gives lines other rows, and the active cell stays with its line, or goes to the group that has it.
  const follow = useEffectEvent((before: Outline<Group>) => {
    const { row, column } = active;
    if (row < 0) return;
    const offset = before.offsetOf(row);
    const group = offset === undefined ? 0 : groupRow(outline.groupOf(offset));
    const to = offset === undefined ? outline.lines : (outline.rowOfOffset(offset) ?? group);
    does({ kind: 'go', to: { row: to, column } });
  });
  useLayoutEffect(() => {
    const before = seen.current;
    seen.current = outline;
    if (groups && before !== outline && before.groups === outline.groups) follow(before);
  }, [outline, groups]);
  return outline;
}

export function useFolding(
  { groups, fold, foldAll }: Grouping,
  outline: Outline<Group>,
  goTo: (cell: Cell) => void,
) {
  const toggle = (at: number, isFolded?: boolean) => {
    const path = groups?.rows[at]?.path;
    if (path === undefined) return;
    fold(path, isFolded ?? !outline.isFolded(path));
    goTo({ row: groupRow(at), column: 0 });
  };
  const latest = useRef(toggle);
  useEffect(() => {
    latest.current = toggle;
  });
  // Scrolling must not render the rows of groups again.
  const onFold = useCallback((at: number) => latest.current(at), []);
  return { keys: groupKeysOf(outline, { goTo, fold: toggle, foldAll }), onFold };
}
