import { useLanguage } from '@consulting/design/language';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { connectionBannerId, tryConnection, useIsConnectionLost } from '../api/connection';
import classes from './connection-banner.module.css';

const pauseMs = 3000;

// These say nothing of a project, and are read once in a visit.
const notOfView = new Set<unknown>(['me', 'fields', 'ways in']);

// When the oldest answer was read of which something is displayed; null where nothing is.
function oldestSeen(queries: QueryClient): number | null {
  const times = queries
    .getQueryCache()
    .findAll({ type: 'active' })
    .filter(({ queryKey, state }) => state.data !== undefined && !notOfView.has(queryKey[0]))
    .map(({ state }) => state.dataUpdatedAt);
  return times.length === 0 ? null : Math.min(...times);
}

export function ConnectionBanner() {
  const isLost = useIsConnectionLost();
  const isReading = useReadingAgain(isLost);
  return <div role="status">{(isLost || isReading) && <Banner isLost={isLost} />}</div>;
}

// While the connection is lost it is tried again, and then all that is displayed is read again.
function useReadingAgain(isLost: boolean): boolean {
  const queries = useQueryClient();
  const [isReading, setReading] = useState(false);
  useEffect(() => {
    if (!isLost) return;
    const stopped = new AbortController();
    const attempt = () => tryConnection(stopped.signal);
    const timer = setInterval(attempt, pauseMs);
    window.addEventListener('online', attempt, { signal: stopped.signal });
    return () => {
      stopped.abort();
      clearInterval(timer);
      // A view that is opened later displays nothing that was seen before.
      queries.removeQueries({ type: 'inactive' });
      setReading(true);
      queries.invalidateQueries().finally(() => setReading(false));
    };
  }, [isLost, queries]);
  return isReading;
}

function Banner({ isLost }: { isLost: boolean }) {
  const { messages, formats } = useLanguage();
  const { shell } = messages;
  const queries = useQueryClient();
  const seenAt = useSyncExternalStore(
    (changed) => queries.getQueryCache().subscribe(() => queueMicrotask(changed)),
    () => oldestSeen(queries),
  );
  const time = seenAt === null ? null : formats.time(new Date(seenAt).toISOString());
  const { seen, back } = shell.offline;
  const words = isLost
    ? time === null
      ? shell.problems.disconnected
      : seen({ time })
    : time === null
      ? back.nothing
      : back.seen({ time });
  return (
    <p id={connectionBannerId} className={classes.banner}>
      {words}
    </p>
  );
}
