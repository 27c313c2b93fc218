import { createHmac, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Caller } from '../caller';
import { DomainError } from '../errors';

/** Header in which the gateway tells a service who calls; a copy from outside never passes the gateway. */
export const callerHeader = 'x-caller';

const lifetimeMs = 30_000;
const reuseMs = 10_000;
const callersMax = 10_000;

const sign = (secret: string, payload: string) => createHmac('sha256', secret).update(payload).digest();

/**
 * Signs callers for the services. A token lives 30 seconds and is reused for 10 for the same caller object, so that most
 * requests sign nothing.
 */
export function createCallerSigner(secret: string): (caller: Caller) => string {
  const recent = new WeakMap<Caller, { token: string; until: number }>();
  return (caller) => {
    const now = Date.now();
    const known = recent.get(caller);
    if (known && now < known.until) return known.token;
    const claims = JSON.stringify({ caller, expires: now + lifetimeMs });
    const payload = Buffer.from(claims).toString('base64url');
    const token = `${payload}.${sign(secret, payload).toString('base64url')}`;
    recent.set(caller, { token, until: now + reuseMs });
    return token;
  };
}

/** Reads signed callers; one that is missing, forged or expired is refused with AUTHENTICATION_REQUIRED. */
export function createCallerVerifier(secret: string): (token: string | null) => Caller {
  const verified = new LRUCache<string, { caller: Caller; expires: number }>({ max: callersMax });
  return (token) => {
    const claims = token === null ? undefined : (verified.get(token) ?? verify(secret, token));
    if (token === null || !claims || claims.expires < Date.now()) {
      throw new DomainError(
        'AUTHENTICATION_REQUIRED',
        'This service answers only requests that come through the gateway.',
      );
    }
    verified.set(token, claims);
    return claims.caller;
  };
}

function verify(secret: string, token: string): { caller: Caller; expires: number } | undefined {
  const [payload = '', signature = ''] = token.split('.');
  const expected = sign(secret, payload);
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  return JSON.parse(Buffer.from(payload, 'base64url').toString());
}
