import { createTicketVerifier } from '@consulting/kernel/http';
import { type Caller, keyIdOf } from '@consulting/kernel/process';
import { DomainError } from '@consulting/kernel/schema';
import type { Exchange } from './exchange';

// A browser cannot send headers with `EventSource`, so it opens these streams with a ticket in the query.
const ticketed = new Set<string | undefined>([
  '/api/v1/mto/import/status/{taskId}/events',
  '/api/v1/mto/project/{projectId}/events',
]);

export type OpenTicket = (ticket: string, path: string) => Promise<Caller>;

// Opening a ticket throws INVALID_CREDENTIALS, also when its key was revoked or a grant changed since it was asked for.
export function createTickets(
  secrets: string,
  isRevoked: (keyId: string | undefined, signedAt: number) => boolean,
  now?: () => number,
): OpenTicket {
  const verify = createTicketVerifier(secrets, now);
  return async (ticket, path) => {
    const { caller, signedAt } = await verify(ticket, path);
    if (!isRevoked(keyIdOf(caller), signedAt)) return caller;
    throw new DomainError(
      'INVALID_CREDENTIALS',
      'The API key that the ticket was asked for with is revoked, or grants have changed since; ask for another one.',
    );
  };
}

export function takeTicket(exchange: Exchange): string | undefined {
  const { endpoint, request, search } = exchange;
  if (!ticketed.has(endpoint.template) || request.method !== 'GET') return undefined;
  const query = new URLSearchParams(search);
  const ticket = query.get('ticket') ?? undefined;
  if (ticket === undefined) return undefined;
  query.delete('ticket');
  exchange.search = query.size === 0 ? '' : `?${query}`;
  return ticket;
}
