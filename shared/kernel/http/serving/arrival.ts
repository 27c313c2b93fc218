import { DomainError } from '../../schema';

/** Time counts only while the service waits for the client. */
export interface Pace {
  silenceMs: number;
  graceMs: number;
  bytesPerSecondMin: number;
  totalMs: number;
}

const fair = { silenceMs: 30_000, graceMs: 30_000, bytesPerSecondMin: 16 * 1024 };

export const jsonPace: Pace = { ...fair, totalMs: 60_000 };

export const formPace: Pace = { ...fair, totalMs: 15 * 60_000 };

export async function* arriving(request: Request, pace: Pace): AsyncGenerator<Uint8Array> {
  const reader = request.body?.getReader();
  if (!reader) return;
  const watch = new Watch(pace, () => reader.cancel().catch(() => {}));
  try {
    for (;;) {
      watch.wait();
      const { done, value } = await reader.read().catch(() => {
        throw clientGone();
      });
      watch.heard(value?.length ?? 0);
      if (done) return;
      yield value;
    }
  } finally {
    watch.end();
    reader.cancel().catch(() => {});
  }
}

export const bodyTooLarge = (bytesMax: number) =>
  new DomainError('BODY_TOO_LARGE', `The body is larger than ${bytesMax} bytes.`, { bytesMax });

export const bodyTooSlow = () =>
  new DomainError('REQUEST_TIMEOUT', 'The body of the request did not arrive in time.');

export const clientGone = () =>
  new DomainError('REQUEST_TIMEOUT', 'The client closed the connection before the request was answered.');

/** One timer serves the whole body: a timer for each chunk would cost more than reading it. */
class Watch {
  #waitedMs = 0;
  #bytes = 0;
  #waitsSince: number | undefined;
  #isLate = false;
  #timer: ReturnType<typeof setTimeout>;

  constructor(
    private readonly pace: Pace,
    private readonly giveUp: () => void,
  ) {
    this.#timer = setTimeout(() => this.#look(), this.#allowedMs());
  }

  wait(): void {
    this.#waitsSince = performance.now();
  }

  heard(bytes: number): void {
    if (this.#isLate) throw bodyTooSlow();
    this.#waitedMs += performance.now() - (this.#waitsSince ?? 0);
    this.#waitsSince = undefined;
    this.#bytes += bytes;
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  #allowedMs(): number {
    const { silenceMs, graceMs, bytesPerSecondMin, totalMs } = this.pace;
    const inAllMs = Math.min(totalMs, graceMs + (this.#bytes * 1000) / bytesPerSecondMin);
    return Math.min(silenceMs, inAllMs - this.#waitedMs);
  }

  #look(): void {
    const waits = this.#waitsSince === undefined ? 0 : performance.now() - this.#waitsSince;
    const leftMs = this.#allowedMs() - waits;
    if (leftMs > 0 || this.#waitsSince === undefined) {
      this.#timer = setTimeout(() => this.#look(), Math.max(1, leftMs));
      return;
    }
    this.#isLate = true;
    this.giveUp();
  }
}
