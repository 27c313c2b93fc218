import type { Verification } from '@consulting/shared/contracts/identity';
import type { Database } from '@consulting/shared/store/connect';
import type { Static } from '@sinclair/typebox';
import { LRUCache } from 'lru-cache';
import { findCandidates } from '../store/api-key';
import type { LastUse } from './last-use';
import { hasHash, isKey, prefixOf } from './secret';

const provenMax = 10_000;

export type Verify = (key: string) => Promise<Static<typeof Verification>>;

/**
 * Verifies keys against the store: all that share the prefix are compared, an unknown prefix costs no bcrypt. That a
 * key fits a hash is remembered by the key's SHA-256, so that asking again costs one query.
 */
export function createVerifier(db: Database, lastUse: LastUse): Verify {
  const proven = new LRUCache<string, string>({ max: provenMax });
  return async (key) => {
    if (!isKey(key)) return { isValid: false };
    const digest = new Bun.CryptoHasher('sha256').update(key).digest('base64');
    for (const { keyHash, id, name, role, expiresAt } of await findCandidates(db, prefixOf(key))) {
      if (proven.get(digest) !== keyHash && !(await hasHash(key, keyHash))) continue;
      proven.set(digest, keyHash);
      lastUse.touch(id);
      return { isValid: true, keyId: id, name, role, expiresAt: expiresAt?.getTime() ?? null };
    }
    return { isValid: false };
  };
}
