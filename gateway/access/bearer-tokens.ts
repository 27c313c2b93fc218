import type { Caller, Role } from '@consulting/shared/context';
import { DomainError } from '@consulting/shared/errors';
import { decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import { type CredentialCheck, digestOf } from './credential';
import { createSigningKeys } from './signing-keys';

const tokensMax = 10_000;
const freshMs = 30_000;
/** Clocks may differ by this much when a token is younger than now; its expiry is taken to the second. */
const skewSeconds = 5;
const roles: readonly Role[] = ['Contributor', 'Reader'];

export interface Tenant {
  authority: string;
  tenantId: string;
  clientId: string;
}

interface Known {
  caller: Caller;
  freshUntil: number;
  expiresAt: number;
}

/** Access tokens of one tenant: RS256 only; signature, issuer, audience, tenant, scope and times are checked. */
export function createBearerTokens({ authority, tenantId, clientId }: Tenant): CredentialCheck {
  const issuer = `${authority}/${tenantId}/v2.0`;
  const signingKeys = createSigningKeys(issuer);
  const known = new LRUCache<string, Known>({ max: tokensMax });
  const expected = {
    issuer,
    audience: [clientId, `api://${clientId}`],
    algorithms: ['RS256'],
    requiredClaims: ['exp'],
    clockTolerance: skewSeconds,
  };

  async function verify(token: string): Promise<Caller | undefined> {
    try {
      if (decodeProtectedHeader(token).alg !== 'RS256') return undefined;
      const { payload } = await jwtVerify(token, signingKeys, expected);
      if (!isOfTenant(payload, tenantId) || !isInTime(payload) || !hasScope(payload, clientId))
        return undefined;
      const caller = callerOf(payload);
      known.set(digestOf(token), {
        caller,
        freshUntil: performance.now() + freshMs,
        expiresAt: (payload.exp ?? 0) * 1000,
      });
      return caller;
    } catch (error) {
      if (error instanceof errors.JOSEError || error instanceof TypeError) return undefined;
      throw error;
    }
  }

  return {
    cached(token) {
      const entry = known.get(digestOf(token));
      return entry && performance.now() < entry.freshUntil && Date.now() < entry.expiresAt
        ? entry.caller
        : undefined;
    },
    isKnown: (token) => known.has(digestOf(token)),
    verify,
  };
}

const isOfTenant = ({ tid }: JWTPayload, tenantId: string) => tid === tenantId;

function isInTime({ exp = 0, iat = 0 }: JWTPayload): boolean {
  const now = Date.now() / 1000;
  return now < exp && iat <= now + skewSeconds;
}

const hasScope = ({ scp }: JWTPayload, clientId: string) =>
  typeof scp === 'string' &&
  scp
    .split(' ')
    .some((one) => one === 'user_impersonation' || one === `api://${clientId}/user_impersonation`);

/** @throws INSUFFICIENT_ROLE for a person without a role that this service knows (resources.md 18) */
function callerOf(payload: JWTPayload): Caller {
  const given = Array.isArray(payload.roles) ? payload.roles : [];
  const role = roles.find((one) => given.includes(one));
  const id = text(payload.oid) ?? text(payload.sub) ?? '';
  const name = text(payload.preferred_username) ?? text(payload.name) ?? id;
  if (role === undefined)
    throw new DomainError('INSUFFICIENT_ROLE', 'The token names none of the roles Reader and Contributor.', {
      requiredRole: 'Reader',
    });
  return { type: 'bearer', id: `user:${id}`, name, role };
}

const text = (claim: unknown) => (typeof claim === 'string' && claim !== '' ? claim : undefined);
