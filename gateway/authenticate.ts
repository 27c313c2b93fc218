import type { Caller } from '@consulting/shared/context';
import { DomainError } from '@consulting/shared/errors';

export type Authenticate = (request: Request) => Caller;

const everybody: Caller = { type: 'anonymous', id: 'anonymous', name: 'anonymous', role: 'Contributor' };

/**
 * Who calls. With enforcement off everybody is a Contributor (seed document 2, Authentication); with enforcement on
 * nobody gets in without a credential that can be verified.
 */
export function createAuthenticate(isEnforced: boolean): Authenticate {
  return () => {
    if (!isEnforced) return everybody;
    throw new DomainError('AUTHENTICATION_REQUIRED', 'This call needs an API key or a bearer token.');
  };
}
