import type { Caller } from '@consulting/kernel/caller';
import { DomainError } from '@consulting/kernel/errors';
import { routePattern } from '../route-kind';

/** Reads that are written as POST (resources.md 18). */
const readingPosts = routePattern(
  'POST /api/v1/mto/search',
  'POST /api/v1/mto/export',
  'POST /v1/projects/:/crew-rates',
);

const keys = /^\/api\/v1\/api-keys(\/|$)/;

/**
 * The role rule of the system, deny by default: a Reader may call every GET outside `/api-keys` and the listed POSTs;
 * everything else needs a Contributor, a route that is added later too. @throws INSUFFICIENT_ROLE
 */
export function requireRole(caller: Caller, method: string, pathname: string): void {
  if (caller.role === 'Contributor') return;
  const isRead = method === 'GET' || method === 'HEAD';
  if (isRead ? !keys.test(pathname) : readingPosts.test(`${method} ${pathname}`)) return;
  throw new DomainError('INSUFFICIENT_ROLE', 'This call needs the role Contributor.', {
    requiredRole: 'Contributor',
  });
}
