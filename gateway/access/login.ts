import type { Login } from '../documentation/login';
import { discover, issuerOf, scopeOf, type Tenant } from './provider';

/** How people log in at the provider, asked of it until it has answered once; null while it does not answer. */
export function createLogin(tenant: Tenant, docsClientId: string | null): () => Promise<Login | null> {
  let known: Login | undefined;
  return async () => {
    known ??= await ask(tenant, docsClientId).catch(() => undefined);
    return known ?? null;
  };
}

async function ask(tenant: Tenant, docsClientId: string | null): Promise<Login | undefined> {
  const found = await discover(issuerOf(tenant));
  const { authorization_endpoint: authorizationUrl, token_endpoint: tokenUrl } = found;
  if (!authorizationUrl || !tokenUrl) return undefined;
  return { docsClientId, authorizationUrl, tokenUrl, scope: scopeOf(tenant) };
}
