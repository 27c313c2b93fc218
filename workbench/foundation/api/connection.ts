import { useSyncExternalStore } from 'react';

export const connectionBannerId = 'connection';

let isLost = false;
const listeners = new Set<() => void>();

/** Every request reports here, because the browser itself knows nothing of the way to the service. */
export function reportConnection(isAnswered: boolean): void {
  if (isLost !== isAnswered) return;
  isLost = !isAnswered;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const isConnectionLost = (): boolean => isLost;

export const useIsConnectionLost = (): boolean => useSyncExternalStore(subscribe, () => isLost);

export async function tryConnection(signal: AbortSignal): Promise<void> {
  const isAnswered = await fetch('/live', { signal, cache: 'no-store' }).then(
    () => true,
    () => false,
  );
  if (!signal.aborted) reportConnection(isAnswered);
}
