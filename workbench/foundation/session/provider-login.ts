import {
  allowInsecureRequests,
  authorizationCodeGrantRequest,
  calculatePKCECodeChallenge,
  generateRandomCodeVerifier,
  generateRandomState,
  None,
  processAuthorizationCodeResponse,
  validateAuthResponse,
} from 'oauth4webapi';
import type { Login } from './settings';

/** The provider sends people back to this address below the page, so it must be registered there. */
const returnAddress = () => `${window.location.origin}/app/signed-in`;

interface Begun {
  state: string;
  verifier: string;
  wanted: string;
}

const storedName = 'login';

export async function beginLogin(login: Login, place: 'page' | 'window', wanted: string): Promise<string> {
  const verifier = generateRandomCodeVerifier();
  const begun: Begun = { state: `${place}.${generateRandomState()}`, verifier, wanted };
  sessionStorage.setItem(storedName, JSON.stringify(begun));
  const address = new URL(login.authorizationUrl);
  const parameters = {
    client_id: login.clientId,
    response_type: 'code',
    redirect_uri: returnAddress(),
    scope: login.scope,
    state: begun.state,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
  return address.href;
}

export function takeBegun(): Begun | null {
  const stored = sessionStorage.getItem(storedName);
  sessionStorage.removeItem(storedName);
  return stored === null ? null : (JSON.parse(stored) as Begun);
}

/** @throws Error where the answer does not belong to what was begun */
export async function finishLogin(login: Login, begun: Begun, returned: URLSearchParams): Promise<string> {
  const provider = { issuer: login.issuer, token_endpoint: login.tokenUrl };
  const client = { client_id: login.clientId };
  const answer = validateAuthResponse(provider, client, returned, begun.state);
  const isPlain = new URL(login.tokenUrl).protocol === 'http:';
  const response = await authorizationCodeGrantRequest(
    provider,
    client,
    None(),
    answer,
    returnAddress(),
    begun.verifier,
    // The operator named the provider; one without TLS is one on the operator's own machine.
    { [allowInsecureRequests]: isPlain },
  );
  return (await processAuthorizationCodeResponse(provider, client, response)).access_token;
}
