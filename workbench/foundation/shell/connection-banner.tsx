import { useMessages } from '@consulting/design/language';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { tryConnection, useIsConnectionLost } from '../api/connection';
import classes from './connection-banner.module.css';

const pauseMs = 3000;

export function ConnectionBanner() {
  const { shell } = useMessages();
  const queries = useQueryClient();
  const isLost = useIsConnectionLost();
  useEffect(() => {
    if (!isLost) return;
    const stopped = new AbortController();
    const attempt = () => tryConnection(stopped.signal);
    const timer = setInterval(attempt, pauseMs);
    window.addEventListener('online', attempt, { signal: stopped.signal });
    return () => {
      stopped.abort();
      clearInterval(timer);
      queries.invalidateQueries();
    };
  }, [isLost, queries]);
  return <div role="status">{isLost && <p className={classes.banner}>{shell.problems.disconnected}</p>}</div>;
}
