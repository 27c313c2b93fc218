import { type EndpointSet, setOfPath, targetOf } from '@consulting/kernel/http';
import { type Caller, requestIdOf } from '@consulting/kernel/process';
import { clientAddress, type Peer } from '../access/client-address';
import type { LimitState } from '../limits/window';
import { type Endpoint, endpointOf } from '../routing/route-table';
import { passedOn } from './inbound-headers';

export interface Exchange {
  request: Request;
  requestId: string;
  address: () => string;
  pathname: string;
  search: string;
  set: EndpointSet;
  endpoint: Endpoint;
  headers: Record<string, string>;
  fault?: unknown;
  caller?: Caller;
  isAudited?: true;
  limitState?: LimitState;
}

export function beginExchange(
  request: Request,
  peer: Peer,
  isTrustedProxy: (address: string) => boolean,
): Exchange {
  const requestId = requestIdOf(request);
  const address = () => clientAddress(request, peer, isTrustedProxy);
  try {
    const headers = passedOn(request.headers);
    const { pathname, search } = targetOf(request);
    const [set, endpoint] = [setOfPath(pathname), endpointOf(request.method, pathname)];
    return { request, requestId, address, pathname, search, set, endpoint, headers };
  } catch (fault) {
    // Of the sets only the first answers every fault of a request with 400; one that cannot be read belongs to none.
    const pathname = request.url.split('?', 1)[0] ?? '';
    const unread = { pathname, search: '', set: 'v1', headers: {} } as const;
    return { request, requestId, address, ...unread, endpoint: endpointOf(request.method, ''), fault };
  }
}
