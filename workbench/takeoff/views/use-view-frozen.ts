import type { Discipline } from '@consulting/foundation/api';
import { useMemo, useState } from 'react';
import { frozenMax, useFrozenColumns } from '../columns/stored-columns';
import { frozenIn, type NamedView } from './named-view';

// Columns frozen while a named view is open belong to it until they are saved, as its widths do.
export function useViewFrozen(view: NamedView | null, discipline: Discipline | null) {
  const own = useFrozenColumns(discipline);
  const [given, setGiven] = useState<{ viewId: string; keys: readonly string[] } | null>(null);
  const stored = useMemo(() => (view && frozenIn(view)) ?? own.frozen, [view, own.frozen]);
  const reset = () => setGiven(null);
  if (view === null) return { ...own, ofView: { isChanged: false, reset } };
  const { viewId } = view;
  const changed = given?.viewId === viewId ? given.keys : null;
  const isChanged = changed !== null && changed.toSorted().join() !== (stored ?? []).toSorted().join();
  return {
    frozen: changed ?? stored,
    freeze: (keys: readonly string[]) => setGiven({ viewId, keys: keys.slice(0, frozenMax) }),
    ofView: { isChanged, reset },
  };
}
