import { type Caller, personCaller, type Role } from '@consulting/kernel/process';
import { DomainError, unavailable } from '@consulting/kernel/schema';
import {
  createLocalJWKSet,
  decodeProtectedHeader,
  errors,
  type JSONWebKeySet,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
} from 'jose';
import { LRUCache } from 'lru-cache';
import { digestOf } from './credential';
import { discover, fetchJson, issuerOf, scopeOf, type Tenant } from './provider';

const tokensMax = 10_000;
const freshMs = 30_000;

/** Clocks may differ by this much when a token is younger than now; its expiry is taken to the second. */
const skewSeconds = 5;

/** The provider writes the scope of its own resource without the resource. */
const shortScope = 'user_impersonation';
const roles: readonly Role[] = ['Contributor', 'Reader'];

export interface Person {
  caller: Caller;
  userId: string;
  // Null where the token does not name all of them.
  groupIds: string[] | null;
}

interface Known extends Person {
  freshUntil: number;
  expiresAt: number;
}

export interface BearerTokens {
  verify(token: string): Promise<Person | undefined>;
}

export function createBearerTokens(tenant: Tenant, groupsClaim: string): BearerTokens {
  const { tenantId, clientId } = tenant;
  const issuer = issuerOf(tenant);
  const signingKeys = createSigningKeys(issuer);
  const known = new LRUCache<string, Known>({ max: tokensMax });
  const expected = {
    issuer,
    audience: [clientId, `api://${clientId}`],
    algorithms: ['RS256'],
    requiredClaims: ['exp'],
    clockTolerance: skewSeconds,
  };

  async function verify(token: string): Promise<Person | undefined> {
    const digest = digestOf(token);
    const entry = known.get(digest);
    if (entry && Date.now() < entry.expiresAt && performance.now() < entry.freshUntil) return entry;
    try {
      if (decodeProtectedHeader(token).alg !== 'RS256') return undefined;
      const { payload } = await jwtVerify(token, signingKeys, expected);
      const personId = text(payload.oid) ?? text(payload.sub);
      if (personId === undefined) return undefined;
      if (!isOfTenant(payload, tenantId) || !isInTime(payload) || !hasScope(payload, scopeOf(tenant)))
        return undefined;
      const expiresAt = (payload.exp ?? 0) * 1000;
      const caller = { ...callerOf(personId, payload), expiresAt };
      const person = { caller, userId: personId, groupIds: groupsOf(payload, groupsClaim) };
      known.set(digest, { ...person, freshUntil: performance.now() + freshMs, expiresAt });
      return person;
    } catch (error) {
      if (error instanceof errors.JOSEError || error instanceof TypeError) return undefined;
      throw error;
    }
  }

  return { verify };
}

const groupsMax = 1000;

/** A token of somebody in many groups refers to them instead of naming them. */
function groupsOf(payload: JWTPayload, claim: string): string[] | null {
  const { [claim]: given, hasgroups: hasMore, _claim_names: elsewhere } = payload;
  const isElsewhere = typeof elsewhere === 'object' && elsewhere !== null && Object.hasOwn(elsewhere, claim);
  if (isElsewhere || hasMore === true || hasMore === 'true') return null;
  const groups = [given ?? []].flat().filter((one) => typeof one === 'string');
  return groups.length > groupsMax ? null : groups;
}

const isOfTenant = ({ tid }: JWTPayload, tenantId: string) => tid === tenantId;

function isInTime({ exp = 0, iat = 0 }: JWTPayload): boolean {
  const now = Date.now() / 1000;
  return now < exp && iat <= now + skewSeconds;
}

const hasScope = ({ scp }: JWTPayload, scope: string) =>
  typeof scp === 'string' && scp.split(' ').some((one) => one === scope || one === shortScope);

/** @throws INSUFFICIENT_ROLE for a person without a role that this service knows (resources.md 18) */
function callerOf(personId: string, payload: JWTPayload): Caller {
  const given = Array.isArray(payload.roles) ? payload.roles : [];
  const role = roles.find((one) => given.includes(one));
  if (role === undefined)
    throw new DomainError('INSUFFICIENT_ROLE', 'The token names none of the roles Reader and Contributor.', {
      requiredRole: 'Reader',
    });
  return personCaller(personId, text(payload.preferred_username) ?? text(payload.name), role);
}

const text = (claim: unknown) => (typeof claim === 'string' && claim !== '' ? claim : undefined);

const refreshAfterMs = 10 * 60_000;

/** The keys are fetched at most this often, however many tokens name unknown keys. */
const pauseMs = 1000;

/**
 * The keys are fetched again when a token names an unknown key, and every ten minutes so that a withdrawn key
 * stops working; while the provider is down the last keys count.
 * @throws JWKSNoMatchingKey for an unknown key, DEPENDENCY_UNAVAILABLE when that cannot be known
 */
function createSigningKeys(issuer: string): JWTVerifyGetKey {
  let keys: JWTVerifyGetKey | undefined;
  let fetchedAt = Number.NEGATIVE_INFINITY;
  let triedAt = Number.NEGATIVE_INFINITY;
  let fetching: Promise<void> | undefined;

  const load = async () => {
    await Bun.sleep(Math.max(0, triedAt + pauseMs - performance.now()));
    triedAt = performance.now();
    keys = createLocalJWKSet(await fetchKeys(issuer));
    fetchedAt = performance.now();
  };
  const refresh = () => {
    fetching ??= load().finally(() => {
      fetching = undefined;
    });
    return fetching;
  };

  return async (header, token) => {
    if (keys && performance.now() > fetchedAt + refreshAfterMs) refresh().catch(() => {});
    try {
      if (keys) return await keys(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
    }
    try {
      await refresh();
    } catch (error) {
      throw unavailable('identity provider', error);
    }
    return (keys as JWTVerifyGetKey)(header, token);
  };
}

async function fetchKeys(issuer: string): Promise<JSONWebKeySet> {
  const { jwks_uri: address } = await discover(issuer);
  if (!address) throw new Error(`The discovery document of ${issuer} names no keys.`);
  return fetchJson<JSONWebKeySet>(address);
}
