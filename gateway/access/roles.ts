import type { Caller, Role } from '@consulting/kernel/caller';
import { DomainError } from '@consulting/kernel/errors';

/** The role rule of the system (resources.md 18): a Contributor may call everything. @throws INSUFFICIENT_ROLE */
export function requireRole(caller: Caller, role: Role): void {
  if (caller.role === 'Contributor' || role === 'Reader') return;
  throw new DomainError('INSUFFICIENT_ROLE', 'This call needs the role Contributor.', {
    requiredRole: 'Contributor',
  });
}
