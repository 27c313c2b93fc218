import { AsyncLocalStorage } from 'node:async_hooks';
import { DomainError } from '../schema/errors';

/** How long a service may work on a write from when it has arrived; below what proxies in front wait for an answer. */
export const writeMsMax = 230_000;

const present = new AsyncLocalStorage<WriteDeadline>();

export const presentDeadline = (): WriteDeadline | undefined => present.getStore();

/** What must be left to a transaction when another service has answered, to be committed before the deadline. */
const commitMs = 2000;

/**
 * Until when a write must be committed. Postgres ends its transactions at that moment, also those that wait for a lock or for
 * this process, so that nothing of a write that was answered as given up happens later.
 */
export class WriteDeadline {
  /** Whether something of the write is stored, so that its failure no longer means that nothing is. */
  hasStored = false;
  #isOpen = true;
  readonly #endsAt: number;

  constructor(private readonly msMax: number) {
    this.#endsAt = performance.now() + msMax;
  }

  /** Milliseconds until the deadline, infinitely many once the write is answered. @throws DEADLINE_EXCEEDED */
  requireLeft(): number {
    if (!this.#isOpen) return Number.POSITIVE_INFINITY;
    const leftMs = Math.ceil(this.#endsAt - performance.now());
    if (leftMs <= 0) throw this.exceeded();
    return leftMs;
  }

  /**
   * How long another service may be waited for, so that a transaction can still be committed then. What follows on a stored part
   * of the write is at most left to others. @throws DEADLINE_EXCEEDED
   */
  requireTimeToAsk(): number {
    const leftMs = this.requireLeft() - Math.min(commitMs, this.msMax / 4);
    if (leftMs <= 0 && !this.hasStored) throw this.exceeded();
    return Math.max(1, leftMs);
  }

  get isOver(): boolean {
    return this.#isOpen && performance.now() >= this.#endsAt;
  }

  exceeded(cause?: unknown): DomainError {
    const seconds = Math.round(this.msMax / 1000);
    const detail = `The write was given up after ${seconds} seconds, and nothing of it is stored; change less at once, or try again later.`;
    return new DomainError('DEADLINE_EXCEEDED', detail, {}, { cause });
  }

  async run<T>(write: () => Promise<T>): Promise<T> {
    try {
      return await present.run(this, write);
    } finally {
      this.#isOpen = false;
    }
  }
}

/** The failure of a write of which something is stored, or may be. */
export const outcomeUnknown = (cause: unknown): DomainError =>
  new DomainError(
    'UPSTREAM_FAILED',
    `The connection to the database or to another service broke when the write was as good as done. ${unknownOutcome}`,
    {},
    { cause },
  );

/** What a client may conclude, and do, when it is told neither that a write was carried out nor that it was not. */
export const unknownOutcome =
  'Whether it was carried out is not known: look it up, or repeat the request with the Idempotency-Key that it had.';
