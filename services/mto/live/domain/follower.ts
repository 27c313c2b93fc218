import type { ServerEvent } from '@consulting/kernel/http';
import type { Operation } from '../store/operations';
import { hasSeen, isLater, readSnapshot, type Snapshot, writePosition } from './position';

const waitingMax = 100;
const waitMsMax = 30_000;

export interface Happened {
  snapshot: string;
  operations: readonly Operation[];
  isTooMany: boolean;
}

interface Seen {
  text: string;
  snapshot: Snapshot;
}

export function seenOf(text: string): Seen {
  const snapshot = readSnapshot(text);
  if (snapshot === null) throw new RangeError(`${text} is no snapshot`);
  return { text, snapshot };
}

// The events of one client, in the order in which they become known; each operation once.
export class Follower {
  readonly #waiting: ServerEvent[] = [];
  readonly #early: Happened[] = [];
  #people: object | undefined;
  #met = '';
  #seen: Seen | undefined;
  #waitsSince = 0;
  #wake: () => void = () => {};

  constructor(private readonly end: () => void) {}

  // What the reader of the process reported before is in `seen` or comes now.
  begin(seen: string, people: string): void {
    this.#seen = seenOf(seen);
    this.#met = people;
    this.#people = undefined;
    for (const happened of this.#early.splice(0)) this.take(happened);
  }

  take(happened: Happened): void {
    if (this.#seen === undefined) {
      this.#early.push(happened);
      return;
    }
    // Those of one moment may be many, so only what waited before counts.
    this.check();
    const since = this.#seen;
    const until = seenOf(happened.snapshot);
    const fresh = happened.operations.filter(
      ({ transaction }) => !hasSeen(since.snapshot, BigInt(transaction)),
    );
    if (isLater(until.snapshot, since.snapshot)) this.#seen = until;
    if (happened.isTooMany) this.#add({ event: 'reset', id: this.#position(), data: {} });
    else for (const event of eventsOf(fresh, since.text, until.text)) this.#add(event);
  }

  // Only the last list counts, so that it waits as one event.
  meet(people: object, text: string): void {
    if (text === this.#met) return;
    this.#met = text;
    this.#people = people;
    this.#wake();
  }

  // Nobody waits for a client that does not take its events.
  check(): void {
    const isLate = this.#waiting.length > 0 && performance.now() - this.#waitsSince > waitMsMax;
    if (isLate || this.#waiting.length > waitingMax) this.end();
  }

  // Null when nothing happens for so long.
  async next(quietMs: number, gone: AbortSignal): Promise<ServerEvent | null> {
    if (!this.#hasEvent() && !gone.aborted) await this.#something(quietMs, gone);
    const event = this.#waiting.shift();
    this.#waitsSince = performance.now();
    if (event !== undefined) return event;
    const data = this.#people;
    this.#people = undefined;
    return data === undefined ? null : { event: 'presence', id: this.#position(), data };
  }

  #hasEvent(): boolean {
    return this.#waiting.length > 0 || (this.#people !== undefined && this.#seen !== undefined);
  }

  #add(event: ServerEvent): void {
    if (this.#waiting.length === 0) this.#waitsSince = performance.now();
    this.#waiting.push(event);
    this.#wake();
  }

  #position(): string {
    return writePosition({ since: this.#seen?.text ?? '', until: null, last: null });
  }

  #something(quietMs: number, gone: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        gone.removeEventListener('abort', end);
        this.#wake = () => {};
        resolve();
      };
      const timer = setTimeout(end, quietMs);
      gone.addEventListener('abort', end, { once: true });
      this.#wake = end;
    });
  }
}

// Whoever comes back between two of them gets those behind.
export function eventsOf(operations: readonly Operation[], since: string, until: string): ServerEvent[] {
  return operations.map(({ position, data }, at) => {
    const isLast = at === operations.length - 1;
    const seen = isLast ? { since: until, until: null, last: null } : { since, until, last: position };
    return { event: 'operation', id: writePosition(seen), data };
  });
}
