import { type Api, answered } from '@consulting/foundation/api';

export interface Operation {
  operationId: string;
  recordType: string;
  by: string;
  counts: { created: number; updated: number; deleted: number };
  recordIds: string[] | null;
}

export interface Person {
  id: string;
  name: string;
  mtoId: string | null;
}

interface Taking {
  operation: (operation: Operation) => void;
  people: (people: readonly Person[]) => void;
  reset: () => void;
}

const pauseMs = 10_000;

const pause = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, pauseMs);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

// Follows the events of a project over breaks and tickets that expired. The position is where the next stream goes on.
export async function follow(
  api: Api,
  projectId: string,
  taking: Taking,
  { signal, position }: { signal: AbortSignal; position: { current: string } },
): Promise<void> {
  while (!signal.aborted) {
    const call = api.POST('/api/v1/mto/project/{projectId}/events/ticket', {
      params: { path: { projectId } },
      signal,
    });
    const ticket = await answered(call).catch(() => null);
    if (ticket && !signal.aborted) await streamed(ticket.url, position, taking, signal);
    if (!signal.aborted) await pause(signal);
  }
}

// The browser connects again by itself until the ticket has expired.
function streamed(
  address: string,
  position: { current: string },
  taking: Taking,
  signal: AbortSignal,
): Promise<void> {
  const url = new URL(address, window.location.href);
  if (position.current !== '') url.searchParams.set('lastEventId', position.current);
  const events = new EventSource(url);
  const on = (name: string, take: (data: string) => void) =>
    events.addEventListener(name, (event: MessageEvent<string>) => {
      position.current = event.lastEventId;
      take(event.data);
    });
  on('operation', (data) => taking.operation(JSON.parse(data)));
  on('presence', (data) => taking.people(JSON.parse(data).people));
  on('reset', () => taking.reset());
  return new Promise((resolve) => {
    const end = () => {
      events.close();
      resolve();
    };
    events.onerror = () => {
      if (events.readyState === EventSource.CLOSED) end();
    };
    signal.addEventListener('abort', end);
  });
}
