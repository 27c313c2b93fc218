/** One server-sent event: JSON, and an identifier that a client names when it connects again. */
export interface ServerEvent {
  id: string;
  data: unknown;
}

const headers = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
};

const encoder = new TextEncoder();
const frame = ({ id, data }: ServerEvent) => encoder.encode(`id: ${id}\ndata: ${JSON.stringify(data)}\n\n`);
const sign = encoder.encode(': still there\n\n');

/**
 * Answers with events as they come (text/event-stream); null is a sign of life for a client that waits. `open` begins when the
 * client reads and is to return soon after its signal is aborted, which happens when the client goes away.
 */
export function eventStream(open: (gone: AbortSignal) => AsyncGenerator<ServerEvent | null>): Response {
  const gone = new AbortController();
  let events: AsyncGenerator<ServerEvent | null> | undefined;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        events ??= open(gone.signal);
        const next = await events.next();
        if (gone.signal.aborted) return;
        if (next.done) controller.close();
        else controller.enqueue(next.value === null ? sign : frame(next.value));
      },
      async cancel() {
        gone.abort();
        await events?.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { headers });
}

/** Resolves after a pause, or at once when the signal is aborted. */
export function pause(timeoutMs: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, timeoutMs);
    signal.addEventListener('abort', end, { once: true });
  });
}
