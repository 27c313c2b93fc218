import { apiKeyRevoked } from '@consulting/kernel/contracts/identity';
import type { Bus } from '@consulting/kernel/nats';
import { keyCaller, keyIdOf } from '@consulting/kernel/process';
import { LRUCache } from 'lru-cache';
import type { CredentialCheck } from './credential';
import { FreshCallers } from './fresh-callers';
import type { Identity } from './identity';

const keysMax = 10_000;

/** Identity compares a key that it does not know yet by a slow hash; one that it knows costs a query. */
const firstPatienceMs = 15_000;
const patienceMs = 2000;

/** A revocation is remembered for longer than a ticket lives, so that tickets of the key are refused. */
const revokedCachedMs = 120_000;

const keyPattern = /^app_[A-Za-z0-9]{32}$/;

export interface ApiKeys extends CredentialCheck {
  revoke(keyId: string): void;
  isRevoked(keyId: string): boolean;
  renewAll(): void;
}

export function createApiKeys(
  identity: Pick<Identity, 'verify'>,
  bus: Pick<Bus, 'watch' | 'connectedSince'>,
  onRevoked: (keyId: string) => void,
): ApiKeys {
  const revoked = new LRUCache<string, true>({ max: keysMax, ttl: revokedCachedMs });
  const callers = new FreshCallers(async (key, isKnown, source) => {
    const answer = await identity.verify(key, isKnown ? patienceMs : firstPatienceMs, source);
    if (!answer.isValid || revoked.has(answer.keyId)) return undefined;
    const { keyId, name, role, expiresAt, countsAs, scope } = answer;
    const caller = keyCaller(keyId, name, role, countsAs, scope);
    return expiresAt === null ? caller : { ...caller, expiresAt };
  }, bus);

  const revoke = (keyId: string) => {
    revoked.set(keyId, true);
    callers.forget((caller) => keyIdOf(caller) === keyId);
    onRevoked(keyId);
  };
  bus.watch(apiKeyRevoked, ({ keyId }) => revoke(keyId));

  return {
    revoke,
    isRevoked: (keyId) => revoked.has(keyId),
    renewAll: () => callers.renewAll(),
    cached: (key) => callers.cached(key),
    isKnown: (key) => callers.isKnown(key),
    verify: async (key, source) => (keyPattern.test(key) ? callers.verify(key, source) : undefined),
  };
}
