import { answered, useApi, useAttemptKey } from '@consulting/foundation/api';
import { groupKeys, isChanged, type TakeoffView, withNamedView } from '@consulting/takeoff-lines';
import { useMutation } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import type { Column } from '../lines/columns';
import { type NamedView, useViewCache } from './named-view';
import type { ViewWidths } from './use-view-widths';

export interface Displayed {
  view: TakeoffView;
  columns: readonly Column[];
  widths: Pick<ViewWidths, 'given' | 'isChanged' | 'reset'>;
}

export interface Naming {
  name: string;
  isShared: boolean;
  projectId: string | null;
  clientId: string | null;
}

const [widthMin, widthMax] = [20, 2000];

function displayedParts({ view, columns, widths }: Displayed) {
  const { discipline, filters, sort, groupBy } = view;
  const widthOf = (key: string) => {
    const width = widths.given[key];
    return width === undefined ? null : Math.min(widthMax, Math.max(widthMin, Math.round(width)));
  };
  return {
    ...{ discipline, filters, sort: [...sort], groupBy: groupKeys(groupBy) },
    search: view.search.trim() || null,
    columns: columns.map(({ key, isFrozen }) => ({ key, isFrozen, width: widthOf(key) })),
  };
}

export function useOpenView() {
  const [address, setAddress] = useSearchParams();
  const { know } = useViewCache();
  return {
    isChanged: isChanged(address),
    open: (view: NamedView | null) => {
      if (view) know(view);
      setAddress((current) => withNamedView(current, view?.viewId ?? null));
    },
  };
}

const ofView = ({ viewId, version }: NamedView) => ({
  path: { viewId },
  header: { 'If-Match': `"${version}"` },
});

// Its colours go from a view into what is made of it.
export function useCreateView(from: NamedView | null, displayed: Displayed, done: () => void) {
  const api = useApi();
  const keyOf = useAttemptKey();
  const { open } = useOpenView();
  const { changed } = useViewCache();
  return useMutation({
    mutationFn: (naming: Naming) => {
      const { colourRules = [] } = from ?? {};
      const body = { ...naming, ...displayedParts(displayed), colourRules };
      return answered(api.POST('/api/v1/mto/views', { headers: { 'idempotency-key': keyOf(body) }, body }));
    },
    onSuccess: async (view) => {
      displayed.widths.reset();
      open(view);
      done();
      await changed(view);
    },
  });
}

export function useSaveView(view: NamedView, displayed: Displayed, done: () => void) {
  const api = useApi();
  const { open } = useOpenView();
  const { changed, readAgain } = useViewCache();
  return useMutation({
    onError: () => readAgain(view),
    mutationFn: () =>
      answered(
        api.PUT('/api/v1/mto/views/{viewId}', { params: ofView(view), body: displayedParts(displayed) }),
      ),
    onSuccess: async (saved) => {
      displayed.widths.reset();
      open(saved);
      done();
      await changed(saved);
    },
  });
}

export function useRenameView(view: NamedView, done: () => void) {
  const api = useApi();
  const { changed, readAgain } = useViewCache();
  return useMutation({
    onError: () => readAgain(view),
    mutationFn: ({ name, isShared }: Naming) =>
      answered(api.PUT('/api/v1/mto/views/{viewId}', { params: ofView(view), body: { name, isShared } })),
    onSuccess: async (saved) => {
      done();
      await changed(saved);
    },
  });
}

export function useViewColours(view: NamedView, done: () => void) {
  const api = useApi();
  const { changed, readAgain } = useViewCache();
  return useMutation({
    onError: () => readAgain(view),
    mutationFn: (colourRules: NamedView['colourRules']) =>
      answered(api.PUT('/api/v1/mto/views/{viewId}', { params: ofView(view), body: { colourRules } })),
    onSuccess: async (saved) => {
      done();
      await changed(saved);
    },
  });
}

export function useDeleteView(view: NamedView) {
  const api = useApi();
  const { open } = useOpenView();
  const { changed } = useViewCache();
  return {
    act: () => answered(api.DELETE('/api/v1/mto/views/{viewId}', { params: ofView(view) })),
    onDone: () => {
      open(null);
      changed(null);
    },
  };
}
