import { DomainError } from '../schema';

export interface TurnLimits {
  atOnceMax: number;
  atOncePerCallerMax: number;
  waitingMax: number;
  waitingPerCallerMax: number;
  waitMsMax: number;
}

interface Caller {
  running: number;
  latestTurn: number;
  waiting: (() => void)[];
}

const retryAfterSeconds = 10;

export class Turns {
  readonly #callers = new Map<string, Caller>();
  #running = 0;
  #waiting = 0;
  #turns = 0;

  constructor(
    private readonly subject: string,
    private readonly limits: TurnLimits,
  ) {}

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /**
   * The returned function ends the turn.
   * @throws RATE_LIMITED when too many wait, DEPENDENCY_UNAVAILABLE after a wait that is too long
   */
  async take(callerId: string, signal?: AbortSignal): Promise<() => void> {
    const caller = this.#callers.get(callerId) ?? { running: 0, latestTurn: 0, waiting: [] };
    const isFree = this.#running < this.limits.atOnceMax && caller.running < this.limits.atOncePerCallerMax;
    if (!isFree) await this.#wait(callerId, caller, signal);
    else this.#begin(callerId, caller);
    let isTaken = true;
    return () => {
      if (isTaken) this.#end(callerId, caller);
      isTaken = false;
    };
  }

  async run<T>(callerId: string, signal: AbortSignal | undefined, act: () => Promise<T>): Promise<T> {
    const end = await this.take(callerId, signal);
    try {
      return await act();
    } finally {
      end();
    }
  }

  #begin(callerId: string, caller: Caller): void {
    caller.running += 1;
    this.#running += 1;
    this.#turns += 1;
    caller.latestTurn = this.#turns;
    this.#callers.set(callerId, caller);
  }

  #end(callerId: string, caller: Caller): void {
    caller.running -= 1;
    this.#running -= 1;
    this.#forget(callerId, caller);
    this.#beginNext();
  }

  #beginNext(): void {
    const { atOnceMax, atOncePerCallerMax } = this.limits;
    if (this.#running >= atOnceMax) return;
    const ready = [...this.#callers].filter(
      ([, { running, waiting }]) => waiting.length > 0 && running < atOncePerCallerMax,
    );
    const [next] = ready.sort(([, one], [, other]) => one.latestTurn - other.latestTurn);
    if (!next) return;
    const [callerId, caller] = next;
    const resume = caller.waiting.shift();
    this.#begin(callerId, caller);
    resume?.();
  }

  #forget(callerId: string, caller: Caller): void {
    if (caller.running === 0 && caller.waiting.length === 0) this.#callers.delete(callerId);
  }

  async #wait(callerId: string, caller: Caller, signal: AbortSignal | undefined): Promise<void> {
    const { waitingMax, waitingPerCallerMax, waitMsMax } = this.limits;
    if (caller.waiting.length >= waitingPerCallerMax) throw this.#tooMany('of this caller ');
    if (this.#waiting >= waitingMax) throw this.#tooMany('');
    this.#callers.set(callerId, caller);
    this.#waiting += 1;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    caller.waiting.push(resolve);
    const giveUp = () => {
      const at = caller.waiting.indexOf(resolve);
      if (at < 0) return;
      caller.waiting.splice(at, 1);
      this.#forget(callerId, caller);
      reject(this.#tooLong());
    };
    const timer = setTimeout(giveUp, waitMsMax);
    signal?.addEventListener('abort', giveUp);
    if (signal?.aborted) giveUp();
    try {
      await promise;
    } finally {
      this.#waiting -= 1;
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
    }
  }

  #tooMany(whose: string): DomainError {
    const detail = `${this.subject} ${whose}are running and waiting in too great a number at the moment; try again shortly.`;
    return new DomainError('RATE_LIMITED', detail, { retryAfterSeconds });
  }

  #tooLong(): DomainError {
    const seconds = this.limits.waitMsMax / 1000;
    const detail = `${this.subject} take long at the moment: this one waited ${seconds} seconds for its turn; try again shortly.`;
    return new DomainError('DEPENDENCY_UNAVAILABLE', detail, { retryAfterSeconds });
  }
}
