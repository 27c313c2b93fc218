import { unavailable } from '@consulting/kernel/errors';
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import { discover, fetchJson } from './provider';

const refreshAfterMs = 10 * 60_000;
/** Least time between two fetches, however many tokens name keys that nobody knows. */
const pauseMs = 1000;

/**
 * The keys of the identity provider, found by its discovery document. Fetched again when a token names an unknown key,
 * and every ten minutes so that a withdrawn key stops working; while the provider is down the last keys go on.
 * @returns a key getter that throws JWKSNoMatchingKey for an unknown key, DEPENDENCY_UNAVAILABLE when that cannot be known
 */
export function createSigningKeys(issuer: string): JWTVerifyGetKey {
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
