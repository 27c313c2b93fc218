import { apiKeyRevoked, type Verification } from '@consulting/kernel/contracts/identity';
import type { Bus } from '@consulting/kernel/nats';
import { type Caller, keyCaller } from '@consulting/kernel/process';
import type { Static } from '@consulting/kernel/schema';
import { LRUCache } from 'lru-cache';
import { type CallSource, type CredentialCheck, digestOf } from './credential';
import type { Identity } from './identity';

const keysMax = 10_000;

/** The answer about a key counts this long only, because the message of a revocation may get lost. */
const freshMs = 1_000;

/** A key is verified again in the background after this long, so that requests of a busy caller never wait for it. */
const renewMs = 500;

/** Identity compares a key that it does not know yet by a slow hash; one that it knows costs a query. */
const firstPatienceMs = 15_000;
const patienceMs = 2000;

/** A verified key counts this long while identity is down. */
const cachedMs = 10 * 60_000;
/** A revocation is remembered for longer than a ticket lives, so that tickets of the key are refused. */
const revokedCachedMs = 120_000;

const keyPattern = /^app_[A-Za-z0-9]{32}$/;

interface Known {
  caller: Caller;
  keyId: string;
  expiresAt: number | null;
  askedAt: number;
  freshUntil: number;
  renewAt: number;
}

export interface ApiKeys extends CredentialCheck {
  revoke(keyId: string): void;
  isRevoked(keyId: string): boolean;
}

/** Keys are remembered by their SHA-256, never as text; a revocation removes the entry at once. */
export function createApiKeys(
  identity: Pick<Identity, 'verify'>,
  bus: Pick<Bus, 'watch' | 'connectedSince'>,
  onRevoked: (keyId: string) => void,
): ApiKeys {
  const known = new LRUCache<string, Known>({ max: keysMax, ttl: cachedMs, ttlResolution: 1000 });
  const revoked = new LRUCache<string, true>({ max: keysMax, ttl: revokedCachedMs });
  const asking = new Map<string, { askedAt: number; answer: Promise<Caller | undefined> }>();

  const isHeard = ({ askedAt }: Known) => askedAt >= (bus.connectedSince() ?? Number.POSITIVE_INFINITY);

  async function verify(key: string, digest: string, askedAt: number, source?: CallSource) {
    let answer: Static<typeof Verification>;
    try {
      answer = await identity.verify(key, known.has(digest) ? patienceMs : firstPatienceMs, source);
    } catch (error) {
      const entry = unexpired(known.get(digest));
      if (!entry || !isHeard(entry)) throw error;
      entry.freshUntil = performance.now() + freshMs;
      return entry.caller;
    }
    if (!answer.isValid || revoked.has(answer.keyId)) {
      known.delete(digest);
      return undefined;
    }
    const { keyId, name, role, expiresAt, countsAs } = answer;
    const caller = keyCaller(keyId, name, role, countsAs);
    if (expiresAt !== null) caller.expiresAt = expiresAt;
    const [freshUntil, renewAt] = [askedAt + freshMs, askedAt + renewMs];
    known.set(digest, { caller, keyId, expiresAt, askedAt, freshUntil, renewAt });
    return caller;
  }

  const revoke = (keyId: string) => {
    revoked.set(keyId, true);
    for (const [digest, entry] of known.entries()) if (entry.keyId === keyId) known.delete(digest);
    onRevoked(keyId);
  };
  bus.watch(apiKeyRevoked, ({ keyId }) => revoke(keyId));

  function verifyOnce(key: string, digest: string, source?: CallSource): Promise<Caller | undefined> {
    const askedAt = performance.now();
    const running = asking.get(digest);
    if (running && askedAt < running.askedAt + freshMs) return running.answer;
    const answer = verify(key, digest, askedAt, source).finally(() => {
      if (asking.get(digest)?.askedAt === askedAt) asking.delete(digest);
    });
    asking.set(digest, { askedAt, answer });
    return answer;
  }

  return {
    revoke,
    isRevoked: (keyId) => revoked.has(keyId),
    cached(key) {
      const digest = digestOf(key);
      const entry = unexpired(known.get(digest));
      const now = performance.now();
      if (!entry || now >= entry.freshUntil) return undefined;
      if (now >= entry.renewAt) {
        entry.renewAt = now + renewMs;
        verifyOnce(key, digest).catch(() => {});
      }
      return entry.caller;
    },
    isKnown: (key) => known.has(digestOf(key)),
    verify: async (key, source) =>
      keyPattern.test(key) ? verifyOnce(key, digestOf(key), source) : undefined,
  };
}

const unexpired = (entry: Known | undefined) =>
  entry && (entry.expiresAt === null || Date.now() < entry.expiresAt) ? entry : undefined;
