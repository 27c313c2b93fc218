import { unavailable } from '@consulting/kernel/schema';

interface Waiting {
  begin(): void;
  giveUp(reason: Error): void;
}

/**
 * Sources take turns, so that one that asks a lot waits for itself alone; when too many wait, the last of the source
 * that has the most of them is given up.
 */
export class FairQueue {
  readonly #waiting = new Map<string, Waiting[]>();
  #waitingCount = 0;
  #runningCount = 0;

  constructor(
    private readonly atOnceMax: number,
    private readonly waitingMax: number,
  ) {}

  async run<T>(source: string, work: () => Promise<T>): Promise<T> {
    if (this.#runningCount < this.atOnceMax) this.#runningCount += 1;
    else await this.#turnOf(source);
    try {
      return await work();
    } finally {
      this.#passOn();
    }
  }

  #turnOf(source: string): Promise<void> {
    if (this.#waitingCount >= this.waitingMax) this.#makeRoomFor(source);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const own = this.#waiting.get(source) ?? [];
    own.push({ begin: resolve, giveUp: reject });
    this.#waiting.set(source, own);
    this.#waitingCount += 1;
    return promise;
  }

  #makeRoomFor(source: string): void {
    const [largest, those] = [...this.#waiting].reduce((one, other) =>
      other[1].length > one[1].length ? other : one,
    );
    if (those.length <= (this.#waiting.get(source)?.length ?? 0) + 1) throw unavailable('identity');
    this.#take(largest, those, those.pop())?.giveUp(unavailable('identity'));
  }

  #passOn(): void {
    const [next] = this.#waiting;
    if (!next) {
      this.#runningCount -= 1;
      return;
    }
    const [source, those] = next;
    this.#waiting.delete(source);
    const first = those.shift();
    this.#waiting.set(source, those);
    this.#take(source, those, first)?.begin();
  }

  #take(source: string, rest: Waiting[], taken: Waiting | undefined): Waiting | undefined {
    this.#waitingCount -= 1;
    if (rest.length === 0) this.#waiting.delete(source);
    return taken;
  }
}
