import type { Logger } from './log';

export type Role = 'Reader' | 'Contributor';

/** Who calls: put into every request by the gateway, signed. */
export interface Caller {
  type: 'anonymous' | 'api_key' | 'bearer' | 'system';
  id: string;
  name: string;
  role: Role;
}

/** What every domain verb receives first; each service adds its store and bus. */
export interface Context {
  caller: Caller;
  requestId: string;
  log: Logger;
  /** Version that `If-Match` names, or undefined when the header is absent or `*`. */
  ifMatch?: string;
}

export const systemCaller = (name: string): Caller => ({
  type: 'system',
  id: name,
  name,
  role: 'Contributor',
});
