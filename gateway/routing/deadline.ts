const sweepEveryMs = 1000;

export class SilentInstance extends Error {
  constructor(readonly isGivenUp: boolean) {
    super('the instance is silent');
  }
}

// An array and no Set: a Set that grows anew keeps what it held alive through the next collections of garbage.
const running: Deadline[] = [];

/** One timer serves all deadlines, up to a second late: one for each request costs a tenth of what forwarding costs. */
export class Deadline {
  isOver = false;
  readonly #endsAt: number;
  #at: number;
  #address = '';
  #givenUp = 0;
  #mayLeave = false;
  #giveUp: (reason: Error) => void = () => {};

  constructor(
    readonly limitMs: number,
    private readonly stop: () => void = () => {},
  ) {
    this.#endsAt = performance.now() + limitMs;
    this.#at = running.push(this) - 1;
  }

  /**
   * The call must be the only one of the moment; an answer after the deadline is dropped. One that `mayLeave`
   * can be made elsewhere, so it leaves an instance as soon as that is silent.
   */
  before(call: Promise<Response>, address = '', mayLeave = false): Promise<Response> {
    const givenUp = this.#givenUp;
    this.#address = address;
    this.#mayLeave = mayLeave;
    return new Promise((resolve, reject) => {
      this.#giveUp = reject;
      call.then((response) => {
        if (givenUp === this.#givenUp) return resolve(response);
        // The body of a call that was stopped has failed already.
        response.body?.cancel().catch(() => {});
      }, reject);
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
      deadline.#givenUp += 1;
      deadline.stop();
      deadline.#giveUp(new Error('the deadline is over'));
    }
  }

  static isWaitedFor(address: string, ms: number): boolean {
    const since = performance.now() - ms;
    return running.some((one) => one.#address === address && one.#endsAt - one.limitMs <= since);
  }

  static leave(address: string, isGivenUp: boolean): void {
    for (const deadline of running) {
      if (deadline.#address !== address || !(isGivenUp || deadline.#mayLeave)) continue;
      deadline.#givenUp += 1;
      deadline.#giveUp(new SilentInstance(isGivenUp));
    }
  }
}

setInterval(Deadline.sweep, sweepEveryMs).unref();
