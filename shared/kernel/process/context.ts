import type { Caller } from './caller';
import type { Logger } from './log';

export interface Context {
  caller: Caller;
  requestId: string;
  log: Logger;
  /** Versions that `If-Match` names, or undefined when the header is absent or `*`. */
  ifMatch?: readonly string[];
}
