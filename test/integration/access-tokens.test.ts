import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { clientsProjects } from '@consulting/clients-projects/service';
import { createLogin } from '@consulting/gateway/access/provider';
import { exportSPKI, importJWK, type JWTPayload, SignJWT } from 'jose';
import {
  type GatewaySystem,
  type GatewayUnderTest,
  startGatewaySystem,
  untilStatus,
} from '../support/gateway-system';
import {
  clientId,
  type IdentityProvider,
  startIdentityProvider,
  tenantId,
  validClaims,
} from '../support/identity-provider';
import { until } from '../support/project-system';

let provider: IdentityProvider;
let system: GatewaySystem;
let gateway: GatewayUnderTest;
const path = '/v1/clients';
const now = () => Math.floor(Date.now() / 1000);

const settings = () => ({
  IDP_TENANT_ID: tenantId,
  IDP_CLIENT_ID: clientId,
  IDP_AUTHORITY: provider.authority,
  RATE_LIMIT_FAILED_AUTH_PER_MINUTE: '0',
});

beforeAll(async () => {
  provider = await startIdentityProvider();
  system = await startGatewaySystem([clientsProjects], settings());
  gateway = await system.openGateway();
});
afterAll(async () => {
  await system.stop();
  await provider.stop();
});

const ask = (token: string, method = 'GET', through = gateway) =>
  through.call(method, path, { token, ...(method === 'POST' ? { json: {} } : {}) });

describe('a bearer token of the provider', () => {
  test('from the code flow with PKCE lets its person in by its role', async () => {
    const [reader, contributor] = [await provider.logIn(['Reader']), await provider.logIn(['Contributor'])];
    expect((await ask(reader)).status).toBe(200);
    expect((await ask(reader, 'POST')).status).toBe(403);
    const made = await gateway.call('POST', path, { token: contributor, json: { code: 'T1', name: 'T1' } });
    expect([made.status, made.body.createdBy]).toEqual([201, 'estimator@example.com']);
  });

  test('without a known role is 403 for every call', async () => {
    for (const roles of [[], ['Owner'], undefined, 'Contributor']) {
      const answer = await ask(await provider.sign({ roles } as JWTPayload));
      expect([answer.status, answer.body.code]).toEqual([403, 'INSUFFICIENT_ROLE']);
    }
  });

  test('with both roles is a Contributor; the audience may be written api://', async () => {
    const token = await provider.sign({ roles: ['Reader', 'Contributor'], aud: `api://${clientId}` });
    expect((await ask(token, 'POST')).status).toBe(400);
  });

  test('may name the scope in full, among others', async () => {
    const scp = `profile api://${clientId}/user_impersonation`;
    expect((await ask(await provider.sign({ scp }))).status).toBe(200);
  });

  test('stops at its expiry, though it is remembered', async () => {
    const token = await provider.sign({ exp: now() + 2 });
    expect((await ask(token)).status).toBe(200);
    await untilStatus(gateway, path, { token }, 401);
  });
});

test('a token that has expired is a failed attempt, though it was accepted before', async () => {
  const limited = await system.openGateway({ RATE_LIMIT_FAILED_AUTH_PER_MINUTE: '2' });
  const token = await provider.sign({ exp: now() + 2 });
  expect((await ask(token, 'GET', limited)).status).toBe(200);
  const refusals: number[] = [];
  await until(async () => {
    const { status } = await ask(token, 'GET', limited);
    if (status !== 200) refusals.push(status);
    return refusals.length === 4;
  });
  expect(refusals).toEqual([401, 401, 429, 429]);
});

describe('a provider that does not answer', () => {
  test('is asked once by however many ask for a page', async () => {
    let asked = 0;
    const silent = Bun.serve({
      port: 0,
      fetch() {
        asked += 1;
        return new Response(null, { status: 500 });
      },
    });
    const authority = `http://127.0.0.1:${silent.port}`;
    const login = createLogin({ authority, tenantId, clientId }, null);
    expect(await Promise.all(Array.from({ length: 50 }, login))).toEqual(Array(50).fill(null));
    expect(asked).toBe(1);
    await silent.stop(true);
  });
});

describe('refused as INVALID_CREDENTIALS is a token', () => {
  const claims: [string, () => JWTPayload][] = [
    ['of another audience', () => ({ aud: '00000000-0000-4000-8000-000000000000' })],
    ['of several wrong audiences', () => ({ aud: ['a', 'b'] })],
    ['of another tenant', () => ({ tid: '00000000-0000-4000-8000-000000000000' })],
    ['without a tenant', () => ({ tid: undefined })],
    ['of another issuer', () => ({ iss: `${provider.authority}/other/v2.0` })],
    ['of the issuer with a slash', () => ({ iss: `${provider.issuer}/` })],
    ['that expired a second ago', () => ({ exp: now() - 1 })],
    ['without an expiry', () => ({ exp: undefined })],
    ['that is not valid yet', () => ({ nbf: now() + 60 })],
    ['that was issued in the future', () => ({ iat: now() + 60 })],
    ['without a subject', () => ({ oid: undefined, sub: undefined })],
    ['without a scope', () => ({ scp: undefined })],
    ['of another scope', () => ({ scp: 'user_impersonation_not profile' })],
    ['with the scope as a list', () => ({ scp: ['user_impersonation'] as never })],
  ];
  for (const [condition, changed] of claims) {
    test(condition, async () => {
      const { status, body, headers } = await ask(await provider.sign(changed()));
      expect([status, body.code]).toEqual([401, 'INVALID_CREDENTIALS']);
      expect(headers.get('www-authenticate')).toContain('Bearer');
    });
  }

  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const forged: [string, () => Promise<string> | string][] = [
    ['with alg none', () => `${encode({ alg: 'none' })}.${encode(validClaims(provider.issuer))}.`],
    ['with alg None', () => `${encode({ alg: 'None' })}.${encode(validClaims(provider.issuer))}.`],
    ['signed HS256 with the public key as PEM', async () => hs256(new TextEncoder().encode(await pem()))],
    [
      'signed HS256 with the public key as JWK',
      () => hs256(new TextEncoder().encode(JSON.stringify(provider.publicKey()))),
    ],
    ['with a signature of another key under the known name', async () => anotherKeys()],
    [
      'whose claims were changed after signing',
      async () => withOtherClaims(await provider.sign({ roles: ['Reader'] })),
    ],
    ['whose signature is cut off', async () => (await provider.sign()).replace(/[^.]+$/, '')],
    ['that brings its own key', async () => anotherKeys({ jwk: provider.publicKey() })],
    ['with a critical extension', () => provider.sign({}, { crit: ['x'], x: 1 })],
    ['of two parts', () => 'a.b'],
    ['that is no token', () => 'x'.repeat(3000)],
  ];
  for (const [condition, make] of forged) {
    test(condition, async () => {
      const { status, body } = await ask(await make());
      expect([status, body.code]).toEqual([401, 'INVALID_CREDENTIALS']);
    });
  }

  const pem = async () => exportSPKI((await importJWK(provider.publicKey(), 'RS256')) as CryptoKey);
  const hs256 = (secret: Uint8Array) =>
    new SignJWT(validClaims(provider.issuer))
      .setProtectedHeader({ alg: 'HS256', kid: provider.publicKey().kid })
      .sign(secret);
  const anotherKeys = async (header: object = {}) => {
    const { privateKey } = await crypto.subtle.generateKey(
      {
        name: 'RSASSA-PKCS1-v1_5',
        modulusLength: 2048,
        publicExponent: new Uint8Array([1, 0, 1]),
        hash: 'SHA-256',
      },
      true,
      ['sign', 'verify'],
    );
    return new SignJWT(validClaims(provider.issuer))
      .setProtectedHeader({ alg: 'RS256', kid: provider.publicKey().kid, ...header })
      .sign(privateKey);
  };
  const withOtherClaims = (token: string) => {
    const [header, , signature] = token.split('.');
    return `${header}.${encode(validClaims(provider.issuer))}.${signature}`;
  };
});

describe('the order of credentials', () => {
  test('an invalid key falls back to the token; a valid key wins over it', async () => {
    const token = await provider.sign({ roles: ['Reader'] });
    const wrong = `app_${'0'.repeat(32)}`;
    expect((await gateway.call('GET', path, { key: wrong, token })).status).toBe(200);
    expect((await gateway.call('POST', path, { key: wrong, token, json: {} })).status).toBe(403);
    const { key } = await system.newKey('Contributor');
    expect((await gateway.call('POST', path, { key, token, json: {} })).status).toBe(400);
    expect((await gateway.call('POST', path, { key, token: 'wrong', json: {} })).status).toBe(400);
  });

  test('over the limit of failed attempts a key that cannot be looked at is 429, and is not ignored for a valid token', async () => {
    const limited = await system.openGateway({ RATE_LIMIT_FAILED_AUTH_PER_MINUTE: '1' });
    const token = await provider.sign({ roles: ['Reader'] });
    expect((await limited.call('GET', path, { token })).status).toBe(200);
    const { key } = await system.newKey('Contributor');
    const wrong = `app_${'1'.repeat(32)}`;
    expect((await limited.call('GET', path, { key: wrong, token })).status).toBe(200);
    const refused = await limited.call('POST', path, { key, token, json: {} });
    expect([refused.status, refused.body.code]).toEqual([429, 'RATE_LIMITED']);
    expect((await limited.call('GET', path, { token })).status).toBe(200);
  });

  test('with API keys off a valid key is no credential', async () => {
    const tokensOnly = await system.openGateway({ API_KEYS_ENABLED: 'false' });
    const { key } = await system.newKey('Contributor');
    const { status, body, headers } = await tokensOnly.call('GET', path, { key });
    expect([status, body.code]).toEqual([401, 'AUTHENTICATION_REQUIRED']);
    expect(headers.get('www-authenticate')).toBe('Bearer realm="api"');
    expect((await ask(await provider.sign(), 'GET', tokensOnly)).status).toBe(200);
  });

  test('with enforcement off everybody is a Contributor, with a wrong credential too', async () => {
    const open = await system.openGateway({ IDP_AUTH_ENABLED: 'false' });
    expect((await open.call('POST', path, { key: 'wrong', token: 'wrong', json: {} })).status).toBe(400);
    expect((await open.call('GET', '/api/v1/api-keys')).status).toBe(200);
  });
});

describe('the keys of the provider', () => {
  test('when rotated are followed, and the old key is refused from then on', async () => {
    const old = await provider.sign();
    expect((await ask(old)).status).toBe(200);
    await provider.rotate();
    expect((await ask(await provider.sign())).status).toBe(200);
    const fresh = await system.openGateway();
    expect((await ask(old, 'GET', fresh)).status).toBe(401);
  });

  test('go on while the provider is down; unknown ones are 503, never let in', async () => {
    expect((await ask(await provider.sign())).status).toBe(200);
    await provider.stop();
    expect((await ask(await provider.sign({ jti: 'new' }))).status).toBe(200);
    const unknown = await ask(await provider.sign({}, { kid: 'unknown' }));
    expect([unknown.status, unknown.body.code]).toEqual([503, 'DEPENDENCY_UNAVAILABLE']);
    const fresh = await system.openGateway();
    const cold = await ask(await provider.sign(), 'GET', fresh);
    expect([cold.status, cold.body.dependency]).toEqual([503, 'identity provider']);
    await provider.start();
    await untilStatus(fresh, path, { token: await provider.sign() }, 200);
  });
});
