const sweepEveryMs = 1000;

// An array and no Set: a Set that grows anew keeps what it held alive through the next collections of garbage.
const running: Deadline[] = [];

/**
 * Gives calls up once `limitMs` have passed, up to a second later, unless it has ended. One timer serves all: one for each
 * request costs a tenth of what forwarding costs.
 */
export class Deadline {
  isOver = false;
  readonly #endsAt: number;
  #at: number;
  #giveUp: (reason: Error) => void = () => {};

  /** `stop` ends what still runs then. */
  constructor(
    readonly limitMs: number,
    private readonly stop: () => void = () => {},
  ) {
    this.#endsAt = performance.now() + limitMs;
    this.#at = running.push(this) - 1;
  }

  /** The answer of the call, which must be the only one of the moment; one that comes when the deadline is over is dropped. */
  before(call: Promise<Response>): Promise<Response> {
    return new Promise((resolve, reject) => {
      this.#giveUp = reject;
      call.then((response) => (this.isOver ? response.body?.cancel() : resolve(response)), reject);
    });
  }

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
      deadline.stop();
      deadline.#giveUp(new Error('the deadline is over'));
    }
  }
}

setInterval(Deadline.sweep, sweepEveryMs).unref();
