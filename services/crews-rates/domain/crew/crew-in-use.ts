import { type Blocking, DomainError } from '@consulting/kernel/errors';

export const crewInUse = (why: string, blocking: Blocking) =>
  new DomainError('CREW_IN_USE', `The crew is in use: ${why}`, { blocking });
