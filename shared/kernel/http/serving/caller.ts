import { createHmac, timingSafeEqual } from 'node:crypto';
import { CompactSign, compactVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import { type Caller, scopeSchema } from '../../process';
import { DomainError, type JsonSchema, matches, type Static, valueSchema } from '../../schema';

/** The gateway lets no header with a name like these pass from outside. */
export const callerHeader = 'x-caller';

export const writeMsHeader = 'x-caller-write-ms';

const lifetimeMs = 30_000;
const reuseMs = 10_000;
const callersMax = 10_000;
export const aheadMsMax = 30_000;
const warnEveryMs = 60_000;

/**
 * The secrets are separated by commas, and the first one signs. With two of them gateways and services can be
 * given a new secret one after the other.
 */
export const secretsOf = (setting: string) =>
  setting.split(',').map((secret) => new TextEncoder().encode(secret.trim()));

/**
 * A token (JWS, RFC 7515) lives 30 seconds and is reused for 10 for the same caller object, so that most
 * requests sign nothing and wait for nothing.
 */
export function createCallerSigner(secrets: string): (caller: Caller) => string | Promise<string> {
  const [key = new Uint8Array()] = secretsOf(secrets);
  const recent = new WeakMap<Caller, { token: string | Promise<string>; signedAt: number }>();
  return (caller) => {
    const now = Date.now();
    const known = recent.get(caller);
    // Signed later than now: the clock was put back, and no service would accept that time.
    if (known && known.signedAt <= now && now < known.signedAt + reuseMs) return known.token;
    const signed: Claims = { caller, expires: now + lifetimeMs };
    const signing = new CompactSign(Buffer.from(JSON.stringify(signed)))
      .setProtectedHeader({ alg: 'HS256' })
      .sign(key);
    recent.set(caller, { token: signing, signedAt: now });
    return signing.then((token) => {
      recent.set(caller, { token, signedAt: now });
      return token;
    });
  };
}

const { bounded, choice, number, object, text } = valueSchema;
const filled = bounded(text(), { minLength: 1 });

export const callerSchema = object(
  {
    type: choice(['anonymous', 'api_key', 'bearer', 'system']),
    id: filled,
    name: filled,
    role: choice(['Reader', 'Contributor']),
  },
  {
    /** Gateways of the earlier version do not send it; the caller then counts as itself. */
    countsAs: filled,
    scope: scopeSchema,
  },
);

const claims = object({ caller: callerSchema, expires: number() });

type Claims = Static<typeof claims>;

/** The payload must be complete, because a missing limit would be understood as no limit. */
export function claimsOf<T extends JsonSchema>(schema: T, payload: Uint8Array): Static<T> | undefined {
  try {
    const reported: unknown = JSON.parse(Buffer.from(payload).toString());
    return matches(schema, reported) ? reported : undefined;
  } catch {
    return undefined;
  }
}

/**
 * A caller that is missing, forged or incomplete causes AUTHENTICATION_REQUIRED, and one whose time is not
 * now DEPENDENCY_UNAVAILABLE. `warn` is called once a minute at most when clocks differ.
 */
export function createCallerVerifier(
  secrets: string,
  warn: (message: string) => void = () => {},
): (token: string | null) => Caller | Promise<Caller> {
  const accepted = secretsOf(secrets);
  const verified = new LRUCache<string, Claims>({ max: callersMax });
  let silentUntil = 0;
  const outOfTime = (expires: number) => {
    const error = clocksDiffer(expires);
    if (performance.now() >= silentUntil) warn(error.message);
    silentUntil = Math.max(silentUntil, performance.now() + warnEveryMs);
    return error;
  };
  const callerOf = ({ caller, expires }: Claims): Caller => {
    const leftMs = expires - Date.now();
    if (leftMs < 0 || leftMs > lifetimeMs + aheadMsMax) throw outOfTime(expires);
    return caller;
  };
  return (token) => {
    if (token === null) throw notFromGateway();
    const known = verified.get(token);
    if (known) return callerOf(known);
    return verify(accepted, token).then((found) => {
      const caller = callerOf(found);
      verified.set(token, found);
      return caller;
    });
  };
}

const notFromGateway = () =>
  new DomainError(
    'AUTHENTICATION_REQUIRED',
    'This service answers only requests that come through the gateway.',
  );

function clocksDiffer(expires: number): DomainError {
  const seconds = Math.round((Date.now() - (expires - lifetimeMs)) / 1000);
  const direction = seconds > 0 ? 'ahead of' : 'behind';
  return new DomainError(
    'DEPENDENCY_UNAVAILABLE',
    `The clock of this service is ${Math.abs(seconds)} seconds ${direction} that of the gateway; they may differ by 30.`,
  );
}

async function verify(keys: readonly Uint8Array[], token: string): Promise<Claims> {
  for (const key of keys) {
    const payload = isOfFormerVersion(token) ? verifyFormer(key, token) : await verifySigned(key, token);
    const found = payload && claimsOf(claims, payload);
    if (found) return found;
  }
  throw notFromGateway();
}

async function verifySigned(key: Uint8Array, token: string): Promise<Uint8Array | undefined> {
  try {
    return (await compactVerify(token, key, { algorithms: ['HS256'] })).payload;
  } catch {
    return undefined;
  }
}

/** Gateways of the earlier version sign without a header while an upgrade goes on. */
const isOfFormerVersion = (token: string) => token.indexOf('.') === token.lastIndexOf('.');

function verifyFormer(key: Uint8Array, token: string): Uint8Array | undefined {
  const [payload = '', signature = ''] = token.split('.');
  const given = Buffer.from(signature, 'base64url');
  const expected = createHmac('sha256', key).update(payload).digest();
  const isSigned = given.length === expected.length && timingSafeEqual(given, expected);
  return isSigned ? Buffer.from(payload, 'base64url') : undefined;
}
