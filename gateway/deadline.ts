const sweepEveryMs = 1000;

// An array and no Set: a Set that grows anew keeps what it held alive through the next collections of garbage.
const running: Deadline[] = [];

/**
 * Aborts its signal with that of the client, and once `limitMs` have passed, up to a second later, unless it has ended.
 * One timer serves all: one for each request costs a tenth of what forwarding costs.
 */
export class Deadline {
  isOver = false;
  readonly #stop = new AbortController();
  readonly #endsAt: number;
  #at: number;

  constructor(
    client: AbortSignal,
    readonly limitMs: number,
  ) {
    client.onabort = () => this.#stop.abort();
    this.#endsAt = performance.now() + limitMs;
    this.#at = running.push(this) - 1;
  }

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** The client's abort still counts afterwards. */
  end(): void {
    const last = running.at(-1);
    if (last === undefined || running[this.#at] !== this) return;
    running[this.#at] = last;
    last.#at = this.#at;
    running.pop();
  }

  static sweep(): void {
    const now = performance.now();
    for (const deadline of running.filter((one) => one.#endsAt <= now)) {
      deadline.end();
      deadline.isOver = true;
      deadline.#stop.abort();
    }
  }
}

setInterval(Deadline.sweep, sweepEveryMs).unref();
