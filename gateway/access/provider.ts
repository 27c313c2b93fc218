const fetchTimeoutMs = 3000;

interface Discovery {
  issuer?: string;
  jwks_uri?: string;
  authorization_endpoint?: string;
  token_endpoint?: string;
}

/** What an identity provider says of itself. @throws Error when it does not answer or answers for another issuer */
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
