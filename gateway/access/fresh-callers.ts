import type { Bus } from '@consulting/kernel/nats';
import type { Caller } from '@consulting/kernel/process';
import { DomainError } from '@consulting/kernel/schema';
import { LRUCache } from 'lru-cache';
import { type CallSource, type CredentialCheck, digestOf } from './credential';

const callersMax = 10_000;

// The answer about a caller counts this long only, because the message of a change may get lost.
const freshMs = 1_000;

// A caller is verified again in the background after this long, so that requests of a busy one never wait for it.
const renewMs = 500;

// A verified caller counts this long while identity is down.
const cachedMs = 10 * 60_000;

interface Known {
  caller: Caller;
  askedAt: number;
  freshUntil: number;
  renewAt: number;
}

type Ask = (credential: string, isKnown: boolean, source?: CallSource) => Promise<Caller | undefined>;

// Credentials are remembered by their SHA-256, never as text.
export class FreshCallers implements CredentialCheck {
  readonly #known = new LRUCache<string, Known>({ max: callersMax, ttl: cachedMs, ttlResolution: 1000 });
  readonly #asking = new Map<string, { askedAt: number; answer: Promise<Caller | undefined> }>();
  #changedAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly ask: Ask,
    private readonly bus: Pick<Bus, 'connectedSince'>,
  ) {}

  cached(credential: string): Caller | undefined {
    const digest = digestOf(credential);
    const entry = unexpired(this.#known.get(digest));
    const now = performance.now();
    if (!entry || now >= entry.freshUntil) return undefined;
    if (now >= entry.renewAt) {
      entry.renewAt = now + renewMs;
      this.#askOnce(credential, digest).catch(() => {});
    }
    return entry.caller;
  }

  isKnown(credential: string): boolean {
    return unexpired(this.#known.get(digestOf(credential))) !== undefined;
  }

  verify(credential: string, source?: CallSource): Promise<Caller | undefined> {
    return this.#askOnce(credential, digestOf(credential), source);
  }

  forget(isMeant: (caller: Caller) => boolean): void {
    for (const [digest, { caller }] of this.#known.entries()) if (isMeant(caller)) this.#known.delete(digest);
  }

  // A known caller who has to be asked about again is no failed attempt, so the entries stay.
  renewAll(): void {
    this.#changedAt = performance.now();
    this.#asking.clear();
    for (const entry of this.#known.values()) entry.freshUntil = 0;
  }

  #askOnce(credential: string, digest: string, source?: CallSource): Promise<Caller | undefined> {
    const askedAt = performance.now();
    const running = this.#asking.get(digest);
    if (running && askedAt < running.askedAt + freshMs) return running.answer;
    const answer = this.#ask(credential, digest, askedAt, source).finally(() => {
      if (this.#asking.get(digest)?.askedAt === askedAt) this.#asking.delete(digest);
    });
    this.#asking.set(digest, { askedAt, answer });
    return answer;
  }

  async #ask(credential: string, digest: string, askedAt: number, source?: CallSource) {
    let caller: Caller | undefined;
    try {
      caller = await this.ask(credential, this.#known.has(digest), source);
    } catch (error) {
      if (isRefusal(error)) this.#known.delete(digest);
      const entry = unexpired(this.#known.get(digest));
      if (!entry || !this.#isHeard(entry)) throw error;
      entry.freshUntil = performance.now() + freshMs;
      return entry.caller;
    }
    if (!caller) {
      this.#known.delete(digest);
      return undefined;
    }
    const freshUntil = askedAt > this.#changedAt ? askedAt + freshMs : 0;
    this.#known.set(digest, { caller, askedAt, freshUntil, renewAt: askedAt + renewMs });
    return caller;
  }

  #isHeard({ askedAt }: Known): boolean {
    const since = this.bus.connectedSince() ?? Number.POSITIVE_INFINITY;
    return askedAt >= since && askedAt > this.#changedAt;
  }
}

// Identity has answered, so nothing that was answered before counts any more.
const isRefusal = (error: unknown) => error instanceof DomainError && error.code === 'TOO_MANY_GRANTED';

const unexpired = (entry: Known | undefined) =>
  entry && (entry.caller.expiresAt === undefined || Date.now() < entry.caller.expiresAt) ? entry : undefined;
