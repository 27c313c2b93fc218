import { createHmac, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Caller } from '../caller';
import { DomainError } from '../errors';

/** Header in which the gateway tells a service who calls; a copy from outside never passes the gateway. */
export const callerHeader = 'x-caller';

const lifetimeMs = 30_000;
const reuseMs = 10_000;
const callersMax = 10_000;
/** How far ahead the clock of the gateway may be. */
const aheadMsMax = 30_000;
const warnEveryMs = 60_000;

const sign = (secret: string, payload: string) => createHmac('sha256', secret).update(payload).digest();

/**
 * Secrets that are accepted, separated by commas; the first one signs. With two of them gateways and services may be given
 * a new secret one after the other.
 */
const secretsOf = (setting: string) => setting.split(',').map((secret) => secret.trim());

/**
 * Signs callers for the services. A token lives 30 seconds and is reused for 10 for the same caller object, so that most
 * requests sign nothing.
 */
export function createCallerSigner(secrets: string): (caller: Caller) => string {
  const [secret = ''] = secretsOf(secrets);
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

interface Claims {
  caller: Caller;
  expires: number;
}

/**
 * Reads signed callers; one that is missing or forged is refused with AUTHENTICATION_REQUIRED, one whose time is not now with
 * DEPENDENCY_UNAVAILABLE. `warn` hears, once a minute at most, that clocks differ.
 */
export function createCallerVerifier(
  secrets: string,
  warn: (message: string) => void = () => {},
): (token: string | null) => Caller {
  const accepted = secretsOf(secrets);
  const verified = new LRUCache<string, Claims>({ max: callersMax });
  let silentUntil = 0;
  const outOfTime = (expires: number) => {
    const error = clocksDiffer(expires);
    if (performance.now() >= silentUntil) warn(error.message);
    silentUntil = Math.max(silentUntil, performance.now() + warnEveryMs);
    return error;
  };
  return (token) => {
    const claims = token === null ? undefined : (verified.get(token) ?? verify(accepted, token));
    if (token === null || !claims) {
      throw new DomainError(
        'AUTHENTICATION_REQUIRED',
        'This service answers only requests that come through the gateway.',
      );
    }
    const leftMs = claims.expires - Date.now();
    if (leftMs < 0 || leftMs > lifetimeMs + aheadMsMax) throw outOfTime(claims.expires);
    verified.set(token, claims);
    return claims.caller;
  };
}

/** The gateway has made the token just now, so what is not its time is a matter of clocks. */
function clocksDiffer(expires: number): DomainError {
  const seconds = Math.round((Date.now() - (expires - lifetimeMs)) / 1000);
  const direction = seconds > 0 ? 'ahead of' : 'behind';
  return new DomainError(
    'DEPENDENCY_UNAVAILABLE',
    `The clock of this service is ${Math.abs(seconds)} seconds ${direction} that of the gateway; they may differ by 30.`,
  );
}

function verify(secrets: readonly string[], token: string): Claims | undefined {
  const [payload = '', signature = ''] = token.split('.');
  const given = Buffer.from(signature, 'base64url');
  const isSignedWith = (secret: string) => {
    const expected = sign(secret, payload);
    return given.length === expected.length && timingSafeEqual(given, expected);
  };
  if (!secrets.some(isSignedWith)) return undefined;
  return JSON.parse(Buffer.from(payload, 'base64url').toString());
}
