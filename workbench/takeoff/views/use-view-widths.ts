import { useMemo, useState } from 'react';
import { useWidths, type Widths } from '../grid/use-widths';
import type { NamedView } from './named-view';

export interface ViewWidths extends Widths {
  isChanged: boolean;
  reset: () => void;
}

const none: Readonly<Record<string, number>> = {};

// Widths given while a named view is open belong to it until they are saved, and change nothing elsewhere.
export function useViewWidths(view: NamedView | null): ViewWidths {
  const widths = useWidths();
  const [own, setOwn] = useState<{ viewId: string | null; given: typeof none }>({
    viewId: null,
    given: none,
  });
  const viewId = view?.viewId ?? null;
  const changed = own.viewId === viewId ? own.given : none;
  const stored = useMemo(() => storedWidths(view), [view]);
  const given = useMemo(() => ({ ...stored, ...changed }), [stored, changed]);
  const reset = () => setOwn({ viewId: null, given: none });
  if (view === null) return { ...widths, isChanged: false, reset };
  return {
    given,
    give: (key, width) => setOwn({ viewId, given: { ...changed, [key]: width } }),
    isNarrow: widths.isNarrow,
    isChanged: Object.entries(changed).some(([key, width]) => stored[key] !== width),
    reset,
  };
}

const storedWidths = (view: NamedView | null): Record<string, number> =>
  Object.fromEntries(
    (view?.columns ?? []).flatMap(({ key, width }) => (width === null ? [] : [[key, width]])),
  );
