import { DomainError } from '../errors';

/** How fast a body must arrive. Time counts only while the client is waited for. */
export interface Pace {
  /** The longest wait for the next piece. */
  silenceMs: number;
  /** What may be waited before the rate counts. */
  graceMs: number;
  bytesPerSecondMin: number;
  totalMs: number;
}

const fair = { silenceMs: 30_000, graceMs: 30_000, bytesPerSecondMin: 16 * 1024 };

/** The pace of a JSON body. */
export const jsonPace: Pace = { ...fair, totalMs: 60_000 };

/** The pace of a form with a file. */
export const formPace: Pace = { ...fair, totalMs: 15 * 60_000 };

/** The pieces of a body as they arrive. @throws REQUEST_TIMEOUT when the client is silent or too slow */
export async function* arriving(request: Request, pace: Pace): AsyncGenerator<Uint8Array> {
  const reader = request.body?.getReader();
  if (!reader) return;
  let waitedMs = 0;
  let bytes = 0;
  try {
    for (;;) {
      const allowedMs = Math.min(pace.totalMs, pace.graceMs + (bytes * 1000) / pace.bytesPerSecondMin);
      const since = performance.now();
      const { done, value } = await within(reader.read(), Math.min(pace.silenceMs, allowedMs - waitedMs));
      if (done) return;
      waitedMs += performance.now() - since;
      bytes += value.length;
      yield value;
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

async function within<T>(promise: Promise<T>, limitMs: number): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(tooSlow()), Math.max(0, limitMs));
  try {
    return await Promise.race([promise, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

const tooSlow = () => new DomainError('REQUEST_TIMEOUT', 'The body of the request did not arrive in time.');
