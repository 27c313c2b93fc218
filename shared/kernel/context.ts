import type { Caller } from './caller';
import type { Logger } from './log';

export interface Context {
  caller: Caller;
  requestId: string;
  log: Logger;
  /** Version that `If-Match` names, or undefined when the header is absent or `*`. */
  ifMatch?: string;
}
