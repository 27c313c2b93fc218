import { DomainError } from '../../schema';

export interface ServerEvent {
  event?: string;
  id: string;
  data: unknown;
}

const headers = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
};

const encoder = new TextEncoder();
const frame = ({ event, id, data }: ServerEvent) => {
  const name = event === undefined ? '' : `event: ${event}\n`;
  return encoder.encode(`${name}id: ${id}\ndata: ${JSON.stringify(data)}\n\n`);
};
const sign = encoder.encode(': still there\n\n');

/**
 * `open` begins when the client reads and must return soon after its signal is aborted, which happens when
 * the client goes away. By its second argument it ends the stream of a client that does not take its events. `ended` is
 * called however the stream has ended. A null event is a sign of life.
 */
export function eventStream(
  open: (gone: AbortSignal, end: () => void) => AsyncGenerator<ServerEvent | null>,
  ended: () => void = () => {},
): Response {
  const gone = new AbortController();
  let close = () => {};
  const end = () => {
    if (gone.signal.aborted) return;
    ended();
    gone.abort();
    close();
    void events?.return(undefined);
  };
  let events: AsyncGenerator<ServerEvent | null> | undefined;
  const nextEvent = async () => {
    events ??= open(gone.signal, end);
    return events.next();
  };
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        close = () => controller.close();
      },
      async pull(controller) {
        const next = await nextEvent().catch((error) => {
          ended();
          throw error;
        });
        if (gone.signal.aborted) return;
        if (!next.done) return controller.enqueue(next.value === null ? sign : frame(next.value));
        ended();
        controller.close();
      },
      async cancel() {
        ended();
        gone.abort();
        await events?.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { headers });
}

const retryAfterSeconds = 10;

export class StreamPlaces {
  readonly #open = new Map<string, number>();
  #openCount = 0;

  constructor(
    private readonly perCallerMax = 10,
    private readonly max = 1000,
  ) {}

  take(callerId: string, signal: AbortSignal): () => void {
    const own = this.#open.get(callerId) ?? 0;
    if (own >= this.perCallerMax) {
      const detail = `At most ${this.perCallerMax} streams of events can be open at once; close one, or ask for the state instead.`;
      throw new DomainError('RATE_LIMITED', detail, { retryAfterSeconds, limit: this.perCallerMax });
    }
    if (this.#openCount >= this.max) {
      const detail = 'Too many streams of events are open; ask for the state instead, or try again shortly.';
      throw new DomainError('DEPENDENCY_UNAVAILABLE', detail, { retryAfterSeconds });
    }
    this.#count(callerId, 1);
    let isTaken = true;
    const free = () => {
      if (isTaken) this.#count(callerId, -1);
      isTaken = false;
    };
    if (signal.aborted) free();
    else signal.addEventListener('abort', free, { once: true });
    return free;
  }

  #count(callerId: string, more: number): void {
    const own = (this.#open.get(callerId) ?? 0) + more;
    if (own > 0) this.#open.set(callerId, own);
    else this.#open.delete(callerId);
    this.#openCount += more;
  }
}
