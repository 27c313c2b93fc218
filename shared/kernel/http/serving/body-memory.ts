import { DomainError } from '../../schema';

const MIB = 1024 * 1024;

export interface BodyMemoryLimits {
  /**
   * Bytes of each request up to this number are not counted, so that large bodies never refuse the small ones
   * of others.
   */
  freeBytes: number;
  callerBytesMax: number;
  processBytesMax: number;
}

export const bodyMemoryLimits = (bodyBytesMax: number): BodyMemoryLimits => ({
  freeBytes: 64 * 1024,
  callerBytesMax: bodyBytesMax + 32 * MIB,
  processBytesMax: 2 * bodyBytesMax + 64 * MIB,
});

export interface MemoryShare {
  /** @throws RATE_LIMITED when the caller uses too much, DEPENDENCY_UNAVAILABLE when all callers do */
  add(bytes: number): void;
  release(): void;
}

const retryAfterSeconds = 5;
const collectedBytesMin = 16 * MIB;
const collectAfterMs = 1000;

export class BodyMemory {
  readonly #byCaller = new Map<string, number>();
  #total = 0;

  constructor(private readonly limits: BodyMemoryLimits) {}

  shareOf(callerId: string): MemoryShare {
    let bytes = 0;
    let counted = 0;
    return {
      add: (more) => {
        bytes += more;
        const added = Math.max(0, bytes - this.limits.freeBytes) - counted;
        if (added === 0) return;
        this.#take(callerId, added);
        counted += added;
      },
      release: () => {
        if (counted > 0) this.#giveBack(callerId, counted);
        if (counted > collectedBytesMin) setTimeout(() => Bun.gc(false), collectAfterMs);
        bytes = 0;
        counted = 0;
      },
    };
  }

  #take(callerId: string, bytes: number): void {
    const ofCaller = (this.#byCaller.get(callerId) ?? 0) + bytes;
    if (ofCaller > this.limits.callerBytesMax)
      throw new DomainError(
        'RATE_LIMITED',
        'This caller sends too many large bodies at once; try again when some of them are answered.',
        { retryAfterSeconds },
      );
    if (this.#total + bytes > this.limits.processBytesMax)
      throw new DomainError(
        'DEPENDENCY_UNAVAILABLE',
        'The service receives as many large bodies as it can hold at the moment; try again shortly.',
        { retryAfterSeconds },
      );
    this.#byCaller.set(callerId, ofCaller);
    this.#total += bytes;
  }

  #giveBack(callerId: string, bytes: number): void {
    const left = (this.#byCaller.get(callerId) ?? 0) - bytes;
    if (left > 0) this.#byCaller.set(callerId, left);
    else this.#byCaller.delete(callerId);
    this.#total -= bytes;
  }
}
