import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose';
import Provider, { type Configuration } from 'oidc-provider';

export const tenantId = '7d1c1d5e-2b0f-4f6c-9f0e-5a2f6d7c8e90';
export const clientId = 'd2f1a0b4-6c3e-4a8b-8e57-0c9a1b2d3e4f';
export const docsClientId = '1f4b6a2e-93c7-4d5e-a8b1-7e6f5d4c3b2a';
const redirectUri = 'http://127.0.0.1/callback';
const documentationRedirectUri = 'http://127.0.0.1/api/docs/oauth2-redirect.html';
const workbenchRedirectUri = 'http://127.0.0.1/app/signed-in';
const scope = `api://${clientId}/user_impersonation`;

interface Key {
  jwk: JWK;
  privateKey: CryptoKey;
}

export interface IdentityProvider {
  authority: string;
  issuer: string;
  /** A token through the authorization code flow with PKCE, as a browser application gets it. */
  logIn(roles: string[]): Promise<string>;
  /** A token that the provider signs as it stands; `undefined` removes a claim. */
  sign(claims?: JWTPayload, header?: Record<string, unknown>): Promise<string>;
  /** The key with which the provider signs now, as its JWKS shows it. */
  publicKey(): JWK;
  /** From now on the provider signs with a new key and shows only that. */
  rotate(): Promise<void>;
  stop(): Promise<void>;
  start(): Promise<void>;
}

/** A real OpenID provider with one tenant on a free port, shaped like the provider of the seed documents. */
export async function startIdentityProvider(): Promise<IdentityProvider> {
  let key = await newKey('key-1');
  let port = 0;
  let server: Server;
  let keyCount = 1;
  const authority = () => `http://127.0.0.1:${port}`;
  const issuer = () => `${authority()}/${tenantId}/v2.0`;

  const start = async () => {
    server = createServer();
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
    server.on('request', mounted(new Provider(issuer(), configuration(key)), `/${tenantId}/v2.0`));
  };
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });

  await start();
  return {
    authority: authority(),
    issuer: issuer(),
    logIn: (roles) => logIn(issuer(), roles),
    sign: (claims = {}, header = {}) =>
      new SignJWT({ ...validClaims(issuer()), ...claims })
        .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: key.jwk.kid, ...header })
        .sign(key.privateKey, { crit: { x: true } }),
    publicKey: () => publicPart(key.jwk),
    async rotate() {
      keyCount += 1;
      key = await newKey(`key-${keyCount}`);
      await stop();
      await start();
    },
    stop,
    start,
  };
}

async function newKey(kid: string): Promise<Key> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { privateKey, jwk: { ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' } };
}

const publicPart = ({ kty, n, e, kid, alg, use }: JWK): JWK => ({ kty, n, e, kid, alg, use });

/** Claims of an access token that lets a Contributor in. */
export function validClaims(iss: string): JWTPayload {
  const now = Math.floor(Date.now() / 1000);
  return {
    iss,
    aud: clientId,
    tid: tenantId,
    scp: 'user_impersonation',
    sub: 'subject',
    oid: 'e3a5b7c9-0000-4000-8000-000000000001',
    preferred_username: 'estimator@example.com',
    roles: ['Contributor'],
    iat: now,
    nbf: now,
    exp: now + 3600,
  };
}

function mounted(provider: Provider, prefix: string) {
  const handle = provider.callback();
  return (request: IncomingMessage & { originalUrl?: string }, response: Parameters<typeof handle>[1]) => {
    if (!request.url?.startsWith(prefix)) {
      response.statusCode = 404;
      return response.end();
    }
    request.originalUrl = request.url;
    request.url = request.url?.slice(prefix.length);
    const uid = /^\/interaction\/(.+)$/.exec(request.url ?? '')?.[1];
    return uid ? approve(provider, request, response) : handle(request, response);
  };
}

/** The login page, on which the account names the roles; a program names it by `login_hint`. */
async function approve(
  provider: Provider,
  request: IncomingMessage,
  response: Parameters<ReturnType<Provider['callback']>>[1],
): Promise<void> {
  const { params } = await provider.interactionDetails(request, response);
  const accountId = params.login_hint ? String(params.login_hint) : await enteredAccount(request);
  if (accountId === null) return showLoginPage(response);
  const grant = new provider.Grant({ accountId, clientId: docsClientId });
  grant.addOIDCScope('openid');
  grant.addResourceScope(`api://${clientId}`, scope);
  const result = { login: { accountId }, consent: { grantId: await grant.save() } };
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
}

async function enteredAccount(request: IncomingMessage): Promise<string | null> {
  if (request.method !== 'POST') return null;
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return new URLSearchParams(Buffer.concat(chunks).toString()).get('account');
}

function showLoginPage(response: Parameters<ReturnType<Provider['callback']>>[1]): void {
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.end(
    '<!doctype html><title>Log in</title><form method="post"><input name="account"><button>Log in</button></form>',
  );
}

const configuration = ({ jwk }: Key): Configuration => ({
  jwks: { keys: [jwk as never] },
  clients: [
    {
      client_id: docsClientId,
      redirect_uris: [redirectUri, documentationRedirectUri, workbenchRedirectUri],
      response_types: ['code'],
      grant_types: ['authorization_code'],
      token_endpoint_auth_method: 'none',
      application_type: 'native',
    },
  ],
  cookies: { keys: [randomBytes(16).toString('hex')] },
  scopes: ['openid'],
  pkce: { required: () => true },
  clientBasedCORS: () => true,
  interactions: { url: (_ctx, interaction) => `/${tenantId}/v2.0/interaction/${interaction.uid}` },
  findAccount: (_ctx, accountId) => ({ accountId, claims: async () => ({ sub: accountId }) }),
  extraTokenClaims: (_ctx, token) => ({
    tid: tenantId,
    scp: 'user_impersonation',
    nbf: Math.floor(Date.now() / 1000),
    roles: 'accountId' in token ? String(token.accountId).split('+').filter(Boolean) : [],
    preferred_username: 'estimator@example.com',
  }),
  features: {
    devInteractions: { enabled: false },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => `api://${clientId}`,
      useGrantedResource: () => true,
      getResourceServerInfo: () => ({
        scope,
        audience: clientId,
        accessTokenFormat: 'jwt',
        jwt: { sign: { alg: 'RS256' } },
      }),
    },
  },
});

async function logIn(issuer: string, roles: string[]): Promise<string> {
  const described = await fetch(`${issuer}/.well-known/openid-configuration`);
  const discovery = (await described.json()) as { authorization_endpoint: string; token_endpoint: string };
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    client_id: docsClientId,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: `openid ${scope}`,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    login_hint: roles.length > 0 ? roles.join('+') : '+',
  });
  const code = await followToCode(`${discovery.authorization_endpoint}?${query}`);
  const response = await fetch(discovery.token_endpoint, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: docsClientId,
      redirect_uri: redirectUri,
      code_verifier: verifier,
      code,
    }),
  });
  const answer = (await response.json()) as { access_token?: string };
  if (!answer.access_token) throw new Error(`The provider gave no token: ${JSON.stringify(answer)}`);
  return answer.access_token;
}

/** Goes through the redirects with cookies, as a browser does, until the application gets its code. */
async function followToCode(first: string): Promise<string> {
  const cookies = new Map<string, string>();
  let url = first;
  for (let step = 0; step < 8; step += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      cookies.set(name, value);
    }
    url = new URL(response.headers.get('location') ?? '', url).href;
    const code = new URL(url).searchParams.get('code');
    if (code) return code;
  }
  throw new Error(`The provider never came back: ${url}`);
}
