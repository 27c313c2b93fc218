import type { Caller, Scope } from './caller';
import type { Logger } from './log';

export interface Context {
  caller: Caller;
  // Of a limited caller; projects of the clients are among the projects.
  visible?: Scope | undefined;
  requestId: string;
  log: Logger;
  ifMatch?: readonly string[];
}
