import { AsyncLocalStorage } from 'node:async_hooks';
import { DomainError } from '../schema';

/** Proxies in front wait longer than this for an answer. */
export const writeMsMax = 230_000;

const current = new AsyncLocalStorage<WriteDeadline>();

export const currentDeadline = (): WriteDeadline | undefined => current.getStore();

const commitMs = 2000;

/**
 * Postgres ends the transactions of a write at this moment, also those that wait for a lock or for this
 * process, so that nothing of a write that was answered as given up happens later.
 */
export class WriteDeadline {
  hasStored = false;
  #isOpen = true;
  readonly #endsAt: number;

  constructor(private readonly msMax: number) {
    this.#endsAt = performance.now() + msMax;
  }

  requireLeft(): number {
    if (!this.#isOpen) return Number.POSITIVE_INFINITY;
    const leftMs = Math.ceil(this.#endsAt - performance.now());
    if (leftMs <= 0) throw this.exceeded();
    return leftMs;
  }

  /** The time leaves enough for a commit afterwards. @throws DEADLINE_EXCEEDED */
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
      return await current.run(this, write);
    } finally {
      this.#isOpen = false;
    }
  }
}

export const outcomeUnknown = (cause: unknown): DomainError =>
  new DomainError(
    'UPSTREAM_FAILED',
    `The connection to the database or to another service broke when the write was as good as done. ${unknownOutcome}`,
    {},
    { cause },
  );

export const unknownOutcome =
  'Whether it was carried out is not known: look it up, or repeat the request with the Idempotency-Key that it had.';
