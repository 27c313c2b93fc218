import { type Blocking, DomainError } from '@consulting/kernel/errors';

/** 409 of a crew that something refers to. */
export const crewInUse = (why: string, blocking: Blocking) =>
  new DomainError('CREW_IN_USE', `The crew is in use: ${why}`, { blocking });
