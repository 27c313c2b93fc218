import type { Verification } from '@consulting/kernel/contracts/identity';
import type { Database } from '@consulting/kernel/postgres';
import type { Static } from '@consulting/kernel/schema';
import { LRUCache } from 'lru-cache';
import { findCandidates } from '../store/api-key';
import { type AccessDefault, accessOfKey, lowered } from './access';
import type { LastUse } from './last-use';
import { countsAsOf } from './making';
import { isKey, matching, prefixOf } from './secret';

const provenMax = 10_000;

export type Verify = (key: string, source: string) => Promise<Static<typeof Verification>>;

export interface Clock {
  now(): number;
  sleep(ms: number): Promise<unknown>;
}

const systemClock: Clock = { now: () => performance.now(), sleep: (ms) => Bun.sleep(ms) };

/**
 * Refusals leave at multiples of this time after they were asked for; a comparison on a busy machine takes half of it.
 */
const refusalStepMs = 200;

/**
 * An unknown prefix costs no bcrypt, and a refusal takes the same time for both, because one could otherwise find out
 * prefixes. The SHA-256 of a key that fits is remembered, so that asking again costs one query.
 */
export function createVerifier(
  db: Database,
  lastUse: LastUse,
  accessDefault: AccessDefault,
  clock = systemClock,
): Verify {
  const proven = new LRUCache<string, string>({ max: provenMax });
  const comparing = new Map<string, Promise<string | undefined>>();

  function fitting(key: string, digest: string, candidates: readonly { keyHash: string }[], source: string) {
    const running = comparing.get(digest);
    if (running) return running;
    const found = matching(key, candidates, source)
      .then((candidate) => candidate?.keyHash)
      .finally(() => comparing.delete(digest));
    comparing.set(digest, found);
    return found;
  }

  return async (key, source) => {
    if (!isKey(key)) return { isValid: false };
    const askedAt = clock.now();
    const digest = new Bun.CryptoHasher('sha256').update(key).digest('base64');
    const candidates = await findCandidates(db, prefixOf(key));
    const known = candidates.find(({ keyHash }) => keyHash === proven.get(digest));
    const fit = known ? known.keyHash : await fitting(key, digest, candidates, source);
    const found = candidates.find(({ keyHash }) => keyHash === fit);
    if (!found) {
      await clock.sleep(refusalStepMs - ((clock.now() - askedAt) % refusalStepMs));
      return { isValid: false };
    }
    const { keyHash, id, name, expiresAt } = found;
    const countsAs = countsAsOf(found);
    proven.set(digest, keyHash);
    lastUse.touch(id);
    const access = await accessOfKey(db, id, accessDefault);
    return {
      ...{ isValid: true, keyId: id, name, role: lowered(found.role, access) },
      ...{ expiresAt: expiresAt?.getTime() ?? null, countsAs },
      ...(access.scope && { scope: access.scope }),
    };
  };
}
