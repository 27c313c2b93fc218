import { fitted } from '@consulting/kernel/http';
import { type Caller, countedAs, type Lifecycle, type Logger } from '@consulting/kernel/process';
import type { ErrorCode } from '@consulting/kernel/schema';
import { LRUCache } from 'lru-cache';
import { subscriberOf } from '../access/client-address';

const linesPerMinute = 20;
const windowMs = 60_000;
const sweepEveryMs = 5000;
const sourcesMax = 10_000;

export interface Refusal {
  caller: Caller | undefined;
  address: string;
  method: string;
  pathname: string;
  status: number;
  code: ErrorCode;
  requestId: string;
}

interface Source {
  caller: Caller | null;
  address: string;
  lines: number;
  counts: Partial<Record<ErrorCode, number>>;
  endsAt: number;
}

/**
 * The first 20 refusals of a caller and address in a minute have a line each and the others are counted in
 * one line, so that no flood of refusals becomes a flood of lines.
 */
export class RefusalAudit {
  readonly #sources = new LRUCache<string, Source>({
    max: sourcesMax,
    dispose: (source) => this.#reportCounts(source),
  });

  constructor(
    private readonly log: Logger,
    private readonly now: () => number = () => performance.now(),
  ) {}

  start(lifecycle: Lifecycle): this {
    const timer = setInterval(() => this.sweep(), sweepEveryMs);
    lifecycle.started('audit of refusals', () => {
      clearInterval(timer);
      this.#sources.clear();
    });
    return this;
  }

  write({ caller, address, method, pathname, status, code, requestId }: Refusal): void {
    const source = this.#sourceOf(address, caller ?? null);
    if (source.lines >= linesPerMinute) {
      source.counts[code] = (source.counts[code] ?? 0) + 1;
      return;
    }
    source.lines += 1;
    const action = fitted(`${method} ${pathname}`);
    const who = { caller: caller ?? null, address };
    this.log.info('audit', { ...who, action, outcome: 'refused', status, code, requestId });
  }

  sweep(): void {
    const now = this.now();
    for (const [key, { endsAt }] of this.#sources.entries()) if (endsAt <= now) this.#sources.delete(key);
  }

  #sourceOf(address: string, caller: Caller | null): Source {
    const key = `${subscriberOf(address)} ${caller ? countedAs(caller) : ''}`;
    const known = this.#sources.get(key);
    if (known && known.endsAt > this.now()) return known;
    const source = { caller, address, lines: 0, counts: {}, endsAt: this.now() + windowMs };
    this.#sources.set(key, source);
    return source;
  }

  #reportCounts({ caller, address, counts }: Source): void {
    const count = Object.values(counts).reduce((sum, one) => sum + one, 0);
    if (count > 0)
      this.log.info('audit', { caller, address, action: 'more', outcome: 'refused', count, counts });
  }
}
