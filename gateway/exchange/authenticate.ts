import type { Caller, Role } from '@consulting/kernel/process';
import { DomainError } from '@consulting/kernel/schema';
import type { CallSource, CredentialCheck } from '../access/credential';
import type { FailedAttempts } from '../limits/failed-attempts';

interface Arrival {
  requestId: string;
  address: () => string;
}

export type Authenticate = (request: Request, arrival: Arrival) => Caller | Promise<Caller>;

const everybody: Caller = { type: 'anonymous', id: 'anonymous', name: 'anonymous', role: 'Contributor' };

/** Enforcement is off for local development: everybody is a Contributor (seed document 2, Authentication). */
export const letEverybodyIn: Authenticate = () => everybody;

export interface Access {
  apiKeys: CredentialCheck | undefined;
  tokens: CredentialCheck | undefined;
  failedAttempts: FailedAttempts;
}

interface Credential {
  check: CredentialCheck;
  text: string;
}

/**
 * An API key counts first, then a bearer token (seed document 2, Authentication). The result throws
 * AUTHENTICATION_REQUIRED, INVALID_CREDENTIALS, INSUFFICIENT_ROLE, TOO_MANY_GRANTED, RATE_LIMITED, DEPENDENCY_UNAVAILABLE.
 */
export function createAuthenticate(access: Access): Authenticate {
  return (request, { requestId, address }) => {
    const credentials = credentialsOf(access, request.headers);
    const [first] = credentials;
    if (!first)
      throw new DomainError('AUTHENTICATION_REQUIRED', 'This call needs an API key or a bearer token.');
    const caller = first.check.cached(first.text);
    return caller ?? verifyInTurn(access.failedAttempts, credentials, { requestId, address: address() });
  };
}

function credentialsOf({ apiKeys, tokens }: Access, headers: Headers): Credential[] {
  const credentials: Credential[] = [];
  const key = apiKeys && headers.get('x-api-key');
  if (apiKeys && key) credentials.push({ check: apiKeys, text: key });
  const token = tokens && /^bearer +(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1];
  if (tokens && token) credentials.push({ check: tokens, text: token });
  return credentials;
}

async function verifyInTurn(
  attempts: FailedAttempts,
  credentials: Credential[],
  source: CallSource,
): Promise<Caller> {
  for (const credential of credentials) {
    const outcome = await verify(attempts, credential, source);
    // A credential that was not looked at may be valid: the next one is not taken for it.
    if (outcome instanceof Error) throw outcome;
    if (outcome) return outcome;
  }
  throw new DomainError('INVALID_CREDENTIALS', 'The API key or bearer token is not valid.');
}

async function verify(
  attempts: FailedAttempts,
  { check, text }: Credential,
  source: CallSource,
): Promise<Caller | Error | undefined> {
  if (check.isKnown(text)) return check.cached(text) ?? check.verify(text, source);
  const attempt = await attempts.begin(source.address);
  if (attempt instanceof Error) return attempt;
  let isFailure = false;
  try {
    const caller = check.cached(text) ?? (await check.verify(text, source));
    isFailure = caller === undefined;
    return caller;
  } finally {
    attempt.end(isFailure);
  }
}

/** A Contributor may call everything (resources.md 18). @throws INSUFFICIENT_ROLE */
export function requireRole(caller: Caller, role: Role): void {
  if (caller.role === 'Contributor' || role === 'Reader') return;
  throw new DomainError('INSUFFICIENT_ROLE', 'This call needs the role Contributor.', {
    requiredRole: 'Contributor',
  });
}
