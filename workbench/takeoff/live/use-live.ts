import { useMessages } from '@consulting/design/language';
import { type Api, answered, useApi } from '@consulting/foundation/api';
import { useSession } from '@consulting/foundation/session';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { type LineQuery, readCurrent, readLinesAgain, showCurrent } from '../lines/line-queries';
import { follow, type Operation, type Person } from './follow';
import { Gathered } from './gathered';

const settledMs = 1000;
const repeatedMs = 20_000;

const watchVisible = (changed: () => void) => {
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
};

// A browser has six connections for all tabs of an origin, so a tab in the background gives its own back.
const useVisible = () => useSyncExternalStore(watchVisible, () => !document.hidden);

// What others change in the takeoff appears while it is open, and so does who is there.
export function useLive(query: LineQuery, say: (text: string) => void): readonly Person[] {
  const api = useApi();
  const queries = useQueryClient();
  const { me } = useSession();
  const words = useMessages().takeoff.live;
  const [people, setPeople] = useState<readonly Person[]>([]);
  const announce = useEffectEvent(({ by, counts }: Operation) => {
    const count = counts.created + counts.updated + counts.deleted;
    if (by !== me.name) say(words.changed({ name: by, count }));
  });
  const display = useEffectEvent((ids: readonly string[] | null) =>
    ids === null ? readLinesAgain(queries) : readThese(api, queries, query, ids),
  );
  const { projectId } = query;
  const position = useRef('');
  const isVisible = useVisible();
  useEffect(() => {
    if (!isVisible) return;
    const gone = new AbortController();
    const gathered = new Gathered((ids) => display(ids));
    const operation = (one: Operation) => {
      if (one.recordType !== 'takeoff-lines') return;
      gathered.add(one);
      announce(one);
    };
    const reset = () => readLinesAgain(queries).catch(() => {});
    follow(api, projectId, { operation, people: setPeople, reset }, { signal: gone.signal, position });
    return () => gone.abort();
  }, [api, queries, projectId, isVisible]);
  return people.filter(({ name }) => name !== me.name);
}

// Lines that were only changed take their new values where they are displayed.
async function readThese(api: Api, queries: QueryClient, query: LineQuery, ids: readonly string[]) {
  await showCurrent(queries, await readCurrent(api, query, ids));
  await queries.invalidateQueries({ queryKey: ['takeoff-totals'] });
}

// Others see on which line one is, until half a minute after one has left.
export function usePresence(projectId: string, mtoId: string | null): void {
  const api = useApi();
  useEffect(() => {
    const gone = new AbortController();
    const send = () => {
      if (document.hidden) return;
      const params = { path: { projectId } };
      const address = '/api/v1/mto/project/{projectId}/presence';
      answered(api.PUT(address, { params, body: { mtoId }, signal: gone.signal })).catch(() => {});
    };
    const settled = setTimeout(send, settledMs);
    const repeated = setInterval(send, repeatedMs);
    return () => {
      gone.abort();
      clearTimeout(settled);
      clearInterval(repeated);
    };
  }, [api, projectId, mtoId]);
}
