const fetchTimeoutMs = 3000;

interface Discovery {
  issuer?: string;
  jwks_uri?: string;
  authorization_endpoint?: string;
  token_endpoint?: string;
}

export async function discover(issuer: string): Promise<Discovery> {
  const discovery = await fetchJson<Discovery>(`${issuer}/.well-known/openid-configuration`);
  if (discovery.issuer !== issuer)
    throw new Error(`The discovery document of ${issuer} is of another issuer.`);
  return discovery;
}

export async function fetchJson<T>(url: string): Promise<T> {
  const response = await fetch(url, { signal: AbortSignal.timeout(fetchTimeoutMs) });
  if (!response.ok) throw new Error(`${url} answered ${response.status}.`);
  return (await response.json()) as T;
}

export interface Tenant {
  authority: string;
  tenantId: string;
  clientId: string;
}

export const issuerOf = ({ authority, tenantId }: Tenant) => `${authority}/${tenantId}/v2.0`;

export const scopeOf = ({ clientId }: Tenant) => `api://${clientId}/user_impersonation`;

export interface Login {
  docsClientId: string | null;
  issuer: string;
  authorizationUrl: string;
  tokenUrl: string;
  scope: string;
}

const pauseMs = 1000;

export function createLogin(tenant: Tenant, docsClientId: string | null): () => Promise<Login | null> {
  let asking: Promise<Login | undefined> | undefined;
  let askedUntil = 0;
  return async () => {
    if (asking === undefined || performance.now() >= askedUntil) {
      askedUntil = Number.POSITIVE_INFINITY;
      asking = ask(tenant, docsClientId).catch(() => undefined);
      asking.then((found) => {
        if (!found) askedUntil = performance.now() + pauseMs;
      });
    }
    return (await asking) ?? null;
  };
}

async function ask(tenant: Tenant, docsClientId: string | null): Promise<Login | undefined> {
  const issuer = issuerOf(tenant);
  const found = await discover(issuer);
  const { authorization_endpoint: authorizationUrl, token_endpoint: tokenUrl } = found;
  if (!authorizationUrl || !tokenUrl) return undefined;
  return { docsClientId, issuer, authorizationUrl, tokenUrl, scope: scopeOf(tenant) };
}
